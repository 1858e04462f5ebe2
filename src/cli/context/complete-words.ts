import { homedir } from 'node:os';
import type { FlagValues } from '../../commands/argument-spec.ts';
import { isVisibleText, replaceInvisible } from '../../platform/escape/invisible-characters.ts';
import { findCompletionScope } from './completion-scope.ts';
import type { CompletionCandidate } from './stored-candidates.ts';

/** The number of candidates. A longer list is of no use, and shells are slow with it. */
const MAX_CANDIDATES = 1_000;

/** Reads the flags that choose a service from an incomplete command line. */
const readTargetFlags = (words: readonly string[]): FlagValues => {
  const found: Record<string, string | true> = {};
  for (const [at, word] of words.entries()) {
    if (word === '--') break;
    if (word === '--sandbox') found.sandbox = true;
    const [, name, value] = /^--(account|base-url|sandbox-from)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== undefined) found[name] = value ?? words[at + 1] ?? '';
  }
  return found;
};

/**
 * Formats one candidate a line, as `word<TAB>description`. Omits words that look like a flag or contain
 * control characters.
 */
const formatCandidates = (offered: readonly CompletionCandidate[]): string =>
  offered
    .filter(([word]) => word !== '' && !/^-|\\/.test(word) && isVisibleText(word))
    .slice(0, MAX_CANDIDATES)
    .map(([word, about]) => `${word}\t${replaceInvisible(about)}\n`)
    .join('');

const createPrefixFilter = (beginning: string): ((text: string) => boolean) => {
  const lower = beginning.toLowerCase();
  return (text) => text.toLowerCase().startsWith(lower);
};

/**
 * Returns the completion candidates, from files of this machine only. Uses neither the network nor a
 * credential, and never throws. The scripts of the shells pass the kind of word, its beginning and the
 * words before it.
 */
export const completeWords = async ([what, begins = '', ...words]: readonly string[]): Promise<string> => {
  const fits = createPrefixFilter(begins);
  const beginning = (offered: readonly CompletionCandidate[]) => offered.filter(([word]) => fits(word));
  try {
    const [{ resolveAppDirectories }, { loadCachedNames }] = await Promise.all([
      import('../../platform/system/app-directories.ts'),
      import('../../platform/state/cached-names.ts'),
    ]);
    const { env, platform } = process;
    const { config, state, cache } = resolveAppDirectories(env, {
      platform,
      home: homedir(),
      cwd: process.cwd(),
    });
    const kept = () => import('./stored-candidates.ts');
    if (what === 'accounts')
      return formatCandidates(beginning(await (await kept()).listAccountCandidates(config)));
    if (what === 'purchases')
      return formatCandidates(beginning(await (await kept()).listOrderCandidates(state, false)));
    if (what === 'requests')
      return formatCandidates(beginning(await (await kept()).listOrderCandidates(state, true)));
    if (what !== 'ids') return '';
    const owner = await findCompletionScope(readTargetFlags(words), env, async () =>
      (await kept()).openStoredAccounts(config),
    );
    if (owner === undefined) return '';
    const names = await loadCachedNames(cache, owner);
    const isId = /^[0-9a-f]/i.test(begins);
    const byId = names.flatMap(({ id, name, garment }) => {
      const shown = garment !== null && !isId ? garment : id;
      return fits(shown) ? [[shown, name ?? '(unnamed)'] as const] : [];
    });
    const twice = (name: string) => names.filter((each) => each.name === name).length > 1;
    const byName = names.flatMap(({ id, name, garment }) =>
      begins !== '' && name !== null && fits(name) && !twice(name) ? [[name, garment ?? id] as const] : [],
    );
    return formatCandidates([...byId, ...byName]);
  } catch {
    return '';
  }
};
