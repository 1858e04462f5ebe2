import type { CompletionSource, FlagValues } from '../../commands/argument-spec.ts';
import type { AnyCommand } from '../../commands/command-spec.ts';
import { isVisibleText, replaceInvisible } from '../../platform/escape/invisible-characters.ts';
import type { AppDirectories } from '../../platform/system/app-directories.ts';
import { isSwitchedOn } from '../../platform/typed-words.ts';
import { quoteForBash, splitBashLine } from './bash-line.ts';
import { type CompletionCandidate, findCompletionPlace } from './completion-place.ts';
import { findCompletionScope } from './completion-scope.ts';

type CompletionHost = Pick<NodeJS.Process, 'env' | 'platform' | 'cwd'>;

interface WordCompletion {
  /** The kind of words that the shell adds to the candidates: file names, programs or none (`words`). */
  readonly adds: 'words' | 'files' | 'programs';
  /** The start of the current word that stays, for example `--kind=`. A candidate follows it. */
  readonly lead: string;
  readonly found: readonly CompletionCandidate[];
}

/** The maximum number of candidates. Shells are slow with longer lists. */
const MAX_CANDIDATES = 1_000;

/** Reads the flags that select a service from an incomplete command line. TOILE_SANDBOX counts as `--sandbox`. */
const readTargetFlags = (words: readonly string[], env: CompletionHost['env']): FlagValues => {
  const found: Record<string, string | true> = {};
  for (const [at, word] of words.entries()) {
    if (word === '--') break;
    if (word === '--sandbox') found.sandbox = true;
    const [, name, value] = /^--(account|base-url|sandbox-from)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== undefined) found[name] = value ?? words[at + 1] ?? '';
  }
  if (
    found['sandbox-from'] === undefined &&
    found['base-url'] === undefined &&
    isSwitchedOn(env.TOILE_SANDBOX)
  )
    found.sandbox = true;
  return found;
};

const isSandboxed = (flags: FlagValues): boolean =>
  flags.sandbox === true || flags['sandbox-from'] !== undefined;

const createPrefixFilter = (beginning: string): ((text: string) => boolean) => {
  const lower = beginning.toLowerCase();
  return (text) => text.toLowerCase().startsWith(lower);
};

const resolveFolders = async ({ env, platform, cwd }: CompletionHost): Promise<AppDirectories> => {
  const { findHomeDirectory, resolveAppDirectories } = await import(
    '../../platform/system/app-directories.ts'
  );
  return resolveAppDirectories(env, { platform, home: findHomeDirectory(), cwd: cwd() });
};

/** Lists the ids and names of designs that earlier commands listed. */
const listDesigns = async (begins: string, before: readonly string[], host: CompletionHost) => {
  const [{ config, cache }, { loadCachedNames }] = await Promise.all([
    resolveFolders(host),
    import('../../platform/state/cached-names.ts'),
  ]);
  const owner = await findCompletionScope(readTargetFlags(before, host.env), host.env, async () =>
    (await import('./stored-candidates.ts')).openStoredAccounts(config),
  );
  if (owner === undefined) return [];
  const fits = createPrefixFilter(begins);
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
  return [...byId, ...byName];
};

const listStored = async (what: CompletionSource, before: readonly string[], host: CompletionHost) => {
  const [{ config, state }, stored] = await Promise.all([
    resolveFolders(host),
    import('./stored-candidates.ts'),
  ]);
  return what === 'accounts'
    ? stored.listAccountCandidates(config)
    : stored.listOrderCandidates(state, what === 'requests', isSandboxed(readTargetFlags(before, host.env)));
};

