import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findings, roomOf } from './rooms/findings.ts';
import { ESCAPE_HOMES, LAZY_FILES, LONG_FILES, ROOMS } from './rooms/law.ts';
import { read } from './rooms/read.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts'))
  .toSorted();

const sources = files.map((file) => read(file, readFileSync(join(root, file), 'utf8')));

/** What the law says of one planted file beside others. */
const planted = (file: string, text: string, others: Readonly<Record<string, string>> = {}) =>
  findings([read(file, text), ...Object.entries(others).map(([name, source]) => read(name, source))]);

it('every file keeps to its room', () => {
  expect(findings(sources).join('\n')).toBe('');
});

it('no exception outlives its file', () => {
  const excused = [LAZY_FILES, LONG_FILES, ESCAPE_HOMES].flatMap((list) => Object.keys(list));
  for (const name of excused)
    expect(files.some((file) => file === name || file.startsWith(`${name}/`))).toBe(true);
});

it('reads the whole of src', () => {
  expect(new Set(files.map(roomOf))).toEqual(new Set(Object.keys(ROOMS)));
});

it('no room takes from one that stands below it in the law', () => {
  const order = Object.keys(ROOMS);
  const up = Object.entries(ROOMS).flatMap(([name, { values = [], types = [] }]) =>
    [...values, ...types]
      .filter((other) => other !== '*' && order.indexOf(other) >= order.indexOf(name))
      .map((other) => `${name} > ${other}`),
  );
  expect(up).toStrictEqual([]);
});

