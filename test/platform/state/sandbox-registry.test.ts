import { readFile, stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openSandboxRegistry } from '../../../src/platform/state/sandbox-registry.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';

it('the registry lists the sandboxes with a living process, the latest first, and only the owner can read their secrets', async () => {
  const at = createFolder();
  const mine = openSandboxRegistry(at, hostProcess, () => undefined);
  const killed = openSandboxRegistry(at, { ...hostProcess, pid: 4_000_000 }, () => undefined);
  await killed.add('http://127.0.0.1:1', 'gone');
  await mine.add('http://127.0.0.1:2', 'a');
  await mine.add('http://127.0.0.1:3', 'b');
  expect((await mine.list()).map(({ base_url }) => base_url)).toStrictEqual([
    'http://127.0.0.1:3',
    'http://127.0.0.1:2',
  ]);
  expect((await stat(join(at, 'sandboxes.json'))).mode & 0o777).toBe(0o600);
  // A port is used again: the older entry is about a sandbox that is no more.
  await mine.add('http://127.0.0.1:2', 'c');
  expect((await mine.list())[0]).toMatchObject({ base_url: 'http://127.0.0.1:2', secret: 'c' });
  await mine.remove('http://127.0.0.1:2');
  await mine.remove('http://127.0.0.1:3');
  expect(await mine.list()).toStrictEqual([]);
  expect(await readFile(join(at, 'sandboxes.json'), 'utf8')).not.toContain('gone');
});
