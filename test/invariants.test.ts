import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { AnyCommand } from '../src/commands/command-spec.ts';
import { commandTable } from '../src/commands/command-table.ts';
import { SAMPLE_KEYS } from '../src/sandbox/index.ts';
import { runOffline } from './commands/run-offline.ts';
import { CONTROL_BYTE } from './support/control-byte.ts';
import { createHome, runToile } from './support/run-toile.ts';

/**
 * A command line for each command that works on a fresh machine. A command that is neither here nor below fails the
 * first test, so that every new command is covered.
 */
const LINES: Readonly<Record<string, readonly string[]>> = {
  me: ['--sandbox', 'me'],
  'accounts ls': ['accounts', 'ls'],
  'designs ls': ['--sandbox', 'designs', 'ls', '--all'],
  graph: ['--sandbox', 'graph', 'GARM-101'],
  brief: ['--sandbox', 'brief', 'GARM-101'],
  trust: ['--sandbox', 'trust', 'GARM-101'],
  confirmations: ['--sandbox', 'confirmations', 'GARM-101'],
  conflicts: ['--sandbox', 'conflicts', 'GARM-33'],
  values: ['--sandbox', 'values', 'GARM-101'],
  'techpack ls': ['techpack', 'ls'],
  diff: ['--sandbox', 'diff', 'GARM-101', 'GARM-101'],
  tour: ['tour'],
  'sandbox status': ['sandbox', 'status'],
  'sandbox reset': ['sandbox', 'reset'],
  api: ['--sandbox', 'api', 'v1/me'],
  'mcp config': ['mcp', 'config', 'claude'],
  'skill print': ['skill', 'print'],
  'tools ls': ['--sandbox', 'tools', 'ls'],
  'tools call': ['--sandbox', 'tools', 'call', 'run_design_trust', '--args', '{"id":"GARM-101"}'],
  completion: ['completion', 'bash'],
  commands: ['commands'],
  'config ls': ['config', 'ls'],
  'config get': ['config', 'get', 'accessible'],
  'config set': ['config', 'set', 'accessible', 'false'],
  'config unset': ['config', 'unset', 'accessible'],
  doctor: ['--sandbox', 'doctor'],
  help: ['help', 'exit-codes'],
};

/** Commands that use a prompt or a program, or change state: they have tests of their own. */
const OWN_TESTS: ReadonlySet<string> = new Set([
  'login',
  'logout',
  'quota',
  'accounts use',
  'sheet',
  'workbook write',
  'workbook read',
  'export',
  'techpack request',
  'techpack status',
  'techpack forget',
  'shared init',
  'pull',
  'stale',
  'which',
  'season',
  'trims',
  'sandbox start',
  'sandbox run',
  'sandbox pay',
  'sandbox advance',
  'sandbox scenario',
  'mcp serve',
]);

const runnable = commandTable.filter((command) => LINES[command.path]);
const getLine = (command: AnyCommand): readonly string[] => LINES[command.path] as readonly string[];

it('the table contains every command, and no other', () => {
  const covered = [...Object.keys(LINES), ...OWN_TESTS];
  expect(covered.toSorted()).toEqual(commandTable.map((command) => command.path).toSorted());
});

