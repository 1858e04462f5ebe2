import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyHome, toile } from '../support/toile.ts';

const LIST = 'GARM-101\tOxford\ngarm-5117\n\n';

describe('stdin is a body when it begins with { or [, and otherwise a list of ids', () => {
  const readBody = async () => (await toile(['--sandbox', 'graph', 'GARM-101', '--json'])).out;

  it.each(['graph', 'brief', 'trust', 'confirmations'])('%s accepts one id, or a body', async (command) => {
    const named = await toile(['--sandbox', command, 'GARM-101', '--json']);
    expect(await toile(['--sandbox', command, '-', '--json'], { stdin: 'GARM-101\n' })).toStrictEqual(named);
    expect(await toile([command, '-', '--json'], { stdin: `\uFEFF ${named.out}` })).toMatchObject({
      code: 0,
    });
    const several = await toile(['--sandbox', command, '-'], { stdin: LIST });
    expect(several).toMatchObject({ code: 2, out: '' });
    expect(several.err).toContain(
      `stdin contains 2 ids, but this command takes one\n... | xargs -n 1 toile ${command}`,
    );
  });

  it('graph accepts --profile with an id, and refuses it with a body', async () => {
    const argv = ['--sandbox', 'graph', '-', '--profile', 'factory', '--json'];
    expect((await toile(argv, { stdin: 'GARM-101' })).code).toBe(0);
    expect(await toile(argv, { stdin: await readBody() })).toMatchObject({ code: 2, out: '' });
  });

  it.each([
    [['sheet', '-', '-o', 'out/'], 2],
    [['workbook', 'write', '-'], 2],
    [['export', '-'], 1],
  ])('%j writes a file for each id', async (argv, count) => {
    const cwd = await emptyHome();
    const run = await toile(['--sandbox', ...argv], { stdin: count === 1 ? 'GARM-5117' : LIST, cwd });
    expect(run.code, run.err).toBe(0);
    const files = readdirSync(argv[0] === 'sheet' ? join(cwd, 'out') : cwd).filter((name) =>
      /GARM/.test(name),
    );
    expect(files).toHaveLength(count);
  });

  it('values, pull and diff accept ids', async () => {
    const cwd = await emptyHome();
    const values = await toile(['--sandbox', 'values', '-', '--count-by', 'garment_id'], {
      stdin: LIST,
      cwd,
    });
    expect(values.out).toMatch(/GARM-101[\s\S]*GARM-5117/);
    expect((await toile(['values', '-', '--count-by', 'kind'], { stdin: await readBody() })).code).toBe(0);
    expect((await toile(['--sandbox', 'pull', 'season', '-'], { stdin: LIST, cwd })).code).toBe(0);
    const diff = await toile(['--sandbox', 'diff', 'GARM-101', '-'], { stdin: 'GARM-101', cwd });
    expect(diff).toMatchObject({ code: 0, out: '' });
  });

  it('a command for ids alone refuses a body', async () => {
    const run = await toile(['--sandbox', 'export', '-'], { stdin: await readBody() });
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain('stdin contains a body, but this command takes ids');
  });

  it('--drawing fetch accepts ids, and refuses a body', async () => {
    const cwd = await emptyHome();
    const argv = ['--sandbox', 'sheet', '-', '--drawing', 'fetch'];
    expect(await toile(argv, { stdin: 'GARM-5117', cwd })).toMatchObject({ code: 0 });
    expect(await toile(argv, { stdin: await readBody(), cwd })).toMatchObject({ code: 2, out: '' });
  });
});
