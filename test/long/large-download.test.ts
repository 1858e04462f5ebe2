/**
 * 1 GiB from a plain file server with the built program and with curl, side by side, and the same as the export of a
 * pull. The file has to be right and memory must not grow with it; time is printed, never judged.
 */
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { BIN, createDesignId } from '../soak/built-program.ts';
import type { ServedFile } from '../soak/file-server.ts';
import { formatMib, MIB, runMeasured } from '../soak/run-measured.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { createFolder, join } from '../support/create-folder.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';

const GIB = 1024 ** 3;
/** The additional memory allowed for 1 GiB compared with 1 MiB. */
const SLACK = 96 * MIB;
const noCurl = isToolMissing('curl', 'curl');

/** The start, middle and end of a document of each kind. */
const SVG = ['<svg xmlns="http://www.w3.org/2000/svg"><!--', '', '--></svg>'] as const;
const JSON_TEXT = ['["', '", {"a": [1, 2.5, null]}, "', '"]'] as const;
const block = Buffer.from(randomBytes(MIB / 2).toString('hex'));

const createFile = async (
  path: string,
  size: number,
  [head, between, end] = SVG as readonly string[],
): Promise<ServedFile> => {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  for (let at = 0; at < size; at += MIB) {
    const piece = Buffer.from(block);
    piece.write((at / MIB).toString(16).padStart(8, '0'), 64);
    piece.write(between ?? '', MIB / 2);
    if (at === 0) piece.write(head ?? '', 0);
    if (at + MIB === size && end) piece.write(end, MIB - end.length);
    await file.write(piece);
    hash.update(piece);
  }
  await file.close();
  return { path, size, sha256: hash.digest('hex') };
};

const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
};

it('1 GiB is downloaded complete with little memory', async ({ task }) => {
  const place = createFolder();
  const large = await createFile(join(place, 'large'), GIB);
  const files = [
    await createFile(join(place, 'small'), MIB),
    large,
    await createFile(join(place, 'json'), GIB, JSON_TEXT),
  ];
  const program = await bundleProgram(new URL('../soak/file-server.ts', import.meta.url));
  const server = fork(program, [JSON.stringify(files)], { stdio: 'inherit' });
  onTestFinished(async () => {
    server.kill();
    await rm(program, { force: true });
  });
  const origin = await new Promise<string>((resolve) =>
    server.once('message', (told) => resolve(String(told))),
  );
  const env = {
    PATH: process.env.PATH,
    HOME: place,
    TOILE_HOME: place,
    TOILE_BASE_URL: origin,
    TOILE_API_KEY: 'svc_sk_soak',
  };
  const run = async (...argv: readonly string[]) => {
    const ran = await runMeasured(argv, { env, cwd: place });
    expect(ran.code, argv.join(' ')).toBe(0);
    return ran;
  };
  const toile = (...words: readonly string[]) => run(process.execPath, BIN, ...words, '-q');

  const small = await toile('export', createDesignId(0), '-o', 'small.out');
  const whole = await toile('export', createDesignId(1), '-o', 'large.out');
  expect(await hashFile(join(place, 'large.out'))).toBe(large.sha256);
  await rm(join(place, 'large.out'));
  const json = await toile('export', createDesignId(2), '-o', 'json.out', '--driver', 'json');
  await rm(join(place, 'json.out'));
  const pulled = await toile('pull', 'season', '--exports', 'svg');
  const { designs } = JSON.parse(await readFile(join(place, 'season', 'manifest.json'), 'utf8'));
  expect(designs[createDesignId(1)].files['export.technical_designer.svg'].sha256).toBe(large.sha256);
  await rm(join(place, 'season'), { recursive: true });
  const curl = noCurl ? undefined : await run('curl', '-sS', '-o', 'curl.out', `${origin}/file/1`);

  const formatRate = (ms: number) => `${Math.round(ms)} ms (${Math.round(GIB / MIB / (ms / 1000))} MiB/s)`;
  task.meta.summary = [
    `1 GiB: ${formatRate(whole.ms)}; as JSON, which is followed to its end: ${formatRate(json.ms)}; in a pull: ${formatRate(pulled.ms)}`,
    ...(curl
      ? [
          `curl -o: ${formatRate(curl.ms)}; toile takes ${(whole.ms / curl.ms).toFixed(2)} times as long, digest and fsync included`,
        ]
      : []),
    `most memory: ${formatMib(whole.peak)} for 1 GiB, ${formatMib(pulled.peak)} in a pull, ${formatMib(json.peak)} as JSON, ${formatMib(small.peak)} for 1 MiB`,
  ];
  for (const { peak } of [whole, json, pulled]) expect(peak - small.peak).toBeLessThan(SLACK);
});
