/** Types printed commands into real shells, where every program is a harmless function. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandTable } from '../../src/commands/command-table.ts';
import { MARK } from './payloads.ts';

/** A printed command, with the rest of its line. */
export interface PrintedCommand {
  readonly command: string;
  /** Whether the command is the whole line. */
  readonly whole: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is taken out
const COLOUR = /\u001b\[[0-9;]*m/g;
/** The start of a command, and the text that may precede it on its line. */
const BEGINS =
  /(?:^|[:;,] |\()((?:toile|mkdir|npm|npx|export|claude|code(?= --add-mcp )|codex|gemini) [^\n]*)/;

const listStrings = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
};

/** Returns the strings of a JSON text; undefined if it is not JSON. */
const listJsonStrings = (text: string): readonly string[] | undefined => {
  try {
    return listStrings(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** Finds the commands in an output. No payload begins with these words. */
export const findPrintedCommands = (text: string): readonly PrintedCommand[] =>
  (
    listJsonStrings(text) ??
    text.split('\n').flatMap((line) => listJsonStrings(line) ?? [line.replace(COLOUR, '')])
  )
    .flatMap((said) => said.split('\n'))
    .flatMap((line) => {
      const said = line.trim().replace(/^toile: /, '');
      const [, command] = BEGINS.exec(said) ?? [];
      return command === undefined ? [] : [{ command, whole: said === command }];
    });

export interface ShellResult {
  /** The calls of programs, in order, as name and words. */
  readonly calls: readonly (readonly string[])[];
  /** Errors of the shell, unknown programs and new files. */
  readonly wrong: readonly string[];
}

/**
 * Programs are functions that record their words; other calls are recorded as unknown. Each
 * command is typed in its own folder.
 */
const PROGRAMS = 'toile mkdir npm npx claude code codex gemini';
const SHELLS = {
  bash: `
record() { printf '%s\\0' "$@" >&3; printf '\\1\\0' >&3; }
for name in ${PROGRAMS} export; do eval "$name() { record $name \\"\\$@\\"; }"; done
command_not_found_handle() { record '!' "$@"; return 127; }
PATH=/nowhere n=0
while IFS= read -r -d '' line; do
  ( cd $n; eval "$line"; exit "$?" ) </dev/null >&4 2>&4
  printf '\\2%s\\0' "$?" >&3
  n=$((n + 1))
done`,
  zsh: `
record() { print -rN -- "$@" >&3; print -rN -- $'\\x01' >&3 }
for name in ${PROGRAMS}; do functions[$name]="record $name \\"\\$@\\""; done
disable -r export; disable export; functions[export]='record export "$@"'
command_not_found_handler() { record '!' "$@"; return 127 }
path=(/nowhere) n=0
while IFS= read -r -d '' line; do
  ( cd $n; eval "$line"; exit "$?" ) </dev/null >&4 2>&4
  print -rN -- $'\\x02'"$?" >&3
  n=$((n + 1))
done`,
} as const;

export type ShellName = keyof typeof SHELLS;

/** Types each command into a shell without real programs. */
export const typeIntoShell = (shell: ShellName, commands: readonly string[]): readonly ShellResult[] => {
  const folder = mkdtempSync(join(tmpdir(), 'toile-shell-'));
  const places = commands.map((_, at) => join(folder, 'typed', `${at}`));
  try {
    for (const place of places) {
      mkdirSync(place, { recursive: true });
      // What a star would find.
      writeFileSync(join(place, `${MARK}-globbed`), '');
    }
    writeFileSync(join(folder, 'fed'), commands.map((command) => `${command}\0`).join(''));
    const script = `exec 3>../told 4>../errors; ${SHELLS[shell]}`;
    const quiet = shell === 'bash' ? ['--noprofile', '--norc'] : ['-f'];
    const env = { HOME: folder, LANG: 'C.UTF-8' };
    mkdirSync(join(folder, 'typed'), { recursive: true });
    execFileSync(findProgram(shell), [...quiet, '-c', `${script} <../fed`], {
      cwd: join(folder, 'typed'),
      env,
      stdio: 'ignore',
    });
    const made = places.map((place) => readdirSync(place).filter((name) => !name.endsWith('-globbed')));
    return parseCalls(readFileSync(join(folder, 'told'), 'utf8'), made);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const findProgram = (program: string): string => execFileSync('which', [program]).toString().trim();

const parseCalls = (told: string, made: readonly (readonly string[])[]): readonly ShellResult[] => {
  const all: ShellResult[] = [];
  let calls: string[][] = [];
  let words: string[] = [];
  for (const word of told.split('\0')) {
    if (word === '\u0001') {
      calls.push(words);
      words = [];
    } else if (word.startsWith('\u0002')) {
      const strange = calls
        .filter(([name]) => name === '!')
        .map((call) => `it runs ${call.slice(1).join(' ')}`);
      const left = (made[all.length] ?? []).map((name) => `it makes ${name}`);
      const none = calls.length === 0 ? [`no shell takes it (${word.slice(1)})`] : [];
      all.push({ calls, wrong: [...strange, ...left, ...none] });
      calls = [];
      words = [];
    } else words.push(word);
  }
  if (all.length !== made.length) throw new Error(`the shell took ${all.length} of ${made.length} commands`);
  return all;
};

/** Examples of the help, some of which contain several programs. */
const EXAMPLES: ReadonlySet<string> = new Set(
  commandTable.flatMap(({ examples }) => examples.map(({ line }) => line)),
);

/** Types the printed commands into the shell and returns the violations of each. `texts` are the payloads. */
export const findUnsafeCommands = (
  shell: ShellName,
  printed: readonly PrintedCommand[],
  texts: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> => {
  // Words of toile's own around a command are prose, and no shell reads prose; nor does it read how to type one.
  const foreign = printed.filter(
    ({ command, whole }) =>
      command.includes(MARK) || (whole && !EXAMPLES.has(command) && !/[.;,]( |$)|[[<…]/.test(command)),
  );
  const commands = [...new Set(foreign.map(({ command }) => command))];
  const parsed = typeIntoShell(shell, commands);
  return new Map(
    commands
      .map((command, at): [string, readonly string[]] => {
        const { calls, wrong } = parsed[at] ?? { calls: [], wrong: [] };
        const words = calls.flat().filter((word) => word.includes(MARK));
        const bent = words.filter((word) => !texts.has(word) && !isInsideKnownText(word, texts));
        return [
          command,
          [...wrong, ...bent.map((word) => `a word of it is ${JSON.stringify(word)}, which nobody said`)],
        ];
      })
      .filter(([, wrong]) => wrong.length > 0),
  );
};

/** Whether a word contains payloads as JSON strings or as the value of a flag or field. */
const isInsideKnownText = (word: string, texts: ReadonlySet<string>): boolean => {
  const [, value] = /^(?:--)?[a-z-]+=(.*)$/s.exec(word) ?? [];
  if (value !== undefined && texts.has(value)) return true;
  const strings = listJsonStrings(word);
  return strings?.filter((text) => text.includes(MARK)).every((text) => texts.has(text)) ?? false;
};
