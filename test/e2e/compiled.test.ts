import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN, cleanEnv, freshFolder, PROGRAM, program } from '../support/program.ts';

const ME = ['--sandbox', 'me', '--json'];

/** From Node 22.8 on the runtime keeps compiled code itself; an executable has it inside. */
const isOwn = PROGRAM.includes(BIN) && !('getCompileCacheDir' in (await import('node:module')));

describe.runIf(isOwn)('what V8 compiled', () => {
  it('is kept for the next start, for the owner alone', async () => {
    const home = await freshFolder();
    const env = cleanEnv(home, { XDG_CACHE_HOME: join(home, 'caches') });
    const first = await program(ME, { env });
    const folder = join(home, 'caches', 'toile', 'code');
    const [blob = '', ...others] = await readdir(folder);
    expect(others).toStrictEqual([]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, blob))).mode & 0o777).toBe(0o600);
    const before = await stat(join(folder, blob));
    expect(await program(ME, { env })).toMatchObject({ exitCode: 0, stdout: first.stdout, stderr: '' });
    expect((await stat(join(folder, blob))).mtimeMs).toBe(before.mtimeMs);
  });

  it('is made again where it is damaged or of another build', async () => {
    const env = cleanEnv(await freshFolder());
    const home = join(env.HOME ?? '', '.cache', 'toile', 'code');
    const first = await program(ME, { env });
    const [blob = ''] = await readdir(home);
    const whole = await readFile(join(home, blob));
    await writeFile(join(home, 'always-00000000.1.0-x64.blob'), 'of another build');
    for (const damaged of [Buffer.alloc(0), Buffer.from('nothing like it'), whole.subarray(0, 5000)]) {
      await writeFile(join(home, blob), damaged);
      expect(await program(ME, { env })).toMatchObject({ exitCode: 0, stdout: first.stdout, stderr: '' });
      expect((await stat(join(home, blob))).size).toBeGreaterThan(5000);
      expect(await readdir(home)).toStrictEqual([blob]);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'is not run, nor replaced, where others could have written it',
    async () => {
      const env = cleanEnv(await freshFolder());
      const home = join(env.HOME ?? '', '.cache', 'toile', 'code');
      const first = await program(ME, { env });
      const [blob = ''] = await readdir(home);
      const strange = Buffer.from('somebody else wrote this');
      await writeFile(join(home, blob), strange);
      await chmod(join(home, blob), 0o666);
      expect(await program(ME, { env })).toMatchObject({ exitCode: 0, stdout: first.stdout, stderr: '' });
      expect(await readFile(join(home, blob))).toStrictEqual(strange);
      await chmod(join(home, blob), 0o600);
      await chmod(home, 0o777);
      expect(await program(ME, { env })).toMatchObject({ exitCode: 0, stdout: first.stdout });
      expect(await readFile(join(home, blob))).toStrictEqual(strange);
    },
  );

  it('is not kept where that was asked for', async () => {
    const env = cleanEnv(await freshFolder(), { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(await program(ME, { env })).toMatchObject({ exitCode: 0, stderr: '' });
    await expect(readdir(join(env.HOME ?? '', '.cache'))).rejects.toThrow();
  });
});
