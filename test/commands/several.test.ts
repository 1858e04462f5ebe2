import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyHome, toile } from '../support/toile.ts';

const COMMANDS = [
  ['export', 'GARM-5117', 'GARM-5109'],
  ['sheet', 'GARM-101', 'GARM-7'],
  ['workbook', 'write', 'GARM-101', 'GARM-7'],
];

it.each(COMMANDS)(
  '%s says once that there is no folder for several files, and what makes it',
  async (...argv) => {
    const home = await emptyHome();
    const run = await toile(['--sandbox', ...argv, '-o', 'out/'], { home });
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err.trimEnd().split('\n')).toEqual([
      'toile: out/ is not a folder, and there are several files to write',
      'mkdir -p out/',
    ]);
    expect(await readdir(home)).not.toContain('out');
  },
);

// `sheet` makes one document of them there.
it.each(COMMANDS.filter(([name]) => name !== 'sheet'))(
  '%s writes no several files over one',
  async (...argv) => {
    const home = await emptyHome();
    await writeFile(join(home, 'out'), 'mine');
    const run = await toile(['--sandbox', ...argv, '-o', 'out'], { home });
    expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining('name a folder with -o') });
  },
);

it.each(COMMANDS)('%s refuses wishes that are against each other', async (...argv) => {
  for (const flags of [
    ['--clobber', '--skip-existing'],
    ['-o', '-', '--clobber'],
  ])
    expect(await toile(['--sandbox', ...argv.slice(0, -1), ...flags])).toMatchObject({ code: 2, out: '' });
});