/** Lists the entries of a folder that begin like the path; folders end with a slash. */
const listFiles = async (path: string, { cwd }: CompletionHost): Promise<readonly CompletionCandidate[]> => {
  const [{ readdirSync, statSync }, { resolveUserPath }, { findHomeDirectory }] = await Promise.all([
    import('../../platform/files/safe-fs.ts'),
    import('../../platform/files/safe-path.ts'),
    import('../../platform/system/app-directories.ts'),
  ]);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const begins = path.slice(folder.length);
  const place = resolveUserPath(cwd(), folder.replace(/^~\//, `${findHomeDirectory()}/`));
  return readdirSync(place)
    .filter((name) => name.startsWith(begins) && (begins !== '' || !name.startsWith('.')))
    .map((name) => [
      `${folder}${name}${statSync(resolveUserPath(place, name))?.isDirectory() ? '/' : ''}`,
      '',
    ]);
};

/** Lists the words of a source, for example `topics`; none for file names and programs, which the shell completes. */
const listSource = async (
  what: CompletionSource,
  table: readonly AnyCommand[],
  { begins, before, host }: { begins: string; before: readonly string[]; host: CompletionHost },
): Promise<readonly CompletionCandidate[]> => {
  const describe = (words: readonly string[]) => words.map((word) => [word, ''] as const);
  const commands = () =>
    table.filter(({ path }) => !path.includes(' ')).map(({ path, summary }) => [path, summary] as const);
  if (what === 'ids') return listDesigns(begins, before, host);
  if (what === 'accounts' || what === 'purchases' || what === 'requests')
    return listStored(what, before, host);
  if (what === 'commands') return commands();
  if (what === 'topics') return [...describe((await import('../help/index.ts')).TOPIC_NAMES), ...commands()];
  if (what === 'kinds') return describe((await import('../../garment/trade-kinds.ts')).TRADE_KINDS);
  if (what === 'scenarios') {
    const { SANDBOX_SCENARIOS } = await import('../../sandbox/state/profiles-and-drivers.ts');
    return describe([...Object.keys(SANDBOX_SCENARIOS), 'none']);
  }
  return [];
};

/** Returns the candidates for the current word `now` after the words `before`. */
const completeWord = async (
  before: readonly string[],
  now: string,
  host: CompletionHost,
): Promise<WordCompletion> => {
  const { commandTable } = await import('../../commands/command-table.ts');
  const { words, values, lead: start } = findCompletionPlace(before, now, commandTable);
  const sources = values?.sources ?? [];
  const typed = now.slice(start.length);
  const isAtFile = sources.includes('@files') && typed.startsWith('@');
  const [separated = ''] = values?.commas ? (/^.*,/s.exec(typed) ?? []) : [];
  const lead = `${start}${isAtFile ? '@' : separated}`;
  const begins = now.slice(lead.length);
  const fits = createPrefixFilter(begins);
  const choices = [...new Set([...(values?.choices ?? []), ...(values?.suggests ?? [])])];
  const lists = await Promise.all(
    sources.map((what) => listSource(what, commandTable, { begins, before, host }).catch(() => [])),
  );
  const found = [...words, ...choices.map((word) => [word, ''] as const), ...lists.flat()].filter(([word]) =>
    fits(word),
  );
  const adds =
    isAtFile || sources.includes('files') ? 'files' : sources.includes('programs') ? 'programs' : 'words';
  return { adds, lead, found };
};

/**
 * Formats the completion for a shell other than bash: a line with `adds` and `lead`, then one line for each candidate,
 * as `word<TAB>description`.
 */
const formatCompletion = ({ adds, lead, found }: WordCompletion): string =>
  [[adds, lead] as const, ...found].map(([word, about]) => `${word}\t${replaceInvisible(about)}\n`).join('');

/**
 * Removes candidates with a backslash or control characters, which a shell would interpret, and those that look like a
 * flag although `now` does not. Returns at most MAX_CANDIDATES.
 */
const removeUnsafe = (found: readonly CompletionCandidate[], now: string): readonly CompletionCandidate[] =>
  found
    .filter(
      ([word]) =>
        word !== '' &&
        !/\\/.test(word) &&
        isVisibleText(word) &&
        (now.startsWith('-') || !word.startsWith('-')),
    )
    .slice(0, MAX_CANDIDATES);

/** Returns the completion for bash: a line with `adds`, then the quoted candidates, which bash inserts unchanged. */
const completeBashLine = async (line: string, breaks: string, host: CompletionHost): Promise<string> => {
  const { before, now, quote, kept, isRedirection } = splitBashLine(line, breaks);
  if (isRedirection) return 'files\n';
  const { adds, lead, found } = await completeWord(before.slice(1), now, host);
  // toile lists the files itself if there are other candidates too, or if bash would complete another part of the word.
  const areOurs = adds === 'files' && (found.length > 0 || (lead !== '' && kept < lead.length));
  const files = areOurs ? await listFiles(now.slice(lead.length), host).catch(() => []) : [];
  const words = removeUnsafe([...found, ...files], now).flatMap(([word]) => {
    const whole = `${lead}${word}`;
    return quoteForBash(whole.slice(kept), quote) ?? [];
  });
  return [areOurs ? 'words' : adds, ...words].map((each) => `${each}\n`).join('');
};

/**
 * Returns the completion for a script of `toile completion`. Reads only files of this machine, uses neither the network
 * nor a credential, and never throws. The arguments are the shell and: for bash, the line up to the cursor and
 * COMP_WORDBREAKS; for zsh, fish and PowerShell, a dot with the current word (Windows PowerShell drops empty
 * arguments), then the words before it.
 */
export const completeWords = async (
  [shell = '', now = '', ...words]: readonly string[],
  host: CompletionHost,
): Promise<string> => {
  try {
    if (shell === 'bash') return await completeBashLine(now, words[0] ?? '', host);
    if (!['zsh', 'fish', 'powershell'].includes(shell)) return '';
    const word = now.slice(1);
    const completion = await completeWord(words, word, host);
    return formatCompletion({ ...completion, found: removeUnsafe(completion.found, word) });
  } catch {
    return '';
  }
};
