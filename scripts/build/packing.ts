/** Packs chunks of a build into one file. Each part runs when it is first required. */

import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** A built file before it is written, with its path relative to the build folder. */
export interface Built {
  readonly path: string;
  readonly text: string;
}

/** Packs these chunks into one file and rewrites the imports of the other files. The files in `apart` stay separate. */
export function packed(
  files: readonly Built[],
  chunks: readonly string[],
  loader: string,
  apart: readonly string[],
): readonly Built[] {
  if (chunks.length === 0) return files;
  const taken = (text: string): string =>
    text.replaceAll(/\brequire\("\.\/(?:chunks\/)?([^"/]+)"\)/g, (written, name: string) =>
      chunks.includes(`chunks/${name}`) ? `__part(${JSON.stringify(name)})` : written,
    );
  const parts = chunks.map((chunk) => {
    const text = files.find(({ path }) => path === chunk)?.text ?? '';
    return `${JSON.stringify(basename(chunk))}(exports, module) {\n${lazily(taken(text))}\n}`;
  });
  const hot = escapeNonAscii(`const __parts = {\n${parts.join(',\n')}\n};\n${TAKING}`);
  const name = `chunks/always-${createHash('sha256').update(hot).digest('hex').slice(0, 8)}.cjs`;
  const rest = files.filter(({ path }) => !chunks.includes(path));
  return [
    { path: name, text: hot },
    ...rest.map(({ path, text }) => {
      if (apart.includes(path.replace('.cjs', ''))) return { path, text: LAZY + lazily(text) };
      const whole = taken(text);
      if (path === 'main.cjs') {
        return {
          path,
          // The other files know this chunk, too, because one of them may be loaded before the packed file.
          text: `${loader}const __part = globalThis[Symbol.for('toile.part')] = (name) => compiled("./${name}").part(name);\n${whole}`,
        };
      }
      return {
        path,
        text: whole === text ? text : `const __part = globalThis[Symbol.for('toile.part')];\n${whole}`,
      };
    }),
  ];
}

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

/** The function by which one part of the packed file requires another. Each part runs once, when first required. */
const TAKING = `const __ran = new Map();
const __part = (name) => {
  const found = __ran.get(name);
  if (found) return found.exports;
  const module = { exports: {} };
  __ran.set(name, module);
  __parts[name](module.exports, module);
  return module.exports;
};
${LAZY}globalThis[Symbol.for('toile.part')] = __part;
module.exports = { part: __part };
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
