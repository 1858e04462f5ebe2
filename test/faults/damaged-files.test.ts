import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEnv, createTempFolder, runProgram } from '../support/run-program.ts';
import { KEY, startSandboxServer } from './start-sandbox-server.ts';

const GARMENT = 'GARM-5117';

it('a damaged file of any kind is moved aside or ignored, and prevents no read', async () => {
  const base = await startSandboxServer({ rate: { limit: 1e6, windowMs: 1000 } });
  const home = await createTempFolder();
  const env = createEnv(home, { TOILE_HOME: join(home, 'toile'), TOILE_BASE_URL: base, TOILE_API_KEY: KEY });
  await runProgram(['login', '--with-key', '--insecure-storage'], { env, input: KEY });
  await runProgram(['techpack', 'request', GARMENT, '--yes'], { env });
  await runProgram(['designs', 'ls'], { env });
  const root = join(home, 'toile');
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('held-') && entry.name !== 'free')
    .map((entry) => join(entry.parentPath, entry.name));
  const kinds = ['accounts.json', 'credentials.json', 'purchases.json', '/cache/names-', '/state/requests/'];
  for (const kind of kinds) expect(files.join('\n')).toContain(kind);
  for (const file of files) await writeFile(file, '\u0000\u001b[31m{"version": 1, "half');
  for (const argv of [
    ['me', '--json'],
    ['graph', GARMENT, '--json'],
    ['designs', 'ls', '--json'],
  ]) {
    const { exitCode, stdout, stderr } = await runProgram(argv, { env });
    expect(exitCode, `${argv}: ${stderr}`).toBe(0);
    expect(() => JSON.parse(stdout)).not.toThrow();
    expect(stderr).not.toMatch(/\n\s+at /);
  }
  const listed = await runProgram(['techpack', 'ls'], { env });
  // A damaged record of purchases stops the command, and stays in place until a person confirms.
  expect(listed.exitCode).toBe(1);
  expect(listed.stderr).toContain('toile techpack forget --damaged');
  expect(readFileSync(join(root, 'state', 'purchases.json'), 'utf8')).toContain('half');
  expect((await runProgram(['accounts', 'ls'], { env })).exitCode).toBe(0);
});
