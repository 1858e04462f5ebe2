/** The types of `toile/client` as one file that imports nothing: `client.d.ts`, beside the file it describes. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parseSync } from 'oxc-parser';
import { walk } from 'oxc-walker';

const run = promisify(execFile);

/** Declarations of each source file, into a folder. The compiler of this version bundles none. */
async function declared(root, entry, folder) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const options =
    '--declaration --emitDeclarationOnly --noEmit false --noCheck --skipLibCheck --target es2023 --stripInternal';
  const modules =
    '--module nodenext --moduleResolution nodenext --rewriteRelativeImportExtensions --ignoreConfig';
  await run(
    process.execPath,
    [
      tsc,
      ...options.split(' '),
      ...modules.split(' '),
      '--rootDir',
      dirname(entry),
      '--outDir',
      folder,
      entry,
    ],
    { cwd: root },
  );
}

/** Bundles the declarations of `entry` and all that they name. `folder` is for what is written in between. */
export async function clientTypes(root, entry, folder) {
  await declared(root, entry, folder);
  const files = new Map();
  const read = async (name) => {
    if (files.has(name)) return;
    const text = await readFile(join(folder, name), 'utf8');
    files.set(name, { text, ...partsOf(name, text) });
    for (const from of files.get(name).from) await read(from);
  };
  const main = basename(entry).replace(/\.ts$/, '.d.ts');
  await read(main);
  return bundled(files, main);
}

/** What a file declares and hands on, and from which others. */
function partsOf(name, text) {
  const { program, errors, comments } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  const from = new Set();
  const declarations = [];
  const handedOn = [];
  for (const node of program.body) {
    if (node.source) {
      const other = `${node.source.value.replace(/^\.\//, '').replace(/\.[jt]s$/, '')}.d.ts`;
      from.add(other);
      if (node.type === 'ExportAllDeclaration') handedOn.push({ other });
      if (node.type === 'ExportNamedDeclaration')
        for (const { local, exported } of node.specifiers) {
          if (local.name !== exported.name) throw new Error(`${name}: ${local.name} is handed on as another`);
          handedOn.push({ other, name: local.name, isType: node.exportKind === 'type' });
        }
      continue;
    }
    if (node.type === 'ExportNamedDeclaration' && !node.declaration) {
      for (const { local } of node.specifiers) handedOn.push({ name: local.name, isType: true });
      continue;
    }
    const declaration = node.declaration ?? node;
    const names = declaration.id ? [declaration.id.name] : declaration.declarations.map(({ id }) => id.name);
    const said = comments.findLast(
      ({ start, end, value }) =>
        value.startsWith('*') && end <= node.start && text.slice(end, node.start).trim() === '' && start >= 0,
    );
    const isType = /^TS(Interface|TypeAlias)/.test(declaration.type);
    const body = text.slice(declaration.start, node.end).replace(/^declare /, '');
    const comment = said ? `${text.slice(said.start, said.end)}\n` : '';
    declarations.push({
      file: name,
      names,
      isType,
      isExported: node.type === 'ExportNamedDeclaration',
      uses: usedIn(declaration),
      text: `${comment}${isType ? '' : 'declare '}${body}`,
    });
  }
  return { from, declarations, handedOn };
}

/** All names in a declaration; one too many does no harm. */
function usedIn(declaration) {
  const names = new Set();
  walk(declaration, { enter: (node) => void (node.type === 'Identifier' && names.add(node.name)) });
  return names;
}

function bundled(files, main) {
  const exported = new Map();
  for (const { other, name, isType } of files.get(main).handedOn) {
    const of = files.get(other);
    const all = [
      ...of.declarations.filter(({ isExported }) => isExported).flatMap(({ names }) => names),
      ...of.handedOn.map((one) => one.name),
    ];
    for (const one of name === undefined ? all : [name]) exported.set(one, isType || name === undefined);
  }
  const declarations = [...files.values()].flatMap((file) => file.declarations);
  const needed = new Set(exported.keys());
  // Names are few; until nothing new is needed.
  for (let before = -1; before !== needed.size; ) {
    before = needed.size;
    for (const { names, uses } of declarations)
      if (names.some((name) => needed.has(name))) for (const use of uses) needed.add(use);
  }
  const kept = declarations.filter(({ names }) => names.some((name) => needed.has(name)));
  for (const name of needed) {
    const homes = new Set(kept.filter(({ names }) => names.includes(name)).map(({ file }) => file));
    if (homes.size > 1) throw new Error(`two things of the client are called ${name}: ${[...homes]}`);
  }
  const types = new Set(kept.filter(({ isType }) => isType).flatMap(({ names }) => names));
  const list = (isType) =>
    [...exported]
      .filter(([name, only]) => (only || types.has(name)) === isType)
      .map(([name]) => name)
      .toSorted()
      .join(', ');
  const head =
    '/** The JavaScript client of the service: docs/client.md has each method with an example. */\n';
  return `${[head, ...kept.map(({ text }) => text)].join('\n')}\nexport { ${list(false)} };\nexport type { ${list(true)} };\n`;
}
