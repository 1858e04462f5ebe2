/** What the build of the program does to sources on their way into a bundle. */

import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Metafile, Plugin } from 'esbuild';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { root } from './bundle-options.ts';

/** A file's name from the root on, as all systems write it. */
const fromRoot = (path: string): string => relative(root, path).replaceAll('\\', '/');

/** Help needs of the commands only what is said of them: functions stand as `true`, and all that they use is left out. */
export function tableAsData(table: readonly AnyCommand[]): Plugin {
  return {
    name: 'table-as-data',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/src\/commands\/command-table\.ts$/ }, () => {
        const data = JSON.stringify(table, (_, value: unknown) =>
          typeof value === 'function' ? true : value,
        );
        return { contents: `export const commandTable = ${data};`, loader: 'js' };
      }),
  };
}

/**
 * Data files go in as text that is parsed, which is shorter than the same as code, and quicker to load; `about` is for
 * who reads the sources.
 */
export function dataAsText(): Plugin {
  return {
    name: 'data-as-text',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/src\/.*\.json$/ }, async ({ path }) => {
        const data = JSON.parse(await readFile(path, 'utf8'), (key, value: unknown) =>
          key === 'about' ? undefined : value,
        );
        const text = JSON.stringify(data);
        return { contents: `export default JSON.parse(${JSON.stringify(text)});`, loader: 'js' };
      }),
  };
}

/**
 * The engine of jq goes in packed, at a fifth of its size; unpacking it takes less than reading all of it. As a text, or
 * as a file that is written to `apart` and asked for by its name: an executable would hold the text twice.
 */
export function enginePacked(apart?: string): Plugin {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 };
  return {
    name: 'engine-packed',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/jq-wasm\/dist\/inline\.mjs$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const [written, engine = ''] = /__toBinaryNode\("([A-Za-z0-9+/=]+)"\)/.exec(text) ?? [];
        if (written === undefined) throw new Error(`${path} no longer holds its engine the way it did`);
        const packed = brotliCompressSync(Buffer.from(engine, 'base64'), { params });
        if (apart !== undefined) await writeFile(apart, packed);
        const bytes =
          apart === undefined
            ? `Buffer.from("${packed.toString('base64')}", "base64")`
            : `readFileSync(require("./${basename(apart)}"))`;
        const imports = `import { brotliDecompressSync } from 'node:zlib';\nimport { readFileSync } from 'node:fs';\n`;
        const contents = text.replace(written, `new Uint8Array(brotliDecompressSync(${bytes}))`);
        return { contents: imports + contents, loader: 'js' };
      }),
  };
}

/** In the entry, and in one another, files apart are loaded as such. */
export function leaveApart(entry: string, apart: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'leave-apart',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\.?\// }, ({ path, importer, kind }) => {
        const from = fromRoot(importer);
        if (kind !== 'dynamic-import' || !(from === entry || from in apart)) return undefined;
        const name = apart[fromRoot(join(dirname(importer), path))];
        return name === undefined ? undefined : { path: `./${name}.cjs`, external: true };
      }),
  };
}

/** Modules that the sources load on first use and this build loads with whoever would: their `import()` is answered at once. */
export function takeIn(modules: readonly string[]): Plugin {
  return {
    name: 'take-in',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/src\/(deps|main)\/[^/]+\.ts$/ }, async ({ path }) => {
        const taken: string[] = [];
        const text = (await readFile(path, 'utf8')).replaceAll(
          /\bimport\('(\.[^']+)'\)/g,
          (written, specifier: string) => {
            if (!modules.includes(fromRoot(join(dirname(path), specifier)))) return written;
            if (!taken.includes(specifier)) taken.push(specifier);
            return `Promise.resolve(taken${taken.indexOf(specifier)})`;
          },
        );
        const imports = taken.map((specifier, at) => `import * as taken${at} from '${specifier}';`);
        return { contents: [...imports, text].join('\n'), loader: 'ts' };
      }),
  };
}

/**
 * A CommonJS package that is loaded by `import()` arrives in a bundle as `default` alone: its named exports,
 * there when the sources run, would be undefined. A file that imports it statically can be loaded instead.
 */
export function refuseNamelessImports({ inputs }: Pick<Metafile, 'inputs'>): void {
  for (const [importer, { imports }] of Object.entries(inputs)) {
    for (const { kind, path } of imports) {
      if (kind !== 'dynamic-import' || inputs[path]?.format !== 'cjs' || importer.includes('node_modules'))
        continue;
      throw new Error(
        `${importer} loads CommonJS by import(): load a file that imports it instead (${path})`,
      );
    }
  }
}
