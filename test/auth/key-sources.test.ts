import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFileKeyring } from '../../src/auth/keys/file-keyring.ts';
import { runKeyCommand } from '../../src/auth/keys/run-key-command.ts';
import { readSecretFile } from '../../src/platform/files/secret-file.ts';
import { openJsonFile } from '../../src/platform/system/json-file.ts';
import { readProcEntry } from '../../src/platform/system/process-identity.ts';
import { createFolder, join } from '../support/create-folder.ts';
import { hostProcess } from '../support/host-process.ts';

/** Returns whether a process runs. A killed process stays listed until its parent reads its exit code. */
const isRunning = (pid: number): boolean => {
  if (process.platform === 'linux') return readProcEntry(pid)?.isZombie === false;
  return hostProcess.alive(pid);
};

describe('the file of TOILE_API_KEY_FILE', () => {
  it('may be a link and readable by all, as clusters mount it', async () => {
    const path = createFolder();
    writeFileSync(join(path, 'data'), 'svc_sk_a\n', { mode: 0o644 });
    symlinkSync('data', join(path, 'link'));
    expect(await readSecretFile(join(path, 'link'), 'link')).toBe('svc_sk_a\n');
  });

  it.skipIf(process.platform === 'win32')('may be a pipe whose writer comes late or never', async () => {
    const path = join(createFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    const late = readSecretFile(path, 'pipe');
    await appendFile(path, 'svc_sk_late\n');
    expect(await late).toBe('svc_sk_late\n');
    const controller = new AbortController();
    const never = readSecretFile(path, 'pipe', controller.signal);
    const reason = new Error('stop');
    setImmediate(() => controller.abort(reason));
    await expect(never).rejects.toBe(reason);
  });

  it.each([
    ['absent', 'none', 'it does not exist'],
    ['a folder', '.', 'it is a folder'],
    ['a link to itself', 'loop', 'form a loop'],
    ['a device without end', '/dev/zero', 'too large'],
  ])('%s: explains the failure', async (_, name, why) => {
    const path = createFolder();
    symlinkSync('loop', join(path, 'loop'));
    await expect(
      readSecretFile(name.startsWith('/') ? join(name) : join(path, name), name),
    ).rejects.toMatchObject({
      exit: 4,
      message: expect.stringContaining(why),
    });
  });
});

describe.skipIf(process.platform === 'win32')('TOILE_KEY_COMMAND', () => {
  const run = (line: string, limitMs?: number) =>
    runKeyCommand(line, {
      env: {
        PATH: process.env.PATH,
        TOILE_API_KEY: 'secret',
        TOILE_SHARED: 'redis://:word@engine',
        TOILE_SHARED_PASSWORD: 'word',
        TOILE_KEY_COMMAND: 'x',
        TOILE_ACCOUNT: 'studio',
      },
      ...(limitMs !== undefined && { limitMs }),
    });

  it('is a shell line; its first line of output counts', async () => {
    expect(await run('echo svc_sk_a | tr a b; echo more')).toBe('svc_sk_b');
    expect(await run('printf svc_sk_a')).toBe('svc_sk_a');
  });

  it('sees the account but no secret', async () => {
    expect(await run('echo $(env | grep -i -e ^toile -e word)')).toBe('TOILE_ACCOUNT=studio');
  });

  it.each([
    ['echo secret; echo secret >&2; exit 3', 'ended with exit code 3'],
    ['no-such-program-here', 'ended with exit code 127'],
    ['kill -TERM $$', 'ended with SIGTERM'],
    [' ', 'is set but empty'],
    ['yes secret', 'printed too much'],
  ])('%s: explains the failure without the output of the command', async (line, why) => {
    const error = await run(line).catch((thrown) => thrown);
    expect(error).toMatchObject({ exit: 4, code: 'key_command_failed' });
    expect(error.message).toContain(why);
    expect(error.message).not.toContain('secret');
  });

  it('has a time limit, and does not wait for processes that it left', async () => {
    // Longer than a test may take.
    await expect(run('sleep 90; echo x', 150)).rejects.toMatchObject({
      message: expect.stringContaining('0.15 seconds'),
    });
    expect(await run('sleep 90 & echo svc_sk_a')).toBe('svc_sk_a');
  });

  it('ends at the signal, with its child processes', async () => {
    const reason = new Error('stop');
    const controller = new AbortController();
    const pids = join(createFolder(), 'pids');
    const line = `sleep 600 & echo $$ $! > ${pids}; sleep 601`;
    const running = runKeyCommand(line, { env: process.env, signal: controller.signal });
    while (!existsSync(pids) || readFileSync(pids, 'utf8') === '') await setTimeout(5);
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    await expect.poll(() => started.filter(isRunning)).toEqual([]);
  });

  it('ends at its limit when a child process keeps its output open', async () => {
    await expect(run('sleep 600 &', 150)).rejects.toMatchObject({
      message: expect.stringContaining('0.15 seconds'),
    });
  });
});

describe('the insecure credential file', () => {
  const uid = process.getuid?.();
  const open = (of = uid) => {
    const path = join(createFolder(), 'config', 'credentials.json');
    return {
      path,
      ring: createFileKeyring(
        openJsonFile(path, 1, hostProcess, () => expect.unreachable()),
        of,
      ),
    };
  };

  it('stores, returns and deletes, for its owner only', async () => {
    const { ring, path } = open();
    expect(await ring.get('a@b')).toBeUndefined();
    expect(await ring.delete('a@b')).toBe(false);
    await ring.set('a@b', 'svc_sk_a');
    await ring.set('c@d', 'svc_sk_c');
    expect(await ring.get('a@b')).toBe('svc_sk_a');
    expect(await ring.get('toString')).toBeUndefined();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await ring.delete('a@b')).toBe(true);
    expect(await ring.get('a@b')).toBeUndefined();
    expect(readFileSync(path, 'utf8')).not.toContain('svc_sk_a');
    expect(await ring.get('c@d')).toBe('svc_sk_c');
  });

  it.skipIf(uid === undefined)(
    'is refused when it is a link, of another owner or readable by others',
    async () => {
      const { ring, path } = open();
      await ring.set('a@b', 'svc_sk_a');
      const refused = { exit: 1, code: 'unsafe_credentials_file' };
      for (const mode of [0o640, 0o604, 0o620]) {
        chmodSync(path, mode);
        await expect(ring.get('a@b')).rejects.toMatchObject(refused);
        await expect(ring.set('a@b', 'x')).rejects.toMatchObject(refused);
      }
      chmodSync(path, 0o600);
      const stranger = createFileKeyring(
        openJsonFile(path, 1, hostProcess, () => {}),
        (uid ?? 0) + 1,
      );
      await expect(stranger.get('a@b')).rejects.toMatchObject(refused);

      const link = join(createFolder(), 'credentials.json');
      mkdirSync(join(path, '..'), { recursive: true });
      symlinkSync(path, link);
      const linked = createFileKeyring(
        openJsonFile(link, 1, hostProcess, () => {}),
        uid,
      );
      await expect(linked.get('a@b')).rejects.toMatchObject(refused);
      await expect(linked.delete('a@b')).rejects.toMatchObject(refused);
    },
  );

  // A system that counts no users has no modes either, so there is only the look at the link itself.
  it.skipIf(uid === undefined).each([uid, undefined])(
    'is neither read nor written when it is a link (user %s)',
    async (of) => {
      const { ring, path } = open();
      await ring.set('a@b', 'svc_sk_a');
      const before = readFileSync(path, 'utf8');
      const link = join(createFolder(), 'credentials.json');
      symlinkSync(path, link);
      const linked = createFileKeyring(
        openJsonFile(link, 1, hostProcess, () => {}),
        of,
      );
      for (const deed of [
        () => linked.get('a@b'),
        () => linked.listNames(),
        () => linked.set('a@b', 'svc_sk_b'),
        () => linked.delete('a@b'),
      ])
        await expect(deed()).rejects.toMatchObject({
          code: 'unsafe_credentials_file',
          message: expect.stringContaining('is a symbolic link'),
          hint: expect.stringContaining(`rm ${link}`),
        });
      expect(readFileSync(path, 'utf8')).toBe(before);
    },
  );
});