describe('what is planted is found', () => {
  it.each([
    [
      'src/commands/me.ts',
      "import { paint } from '../terminal/paint.ts';",
      'commands may not import terminal',
    ],
    ['src/commands/me.ts', "import fs from 'node:fs';", "commands may not know Node's modules"],
    ['src/commands/me.ts', "import chalk from 'chalk';", 'commands may not know this package'],
    [
      'src/commands/me.ts',
      "export { paint } from '../terminal/paint.ts';",
      'commands may not import terminal',
    ],
    ['src/commands/me.ts', "import '../terminal/paint.ts';", 'commands may not import terminal'],
    ['src/commands/me.ts', "const x = await import('../view/model.ts');", 'loads on first use'],
    [
      'src/view/grid.ts',
      "import type { Deps } from '../commands/define.ts';",
      'view may not import types of commands',
    ],
    ['src/view/grid.ts', "import { type A, b } from '../client/types.ts';", 'view may not import client'],
    [
      'src/view/grid.ts',
      "type A = import('../commands/define.ts').Deps;",
      'view may not import types of commands',
    ],
    ['src/client/index.ts', "import { x } from '../errors.ts';", 'client may not import errors'],
    [
      'src/client/index.ts',
      "import type { Clock } from '../contract.ts';",
      'client may not import types of contract',
    ],
    ['src/contract.ts', "import { x } from './errors.ts';", 'contract may not import errors'],
    ['src/client/index.ts', 'export const now = performance.now();', 'performance.now lives in'],
    ['src/client/index.ts', 'export const x = new Headers();', 'Headers is not there in every runtime'],
    ['src/client/index.ts', "export const env = globalThis['process'];", 'process lives in'],
    ['src/errors.ts', "import { x } from './wait.ts';", 'errors may not import wait'],
    ['src/sandbox/listen.ts', "import { read } from '../state/accounts.ts';", 'sandbox may not import state'],
    [
      'src/sandbox/listen.ts',
      "import { readFile } from 'node:fs/promises';",
      "sandbox may not know Node's modules",
    ],
    ['src/system/journal.ts', "import { setTimeout } from 'node:timers/promises';", 'has its home elsewhere'],
    ['src/system/journal.ts', 'const t = Date.now();', 'Date.now lives in'],
    ['src/system/journal.ts', 'const t = new Date();', 'new Date() lives in'],
    ['src/system/journal.ts', 'const t = Date();', 'Date() lives in'],
    ['src/system/journal.ts', 'const { random } = Math, r = Math.random();', 'Math.random lives in'],
    ['src/system/journal.ts', "process['exit'](1);", 'process.exit lives in no room'],
    ['src/deps.ts', 'process.exit(1);', 'process.exit lives in no room'],
    ['src/deps.ts', "import { x } from './sandbox/index.ts';", 'deps may not import sandbox'],
    ['src/help/layout.ts', "import { table } from '../commands/table.ts';", 'help knows no single command'],
    ['src/sandbox/create.ts', 'const x = await import(NAME);', 'loads on first use'],
    [
      'src/terminal/io.ts',
      'console.log(1);',
      'console lives in src/deps/pure-stdout.ts, src/deps/hushed-console.ts',
    ],
    [
      'src/view/grid.ts',
      'const { log } = console;',
      'console lives in src/deps/pure-stdout.ts, src/deps/hushed-console.ts',
    ],
    ['src/view/grid.ts', "export const red = '\\x1b[31m';", 'escape codes live in terminal'],
    ['src/view/grid.ts', 'export const red = `\\u001b[31m`;', 'escape codes live in terminal'],
    ['src/view/grid.ts', 'export const any = /\\u001b\\[/;', 'escape codes live in terminal'],
    ['src/view/grid.ts', "import x from '../../scripts/build.ts';", 'reaches outside src'],
    [
      'src/view/grid.ts',
      "import x from '../../node_modules/chalk/source/index.js';",
      'may not know this package',
    ],
    ['src/view/utils/grid.ts', 'export {};', 'is named utils'],
    ['src/view/helpers.ts', 'export {};', 'is named helpers'],
    ['src/mirror/disk.ts', "import { readFile } from 'node:fs/promises';", 'the border is the way there'],
    ['src/system/lock.ts', "import * as fs from 'node:fs';", 'the border is the way there'],
    ['src/deps/spawn.ts', "import { exec } from 'node:child_process';", 'the border is the way there'],
    ['src/view/grid.ts', 'export const a = (b: string) => b as Typeable;', 'a cast is not a door'],
    ['src/deps/files.ts', 'export const a = (b: unknown) => b as unknown as Path;', 'a cast is not a door'],
    [
      'src/view/grid.ts',
      'export const a = (dir: string) => `make it: mkdir -p $' + '{dir}`;',
      'put together by typeable',
    ],
    ['src/attic/old.ts', 'export {};', 'stands in no room'],
    ['src/view/grid.ts', '//\n'.repeat(221), 'is longer than'],
  ])('%s: %s', (file, text, rule) => {
    const found = planted(file, text);
    expect(found.join('\n')).toContain(rule);
    expect(found[0]).toMatch(/^src\/[\w/.-]+:\d+ /);
  });

  it('one command in another', () => {
    const me = { 'src/commands/me.ts': 'export const me = define({});' };
    const borrowing = "import { me } from './me.ts';";
    expect(planted('src/commands/brief.ts', borrowing, me).join()).toContain(
      'may not import another command',
    );
    expect(planted('src/commands/table.ts', borrowing, me)).toStrictEqual([]);
  });

  it('a command in a room that reads the table', () => {
    const me = { 'src/commands/me.ts': 'export const me = define({});' };
    for (const room of ['main', 'help']) {
      const found = planted(`src/${room}/index.ts`, "import { me } from '../commands/me.ts';", me);
      expect(found.join()).toContain('knows no single command');
    }
    expect(planted('src/main/start.ts', "import { table } from '../commands/table.ts';", me)).toStrictEqual(
      [],
    );
  });

  it.each([
    'export const a = (id: string) => `toile graph $' + '{id}`;',
    'export const a = (toile: string, id: string) => `$' + '{toile} graph $' + '{id}`;',
    'export const a = (id: string) => `type: toile --sandbox graph --all $' + '{id}`;',
  ])('what is to be typed: %s', (text) => {
    const graph = { 'src/commands/graph.ts': 'export const graph = define({});' };
    expect(planted('src/view/grid.ts', text, graph).join()).toContain('put together by typeable');
  });

  it('the line of a finding', () => {
    expect(planted('src/view/grid.ts', '\n\nconst a = 1;\nconsole.log(a);')).toStrictEqual([
      'src/view/grid.ts:4 console lives in src/deps/pure-stdout.ts, src/deps/hushed-console.ts',
    ]);
  });
});

it.each([
  ['src/commands/me.ts', "import type { Client } from '../client/index.ts';"],
  ['src/commands/me.ts', "import { type Client } from '../client/index.ts';"],
  ['src/view/grid.ts', 'export const x = (console: number, o: { process: 1 }) => console + o.process;'],
  ['src/view/grid.ts', 'export const f = (fetch: () => void) => { later(); function later() { fetch(); } };'],
  ['src/view/grid.ts', 'export const at = (ms: number) => new Date(ms); export type F = typeof fetch;'],
  ['src/view/grid.ts', 'export const o = { process: 1, console() {} }; o.process; // \\x1b console.log'],
  ['src/view/grid.ts', 'export class A { process = 1; setTimeout(): void {} }'],
  ['src/deps.ts', "export const sandbox = () => import('./sandbox/index.ts');"],
  ['src/client/call.ts', 'export const f = globalThis.fetch; setTimeout(f, 1);'],
  ['src/terminal/io.ts', "export const red = '\\x1b[31m';"],
])('%s may say: %s', (file, text) => {
  expect(planted(file, text)).toStrictEqual([]);
});
