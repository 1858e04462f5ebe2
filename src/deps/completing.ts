import { homedir } from 'node:os';
import { isPlain, spaced } from '../border/unseen.ts';
import type { Given } from '../commands/typed.ts';
import type { Host } from '../system/host.ts';
import { nameOwner } from './name-owner.ts';

/** Nobody picks from a longer list, and shells take their time with one. */
const MOST = 1_000;

const host: Host = {
  pid: process.pid,
  alive: () => true,
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // Nothing is written.
  redact: (text) => text,
};

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
const lines = (offered: readonly (readonly [string, string])[]): string =>
  offered
    .filter(([word]) => word !== '' && !/^-|\\/.test(word) && isPlain(word))
    .slice(0, MOST)
    .map(([word, about]) => `${word}\t${spaced(about)}\n`)
    .join('');

const beginsWith = (text: string, beginning: string): boolean =>
  text.toLowerCase().startsWith(beginning.toLowerCase());

/**
 * What may be typed next, from files of this machine alone: never the network, never a credential. Started by the
 * shells' scripts with what is asked for, how it begins, and the words before it. Never throws.
 */
export const completing = async ([what, begins = '', ...words]: readonly string[]): Promise<string> => {
  try {
    const [{ createAccounts }, { folders }, { createNames }, { purchasesIn }] = await Promise.all([
      import('../account/accounts.ts'),
      import('../system/folders.ts'),
      import('../state/name-cache.ts'),
      import('./purchases.ts'),
    ]);
    const { env, platform } = process;
    const { config, state, cache } = folders(env, { platform, home: homedir(), cwd: process.cwd() });
    const accounts = async () => createAccounts(config, host, () => undefined);
    if (what === 'accounts') {
      const all = await (await accounts()).list();
      return lines(
        all.filter(({ name }) => beginsWith(name, begins)).map(({ name, base_url }) => [name, base_url]),
      );
    }
    if (what === 'purchases' || what === 'requests') {
      const { requests } = await (await purchasesIn(state, host)).list();
      return lines(
        requests.toReversed().flatMap(({ number, purchase_id: id, design_name: name, requested_at: at }) => {
          const about = `${name ?? ''} ${at.slice(0, 10)}`.trim();
          // A request that the service never answered for has its number alone.
          const words = [
            ...(what === 'requests' ? [String(number)] : []),
            ...(typeof id === 'string' ? [id] : []),
          ];
          return words.filter((word) => beginsWith(word, begins)).map((word) => [word, about] as const);
        }),
      );
    }
    if (what !== 'ids') return '';
    const owner = await nameOwner(choosing(words), env, accounts);
    if (owner === undefined) return '';
    const names = await createNames(cache, owner, host).read();
    const byId = names.flatMap(({ id, name, garment }) => {
      const shown = garment !== null && !/^[0-9a-f]/i.test(begins) ? garment : id;
      return beginsWith(shown, begins) ? [[shown, name ?? '(unnamed)'] as const] : [];
    });
    const twice = (name: string) => names.filter((each) => each.name === name).length > 1;
    const byName = names.flatMap(({ id, name, garment }) =>
      begins !== '' && name !== null && beginsWith(name, begins) && !twice(name)
        ? [[name, garment ?? id] as const]
        : [],
    );
    return lines([...byId, ...byName]);
  } catch {
    return '';
  }
};
