/** Commands that toile prints to be copied, typed into real shells where every program is harmless. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandTable } from '../../src/commands/command-table.ts';
import { MARK } from './payloads.ts';

/** A command as it was printed, with all that stands behind it on its line. */
export interface PrintedCommand {
  readonly command: string;
  /** It begins its line, so that all of it is there to be copied. */
  readonly whole: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is taken out
const COLOUR = /\u001b\[[0-9;]*m/g;
/** How a command begins (a field may be named `code`, too), and what may stand before it on a line that explains it. */
const BEGINS =
  /(?:^|[:;,] |\()((?:toile|mkdir|npm|npx|export|claude|code(?= --add-mcp )|codex|gemini) [^\n]*)/;

const listStrings = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
};

/** Strings of each line of JSON, as whoever reads them gets them; undefined where it is none. */
const listJsonStrings = (text: string): readonly string[] | undefined => {
  try {
    return listStrings(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** The commands in what a run wrote. A line of a stranger may begin with any word but these. */
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
  /** Each call of a program, in order: its name and its words. */
  readonly calls: readonly (readonly string[])[];
  /** What the shell said against it, and what appeared in its folder. */
  readonly wrong: readonly string[];
}

/**
 * Programs are functions that write down their words; anything else that is called is written down as such. Each
 * command is typed in a folder of its own.
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

/** Types each command into the shell, where no program is. */
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

/** Written by nobody but toile, and some are lines for several programs. */
const EXAMPLES: ReadonlySet<string> = new Set(
  commandTable.flatMap(({ examples }) => examples.map(({ line }) => line)),
);

/** What is wrong with the printed commands, each typed into the shell. `texts` are those that a stranger wrote. */
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

/** A text of a stranger inside of JSON, or after the equals sign of a flag or a field. */
const isInsideKnownText = (word: string, texts: ReadonlySet<string>): boolean => {
  const [, value] = /^(?:--)?[a-z-]+=(.*)$/s.exec(word) ?? [];
  if (value !== undefined && texts.has(value)) return true;
  const strings = listJsonStrings(word);
  return strings?.filter((text) => text.includes(MARK)).every((text) => texts.has(text)) ?? false;
};
