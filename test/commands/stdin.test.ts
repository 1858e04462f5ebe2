import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHome, runToile } from '../support/run-toile.ts';

const LIST = 'GARM-101\tOxford\ngarm-5117\n\n';

describe('stdin is a body when it begins with { or [, and otherwise a list of ids', () => {
  const readBody = async () => (await runToile(['--sandbox', 'graph', 'GARM-101', '--json'])).out;

  it.each(['graph', 'brief', 'trust', 'confirmations'])('%s accepts one id, or a body', async (command) => {
    const named = await runToile(['--sandbox', command, 'GARM-101', '--json']);
    expect(await runToile(['--sandbox', command, '-', '--json'], { stdin: 'GARM-101\n' })).toStrictEqual(
      named,
    );
    expect(await runToile([command, '-', '--json'], { stdin: `\uFEFF ${named.out}` })).toMatchObject({
      code: 0,
    });
    const several = await runToile(['--sandbox', command, '-'], { stdin: LIST });
    expect(several).toMatchObject({ code: 2, out: '' });
    expect(several.err).toContain(
      `stdin contains 2 ids, but this command takes one\n... | xargs -n 1 toile ${command}`,
    );
  });

  it('graph accepts --profile with an id, and refuses it with a body', async () => {
    const argv = ['--sandbox', 'graph', '-', '--profile', 'factory', '--json'];
    expect((await runToile(argv, { stdin: 'GARM-101' })).code).toBe(0);
    expect(await runToile(argv, { stdin: await readBody() })).toMatchObject({ code: 2, out: '' });
  });

  it.each([
    [['sheet', '-', '-o', 'out/'], 2],
    [['workbook', 'write', '-'], 2],
    [['export', '-'], 1],
  ])('%j writes a file for each id', async (argv, count) => {
    const cwd = await createHome();
    const run = await runToile(['--sandbox', ...argv], { stdin: count === 1 ? 'GARM-5117' : LIST, cwd });
    expect(run.code, run.err).toBe(0);
    const files = readdirSync(argv[0] === 'sheet' ? join(cwd, 'out') : cwd).filter((name) =>
      /GARM/.test(name),
    );
    expect(files).toHaveLength(count);
  });

  it('values, pull and diff accept ids', async () => {
    const cwd = await createHome();
    const values = await runToile(['--sandbox', 'values', '-', '--count-by', 'garment_id'], {
      stdin: LIST,
      cwd,
    });
    expect(values.out).toMatch(/GARM-101[\s\S]*GARM-5117/);
    expect((await runToile(['values', '-', '--count-by', 'kind'], { stdin: await readBody() })).code).toBe(0);
    expect((await runToile(['--sandbox', 'pull', 'season', '-'], { stdin: LIST, cwd })).code).toBe(0);
    const diff = await runToile(['--sandbox', 'diff', 'GARM-101', '-'], { stdin: 'GARM-101', cwd });
    expect(diff).toMatchObject({ code: 0, out: '' });
  });

  it('a command that reads only ids refuses a body', async () => {
    const run = await runToile(['--sandbox', 'export', '-'], { stdin: await readBody() });
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain('stdin contains a body, but this command takes ids');
  });

  it('--drawing fetch accepts ids, and refuses a body', async () => {
    const cwd = await createHome();
    const argv = ['--sandbox', 'sheet', '-', '--drawing', 'fetch'];
    expect(await runToile(argv, { stdin: 'GARM-5117', cwd })).toMatchObject({ code: 0 });
    expect(await runToile(argv, { stdin: await readBody(), cwd })).toMatchObject({ code: 2, out: '' });
  });
});
