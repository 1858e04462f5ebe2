/** Packs chunks of a build into two files, which scripts/load-compiled.ts loads. */

import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** A built file before it is written, with its path relative to the build folder. */
export interface Built {
  readonly path: string;
  readonly text: string;
}

/** The chunks that are packed into two files: `base` is what every command needs, `rest` what only some need. */
export interface PackedChunks {
  readonly base: readonly string[];
  readonly rest: readonly string[];
}

/** Packs the chunks and rewrites the imports of the other files. The files in `apart` stay separate. */
export function packChunks(
  files: readonly Built[],
  { base, rest }: PackedChunks,
  loader: string,
  apart: readonly string[],
): readonly Built[] {
  if (base.length === 0) return files;
  const chunks = [...base, ...rest];
  const withParts = (text: string): string =>
    text.replaceAll(/\brequire\("\.\/(?:chunks\/)?([^"/]+)"\)/g, (written, name: string) =>
      chunks.includes(`chunks/${name}`) ? `__part(${JSON.stringify(name)})` : written,
    );
  const pack = (label: string, names: readonly string[], other: string): Built => {
    const parts = names.map((chunk) => {
      const text = files.find(({ path }) => path === chunk)?.text ?? '';
      return `${JSON.stringify(basename(chunk))}(exports, module) {\n${lazily(withParts(text))}\n}`;
    });
    const text = escapeNonAscii(
      `(function (module, require, __filename, load) {\nconst __parts = {\n${parts.join(',\n')}\n}, __other = ${other};\n${REQUIRE_PART}})`,
    );
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
    return { path: `chunks/${label}-${digest}.cjs`, text };
  };
  const second = pack('rest', rest, PART);
  const first = pack('base', base, `(name) => load("./${second.path}").part(name)`);
  const unpacked = files.filter(({ path }) => !chunks.includes(path));
  return [
    first,
    second,
    ...unpacked.map(({ path, text }) => {
      if (apart.includes(path.replace('.cjs', ''))) return { path, text: LAZY + lazily(text) };
      const whole = withParts(text);
      if (path === 'main.cjs') {
        return {
          path,
          // The other files know this function too, because one of them may be loaded before the packed files.
          text: `${loader}const __part = ${PART} = (name) => compiled("./${first.path}").part(name);\n${whole}`,
        };
      }
      return { path, text: whole === text ? text : `const __part = ${PART};\n${whole}` };
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

export const LAZY = `const __lazy = (id) => {
  const get = (_, name) => (name === 'default' ? require(id) : require(id)[name]);
  return new Proxy({}, { get, has: (_, name) => name in require(id) });
};
`;

/** The function by which a part of a packed file requires another. Each part runs once, when first required. */
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
${LAZY}module.exports = { part: __part };
`;

/**
 * Modules of Node that a part imports are loaded when one of their members is first used. `__require` is the call of a
 * package in CommonJS; of those only child processes are worth the change, because the others are loaded anyway.
 */
export const lazily = (text: string): string =>
  text
    .replaceAll(
      /\b(\w+ = )(?:require|(?:\(0, \w+\.)?__toESM\)?\(require)\(("node:[\w/]+")\)\)?/g,
      (written, name: string, id: string) =>
        written.split(')').length === written.split('(').length ? `${name}__lazy(${id})` : written,
    )
    .replaceAll(/\(0, \w+\.__require\)\("node:child_process"\)(?!\.)/g, '__lazy("node:child_process")');
