/**
 * How each command is typed, made from the table alone: its examples, each of its flags, each way to name a design. A
 * command that comes to the table is attacked without a word here; one whose words nobody understands fails the run.
 */

import type { FlagSpec } from '../../src/commands/argument-spec.ts';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { createUuid, OWN_DESIGN } from './hostile-bodies.ts';

export interface CommandLine {
  readonly command: AnyCommand;
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** It is the first way to type this command. */
  readonly first: boolean;
}

export interface LineContext {
  readonly baseUrl: string;
  readonly key: string;
  /** Names that a stranger chose. */
  readonly names: readonly string[];
}

/** Words of a line as a shell has them, each operator apart. */
const splitShellWords = (line: string): readonly string[] => {
  const words: string[] = [];
  const parts = /\s*(?:([|&;<>()]+)|((?:'[^']*'|"[^"]*"|\\.|[^\s'"\\|&;<>()])+))/gy;
  for (const [, operator, word = ''] of line.matchAll(parts)) {
    words.push(operator ?? word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3'));
  }
  return words;
};

/** The words behind `toile` in an example of this command. */
const findTypedWords = (command: AnyCommand, line: string): readonly string[] | undefined => {
  const words = splitShellWords(line);
  const [group = ''] = command.path.split(' ');
  for (const [at, word] of words.entries()) {
    if (word !== 'toile') continue;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((each) => /^[|&;<>()]+$/.test(each));
    const argv = end < 0 ? rest : rest.slice(0, end);
    if (argv.includes(group)) return argv;
  }
  return undefined;
};

/** Folders that lines of the help name; each is one that was pulled. */
export const FOLDER_NAMES = ['season', 'spring', 'summer'] as const;

/** What stands for a value of that name. The name is the one that help shows. */
const VALUES: Readonly<Record<string, (around: LineContext) => string>> = {
  URL: ({ baseUrl }) => baseUrl,
  ID: () => OWN_DESIGN.garment,
  N: () => '2',
  CURSOR: ({ names }) => names[0] ?? '',
  TEXT: ({ names }) => names[1] ?? '',
  NAME: ({ names }) => names[2] ?? '',
  KIND: ({ names }) => names[3] ?? '',
  DATE: () => '2026-01-01',
  LETTER: () => 'C',
  TIME: () => '2s',
  JSON: () => '{"id": "GARM-101"}',
  METHOD: () => 'POST',
  READS: () => 'graph,trust',
  FORMS: () => 'svg,json',
  FILE: () => 'made.out',
  FROM: () => 'fetch',
  PATH: () => 'made/',
  DIR: () => FOLDER_NAMES[0],
  BEFORE: () => FOLDER_NAMES[0],
  PURCHASE: () => createUuid(7001),
  'A,B.C': () => 'id,name',
  FILTER: () => '.',
  HOW: () => 'word',
  TABLE: () => 'bom',
  STATES: () => 'inferred,unstated',
  PARTS: () => 'cutting,sewing',
  ORIGIN: () => 'http://127.0.0.1:5173',
  'A,B': () => 'proto,fit',
  FIELDS: () => 'spec,tol_*',
  COLUMNS: () => 'design,field',
  'KEY=VALUE': ({ names }) => `name=${names[0] ?? ''}`,
  DEPARTMENT: () => 'measuring',
  COLUMN: () => 'name',
};

/** Values for each flag of a command; throws for a flag whose value nobody understands. */
const listFlagValues = (
  name: string,
  { value, choices, optional }: FlagSpec,
  around: LineContext,
): readonly string[][] => {
  if (value === undefined) return [[`--${name}`]];
  const made = choices ?? (VALUES[value] ? [VALUES[value](around)] : undefined);
  if (made === undefined)
    throw new Error(`--${name} ${value}: what may its value be? test/attacks/command-lines.ts`);
  return [...(optional ? [[`--${name}`]] : []), ...made.map((each) => [`--${name}`, each])];
};

const GARMENT = /^GARM-\d+$/;

/** What stands in an example for something of the reader's own. */
const replacePlaceholders = (word: string, { baseUrl }: LineContext): string =>
  word
    .replace(/^https:\/\/connect\.example\.com/, `${baseUrl}/connector`)
    .replace(/^https:\/\/\w+\.example\.com/, baseUrl)
    .replace(/\bID\b/, OWN_DESIGN.id)
    .replace(/^PURCHASE$/, createUuid(7001));

const createStdin = (argv: readonly string[], { key, names }: LineContext): string | undefined => {
  if (argv.includes('--with-key')) return `${key}\n`;
  const at = argv.indexOf('-');
  if (at < 0 || argv[at - 1] === '-o' || argv[at - 1] === '--output') return undefined;
  return argv[at - 1] === '--body' ? '{}' : `${OWN_DESIGN.garment}\n${names.slice(0, 2).join('\n')}\n`;
};

/** A command whose words need something that is not there would do nothing but say so. */
const addConsent = (command: AnyCommand, argv: readonly string[]): readonly string[] =>
  command.flags?.yes !== undefined && argv.join(' ').includes('request') && !argv.includes('--yes')
    ? [...argv, '--yes']
    : argv;

/** Every line of a command. Throws where no example of it can be read. */
export const listCommandLines = (command: AnyCommand, around: LineContext): readonly CommandLine[] => {
  const examples = command.examples
    .map(({ line }) => findTypedWords(command, line))
    .filter((argv) => argv !== undefined)
    .map((argv) =>
      addConsent(
        command,
        argv.map((word) => replacePlaceholders(word, around)),
      ),
    );
  const [first] = examples;
  if (first === undefined) throw new Error(`no example of toile ${command.path} can be typed`);
  const named = first.findIndex((word) => GARMENT.test(word));
  const otherwise = [OWN_DESIGN.id, ...around.names, createUuid(1001).slice(0, 9)].map((id) =>
    first.with(named, id),
  );
  const flagged = Object.entries(command.flags ?? {}).flatMap(([name, spec]) =>
    first.includes(`--${name}`) || (spec.short !== undefined && first.includes(`-${spec.short}`))
      ? []
      : listFlagValues(name, spec, around).map((given) => [...first, ...given]),
  );
  const all = [...examples, ...(named < 0 ? [] : otherwise), ...flagged];
  return all.map((argv, at) => {
    const stdin = createStdin(argv, around);
    return { command, argv, first: at === 0, ...(stdin !== undefined && { stdin }) };
  });
};

/** Files that lines of the help name with `@`, or run. */
export const LINE_FILES: Readonly<Record<string, string>> = {
  'request.json': '{"brand": "PWN"}',
  'export.json': '{"id": "GARM-101", "driver": "json"}',
  'pull-designs.sh': '#!/bin/sh\nexit 0\n',
};
