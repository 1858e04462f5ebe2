/** Plugins that change sources while the program is bundled. */

import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Metafile, Plugin } from 'esbuild';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { root } from './bundle-options.ts';

/** Returns the path of a file in the project, with slashes on all systems. */
const getProjectPath = (path: string): string => relative(root, path).replaceAll('\\', '/');

const toTableJson = (data: unknown): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === 'function' ? true : value));

const createTablePlugin = (contents: string): Plugin => ({
  name: 'bundle-command-table',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/src\/commands\/command-table\.ts$/ }, () => ({ contents, loader: 'js' })),
});

/** Bundles the command table as data. Functions become `true`, and the code that they use is left out. */
export const bundleTableAsData = (commands: readonly AnyCommand[]): Plugin =>
  // Parsing JSON is faster than compiling an object.
  createTablePlugin(`export const commandTable = JSON.parse(${JSON.stringify(toTableJson(commands))});`);

/** The members of a command that completion reads, apart from `path` and `summary`. The rest are texts of the help. */
const COMPLETED_MEMBERS = [
  'args',
  'flags',
  'resultKind',
  'buildRows',
  'targetFlags',
] as const satisfies readonly (keyof AnyCommand)[];

/** Bundles the command table for completion, which reads the members of only one command: they are parsed when read. */
export const bundleTableForCompletion = (commands: readonly AnyCommand[]): Plugin => {
  const rows = commands.map((command) => [
    command.path,
    command.summary,
    toTableJson(Object.fromEntries(COMPLETED_MEMBERS.map((member) => [member, command[member]]))),
  ]);
  const getters = COMPLETED_MEMBERS.map((member) => `get ${member}() { return parse().${member}; }`);
  return createTablePlugin(`export const commandTable = ${JSON.stringify(rows)}.map(([path, summary, json]) => {
  let members;
  const parse = () => (members ??= JSON.parse(json));
  return { path, summary, ${getters.join(', ')} };
});`);
};

/** The members of a flag that are needed to parse a command line. */
const PARSED_MEMBERS = ['value', 'short', 'choices', 'optional', 'joined', 'repeats', 'namesInOtherTools'];

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
          Object.fromEntries(Object.entries(flag).filter(([member]) => PARSED_MEMBERS.includes(member))),
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
export function bundleDataAsText(): Plugin {
  return {
    name: 'bundle-data-as-text',
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
 * is a text, or the file `separateFile`, because an executable would contain the text twice.
 */
export function compressJqEngine(separateFile?: string): Plugin {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 };
  return {
    name: 'compress-jq-engine',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/jq-wasm\/dist\/inline\.mjs$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const [expression, engine = ''] = /__toBinaryNode\("([A-Za-z0-9+/=]+)"\)/.exec(text) ?? [];
        if (expression === undefined) throw new Error(`${path} does not contain the engine as a base64 text`);
        const packed = brotliCompressSync(Buffer.from(engine, 'base64'), { params });
        if (separateFile !== undefined) await writeFile(separateFile, packed);
        const bytes =
          separateFile === undefined
            ? `Buffer.from("${packed.toString('base64')}", "base64")`
            : `readFileSync(require("./${basename(separateFile)}"))`;
        const imports = `import { brotliDecompressSync } from 'node:zlib';\nimport { readFileSync } from 'node:fs';\n`;
        const contents = text.replace(expression, `new Uint8Array(brotliDecompressSync(${bytes}))`);
        return { contents: imports + contents, loader: 'js' };
      }),
  };
}

/** Keeps the separate files external, in the entry and in each other. They are named after their sources. */
export function keepFilesSeparate(entry: string, separate: readonly string[]): Plugin {
  return {
    name: 'keep-files-separate',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\.?\// }, ({ path, importer, kind }) => {
        if (kind !== 'dynamic-import' || ![entry, ...separate].includes(getProjectPath(importer)))
          return undefined;
        const source = getProjectPath(join(dirname(importer), path));
        return separate.includes(source)
          ? { path: `./${basename(source, '.ts')}.cjs`, external: true }
          : undefined;
      }),
  };
}

/**
 * Bundles modules together with their importers, although the sources import them lazily. The build fails for a module
 * that no file imports lazily, because a moved file would otherwise make every start slower without a sign.
 */
export function bundleLazyImports(modules: readonly string[]): Plugin {
  const missing = new Set(modules);
  return {
    name: 'bundle-lazy-imports',
    setup: ({ onLoad, onEnd }) => {
      // A build of another entry, in a test, imports none of them.
      onEnd(() => ({
        errors: [...(missing.size < modules.length ? missing : [])].map((module) => ({
          text: `${module} is imported lazily by no file of src`,
        })),
      }));
      onLoad({ filter: /\/src\/.+\.ts$/ }, async ({ path }) => {
        const specifiers: string[] = [];
        const text = (await readFile(path, 'utf8')).replaceAll(
          /\bimport\('(\.[^']+)'\)/g,
          (expression, specifier: string) => {
            const module = getProjectPath(join(dirname(path), specifier));
            if (!modules.includes(module)) return expression;
            missing.delete(module);
            if (!specifiers.includes(specifier)) specifiers.push(specifier);
            return `Promise.resolve(bundled${specifiers.indexOf(specifier)})`;
          },
        );
        if (specifiers.length === 0) return undefined;
        const imports = specifiers.map((specifier, at) => `import * as bundled${at} from '${specifier}';`);
        return { contents: [...imports, text].join('\n'), loader: 'ts' };
      });
    },
  };
}

/**
 * Rejects a CommonJS package that is loaded by `import()`. In a bundle it has only a `default` export, and its named
 * exports would be undefined. Load a file that imports it statically instead.
 */
export function rejectCommonJsImports({ inputs }: Pick<Metafile, 'inputs'>): void {
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
