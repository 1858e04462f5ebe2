/** The columns in the help are the header of the rows, and a filter also applies to JSON or is refused there. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderHelpText } from '../../../src/cli/help/index.ts';
import type { AnyCommand } from '../../../src/commands/command-spec.ts';
import { commandTable } from '../../../src/commands/command-table.ts';
import { runToile } from '../../support/run-toile.ts';

const collapseSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ');

it('the help of every command with rows lists its columns in order', () => {
  const withRows = commandTable.filter(({ columns }) => columns !== undefined);
  expect(withRows).toEqual(commandTable.filter(({ buildRows }) => buildRows !== undefined));
  for (const { path, columns = [] } of withRows)
    for (const width of [60, 80, 100]) {
      const help = renderHelpText(commandTable, path.split(' '), width) ?? '';
      expect(help).toContain('\nColumns, in this order\n');
      for (const { names, when } of columns)
        expect(collapseSpaces(help)).toContain(
          [when && `with ${when}`, names.join(', ')].filter(Boolean).join(': '),
        );
    }
});

/** Commands that only read, as the first of their examples types them, without its flags. */
const READS = commandTable.flatMap((command): readonly (readonly [AnyCommand, readonly string[]])[] => {
  const { effects, columns, path, examples } = command;
  if (!columns || effects.pays || effects.writes !== undefined) return [];
  const words = path.split(' ');
  const typed = examples.map(({ line }) => line.split(' ')).filter(([first]) => first === 'toile');
  const garment = typed.find((each) => /^GARM-/.test(each[1 + words.length] ?? ''));
  const after = (garment ?? typed[0])?.slice(1 + words.length) ?? [];
  const end = after.findIndex((word) => !/^[A-Za-z][\w@-]*$/.test(word));
  return [[command, [...words, ...(end < 0 ? after : after.slice(0, end))]]];
});

/** With a folder that was pulled, for the commands that read one. */
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'toile-columns-'));
  const run = await runToile(['--sandbox', 'pull', 'season', 'GARM-101', '--garments-only'], { home });
  expect(run.code, run.err).toBe(0);
  return () => rm(home, { recursive: true, force: true });
});

const runQuietly = (argv: readonly string[], ...flags: readonly string[]) =>
  runToile(['--sandbox', ...argv, ...flags], { home });

it('the columns of the help are the header of the rows', async () => {
  const seen: string[] = [];
  for (const [{ path, columns = [] }, argv] of READS) {
    const { code, out } = await runQuietly(argv, '--csv');
    if (code !== 0 || out === '') continue;
    seen.push(path);
    const header = out.split('\r\n')[0]?.split(',') ?? [];
    const { names = [], open } = columns[0] ?? {};
    // What the bodies name follows what toile names.
    expect([path, open ? header.slice(0, names.length) : header]).toEqual([path, names]);
  }
  for (const path of ['designs ls', 'graph', 'brief', 'trust', 'confirmations', 'diff', 'me', 'tools ls'])
    expect(seen).toContain(path);
});

/** A value that fits something and not everything, by what a flag takes. */
const VALUES: Readonly<Record<string, string>> = {
  KIND: 'seam',
  STATES: 'inferred',
  DATE: '2026-06-01',
  N: '2',
  TEXT: 'coat',
  NAME: 'coat',
  TABLE: 'pom',
  FIELDS: 'spec',
  DEPARTMENT: 'measuring',
  COLUMNS: 'kind',
  CURSOR: '2026-06-01T00:00:00Z',
};

describe('a flag that filters rows', () => {
  const lines = READS.flatMap(([command, argv]) =>
    Object.entries(command.flags ?? {})
      .filter(([, { repeats }]) => !repeats)
      .flatMap(([name, { value, choices }]) => {
        const given = choices ?? (value === undefined ? [undefined] : [VALUES[value] ?? 'inferred']);
        return given.map((word) => [argv, word === undefined ? [`--${name}`] : [`--${name}`, word]] as const);
      }),
  );

  it.each(lines)('%j %j filters --json too, or is refused with it', async (argv, flag) => {
    const listRows = async (...flags: readonly string[]): Promise<readonly string[] | undefined> => {
      const { code, out } = await runQuietly(argv, '--jsonl', ...flags);
      return code === 0 ? out.split('\n') : undefined;
    };
    const [all, some] = [await listRows(), await listRows(...flag)];
    const left = all === undefined || some === undefined ? [] : all.filter((row) => !some.includes(row));
    if (left.length === 0) return;
    const json = await runQuietly(argv, '--json', ...flag);
    if (json.code === 0) expect(json.out).not.toBe((await runQuietly(argv, '--json')).out);
    else expect(json).toMatchObject({ code: 2, out: '' });
  });

  it('the test covers every filter', () => {
    const tried = new Set(lines.map(([[command], [flag]]) => `${command} ${flag}`));
    for (const known of [
      'graph --kind',
      'graph --rows',
      'graph --state',
      'brief --state',
      'designs --search',
    ])
      expect([...tried]).toContain(known);
  });
});
