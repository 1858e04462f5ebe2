import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createRedactor } from '../../../src/platform/redactor.ts';
import { openJsonFile } from '../../../src/platform/system/json-file.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';
import { createHome, runToile } from '../../support/run-toile.ts';

const SECRETS = ['first-opaque-token+1', 'second~password/of=it'] as const;

/** All that files below a folder hold. */
const readTextsBelow = (path: string): readonly string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => readTextsBelow(join(path, name)))
    : [readFileSync(path, 'utf8')];

it('a file of state contains no secret, however often a service repeats one', async () => {
  const { redact, addSecret } = createRedactor();
  for (const secret of SECRETS) addSecret(secret);
  const path = join(createFolder(), 'state.json');
  const file = openJsonFile(path, 1, { ...hostProcess, redact }, () => undefined);
  const output = SECRETS.flatMap((secret) => [secret, encodeURIComponent(secret), btoa(`x:${secret}`)]);
  await file.change(() => ({ next: { version: 1, said: output.join(' ') }, result: undefined }));
  const text = readFileSync(path, 'utf8');
  expect(JSON.parse(text).said).toMatch(/^\[hidden\]( \S*\[hidden\]\S*){5}$/);
  for (const one of output) expect(text).not.toContain(one);
});

it('no stored file contains a secret that the service repeats', async () => {
  const home = await createHome();
  const designs = SECRETS.map((secret, at) => ({
    id: `3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d0${at}`,
    name: `Coat ${secret} end`,
    garment_id: null,
    category: 'coat',
    created_at: '2026-11-20T09:00:00Z',
    updated_at: '2026-11-20T09:00:00Z',
  }));
  const answer = async () => Response.json({ designs, next_before: null });
  const run = await runToile(['designs', 'ls', '--json'], {
    home,
    network: async () => answer as never,
    env: {
      TOILE_BASE_URL: 'https://api.example',
      TOILE_ACCESS_TOKEN: SECRETS[0],
      TOILE_SHARED_PASSWORD: SECRETS[1],
    },
  });
  expect(run.code).toBe(0);
  const kept = readTextsBelow(home).join('\n');
  // The names are there, for completion.
  expect(kept).toContain('Coat [hidden] end');
  for (const secret of SECRETS) expect(kept).not.toContain(secret);
});
