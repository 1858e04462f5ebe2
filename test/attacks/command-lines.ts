/**
 * Creates the command lines of each command from the table: its examples, its flags, each way to name a design. A new
 * command is attacked automatically; a flag with an unknown kind of value fails the run.
 */

import type { FlagSpec } from '../../src/commands/argument-spec.ts';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { createUuid, OWN_DESIGN } from './hostile-bodies.ts';

export interface CommandLine {
  readonly command: AnyCommand;
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** Whether this is the first line of the command. */
  readonly first: boolean;
}

export interface LineContext {
  readonly baseUrl: string;
  readonly key: string;
  /** Names that the hostile service chose. */
  readonly names: readonly string[];
}

/** Splits a line into words as a shell does, with operators as words. */
const splitShellWords = (line: string): readonly string[] => {
  const words: string[] = [];
  const parts = /\s*(?:([|&;<>()]+)|((?:'[^']*'|"[^"]*"|\\.|[^\s'"\\|&;<>()])+))/gy;
  for (const [, operator, word = ''] of line.matchAll(parts)) {
    words.push(operator ?? word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3'));
  }
  return words;
};

/** Returns the words after `toile` in an example of the command. */
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

/** Pulled folders that the examples name. */
export const FOLDER_NAMES = ['season', 'spring', 'summer'] as const;

/** Values for the placeholders that help shows. */
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

/** Returns values for a flag of a command; throws for an unknown kind of value. */
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

/** Replaces the placeholders of an example. */
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

/** Adds `--yes` to orders, which would otherwise only ask for consent. */
const addConsent = (command: AnyCommand, argv: readonly string[]): readonly string[] =>
  command.flags?.yes !== undefined && argv.join(' ').includes('request') && !argv.includes('--yes')
    ? [...argv, '--yes']
    : argv;

/** Returns the lines of a command. Throws if no example can be read. */
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

/** Files that the examples read or run. */
export const LINE_FILES: Readonly<Record<string, string>> = {
  'request.json': '{"brand": "PWN"}',
  'export.json': '{"id": "GARM-101", "driver": "json"}',
  'pull-designs.sh': '#!/bin/sh\nexit 0\n',
};
