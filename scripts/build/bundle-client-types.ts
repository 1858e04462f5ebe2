/** Bundles the types of `toile/client` into `client.d.ts`, which imports nothing. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parseSync } from 'oxc-parser';
import { walk } from 'oxc-walker';

const run = promisify(execFile);

interface Declaration {
  readonly file: string;
  readonly names: readonly string[];
  /** True for a type, which does not exist at run time. */
  readonly isType: boolean;
  readonly isExported: boolean;
  /** Every name in the declaration. An extra name does no harm. */
  readonly uses: ReadonlySet<string>;
  /** The text with its comment and without `export`. */
  readonly text: string;
}

interface Parts {
  readonly declarations: readonly Declaration[];
  /** The names re-exported from other files; all names when none is listed. */
  readonly handedOn: readonly { readonly from: string; readonly name?: string; readonly isType: boolean }[];
  readonly imports: readonly string[];
}

/** Bundles the declarations of `entry` and of everything that they use. `folder` is for temporary files. */
export async function bundleClientTypes(root: string, entry: string, folder: string): Promise<string> {
  await declare(root, entry, folder);
  const files = new Map<string, Parts>();
  const read = async (name: string): Promise<void> => {
    if (files.has(name)) return;
    const parts = partsOf(name, await readFile(join(folder, name), 'utf8'));
    files.set(name, parts);
    for (const other of parts.imports) await read(other);
  };
  const main = basename(entry).replace(/\.ts$/, '.d.ts');
  await read(main);
  return bundled(files, main);
}

/** Writes one declaration file per source file, because this compiler bundles none. `@internal` members are left out. */
async function declare(root: string, entry: string, folder: string): Promise<void> {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const options = [
    '--declaration --emitDeclarationOnly --stripInternal --noEmit false --noCheck --skipLibCheck --ignoreConfig',
    '--target es2023 --module nodenext --moduleResolution nodenext --rewriteRelativeImportExtensions',
  ].flatMap((words) => words.split(' '));
  const places = ['--rootDir', dirname(entry), '--outDir', folder, entry];
  await run(process.execPath, [tsc, ...options, ...places], { cwd: root });
}

function partsOf(file: string, text: string): Parts {
  const { program, errors, comments } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const declarations: Declaration[] = [];
  const handedOn: Parts['handedOn'][number][] = [];
  const imports: string[] = [];
  const other = (specifier: string): string => {
    imports.push(`${specifier.replace(/^\.\//, '').replace(/\.[jt]s$/, '')}.d.ts`);
    return imports.at(-1) ?? '';
  };
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') other(node.source.value);
    else if (node.type === 'ExportAllDeclaration') {
      handedOn.push({ from: other(node.source.value), isType: node.exportKind === 'type' });
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      const from = node.source ? other(node.source.value) : file;
      for (const { exported } of node.specifiers) {
        const name = 'name' in exported ? exported.name : exported.value;
        handedOn.push({ from, name, isType: node.exportKind === 'type' });
      }
    } else {
      const isExported = node.type === 'ExportNamedDeclaration';
      const declaration = isExported ? node.declaration : node;
      if (!declaration) continue;
      const names = namesOf(declaration);
      if (names.length === 0) throw new Error(`${file}: a ${declaration.type} that cannot be bundled`);
      const before = comments.findLast(
        ({ value, end }) =>
          value.startsWith('*') && end <= node.start && text.slice(end, node.start).trim() === '',
      );
      const isType = /^TS(Interface|TypeAlias)/.test(declaration.type);
      const body = text.slice(declaration.start, node.end).replace(/^declare /, '');
      const comment = before ? `${text.slice(before.start, before.end)}\n` : '';
      const uses = new Set<string>();
      walk(declaration, { enter: (one) => void (one.type === 'Identifier' && uses.add(one.name)) });
      const whole = `${comment}${isType ? '' : 'declare '}${body}`;
      declarations.push({ file, names, isType, isExported, uses, text: whole });
    }
  }
  return { declarations, handedOn, imports };
}

function namesOf(declaration: object): string[] {
  const nameOf = (id: unknown): string[] =>
    typeof id === 'object' && id !== null && 'name' in id ? [String(id.name)] : [];
  if ('id' in declaration) return nameOf(declaration.id);
  const { declarations = [] } = declaration as {
    readonly declarations?: readonly { readonly id: unknown }[];
  };
  return declarations.flatMap(({ id }) => nameOf(id));
}

function bundled(files: ReadonlyMap<string, Parts>, main: string): string {
  /** The exported names, and whether each is only a type. */
  const exported = new Map<string, boolean>();
  for (const { from, name, isType } of files.get(main)?.handedOn ?? []) {
    const { declarations = [], handedOn = [] } = files.get(from) ?? {};
    const own = declarations.filter((one) => one.isExported).flatMap(({ names }) => names);
    const all = [...own, ...handedOn.flatMap((one) => one.name ?? [])];
    for (const one of name === undefined ? all : [name]) exported.set(one, isType);
  }
  const declarations = [...files.values()].flatMap((file) => file.declarations);
  const needed = new Set(exported.keys());
  const isNeeded = ({ names }: Declaration): boolean => names.some((name) => needed.has(name));
  for (let before = -1; before !== needed.size; ) {
    before = needed.size;
    for (const { uses } of declarations.filter(isNeeded)) for (const use of uses) needed.add(use);
  }
  const kept = declarations.filter(isNeeded);
  for (const name of needed) {
    const homes = new Set(kept.filter(({ names }) => names.includes(name)).map(({ file }) => file));
    if (homes.size > 1) throw new Error(`two things of the client are called ${name}: ${[...homes]}`);
  }
  const types = new Set(kept.filter(({ isType }) => isType).flatMap(({ names }) => names));
  const list = (asTypes: boolean): string =>
    [...exported]
      .filter(([name, isType]) => (isType || types.has(name)) === asTypes)
      .map(([name]) => name)
      .toSorted()
      .join(', ');
  const head = '/** The JavaScript client of the service. */';
  const ends = [`export { ${list(false)} };`, `export type { ${list(true)} };`];
  return `${[head, ...kept.map(({ text }) => text), ...ends].join('\n')}\n`;
}
