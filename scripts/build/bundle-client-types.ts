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
  /** All names in the declaration, used or not. */
  readonly uses: ReadonlySet<string>;
  /** The text with its comment and without `export`. */
  readonly text: string;
}

/** The contents of one declaration file. */
interface DeclarationFile {
  readonly declarations: readonly Declaration[];
  /** The names that are exported from other files; all names if `name` is missing. */
  readonly reExports: readonly { readonly from: string; readonly name?: string; readonly isType: boolean }[];
  readonly imports: readonly string[];
}

/** Bundles the declarations of `entry` and of everything that they use. `folder` is for temporary files. */
export async function bundleClientTypes(root: string, entry: string, folder: string): Promise<string> {
  await emitDeclarations(root, entry, folder);
  const files = new Map<string, DeclarationFile>();
  const read = async (name: string): Promise<void> => {
    if (files.has(name)) return;
    const file = parseDeclarationFile(name, await readFile(join(folder, name), 'utf8'));
    files.set(name, file);
    for (const imported of file.imports) await read(imported);
  };
  const main = basename(entry).replace(/\.ts$/, '.d.ts');
  await read(main);
  return bundleDeclarations(files, main);
}

/** Writes one declaration file per source file, because this compiler bundles none. `@internal` members are left out. */
async function emitDeclarations(root: string, entry: string, folder: string): Promise<void> {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const options = [
    '--declaration --emitDeclarationOnly --stripInternal --noEmit false --noCheck --skipLibCheck --ignoreConfig',
    '--target es2023 --module nodenext --moduleResolution nodenext --rewriteRelativeImportExtensions',
  ].flatMap((words) => words.split(' '));
  const paths = ['--rootDir', dirname(entry), '--outDir', folder, entry];
  await run(process.execPath, [tsc, ...options, ...paths], { cwd: root });
}

function parseDeclarationFile(file: string, text: string): DeclarationFile {
  const { program, errors, comments } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const declarations: Declaration[] = [];
  const reExports: DeclarationFile['reExports'][number][] = [];
  const imports: string[] = [];
  const addImport = (specifier: string): string => {
    const path = `${specifier.replace(/^\.\//, '').replace(/\.[jt]s$/, '')}.d.ts`;
    imports.push(path);
    return path;
  };
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') addImport(node.source.value);
    else if (node.type === 'ExportAllDeclaration') {
      reExports.push({ from: addImport(node.source.value), isType: node.exportKind === 'type' });
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      const from = node.source ? addImport(node.source.value) : file;
      for (const { exported } of node.specifiers) {
        const name = 'name' in exported ? exported.name : exported.value;
        reExports.push({ from, name, isType: node.exportKind === 'type' });
      }
    } else {
      const isExported = node.type === 'ExportNamedDeclaration';
      const declaration = isExported ? node.declaration : node;
      if (!declaration) continue;
      const names = listDeclaredNames(declaration);
      if (names.length === 0)
        throw new Error(`${file}: cannot bundle a declaration of type ${declaration.type}`);
      const docComment = comments.findLast(
        ({ value, end }) =>
          value.startsWith('*') && end <= node.start && text.slice(end, node.start).trim() === '',
      );
      const isType = /^TS(Interface|TypeAlias)/.test(declaration.type);
      const body = text.slice(declaration.start, node.end).replace(/^declare /, '');
      const comment = docComment ? `${text.slice(docComment.start, docComment.end)}\n` : '';
      const uses = new Set<string>();
      walk(declaration, { enter: (child) => void (child.type === 'Identifier' && uses.add(child.name)) });
      const bundledText = `${comment}${isType ? '' : 'declare '}${body}`;
      declarations.push({ file, names, isType, isExported, uses, text: bundledText });
    }
  }
  return { declarations, reExports, imports };
}

function listDeclaredNames(declaration: object): string[] {
  const listName = (id: unknown): string[] =>
    typeof id === 'object' && id !== null && 'name' in id ? [String(id.name)] : [];
  if ('id' in declaration) return listName(declaration.id);
  const { declarations = [] } = declaration as {
    readonly declarations?: readonly { readonly id: unknown }[];
  };
  return declarations.flatMap(({ id }) => listName(id));
}

function bundleDeclarations(files: ReadonlyMap<string, DeclarationFile>, main: string): string {
  /** The exported names, and whether each is only a type. */
  const exported = new Map<string, boolean>();
  for (const { from, name, isType } of files.get(main)?.reExports ?? []) {
    const { declarations = [], reExports = [] } = files.get(from) ?? {};
    const own = declarations.flatMap(({ names, isExported }) => (isExported ? names : []));
    const all = [...own, ...reExports.flatMap((reExport) => reExport.name ?? [])];
    for (const exportedName of name === undefined ? all : [name]) exported.set(exportedName, isType);
  }
  const declarations = [...files.values()].flatMap((file) => file.declarations);
  const needed = new Set(exported.keys());
  const isNeeded = ({ names }: Declaration): boolean => names.some((name) => needed.has(name));
  for (let before = -1; before !== needed.size; ) {
    before = needed.size;
    for (const { uses } of declarations.filter(isNeeded)) for (const use of uses) needed.add(use);
  }
  const bundled = declarations.filter(isNeeded);
  for (const name of needed) {
    const homes = new Set(bundled.filter(({ names }) => names.includes(name)).map(({ file }) => file));
    if (homes.size > 1)
      throw new Error(`the client declares ${name} in several files: ${[...homes].join(', ')}`);
  }
  const types = new Set(bundled.filter(({ isType }) => isType).flatMap(({ names }) => names));
  const listExports = (asTypes: boolean): string =>
    [...exported]
      .filter(([name, isType]) => (isType || types.has(name)) === asTypes)
      .map(([name]) => name)
      .toSorted()
      .join(', ');
  const comment = '/** The JavaScript client of the service. */';
  const exportLines = [`export { ${listExports(false)} };`, `export type { ${listExports(true)} };`];
  return `${[comment, ...bundled.map(({ text }) => text), ...exportLines].join('\n')}\n`;
}
