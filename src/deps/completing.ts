import { homedir } from 'node:os';
import { isPlain, spaced } from '../border/unseen.ts';
import type { Given } from '../commands/typed.ts';
import type { Candidate } from './completing-kept.ts';
import { nameOwner } from './name-owner.ts';

/** Nobody picks from a longer list, and shells take their time with one. */
const MOST = 1_000;

/** The flags that choose a service, among words that are still being typed. */
const choosing = (words: readonly string[]): Given => {
  const found: Record<string, string | true> = {};
  for (const [at, word] of words.entries()) {
    if (word === '--') break;
    if (word === '--sandbox') found.sandbox = true;
    const [, name, value] = /^--(account|base-url|sandbox-from)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== undefined) found[name] = value ?? words[at + 1] ?? '';
  }
  return found;
};

/** One candidate a line, what it is after a tab. What would break a line, or be read as a flag, is not offered. */
const lines = (offered: readonly Candidate[]): string =>
  offered
    .filter(([word]) => word !== '' && !/^-|\\/.test(word) && isPlain(word))
    .slice(0, MOST)
    .map(([word, about]) => `${word}\t${spaced(about)}\n`)
    .join('');

const beginningWith = (beginning: string): ((text: string) => boolean) => {
  const lower = beginning.toLowerCase();
  return (text) => text.toLowerCase().startsWith(lower);
};

/**
 * What may be typed next, from files of this machine alone: never the network, never a credential. Started by the
 * shells' scripts with what is asked for, how it begins, and the words before it. Never throws.
 */
export const completing = async ([what, begins = '', ...words]: readonly string[]): Promise<string> => {
  const fits = beginningWith(begins);
  const beginning = (offered: readonly Candidate[]) => offered.filter(([word]) => fits(word));
  try {
    const [{ folders }, { seenNames }] = await Promise.all([
      import('../system/folders.ts'),
      import('../state/seen-names.ts'),
    ]);
    const { env, platform } = process;
    const { config, state, cache } = folders(env, { platform, home: homedir(), cwd: process.cwd() });
    const kept = () => import('./completing-kept.ts');
    if (what === 'accounts') return lines(beginning(await (await kept()).accountWords(config)));
    if (what === 'purchases') return lines(beginning(await (await kept()).requestWords(state, false)));
    if (what === 'requests') return lines(beginning(await (await kept()).requestWords(state, true)));
    if (what !== 'ids') return '';
    const owner = await nameOwner(choosing(words), env, async () => (await kept()).accountsIn(config));
    if (owner === undefined) return '';
    const names = await seenNames(cache, owner);
    const isId = /^[0-9a-f]/i.test(begins);
    const byId = names.flatMap(({ id, name, garment }) => {
      const shown = garment !== null && !isId ? garment : id;
      return fits(shown) ? [[shown, name ?? '(unnamed)'] as const] : [];
    });
    const twice = (name: string) => names.filter((each) => each.name === name).length > 1;
    const byName = names.flatMap(({ id, name, garment }) =>
      begins !== '' && name !== null && fits(name) && !twice(name) ? [[name, garment ?? id] as const] : [],
    );
    return lines([...byId, ...byName]);
  } catch {
    return '';
  }
};
