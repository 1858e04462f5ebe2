import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findRoom, findViolations } from './rooms/find-violations.ts';
import { ESCAPE_HOMES, ROOMS } from './rooms/law.ts';
import { readSource } from './rooms/read-source.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts'))
  .toSorted();

const sources = files.map((file) => readSource(file, readFileSync(join(root, file), 'utf8')));

/** The violations in one planted file beside others. */
const findPlanted = (file: string, text: string, others: Readonly<Record<string, string>> = {}) =>
  findViolations([
    readSource(file, text),
    ...Object.entries(others).map(([name, source]) => readSource(name, source)),
  ]);

it('every file imports only what the law allows its folder', () => {
  expect(findViolations(sources).join('\n')).toBe('');
});

it('every exception of the law names a file that exists', () => {
  for (const name of Object.keys(ESCAPE_HOMES))
    expect(files.some((file) => file === name || file.startsWith(`${name}/`))).toBe(true);
});

it('every folder of src is in the law', () => {
  expect(new Set(files.map(findRoom))).toEqual(new Set(Object.keys(ROOMS)));
});

it('a folder imports only folders above it in the law', () => {
  const order = Object.keys(ROOMS);
  const upwards = Object.entries(ROOMS).flatMap(([name, { values = [], types = [] }]) =>
    [...values, ...types]
      .filter((other) => order.indexOf(other) >= order.indexOf(name))
      .map((other) => `${name} > ${other}`),
  );
  expect(upwards).toStrictEqual([]);
});

it('no file creates an Intl object while it loads, because each takes milliseconds of every start', () => {
  const early = files.filter((file) =>
    /^(?:export )?const .* = new Intl\./m.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(early).toStrictEqual([]);
});

it('no file passes a list as arguments to push, Math.max or Math.min, because a long list exceeds the stack', () => {
  const spreads = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return (
      /\.push\(\.\.\./.test(text) ||
      (/^src\/(garment|output)/.test(file) && /Math\.(max|min)\([^()]*\.\.\.(?!near\))/.test(text))
    );
  });
  expect(spreads).toStrictEqual([]);
});

const ME = { 'src/commands/me.ts': 'export const me = defineCommand({});' };

