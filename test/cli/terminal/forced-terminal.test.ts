import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { readTerminalWidth } from '../../../src/cli/terminal/terminal-width.ts';
import { createEnv, createTempFolder, runProgram } from '../../support/run-program.ts';

it.each([
  [{ TOILE_FORCE_TTY: '100' }, 40, 100],
  [{ TOILE_FORCE_TTY: '1' }, 40, 40],
  [{ TOILE_FORCE_TTY: '1', COLUMNS: '120' }, undefined, 120],
  [{ TOILE_FORCE_TTY: 'true' }, undefined, 80],
  [{}, 40, 40],
])('%j on a terminal of %s columns: %d', (env, columns, width) => {
  expect(readTerminalWidth(columns === undefined ? {} : { columns }, env)).toBe(width);
});

it.each([
  [['graph', 'GARM-101']],
  [['confirmations', 'GARM-5117']],
  [['techpack', 'ls']],
  [['commands']],
  [['me']],
])('TOILE_FORCE_TTY prints %j in a pipe as on a terminal of 60 columns', async (argv) => {
  const env = createEnv(await createTempFolder(), { TOILE_SANDBOX: '1', TOILE_FORCE_TTY: '60' });
  const coloured = await runProgram(argv, { env });
  expect(coloured.exitCode, coloured.stderr).toBe(0);
  const { stdout } = await runProgram(argv, { env: { ...env, NO_COLOR: '1' } });
  expect(stdout).not.toContain('\t');
  expect(stripVTControlCharacters(coloured.stdout)).toBe(stdout);
  for (const line of stdout.split('\n').filter((each) => /^[ -~]*$/.test(each)))
    expect(line.length).toBeLessThanOrEqual(60);
  // Nothing waits for a key, and nothing goes to a pager.
  const paged = await runProgram(argv, { env: { ...env, TOILE_PAGER: 'false' } });
  expect(paged.stdout).toBe(coloured.stdout);
});
