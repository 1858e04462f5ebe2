import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { explainError } from '../../src/cli/explain-error.ts';
import { shellText } from '../../src/platform/escape/shell.ts';
import { ApiError } from '../../src/service/client/errors.ts';
import { createFolder, join } from '../support/create-folder.ts';
import { runToile } from '../support/run-toile.ts';

const catchError = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
const around = { toile: shellText`toile` };

it('an error of the system is reported in its words, not as an error inside toile', () => {
  const path = join(createFolder(), 'none');
  const error = catchError(() => readFileSync(path));
  expect(explainError(error, around)).toMatchObject({
    exit: 1,
    code: 'system_refused',
    message: `${path} cannot be used: it does not exist`,
  });
  const nowhere = Object.assign(new Error('x'), { code: 'EMFILE', syscall: 'open' });
  expect(explainError(nowhere, around).message).toBe('open failed: too many files are open');
});

it('a text that is too large for memory is reported as such', () => {
  const error = catchError(() => 'x'.repeat(2 ** 30));
  expect(explainError(error, around)).toMatchObject({ exit: 1, code: 'too_large' });
});

it('any other error is an error inside toile', () => {
  expect(explainError(new TypeError('x is not a function'), around)).toMatchObject({
    exit: 1,
    code: 'internal',
  });
});

it.runIf(process.platform === 'linux')(
  'a home that cannot be created stores nothing and stops nothing',
  async () => {
    const env = { TOILE_HOME: '/proc/none' };
    // A read loses nothing, so its message has no warning.
    const read = await runToile(['--sandbox', 'me', '--json'], { env });
    expect(read).toMatchObject({ code: 0, err: '' });
    const chosen = await runToile(['--sandbox', 'sandbox', 'scenario', 'slow-pack'], { env });
    expect(chosen).toMatchObject({
      code: 0,
      err: expect.stringContaining('cannot be written (it does not exist)'),
    });
    const use = await runToile(['accounts', 'use', 'x'], { env });
    expect(use).toMatchObject({ code: 1, out: '' });
    expect(use.err).toMatch(/^toile: \/proc\/none\/accounts.json cannot be written/);
  },
);

it.each(['file', 'file/below'])('a file in place of the home: %s', async (at) => {
  const home = createFolder();
  writeFileSync(join(home, 'file'), '');
  const env = { TOILE_HOME: join(home, at) };
  for (const argv of [
    ['--sandbox', 'me'],
    ['accounts', 'ls'],
    ['accounts', 'use', 'x'],
    ['--sandbox', 'techpack', 'request', 'GARM-5117', '--yes'],
    ['sandbox', 'status'],
    ['quota'],
  ]) {
    const { code, err } = await runToile(argv, { env });
    expect([0, 1, 4, 5], `${argv.join(' ')}: ${err}`).toContain(code);
    expect(err).not.toMatch(/inside toile|\n\s+at /);
  }
});

it.each([
  [408, 3],
  [500, 3],
  [503, 3],
  [400, 9],
  [409, 9],
  [429, 7],
])('a %i of the service ends with %i, which separates temporary failures from refusals', (status, exit) => {
  const error = new ApiError('GET /v1/me', { message: 'no', status, code: 'NO', stated: true });
  expect(explainError(error, around)).toMatchObject({ exit, details: { status } });
});