describe('finds', () => {
  it.each([
    [
      'src/commands/me.ts',
      "import { paint } from '../cli/terminal/paint.ts';",
      'commands may not import cli',
    ],
    ['src/commands/me.ts', "const x = await import('../cli/run.ts');", 'commands may not import cli'],
    ['src/commands/me.ts', "import fs from 'node:fs';", 'commands may not import modules of Node'],
    ['src/commands/me.ts', "import chalk from 'chalk';", 'commands may not import this package'],
    ['src/commands/me.ts', "import { find } from '../auth/accounts.ts';", 'commands may not import auth'],
    ['src/garment/a.ts', "export { paint } from '../output/paint.ts';", 'garment may not import output'],
    ['src/garment/a.ts', "import '../output/paint.ts';", 'garment may not import output'],
    ['src/garment/a.ts', "const x = await import('../output/a.ts');", 'garment may not import output'],
    [
      'src/garment/a.ts',
      "import type { A } from '../commands/a.ts';",
      'garment may not import types of commands',
    ],
    ['src/output/a.ts', "import { type A, b } from '../service/a.ts';", 'output may not import service'],
    ['src/output/a.ts', "type A = import('../commands/a.ts').A;", 'output may not import types of commands'],
    [
      'src/service/client/index.ts',
      "import { x } from '../../platform/errors.ts';",
      'service/client may not import platform',
    ],
    [
      'src/service/client/index.ts',
      "import type { A } from '../http/a.ts';",
      'service/client may not import types of service',
    ],
    [
      'src/service/client/index.ts',
      'export const now = performance.now();',
      'performance.now may be used only in',
    ],
    [
      'src/service/client/index.ts',
      'export const x = new Headers();',
      'Headers is not there in every runtime',
    ],
    [
      'src/service/client/index.ts',
      "export const env = globalThis['process'];",
      'process may be used only in',
    ],
    ['src/sandbox/listen.ts', "import { read } from '../auth/accounts.ts';", 'sandbox may not import auth'],
    [
      'src/sandbox/listen.ts',
      "import { readFile } from 'node:fs/promises';",
      'sandbox may not import modules of Node',
    ],
    [
      'src/platform/system/a.ts',
      "import { setTimeout } from 'node:timers/promises';",
      'is a second name of a global',
    ],
    ['src/platform/system/a.ts', 'const t = Date.now();', 'Date.now may be used only in'],
    ['src/platform/system/a.ts', 'const t = new Date();', 'new Date() may be used only in'],
    ['src/platform/system/a.ts', 'const t = Date();', 'Date() may be used only in'],
    [
      'src/platform/system/a.ts',
      'const { random } = Math, r = Math.random();',
      'Math.random may be used only in',
    ],
    ['src/cli/a.ts', "process['exit'](1);", 'process.exit may be used only in no file'],
    ['src/cli/terminal/io.ts', 'console.log(1);', 'console may be used only in'],
    ['src/output/a.ts', 'const { log } = console;', 'console may be used only in'],
    ['src/output/a.ts', "export const red = '\\x1b[31m';", 'escape codes may be used only in'],
    ['src/output/a.ts', 'export const red = `\\u001b[31m`;', 'escape codes may be used only in'],
    ['src/output/a.ts', 'export const any = /\\u001b\\[/;', 'escape codes may be used only in'],
    ['src/output/a.ts', "import x from '../../scripts/build.ts';", 'reaches outside src'],
    ['src/garment/a.ts', "import x from '../../node_modules/chalk/index.js';", 'may not import this package'],
    ['src/output/utils/grid.ts', 'export {};', 'is named utils'],
    ['src/output/helpers.ts', 'export {};', 'is named helpers'],
    ['src/collection/disk.ts', "import { readFile } from 'node:fs/promises';", 'may be imported only in'],
    ['src/auth/spawn.ts', "import { exec } from 'node:child_process';", 'may be imported only in'],
    [
      'src/output/a.ts',
      'export const a = (b: string) => b as ShellSafe;',
      'a cast does not make a ShellSafe',
    ],
    [
      'src/cli/a.ts',
      'export const a = (b: unknown) => b as unknown as SafePath;',
      'a cast does not make a SafePath',
    ],
    [
      'src/output/a.ts',
      'export const a = (dir: string) => `run mkdir -p $' + '{dir}`;',
      'is built with shellText',
    ],
    ['src/attic/old.ts', 'export {};', 'is in no folder of the law'],
    ['src/output/a.ts', '//\n'.repeat(401), 'is longer than'],
  ])('%s: %s', (file, text, rule) => {
    const found = findPlanted(file, text);
    expect(found.join('\n')).toContain(rule);
    expect(found[0]).toMatch(/^src\/[\w/.-]+:\d+ /);
  });

  it('a command that imports another command', () => {
    const borrowing = "import { me } from './me.ts';";
    expect(findPlanted('src/commands/brief.ts', borrowing, ME).join()).toContain('only the command table');
    expect(findPlanted('src/commands/command-table.ts', borrowing, ME)).toStrictEqual([]);
  });

  it('a command imported outside commands', () => {
    const found = findPlanted('src/cli/index.ts', "import { me } from '../commands/me.ts';", ME);
    expect(found.join()).toContain('only the command table');
    expect(
      findPlanted('src/cli/start.ts', "import { t } from '../commands/command-table.ts';", ME),
    ).toStrictEqual([]);
  });

  it.each([
    'export const a = (id: string) => `toile graph $' + '{id}`;',
    'export const a = (toile: string, id: string) => `$' + '{toile} graph $' + '{id}`;',
    'export const a = (id: string) => `type: toile --sandbox graph --all $' + '{id}`;',
  ])('a command line put together without quoting: %s', (text) => {
    const graph = { 'src/commands/graph.ts': 'export const graph = defineCommand({});' };
    expect(findPlanted('src/output/a.ts', text, graph).join()).toContain('is built with shellText');
  });

  it('the line of a violation', () => {
    expect(findPlanted('src/output/a.ts', '\n\nconst a = 1;\neval(a);')).toStrictEqual([
      'src/output/a.ts:4 eval may be used only in no file',
    ]);
  });
});

it.each([
  ['src/commands/me.ts', "import type { Client } from '../service/client/index.ts';"],
  ['src/commands/pull.ts', "const pull = await import('../collection/pull.ts');"],
  ['src/output/a.ts', 'export const x = (console: number, o: { process: 1 }) => console + o.process;'],
  ['src/output/a.ts', 'export const f = (fetch: () => void) => { later(); function later() { fetch(); } };'],
  ['src/output/a.ts', 'export const at = (ms: number) => new Date(ms); export type F = typeof fetch;'],
  ['src/output/a.ts', 'export const o = { process: 1, console() {} }; o.process; // \\x1b console.log'],
  ['src/output/a.ts', 'export class A { process = 1; setTimeout(): void {} }'],
  ['src/cli/a.ts', "export const sandbox = () => import('../sandbox/index.ts');"],
  ['src/service/client/routes.ts', 'export const f = globalThis.fetch; setTimeout(f, 1);'],
  ['src/cli/terminal/io.ts', "export const red = '\\x1b[31m';"],
])('%s may say: %s', (file, text) => {
  expect(findPlanted(file, text)).toStrictEqual([]);
});
