import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHome, runToile } from '../support/run-toile.ts';

const COMMANDS = [
  ['export', 'GARM-5117', 'GARM-5109'],
  ['sheet', 'GARM-101', 'GARM-7'],
  ['workbook', 'write', 'GARM-101', 'GARM-7'],
];

it.each(COMMANDS)(
  '%s creates the folder for several files, and the one that a slash asks for',
  async (...argv) => {
    const home = await createHome();
    expect((await runToile(['--sandbox', ...argv, '-o', 'new/out/'], { home })).code).toBe(0);
    expect((await readdir(join(home, 'new', 'out'))).length).toBeGreaterThan(0);
    const one = await runToile(['--sandbox', ...argv.slice(0, -1), '-o', 'single/'], { home });
    expect(one.code).toBe(0);
    expect(await readdir(join(home, 'single'))).toHaveLength(1);
  },
);

it.each(COMMANDS)('%s explains once why it cannot create a folder for several files', async (...argv) => {
  const home = await createHome();
  await writeFile(join(home, 'file'), 'mine');
  const run = await runToile(['--sandbox', ...argv, '-o', 'file/out/'], { home });
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err.trimEnd().split('\n')).toEqual([
    'toile: file/out/ cannot be created: a part of the path is not a folder',
    'use another path',
  ]);
});

it('one id from stdin is written into a folder, as several are', async () => {
  const home = await createHome();
  const run = await runToile(['--sandbox', 'export', '-', '-o', 'out', '--json'], {
    home,
    stdin: 'GARM-5117\n',
  });
  expect(run.code).toBe(0);
  expect(JSON.parse(run.out)).toMatchObject({ schema: 'toile.exports/1', failed: [] });
  expect(await readdir(join(home, 'out'))).toHaveLength(1);
});

it('a new folder that stays empty is removed', async () => {
  const home = await createHome();
  await runToile(['--sandbox', 'sandbox', 'scenario', 'unavailable'], { home });
  expect((await runToile(['--sandbox', 'export', 'GARM-5117', '-o', 'a/b/'], { home })).code).not.toBe(0);
  expect(await readdir(home)).not.toContain('a');
});

// `sheet` makes one document of them there.
it.each(COMMANDS.filter(([name]) => name !== 'sheet'))(
  '%s writes no several files over one',
  async (...argv) => {
    const home = await createHome();
    await writeFile(join(home, 'out'), 'mine');
    const run = await runToile(['--sandbox', ...argv, '-o', 'out'], { home });
    expect(run).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('several files need a folder'),
    });
  },
);

it.each(COMMANDS)('%s refuses contradictory flags', async (...argv) => {
  for (const flags of [
    ['--clobber', '--skip-existing'],
    ['-o', '-', '--clobber'],
  ])
    expect(await runToile(['--sandbox', ...argv.slice(0, -1), ...flags])).toMatchObject({ code: 2, out: '' });
});
