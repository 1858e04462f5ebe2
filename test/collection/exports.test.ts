import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { join } from '../support/create-folder.ts';
import { createHome, runToile } from '../support/run-toile.ts';
import { KEY, startSmallService, toDesignId } from './small-service.ts';

const MIB = 1024 * 1024;
const buildEnv = (base: string) => ({ TOILE_API_KEY: KEY, TOILE_BASE_URL: base, TOILE_RATE: '100000/1s' });
const buildSvg = (bytes: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"><!--${'x'.repeat(bytes)}--></svg>`;

it('an export is written as it arrives, and gets its name when it is complete', async () => {
  const home = await createHome();
  const [house, text] = [join(home, 'season', '.toile'), buildSvg(6 * MIB)];
  let half = 0;
  const { base } = await startSmallService(1, (response) => {
    const bytes = Buffer.from(text);
    response.writeHead(200, { 'content-type': 'image/svg+xml', 'content-length': bytes.length });
    response.write(bytes.subarray(0, 4 * MIB));
    const sendRest = async () => {
      // It ends only once what came is seen on the disk.
      while (half < MIB) {
        await sleep(2);
        const draft = readdirSync(house).find((name) => name.startsWith('draft-'));
        half = draft === undefined ? 0 : statSync(join(house, draft)).size;
      }
      expect(readdirSync(join(home, 'season', 'designs', `design-1--${toDesignId(1)}`))).not.toContain(
        'export.technical_designer.svg',
      );
      response.end(bytes.subarray(4 * MIB));
    };
    void sendRest();
  });
  const run = await runToile(['pull', 'season', '--exports', 'svg'], { home, env: buildEnv(base) });
  expect(run.code, run.out + run.err).toBe(0);
  expect(half).toBeGreaterThanOrEqual(MIB);
  const folder = join(home, 'season', 'designs', `design-1--${toDesignId(1)}`);
  expect(readFileSync(join(folder, 'export.technical_designer.svg'), 'utf8')).toBe(text);
  expect(readdirSync(house).sort()).toEqual(['.gitignore', 'journal.jsonl']);
});

it('an export is downloaded without the key, from any origin', async () => {
  const home = await createHome();
  const { base, fetched } = await startSmallService(2, (response) => response.end(buildSvg(10)));
  const run = await runToile(['pull', 'season', '--exports', 'svg'], { home, env: buildEnv(base) });
  expect(run.code, run.out + run.err).toBe(0);
  expect(fetched).toHaveLength(2);
  for (const headers of fetched) {
    expect(headers.authorization).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain(KEY);
  }
});

/** The first link breaks off half-way and then has expired. */
const createDyingLink = () => {
  const text = buildSvg(1000);
  return startSmallService(1, (response, link) => {
    if (link > 1) return void response.end(text);
    if (response.req.headers.range !== undefined) return void response.writeHead(403).end();
    response.writeHead(200, { etag: '"one"', 'accept-ranges': 'bytes', 'content-length': text.length });
    response.write(text.slice(0, 500), () => response.destroy());
  });
};

it('the link of an export is requested again when it expires during the download', async () => {
  const home = await createHome();
  const { base, asked } = await createDyingLink();
  const run = await runToile(['pull', 'season', '--exports', 'svg', '--json'], { home, env: buildEnv(base) });
  expect(run.code, run.out + run.err).toBe(0);
  expect(JSON.parse(run.out)).toMatchObject({ failed: [], requests: asked.length });
  expect(asked.filter((route) => route.endsWith('/exports'))).toHaveLength(2);
  const path = join(home, 'season', 'designs', `design-1--${toDesignId(1)}`, 'export.technical_designer.svg');
  expect(readFileSync(path, 'utf8')).toBe(buildSvg(1000));
});

it('--max-requests limits the requests for a new link', async () => {
  const home = await createHome();
  const all = await createDyingLink();
  await runToile(['pull', 'all', '--exports', 'svg'], { home, env: buildEnv(all.base) });
  const { base, asked } = await createDyingLink();
  const limited = ['pull', 'season', '--exports', 'svg', '--max-requests', String(all.asked.length - 1)];
  const run = await runToile([...limited, '--json'], { home, env: buildEnv(base) });
  expect(asked).toHaveLength(all.asked.length - 1);
  expect(JSON.parse(run.out)).toMatchObject({ requests: asked.length, failed: [] });
});

it('an export that breaks off is a failed file and leaves nothing; the other files exist', async () => {
  const home = await createHome();
  let isOver = true;
  const { base } = await startSmallService(2, (response, link) => {
    if (isOver && link <= 2) return void response.writeHead(403).end();
    isOver = false;
    response.end(buildSvg(10));
  });
  const run = await runToile(['pull', 'season', '--exports', 'svg', '--json'], { home, env: buildEnv(base) });
  expect(run.code).toBe(1);
  const { failed, new: fresh } = JSON.parse(run.out);
  expect(failed).toMatchObject([
    { file: expect.stringMatching(/export\.technical_designer\.svg$/), code: 'download_failed' },
  ]);
  expect(fresh.filter((path: string) => path.includes('export'))).toHaveLength(1);
  expect(readdirSync(join(home, 'season', '.toile')).sort()).toEqual(['.gitignore', 'journal.jsonl']);
  const again = await runToile(['pull', 'season', '--exports', 'svg', '--json'], {
    home,
    env: buildEnv(base),
  });
  expect(JSON.parse(again.out)).toMatchObject({ new: [failed[0].file], changed: [], failed: [] });
});

it('an export is checked against the digest of its record', async () => {
  const home = await createHome();
  const text = buildSvg(10);
  const service = await startSmallService(1, (response) => response.end(text));
  service.record = { sha256: 'ab'.repeat(32) };
  const run = () =>
    runToile(['pull', 'season', '--exports', 'svg', '--json'], { home, env: buildEnv(service.base) });
  const wrong = await run();
  expect(wrong.code).toBe(1);
  const { failed, new: fresh } = JSON.parse(wrong.out);
  expect(failed).toMatchObject([
    { file: expect.stringMatching(/export\.technical_designer\.svg$/), code: 'wrong_digest' },
  ]);
  expect(fresh.filter((path: string) => path.includes('export'))).toEqual([]);
  const folder = join(home, 'season', 'designs', `design-1--${toDesignId(1)}`);
  expect(readdirSync(folder).filter((name) => name.includes('export'))).toEqual([]);
  service.record = { sha256: createHash('sha256').update(text).digest('hex') };
  expect(JSON.parse((await run()).out)).toMatchObject({ new: [failed[0].file], failed: [] });
});