describe.each(runnable.map((command) => [command.path, command] as const))('%s', (_path, command) => {
  it('leaves stderr empty on success on a terminal and in a pipe, and ends its output with a line break', async () => {
    for (const columns of [80, undefined]) {
      const run = await runToile(getLine(command), { columns });
      expect(run).toMatchObject({ code: 0, err: '' });
      if (run.out !== '') expect(run.out).toMatch(/\n$/);
    }
  });

  it('writes no escape byte outside a terminal, nor with NO_COLOR or --no-color', async () => {
    for (const run of [
      await runToile(getLine(command)),
      await runToile(getLine(command), { columns: 80, env: { NO_COLOR: '1' } }),
      await runToile([...getLine(command), '--no-color'], { columns: 80 }),
    ]) {
      expect(run.code).toBe(0);
      expect(run.out + run.err).not.toMatch(CONTROL_BYTE);
    }
  });

  it('prints the same on stdout with --debug, and no key anywhere', async () => {
    const home = await createHome();
    const plain = await runToile(getLine(command), { home, columns: 80 });
    const debugged = await runToile([...getLine(command), '--debug'], { home, columns: 80 });
    expect(debugged.out).toBe(plain.out);
    for (const { key } of SAMPLE_KEYS) expect(plain.out + debugged.out + debugged.err).not.toContain(key);
  });

  it('prints JSON with --json and leaves stderr empty, or refuses the flag', async () => {
    const run = await runToile([...getLine(command), '--json']);
    if (['text', 'steps', 'protocol'].includes(command.resultKind)) {
      expect(run).toMatchObject({ code: 2, out: '' });
      return;
    }
    expect(run).toMatchObject({ code: 0, err: '' });
    const value = JSON.parse(run.out);
    expect(run.out).toMatch(/\n$/);
    if (command.resultKind === 'data') expect(value.schema).toMatch(/^toile\.[a-z-]+\/\d+$/);
  });

  if (command.effects.sends === 'never') {
    it('sends no request, as its help says', async () => {
      const env = { TOILE_API_KEY: 'svc_sk_live_0123456789', TOILE_BASE_URL: 'http://127.0.0.1:9' };
      const run = await runOffline(getLine(command), { env });
      expect(run.code).toBe(0);
    });
  }

  it('prints an object per line with --jsonl, or refuses the flag', async () => {
    const run = await runToile([...getLine(command), '--jsonl']);
    if (!command.buildRows) return expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.code).toBe(0);
    for (const line of run.out.split('\n').slice(0, -1)) expect(JSON.parse(line)).toBeTypeOf('object');
  });

  // A script for a shell and a file for an assistant are not laid out for reading.
  const isLaidOut = !['completion', 'skill print'].includes(command.path);
  it.each(isLaidOut ? [60, 80, 200] : [])('fits %i columns', async (columns) => {
    const run = await runToile([...getLine(command), '--no-color'], { columns });
    const tooWide = run.out.split('\n').filter(
      // A command to be copied is never broken.
      (line) => stringWidth(line) > columns && !/^ *toile /.test(line),
    );
    expect(tooWide).toEqual([]);
  });
});

describe.each(commandTable.map((command) => [command.path, command] as const))(
  '%s, typed wrongly',
  (path, command) => {
    const words = path.split(' ');

    it('explains itself on one screen with --help, and completely with help', async () => {
      const [short, full] = await Promise.all(
        [
          [...words, '--help'],
          ['help', ...words],
        ].map((argv) => runToile(argv, { columns: 80 })),
      );
      for (const run of [short, full]) {
        expect(run).toMatchObject({ code: 0, err: '' });
        expect(run?.out).toContain(command.summary.slice(0, 20));
      }
      // One screen of 24 lines, with the prompt below.
      const lines = short?.out.trimEnd().split('\n') ?? [];
      expect(lines.length).toBeLessThan(24);
      expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([]);
      expect(short?.out).toContain(`toile help ${path} `);
      for (const flag of Object.keys(command.flags ?? {})) expect(full?.out).toContain(`--${flag}`);
      // All that is its own is there: what flags there are, and two lines to start from.
      const named = short?.out.match(/--[a-z][a-z-]*/g) ?? [];
      for (const flag of Object.keys(command.flags ?? {})) expect(named).toContain(`--${flag}`);
      expect(lines.filter((line) => /^ {2}\$ /.test(line))).toHaveLength(2);
    });

    it('refuses an unknown flag: exit 2, empty stdout, one message', async () => {
      const run = await runToile([...words, '--nonesuch']);
      expect(run).toMatchObject({ code: 2, out: '' });
      expect(run.err).toMatch(/^toile: .*--nonesuch/);
      expect(run.err).not.toMatch(/\n\s+at /);
    });

    it('prints the same failure as one JSON object with --json', async () => {
      const run = await runToile([...words, '--nonesuch', '--json']);
      expect(run).toMatchObject({ code: 2, out: '' });
      const { error } = JSON.parse(run.err);
      expect(error).toMatchObject({ code: 'usage', exit: 2 });
    });
  },
);
