import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { createFolder } from '../support/create-folder.ts';

const BIN_FOLDER = fileURLToPath(new URL('../../bin', import.meta.url));

/** Runs a copy of bin/toile.js, which has no dist unless `prepare` writes it. */
const runCopy = async (prepare: (dist: string) => void, ...nodeOptions: readonly string[]) => {
  const folder = createFolder();
  chmodSync(folder, 0o755);
  cpSync(BIN_FOLDER, join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'dist'));
  prepare(join(folder, 'dist'));
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  return execa(process.execPath, [...nodeOptions, join(folder, 'bin/toile.js'), 'me'], {
    cwd: folder,
    reject: false,
    ...user,
  });
};

it('an older Node is named with the version that is needed', async () => {
  const script = "Object.defineProperty(process.versions, 'node', { value: '18.0.0' })";
  const preload = `data:text/javascript,${encodeURIComponent(script)}`;
  expect(await runCopy(() => undefined, '--import', preload)).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: 'toile needs Node 20.18.1 or newer; this is Node 18.0.0',
  });
});

it('a missing program is reported with the command that builds it', async () => {
  expect(await runCopy(() => undefined)).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: [
      "toile: cannot load the program: Cannot find module '../dist/main.cjs'",
      'in a clone, run: npm run build',
      'otherwise, install toile again',
    ].join('\n'),
  });
});

it.skipIf(process.platform === 'win32')(
  'a program that cannot be read is reported with the reason',
  async () => {
    const { exitCode, stdout, stderr } = await runCopy((dist) =>
      writeFileSync(join(dist, 'main.cjs'), 'exports.start = () => 0;', { mode: 0 }),
    );
    expect({ exitCode, stdout }).toStrictEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^toile: cannot load the program: EACCES: permission denied, open '.*main\.cjs'$/);
  },
);

it('an error in the program is not taken for a missing file', async () => {
  const { stderr } = await runCopy((dist) =>
    writeFileSync(join(dist, 'main.cjs'), "throw new Error('fault');"),
  );
  expect(stderr).toContain('Error: fault');
  expect(stderr).not.toContain('cannot load');
});
