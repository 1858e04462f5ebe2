/** Compares the imports and globals of source files with the law. Each violation is a line `file:line rule`. */

import { dirname, normalize } from 'node:path/posix';
import * as law from './law.ts';
import type { SourceFacts, SourceImport } from './read-source.ts';

/** Returns the folder of the law for a file: `garment` for `src/garment/value.ts`. Undefined outside `src`. */
export const findRoom = (file: string): string | undefined => {
  if (!file.startsWith('src/')) return undefined;
  const nested = Object.keys(law.ROOMS).find((room) => room.includes('/') && isIn(file, `src/${room}`));
  return nested ?? /^src\/([^/.]+)/.exec(file)?.[1];
};

/** Returns all violations of the law in these files. */
export function findViolations(sources: readonly SourceFacts[]): readonly string[] {
  const commands = new Set(sources.filter((source) => source.defines).map((source) => source.file));
  return sources.flatMap((source) => [
    ...checkImports(source, commands),
    ...checkGlobals(source),
    ...checkEscapeCodes(source),
    ...checkCasts(source, commands),
    ...checkNames(source),
  ]);
}

function* checkImports(source: SourceFacts, commands: ReadonlySet<string>): Generator<string> {
  const own = findRoom(source.file) ?? '';
  const room = law.ROOMS[own];
  if (room === undefined) {
    yield `${source.file}:1 is in no folder of the law`;
    return;
  }
  for (const written of source.imports) {
    // A file that the exports of its package do not list can be imported only by its path.
    const taken = { ...written, specifier: written.specifier.replace(/^(?:\.\.\/)+node_modules\//, '') };
    const formatViolation = (rule: string) => `${source.file}:${taken.line} ${rule} (${taken.specifier})`;
    const homes = law.MODULE_HOMES[taken.specifier];
    if (homes !== undefined && !taken.typeOnly && !homes.some((home) => isIn(source.file, home)))
      yield formatViolation(`${taken.specifier} may be imported only in ${homes.join(', ')}`);
    if (!taken.specifier.startsWith('.')) {
      const broken = checkPackage(own, room, taken);
      if (broken !== undefined) yield formatViolation(broken);
      continue;
    }
    const target = normalize(`${dirname(source.file)}/${taken.specifier}`);
    const other = findRoom(target);
    if (other === undefined) yield formatViolation('reaches outside src');
    else if (other !== own && !canImport(room, other, taken)) {
      yield formatViolation(`${own} may not import ${taken.typeOnly ? 'types of ' : ''}${other}`);
    } else if (commands.has(target) && !taken.typeOnly && source.file !== COMMAND_TABLE)
      yield formatViolation('only the command table may import a command');
  }
}

const COMMAND_TABLE = 'src/commands/command-table.ts';

const canImport = (
  { values = [], types = [], lazy = [] }: law.Room,
  other: string,
  taken: SourceImport,
): boolean =>
  [values, taken.typeOnly ? types : [], taken.lazy ? lazy : []].some(
    (rooms) => rooms.includes(other) || rooms.includes('*'),
  );

function checkPackage(
  own: string,
  room: law.Room,
  { specifier, typeOnly }: SourceImport,
): string | undefined {
  const formatList = (names: readonly string[] = []) =>
    names.some((name) => name === '*' || name === specifier || specifier.startsWith(`${name}/`));
  if (specifier.startsWith('node:')) {
    if (/^node:(console|process|timers(\/|$))/.test(specifier)) return 'is a second name of a global';
    return typeOnly || formatList(room.node) ? undefined : `${own} may not import modules of Node`;
  }
  return formatList(room.npm) ? undefined : `${own} may not import this package`;
}

function* checkGlobals({ file, globals }: SourceFacts): Generator<string> {
  for (const { name, line } of globals) {
    const homes = law.GLOBAL_HOMES[name];
    if (homes !== undefined && !homes.some((home) => isIn(file, home))) {
      yield `${file}:${line} ${name} may be used only in ${homes.join(', ') || 'no file'}`;
    } else if (
      findRoom(file) === 'service/client' &&
      !name.includes('.') &&
      !name.includes('(') &&
      !law.CLIENT_GLOBALS.has(name)
    ) {
      yield `${file}:${line} ${name} is not there in every runtime`;
    }
  }
}

const isIn = (file: string, home: string): boolean =>
  file === home || file === `${home}.ts` || file.startsWith(`${home}/`);

/** Builds a pattern of the first words of the commands, from their files. `help` takes no untrusted text. */
const buildCommandPattern = (files: Iterable<string>): string => {
  const words = [...files].map((file) => /^src\/commands\/(\w+)/.exec(file)?.[1]);
  return [...new Set(words)].filter((word) => word !== undefined && word !== 'help').join('|');
};

function* checkCasts(
  { file, asserted, templates }: SourceFacts,
  commands: ReadonlySet<string>,
): Generator<string> {
  if (findRoom(file) === 'platform') return;
  for (const { type, line } of asserted)
    if (law.BRANDED_TYPES.has(type)) yield `${file}:${line} a cast does not make a ${type}`;
  // Help prints only texts of the command table, which are trusted.
  if (file.startsWith('src/cli/help/')) return;
  const typed = new RegExp(
    `(?:\\btoile|\\$\\{[\\w.]*\\btoile\\})(?: --?[\\w-]+)* (?:${buildCommandPattern(commands)}) [^\`]*\\$\\{|\\b(?:mkdir -p|chmod \\d+|ls -l|rm) \\$\\{`,
    's',
  );
  for (const { text, line } of templates)
    if (typed.test(text)) yield `${file}:${line} a command line for the user is built with shellText`;
}

function* checkEscapeCodes({ file, escapeCodes }: SourceFacts): Generator<string> {
  if (Object.keys(law.ESCAPE_HOMES).some((home) => isIn(file, home))) return;
  for (const line of escapeCodes) yield `${file}:${line} escape codes may be used only in src/cli/terminal`;
}

function* checkNames({ file, lines }: SourceFacts): Generator<string> {
  if (lines > law.LONGEST) yield `${file}:${lines} is longer than ${law.LONGEST} lines`;
  const nameless = file
    .replace(/\.ts$/, '')
    .split('/')
    .find((part) => law.NAMELESS.includes(part));
  if (nameless !== undefined) yield `${file}:1 is named ${nameless}, which says nothing`;
}
