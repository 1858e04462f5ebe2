import { chownSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { HostSystem } from '../../../src/platform/system/host-system.ts';
import { readEngineAccess } from '../../../src/service/shared-store/engine-address.ts';
import { createFolder, join } from '../../support/create-folder.ts';

const readAccess = (written: string, env: Readonly<Record<string, string>> = {}, uid?: number) =>
  readEngineAccess(
    {
      env,
      platform: { cwd: '/', uid },
      io: { secrets: { addSecret: () => undefined } },
    } as unknown as HostSystem,
    written,
  );
const INSECURE = { TOILE_SHARED_INSECURE: '1' };

it.each(['redis://u:word@engine.test', 'redis://:word@10.0.0.7', 'valkey://u:word@[2001:db8::1]'])(
  'no password is sent unencrypted to another machine: %s',
  async (written) => {
    await expect(readAccess(written)).rejects.toMatchObject({
      exit: 2,
      message: expect.stringMatching(/rediss:/),
    });
    await expect(readAccess(written)).rejects.not.toThrow(/:word/);
    await expect(readAccess(written, INSECURE)).resolves.toBeDefined();
    await expect(readAccess(written.replace(/^\w+/, 'rediss'))).resolves.toBeDefined();
  },
);

it.each(['redis://engine.test', 'redis://:word@127.0.0.1', 'redis://:word@[::1]', 'redis://:word@localhost'])(
  'a password file is accepted when only the user can read it: %s',
  async (written) => {
    await expect(readAccess(written)).resolves.toBeDefined();
  },
);

it.skipIf(process.getuid === undefined)('a socket of another user is refused', async () => {
  const socket = join(createFolder(), 's');
  writeFileSync(socket, '');
  const own = process.getuid?.() ?? 0;
  await expect(readAccess(`unix:${socket}`, {}, own)).resolves.toBeDefined();
  if (own === 0) chownSync(socket, 12_345, 12_345);
  const other = own === 0 ? own : own + 1;
  await expect(readAccess(`unix:${socket}`, {}, other)).rejects.toMatchObject({
    exit: 2,
    message: expect.stringMatching(/another user/),
  });
  await expect(readAccess(`unix:${socket}`, INSECURE, other)).resolves.toBeDefined();
});
