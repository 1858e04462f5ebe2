/** Plugins that change sources while the program is bundled. */

import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Metafile, Plugin } from 'esbuild';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { root } from './bundle-options.ts';

/** Returns the path of a file from the root, with slashes on all systems. */
const fromRoot = (path: string): string => relative(root, path).replaceAll('\\', '/');

/** Help needs only the data of commands, so functions become `true` and the code that they use is left out. */
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

/** The members of a flag that the command line is read with. */
const READ_MEMBERS = ['value', 'short', 'choices', 'optional', 'joined', 'repeats', 'namesInOtherTools'];

/** Replaces src/commands/command-index.ts, so that a start loads only the command that runs. */
export function indexCommands(table: readonly AnyCommand[]): Plugin {
  const outlines = table.map(({ path, args, flags, namesInOtherTools, examples }) => ({
    path,
    args,
    flags:
      flags &&
      Object.fromEntries(
        Object.entries(flags).map(([name, flag]) => [
          name,
          Object.fromEntries(Object.entries(flag).filter(([member]) => READ_MEMBERS.includes(member))),
        ]),
      ),
    namesInOtherTools,
    examples: examples.map(({ line }) => ({ line })),
  }));
  return {
    name: 'index-commands',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/src\/commands\/command-index\.ts$/ }, async ({ path: file }) => {
        const source = await readFile(join(dirname(file), 'command-table.ts'), 'utf8');
        // The table lists its commands in the order of its last array.
        const names = [...source.slice(source.indexOf('= [')).matchAll(/^ {2}(\w+),$/gm)].map(
          ([, name = '']) => name,
        );
        const loads = table.map(({ path }, at) => {
          const from = [...source.matchAll(/^import \{([^}]*)\} from '([^']+)';$/gm)].find(([, list = '']) =>
            list.split(/[\s,]+/).includes(names[at] ?? ''),
          )?.[2];
          if (from === undefined || names.length !== table.length)
            throw new Error(`${file}: no import of ${path}`);
          return `${JSON.stringify(path)}: () => import('${from}').then((module) => module.${names[at]}),`;
        });
        const contents = `export const commandOutlines = JSON.parse(${JSON.stringify(JSON.stringify(outlines))});
const loads = {
${loads.join('\n')}
};
export const loadCommand = (path) => loads[path]();
`;
        return { contents, loader: 'js' };
      }),
  };
}

/**
 * Bundles data files as JSON text that is parsed at run time, which is shorter and loads faster than code. The member
 * `about`, which is for readers of the sources, is left out.
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
 * Bundles the jq engine compressed, at a fifth of its size; decompressing is faster than reading the full file. It
 * is a text, or a file in `apart` that is loaded by name, because an executable would contain the text twice.
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

/** Separate files stay external, in the entry and in each other. */
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

/**
 * Modules that the sources import lazily and this build loads together with their importer. A module that no file
 * imports lazily is an error, because a moved file would otherwise make every start slower without a sign.
 */
export function takeIn(modules: readonly string[]): Plugin {
  const missing = new Set(modules);
  return {
    name: 'take-in',
    setup: ({ onLoad, onEnd }) => {
      // A build of other entries takes none of them.
      onEnd(() => ({
        errors: [...(missing.size < modules.length ? missing : [])].map((module) => ({
          text: `${module} is imported lazily by no file of src`,
        })),
      }));
      onLoad({ filter: /\/src\/.+\.ts$/ }, async ({ path }) => {
        const taken: string[] = [];
        const text = (await readFile(path, 'utf8')).replaceAll(
          /\bimport\('(\.[^']+)'\)/g,
          (written, specifier: string) => {
            const module = fromRoot(join(dirname(path), specifier));
            if (!modules.includes(module)) return written;
            missing.delete(module);
            if (!taken.includes(specifier)) taken.push(specifier);
            return `Promise.resolve(taken${taken.indexOf(specifier)})`;
          },
        );
        if (taken.length === 0) return undefined;
        const imports = taken.map((specifier, at) => `import * as taken${at} from '${specifier}';`);
        return { contents: [...imports, text].join('\n'), loader: 'ts' };
      });
    },
  };
}

/**
 * Rejects a CommonJS package that is loaded by `import()`. In a bundle it has only a `default` export, and its named
 * exports would be undefined. Load a file that imports it statically instead.
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
