/** Packs chunks of a build into two files, which scripts/create-packed-loader.ts loads. */

import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** A built file before it is written, with its path relative to the build folder. */
export interface BuiltFile {
  readonly path: string;
  readonly text: string;
}

/** The chunks that are packed into two files: `base` is what every command needs, `rest` what only some need. */
export interface PackedChunks {
  readonly base: readonly string[];
  readonly rest: readonly string[];
}

/** How packed files are loaded. */
export interface PackedForm {
  /** The code at the start of the entry. It defines the function `compiled`, which loads a packed file by its path. */
  readonly loader: string;
  /** Returns the text of a packed file. Its code uses `load`, which loads another packed file as `compiled` does. */
  wrapPacked(code: string): string;
}

/** Packs the chunks and rewrites the imports of the other files. The files in `separate` stay as they are. */
export function packChunks(
  files: readonly BuiltFile[],
  { base, rest }: PackedChunks,
  { loader, wrapPacked }: PackedForm,
  separate: readonly string[],
): readonly BuiltFile[] {
  if (base.length === 0) return files;
  const chunks = [...base, ...rest];
  const replaceRequires = (text: string): string =>
    text.replaceAll(/\brequire\("\.\/(?:chunks\/)?([^"/]+)"\)/g, (written, name: string) =>
      chunks.includes(`chunks/${name}`) ? `__part(${JSON.stringify(name)})` : written,
    );
  const pack = (label: string, names: readonly string[], requireOther: string): BuiltFile => {
    const modules = names.map((chunk) => {
      const text = files.find(({ path }) => path === chunk)?.text ?? '';
      return `${JSON.stringify(basename(chunk))}(exports, module) {\n${makeRequiresLazy(replaceRequires(text))}\n}`;
    });
    const text = escapeNonAscii(
      wrapPacked(`const __parts = {\n${modules.join(',\n')}\n}, __other = ${requireOther};\n${REQUIRE_PART}`),
    );
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
    return { path: `chunks/${label}-${digest}.cjs`, text };
  };
  const restFile = pack('rest', rest, PART);
  const baseFile = pack('base', base, `(name) => load("./${restFile.path}").part(name)`);
  const unpacked = files.filter(({ path }) => !chunks.includes(path));
  return [
    baseFile,
    restFile,
    ...unpacked.map(({ path, text }) => {
      if (separate.includes(path)) return { path, text: LAZY_REQUIRE + makeRequiresLazy(text) };
      const rewritten = replaceRequires(text);
      if (path === 'main.cjs') {
        return {
          path,
          // The other files know this function too, because one of them may be loaded before the packed files.
          text: `${loader}const __part = ${PART} = (name) => compiled("./${baseFile.path}").part(name);\n${rewritten}`,
        };
      }
      return { path, text: rewritten === text ? text : `const __part = ${PART};\n${rewritten}` };
    }),
  ];
}

/** The function that returns the exports of a part, for all files of the program. */
const PART = "globalThis[Symbol.for('toile.part')]";

/**
 * Escapes the characters that the bundler leaves in templates and regular expressions. Text of ASCII alone is read
 * and held as one byte per character.
 */
const escapeNonAscii = (text: string): string =>
  text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The function that loads a module of Node when one of its members is first used. */
export const LAZY_REQUIRE = `const __lazy = (id) => {
  let module;
  const load = () => (module ??= require(id));
  const get = (_, name) => (name === 'default' ? load() : load()[name]);
  return new Proxy({}, { get, has: (_, name) => name in load() });
};
`;

/** The function by which a part of a packed file requires another. A part runs when first required. */
const REQUIRE_PART = `const __ran = new Map();
const __part = (name) => {
  const found = __ran.get(name);
  if (found) return found.exports;
  if (!(name in __parts)) return __other(name);
  const module = { exports: {} };
  __ran.set(name, module);
  __parts[name](module.exports, module);
  return module.exports;
};
${LAZY_REQUIRE}module.exports = { part: __part };
`;

/**
 * Rewrites imports of modules of Node so that each is loaded when one of its members is first used. `__require` is the
 * call of a package in CommonJS; of those only child processes are rewritten, because the others are loaded anyway.
 */
export const makeRequiresLazy = (text: string): string =>
  text
    .replaceAll(
      /\b(\w+ = )(?:require|(?:\(0, \w+\.)?__toESM\)?\(require)\(("node:[\w/]+")\)\)?/g,
      (written, name: string, id: string) =>
        written.split(')').length === written.split('(').length ? `${name}__lazy(${id})` : written,
    )
    .replaceAll(/\(0, \w+\.__require\)\("node:child_process"\)(?!\.)/g, '__lazy("node:child_process")');
