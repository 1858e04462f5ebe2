import type { CompletionSource, FlagValues } from '../../commands/argument-spec.ts';
import type { AnyCommand } from '../../commands/command-spec.ts';
import { commandTable } from '../../commands/command-table.ts';
import { isVisibleText, replaceInvisible } from '../../platform/escape/invisible-characters.ts';
import { readdirSync, statSync } from '../../platform/files/safe-fs.ts';
import { resolveUserPath } from '../../platform/files/safe-path.ts';
import { loadCachedNames } from '../../platform/state/cached-names.ts';
import {
  type AppDirectories,
  findHomeDirectory,
  resolveAppDirectories,
} from '../../platform/system/app-directories.ts';
import { isSwitchedOn } from '../../platform/typed-words.ts';
import { quoteForBash, splitBashLine } from './bash-line.ts';
import { type CompletionCandidate, findCompletionPlace } from './completion-place.ts';
import { findCompletionScope } from './completion-scope.ts';

type CompletionHost = Pick<NodeJS.Process, 'env' | 'platform' | 'cwd'>;

interface WordCompletion {
  /**
   * The names that the shell completes in addition to the candidates of toile: `files` or `programs`. The value `words`
   * means that there are only the candidates.
   */
  readonly adds: 'words' | 'files' | 'programs';
  /** The text before each candidate, for example `--kind=`. It is the start of the word that the user is typing. */
  readonly prefix: string;
  readonly candidates: readonly CompletionCandidate[];
}

/** The maximum number of candidates. Shells are slow with longer lists. */
const MAX_CANDIDATES = 1_000;

/** Reads the flags that select a service from an incomplete command line. TOILE_SANDBOX counts as `--sandbox`. */
const readTargetFlags = (words: readonly string[], env: CompletionHost['env']): FlagValues => {
  const flags: Record<string, string | true> = {};
  for (const [at, word] of words.entries()) {
    if (word === '--') break;
    if (word === '--sandbox') flags.sandbox = true;
    const [, name, value] = /^--(account|base-url|sandbox-from)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== undefined) flags[name] = value ?? words[at + 1] ?? '';
  }
  if (
    flags['sandbox-from'] === undefined &&
    flags['base-url'] === undefined &&
    isSwitchedOn(env.TOILE_SANDBOX)
  )
    flags.sandbox = true;
  return flags;
};

const isSandboxed = (flags: FlagValues): boolean =>
  flags.sandbox === true || flags['sandbox-from'] !== undefined;

const createPrefixFilter = (prefix: string): ((text: string) => boolean) => {
  const lower = prefix.toLowerCase();
  return (text) => text.slice(0, prefix.length).toLowerCase() === lower;
};

const resolveFolders = ({ env, platform, cwd }: CompletionHost): AppDirectories =>
  resolveAppDirectories(env, { platform, home: findHomeDirectory(), cwd: cwd() });

/** Lists the ids and names of designs that earlier commands listed. */
const listDesigns = async (prefix: string, previousWords: readonly string[], host: CompletionHost) => {
  const { config, cache } = resolveFolders(host);
  const owner = await findCompletionScope(readTargetFlags(previousWords, host.env), host.env, async () =>
    (await import('./candidate-lists.ts')).openStoredAccounts(config),
  );
  if (owner === undefined) return [];
  const matches = createPrefixFilter(prefix);
  const names = await loadCachedNames(cache, owner);
  const isId = /^[0-9a-f]/i.test(prefix);
  const byId = names.flatMap(({ id, name, garment }) => {
    const shown = garment !== null && !isId ? garment : id;
    return matches(shown) ? [[shown, name ?? '(unnamed)'] as const] : [];
  });
  if (prefix === '') return byId;
  const named = names.filter(({ name }) => name !== null && matches(name));
  const counts = new Map<string | null, number>();
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  const byName = named.flatMap(({ id, name, garment }) =>
    name !== null && counts.get(name) === 1 ? [[name, garment ?? id] as const] : [],
  );
  return [...byId, ...byName];
};

const listStored = async (
  source: CompletionSource,
  previousWords: readonly string[],
  host: CompletionHost,
) => {
  const { config, state } = resolveFolders(host);
  const lists = await import('./candidate-lists.ts');
  return source === 'accounts'
    ? lists.listAccountCandidates(config)
    : lists.listOrderCandidates(
        state,
        source === 'requests',
        isSandboxed(readTargetFlags(previousWords, host.env)),
      );
};

