/** Compares what files take with what their rooms may; each finding is a line `file:line rule`. */

import { dirname, normalize } from 'node:path/posix';
import * as law from './law.ts';
import type { Import, Source } from './read.ts';

/** `src/view/grid.ts` and `src/view.ts` are of the room `view`. Undefined outside src. */
export const roomOf = (file: string): string | undefined => /^src\/([^/.]+)/.exec(file)?.[1];

export function findings(sources: readonly Source[]): readonly string[] {
  const commands = new Set(sources.filter((source) => source.defines).map((source) => source.file));
  return sources.flatMap((source) => [
    ...ofImports(source, commands),
    ...ofGlobals(source),
    ...ofText(source),
    ...ofDoors(source, commands),
    ...ofNames(source),
  ]);
}

function* ofImports(source: Source, commands: ReadonlySet<string>): Generator<string> {
  const own = roomOf(source.file) ?? '';
  const room = law.ROOMS[own];
  if (room === undefined) {
    yield `${source.file}:1 stands in no room of the law`;
    return;
  }
  for (const written of source.imports) {
    // A file of a package that its exports do not name can only be reached by its path.
    const taken = { ...written, specifier: written.specifier.replace(/^(?:\.\.\/)+node_modules\//, '') };
    const say = (rule: string) => `${source.file}:${taken.line} ${rule} (${taken.specifier})`;
    if (
      taken.lazy &&
      !law.LAZY_ROOMS.includes(own) &&
      !law.LAZY_FILES[source.file]?.includes(taken.specifier)
    )
      yield say('loads on first use, which deps does');
    const homes = law.MODULE_HOMES[taken.specifier];
    if (homes !== undefined && !taken.typeOnly && !homes.some((home) => isIn(source.file, home)))
      yield say(`the border is the way there: ${taken.specifier} lives in ${homes.join(', ')}`);
    if (!taken.specifier.startsWith('.')) {
      const broken = ofPackage(own, room, taken);
      if (broken !== undefined) yield say(broken);
      continue;
    }
    const target = normalize(`${dirname(source.file)}/${taken.specifier}`);
    const other = roomOf(target);
    if (other === undefined) yield say('reaches outside src');
    else if (other !== own && !mayTake(room, other, taken, own)) {
      yield say(`${own} may not import ${taken.typeOnly ? 'types of ' : ''}${other}`);
    } else if (
      own === 'commands' &&
      other === own &&
      !isTable(source.file) &&
      commands.has(target) &&
      !taken.typeOnly
    )
      yield say('a command may not import another command');
    else if (other === 'commands' && other !== own && !taken.typeOnly) {
      if (commands.has(target) || law.TABLE_READERS[own]?.test(target))
        yield say(`${own} knows no single command`);
    }
  }
}

const isTable = (file: string): boolean => file === 'src/commands/table.ts';

function mayTake(room: law.Room, other: string, { typeOnly, lazy }: Import, own: string): boolean {
  if (own === 'deps' && lazy) return true;
  if (typeOnly && other === law.CONTRACT.room) return !law.CONTRACT.but.includes(own);
  if (room.values?.includes(other)) return true;
  return typeOnly && (room.types?.some((name) => name === other || name === '*') ?? false);
}

function ofPackage(own: string, room: law.Room, { specifier, typeOnly }: Import): string | undefined {
  const listed = (names: readonly string[] = []) =>
    names.some((name) => name === '*' || name === specifier || specifier.startsWith(`${name}/`));
  if (specifier.startsWith('node:')) {
    if (/^node:(console|process|timers(\/|$))/.test(specifier))
      return 'names a word that has its home elsewhere';
    return typeOnly || listed(room.node) ? undefined : `${own} may not know Node's modules`;
  }
  return listed(room.npm) ? undefined : `${own} may not know this package`;
}

function* ofGlobals({ file, globals }: Source): Generator<string> {
  for (const { name, line } of globals) {
    const homes = law.HOMES[name];
    if (homes !== undefined && !homes.some((home) => isIn(file, home))) {
      yield `${file}:${line} ${name} lives in ${homes.length > 0 ? homes.join(', ') : 'no room at all'}`;
    } else if (
      roomOf(file) === 'client' &&
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

/** The first words of the commands, by where their files stand. `help` takes nothing that others wrote. */
const commandsIn = (files: Iterable<string>): string => {
  const words = [...files].map((file) => /^src\/commands\/(\w+)/.exec(file)?.[1]);
  return [...new Set(words)].filter((word) => word !== undefined && word !== 'help').join('|');
};

function* ofDoors({ file, asserted, templates }: Source, commands: ReadonlySet<string>): Generator<string> {
  const room = roomOf(file);
  if (room === 'border') return;
  for (const { type, line } of asserted)
    if (law.DOOR_TYPES.has(type)) yield `${file}:${line} a cast is not a door (${type})`;
  // Help is made from the table alone.
  if (room === 'help') return;
  const typed = new RegExp(
    `(?:\\btoile|\\$\\{[\\w.]*\\btoile\\})(?: --?[\\w-]+)* (?:${commandsIn(commands)}) [^\`]*\\$\\{|\\b(?:mkdir -p|chmod \\d+|ls -l|rm) \\$\\{`,
    's',
  );
  for (const { text, line } of templates)
    if (typed.test(text)) yield `${file}:${line} what is to be typed is put together by typeable`;
}

function* ofText({ file, escapeCodes }: Source): Generator<string> {
  if (Object.keys(law.ESCAPE_HOMES).some((home) => isIn(file, home))) return;
  for (const line of escapeCodes) yield `${file}:${line} escape codes live in terminal`;
}

function* ofNames({ file, lines }: Source): Generator<string> {
  if (lines > law.LONGEST && !(file in law.LONG_FILES))
    yield `${file}:${lines} is longer than ${law.LONGEST} lines`;
  const nameless = file
    .replace(/\.ts$/, '')
    .split('/')
    .find((part) => law.NAMELESS.includes(part));
  if (nameless !== undefined) yield `${file}:1 is named ${nameless}, which says nothing`;
}
