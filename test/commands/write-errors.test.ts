/** The short form of test/faults/disk-errors.test.ts: places that the system refuses by their names alone. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHome, runToile } from '../support/run-toile.ts';

const LONG = 'x'.repeat(300);
const WRITES = [
  ['--sandbox', 'export', 'GARM-5117', '-o'],
  ['--sandbox', 'sheet', 'GARM-101', '-o'],
  ['--sandbox', 'workbook', 'write', 'GARM-101', '-o'],
];
const READS = [
  ['--sandbox', 'api', 'v1/x', '--body'],
  ['--sandbox', 'tools', 'call', 'get_tailor_brief', '--args'],
];

const PLACES = [
  ['file/x', 'a part of the path is not a folder', 'use another path'],
  [LONG, 'the name is too long', 'use a shorter name: most disks allow 255 bytes'],
] as const;

const runRefused = async (argv: readonly string[], home: string) => {
  const { code, out, err } = await runToile([...argv, '--json'], { home });
  const { error } = JSON.parse(err.trim().split('\n').at(-1) ?? '{}');
  expect([code, out], argv.join(' ')).toStrictEqual([2, '']);
  return error as { readonly code: string; readonly message: string; readonly hint: string };
};

it.each(PLACES)('%.20s: explained alike by every writing command', async (place, reason, hint) => {
  const home = await createHome();
  await writeFile(join(home, 'file'), '');
  for (const argv of WRITES) {
    const error = await runRefused([...argv, place], home);
    expect(error).toMatchObject({ code: 'cannot_write', hint });
    expect(error.message).toBe(`${place} cannot be written: ${reason}`);
  }
});

it.skipIf(process.platform === 'win32')('a pull ends alike where nothing can be created', async () => {
  const error = await runRefused(['--sandbox', 'pull', '/proc/none', 'GARM-101'], await createHome());
  expect(error).toMatchObject({
    code: 'cannot_write',
    message: '/proc/none/.toile cannot be written: nothing can be created there',
  });
});

it.each([
  ...PLACES,
  ['none', 'it does not exist', /^check the name and the folder$/],
  ['folder', 'it is a folder', 'give the name of a file'],
] as const)('%s: explained alike by every reading command', async (place, reason, hint) => {
  const home = await createHome();
  await writeFile(join(home, 'file'), '');
  await mkdir(join(home, 'folder'));
  for (const argv of READS) {
    const error = await runRefused([...argv, `@${place}`], home);
    expect(error.code).toBe('cannot_read');
    expect(error.message).toBe(`${join(home, place)} cannot be read: ${reason}`);
    expect(error.hint).toMatch(hint);
  }
});