/** Lists the files and folders with a path that begins with `path`. Folders end with a slash. */
const listFiles = (path: string, { cwd }: CompletionHost): readonly CompletionCandidate[] => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const prefix = path.slice(folder.length);
  try {
    const absoluteFolder = resolveUserPath(cwd(), folder.replace(/^~\//, `${findHomeDirectory()}/`));
    return readdirSync(absoluteFolder)
      .filter((name) => name.startsWith(prefix) && (prefix !== '' || !name.startsWith('.')))
      .map((name) => [
        `${folder}${name}${statSync(resolveUserPath(absoluteFolder, name))?.isDirectory() ? '/' : ''}`,
        '',
      ]);
  } catch {
    return [];
  }
};

/**
 * Lists the completion candidates of a source such as `topics`. Returns an empty list for the sources `files` and
 * `programs`, because the shell itself completes the names of files and programs.
 */
const listSource = async (
  source: CompletionSource,
  table: readonly AnyCommand[],
  { prefix, previousWords, host }: { prefix: string; previousWords: readonly string[]; host: CompletionHost },
): Promise<readonly CompletionCandidate[]> => {
  const listCommands = () =>
    table.filter(({ path }) => !path.includes(' ')).map(({ path, summary }) => [path, summary] as const);
  if (source === 'ids') return listDesigns(prefix, previousWords, host);
  if (source === 'accounts' || source === 'purchases' || source === 'requests')
    return listStored(source, previousWords, host);
  if (source === 'commands') return listCommands();
  if (source !== 'topics' && source !== 'kinds' && source !== 'scenarios') return [];
  const words = await (await import('./candidate-lists.ts')).listFixedWords(source);
  return [...words.map((word) => [word, ''] as const), ...(source === 'topics' ? listCommands() : [])];
};

const completeWord = async (
  previousWords: readonly string[],
  currentWord: string,
  host: CompletionHost,
): Promise<WordCompletion> => {
  const { words, values, prefix: flagPrefix } = findCompletionPlace(previousWords, currentWord, commandTable);
  const sources = values?.sources ?? [];
  const typedValue = currentWord.slice(flagPrefix.length);
  const isAtFile = sources.includes('@files') && typedValue.startsWith('@');
  const [separated = ''] = values?.commas ? (/^.*,/s.exec(typedValue) ?? []) : [];
  const prefix = `${flagPrefix}${isAtFile ? '@' : separated}`;
  const typedPart = currentWord.slice(prefix.length);
  const matches = createPrefixFilter(typedPart);
  const choices = [...new Set([...(values?.choices ?? []), ...(values?.suggests ?? [])])];
  const candidateLists = await Promise.all(
    sources.map((source) =>
      listSource(source, commandTable, { prefix: typedPart, previousWords, host }).catch(() => []),
    ),
  );
  const candidates = [
    ...words,
    ...choices.map((word) => [word, ''] as const),
    ...candidateLists.flat(),
  ].filter(([word]) => matches(word));
  const adds =
    isAtFile || sources.includes('files') ? 'files' : sources.includes('programs') ? 'programs' : 'words';
  return { adds, prefix, candidates };
};

/**
 * Formats the completion for a shell other than bash. The first line has `adds` (what the shell itself adds, for
 * example `files`) and `prefix` (for example `--kind=`). Each further line has one candidate, as
 * `word<TAB>description`.
 */
const formatCompletion = ({ adds, prefix, candidates }: WordCompletion): string =>
  [[adds, prefix] as const, ...candidates]
    .map(([word, about]) => `${word}\t${replaceInvisible(about)}\n`)
    .join('');

/**
 * Removes candidates with a backslash or control characters, which a shell would interpret, and those that look like a
 * flag although `currentWord` does not. Returns at most MAX_CANDIDATES.
 */
const removeUnsafe = (
  candidates: readonly CompletionCandidate[],
  currentWord: string,
): readonly CompletionCandidate[] =>
  candidates
    .filter(
      ([word]) =>
        word !== '' &&
        !/\\/.test(word) &&
        isVisibleText(word) &&
        (currentWord.startsWith('-') || !word.startsWith('-')),
    )
    .slice(0, MAX_CANDIDATES);

/** Returns the completion for bash: a line `words`, `files` or `programs`, then the quoted candidates to insert. */
const completeBashLine = async (line: string, breaks: string, host: CompletionHost): Promise<string> => {
  const { previousWords, currentWord, quote, keptLength, isRedirection } = splitBashLine(line, breaks);
  if (isRedirection) return 'files\n';
  const { adds, prefix, candidates } = await completeWord(previousWords.slice(1), currentWord, host);
  // toile lists the files itself if bash cannot do it. This happens if there are other candidates besides files, or if
  // bash would read a prefix such as `--html=` as part of the path.
  const shouldListFiles =
    adds === 'files' && (candidates.length > 0 || (prefix !== '' && keptLength < prefix.length));
  const files = shouldListFiles ? listFiles(currentWord.slice(prefix.length), host) : [];
  const words = removeUnsafe([...candidates, ...files], currentWord).flatMap(([word]) => {
    const completedWord = `${prefix}${word}`;
    return quoteForBash(completedWord.slice(keptLength), quote) ?? [];
  });
  return [shouldListFiles ? 'words' : adds, ...words].map((each) => `${each}\n`).join('');
};

/**
 * Returns the completion of a command line in the form that the shell script of `toile completion` expects. Reads only
 * local files and the environment, and never throws. For bash, the arguments are the shell, the line up to the cursor,
 * and the value of COMP_WORDBREAKS. For other shells, they are the shell, the current word with a dot before it
 * (because Windows PowerShell would drop an empty word), and the words before the current word.
 */
export const completeWords = async (
  [shell = '', firstWord = '', ...words]: readonly string[],
  host: CompletionHost,
): Promise<string> => {
  try {
    if (shell === 'bash') return await completeBashLine(firstWord, words[0] ?? '', host);
    if (!['zsh', 'fish', 'powershell'].includes(shell)) return '';
    const word = firstWord.slice(1);
    const completion = await completeWord(words, word, host);
    return formatCompletion({ ...completion, candidates: removeUnsafe(completion.candidates, word) });
  } catch {
    return '';
  }
};
