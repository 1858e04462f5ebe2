import { chmod, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BIN, cleanEnv, freshFolder, PROGRAM, program } from '../support/program.ts';

const ME = ['--sandbox', 'me', '--json'];

/** An executable contains its compiled code. */
describe.runIf(PROGRAM.includes(BIN))('the code that V8 compiled', () => {
  it('is stored for the next start, for the owner only', async () => {
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

  it('is created again when it is damaged, and kept beside a few of other builds', async () => {
    const env = cleanEnv(await freshFolder());
    const home = join(env.HOME ?? '', '.cache', 'toile', 'code');
    const first = await program(ME, { env });
    const [blob = ''] = await readdir(home);
    const whole = await readFile(join(home, blob));
    const others = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `always-0000000${n}.1.0-x64.blob`);
    for (const [at, name] of others.entries()) {
      await writeFile(join(home, name), 'of another build');
      await utimes(join(home, name), 1000 + at, 1000 + at);
    }
    for (const damaged of [Buffer.alloc(0), Buffer.from('nothing like it'), whole.subarray(0, 5000)]) {
      await writeFile(join(home, blob), damaged);
      expect(await program(ME, { env })).toMatchObject({ exitCode: 0, stdout: first.stdout, stderr: '' });
      expect((await stat(join(home, blob))).size).toBeGreaterThan(5000);
      // Of nine files, the oldest is removed.
      expect((await readdir(home)).sort()).toStrictEqual([...others.slice(1), blob].sort());
    }
  });

  it.skipIf(process.platform === 'win32')(
    'is neither run nor replaced where others could have written it',
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

  it('loads no module of Node that `me` does not use', async () => {
    const home = await freshFolder();
    const list = join(home, 'modules.json');
    const preload = join(home, 'preload.cjs');
    const save = `require('fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList))`;
    await writeFile(preload, `process.on('exit', () => ${save});`);
    const served = createServer((_, response) => response.end('{"user_id":"u","scopes":[]}'));
    await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void served.close());
    const { port } = served.address() as AddressInfo;
    const env = cleanEnv(home, {
      NODE_OPTIONS: `--require ${preload}`,
      TOILE_BASE_URL: `http://127.0.0.1:${port}`,
      TOILE_API_KEY: 'svc_sk_test',
    });
    expect(await program(['me', '--json'], { env })).toMatchObject({ exitCode: 0 });
    const loaded = (JSON.parse(await readFile(list, 'utf8')) as string[]).map((name) =>
      name.replace('NativeModule ', ''),
    );
    // `fetch` itself loads many others.
    const unused = ['child_process', 'v8', 'dgram', 'inspector', 'readline', 'https'];
    expect(loaded.filter((name) => unused.includes(name))).toStrictEqual([]);
  });

  it('is not stored when the setting says so', async () => {
    const env = cleanEnv(await freshFolder(), { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(await program(ME, { env })).toMatchObject({ exitCode: 0, stderr: '' });
    await expect(readdir(join(env.HOME ?? '', '.cache'))).rejects.toThrow();
  });
});
