/**
 * 200 downloads of the built program, interrupted at random points, each tried a second time. A file under its final
 * name that is not whole, at any instant, is a failure.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDesignId, runBuiltProgram, runInLanes, startBuiltProgram } from '../soak/built-program.ts';
import { type DownloadFault, startDocumentService } from '../soak/interruptible-services.ts';
import { createFolder } from '../support/create-folder.ts';

const COUNT = Number(process.env.TOILE_SOAK_COUNT ?? 200);
const SIZE = 600_000;
const [HEAD, END] = ['<svg xmlns="http://www.w3.org/2000/svg"><!--', '--></svg>'];

/** How the first try of a download is interrupted. */
const KINDS: readonly (readonly [string, () => DownloadFault])[] = [
  ['server cut, resumable', () => ({ strong: true, cuts: [randomInt(1, SIZE), randomInt(1, SIZE)] })],
  [
    'server cut, not resumable',
    () => ({ strong: false, cuts: Array.from({ length: 8 }, () => randomInt(1, SIZE)) }),
  ],
  ['kill -9', () => ({ strong: true, drip: true })],
  ['link expired on the way', () => ({ strong: randomInt(2) === 0, cuts: [randomInt(1, SIZE)], expired: 1 })],
];

it(`${COUNT} interrupted downloads leave a complete file or none`, async ({ task }) => {
  const [home, place] = [createFolder(), createFolder()];
  const inside = randomBytes(SIZE)
    .toString('hex')
    .slice(0, SIZE - HEAD.length - END.length);
  const service = await startDocumentService(Buffer.from(`${HEAD}${inside}${END}`));
  onTestFinished(service.close);
  const env = {
    ...{ HOME: home, TOILE_HOME: home, TOILE_BASE_URL: service.baseUrl, TOILE_API_KEY: 'svc_sk_soak' },
    // The limit of requests is not the point, and would be what most of the time goes by for.
    TOILE_RATE: '10000/5m',
  };

  /** Watched final names: a file there must be complete at any time. */
  const watched = new Set<string>();
  let looks = 0;
  const partial: string[] = [];
  const watch = setInterval(() => {
    for (const file of watched) {
      looks += 1;
      if (existsSync(file) && statSync(file).size !== SIZE) partial.push(file);
    }
  }, 10);
  onTestFinished(() => clearInterval(watch));

  const rows = KINDS.map(([kind]) => ({ kind, downloads: 0, first: 0, second: 0, killed: 0 }));
  const wrong: string[] = [];
  // Most of each is a pause before the next try.
  await runInLanes(COUNT, 8, async (number) => {
    const [, troubleOf] = KINDS[number % KINDS.length] ?? [];
    const row = rows[number % KINDS.length];
    if (troubleOf === undefined || row === undefined) return;
    const design = createDesignId(number);
    const file = join(place, `${design}_technical_designer_illustrator_svg_stage1.svg`);
    const trouble = troubleOf();
    service.troubles.set(design, trouble);
    watched.add(file);
    row.downloads += 1;
    const downloadWhole = async (which: string): Promise<void> => {
      const digest = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      if (digest !== service.sha256) wrong.push(`${design}: wrong bytes after the ${which} try`);
    };

    const first = startBuiltProgram(['export', design, '--json', '-q'], { env, cwd: place });
    if (trouble.drip) {
      const at = randomInt(1, SIZE);
      trouble.onByte = (byte) => byte >= at && first.child.kill('SIGKILL');
    }
    const { code, signal } = await first.ended;
    if (signal === 'SIGKILL') row.killed += 1;
    if (existsSync(file)) {
      await downloadWhole('first');
      if (code === 0) row.first += 1;
    } else if (code === 0) wrong.push(`${design}: done without a file`);

    service.troubles.set(design, { strong: true });
    const second = await runBuiltProgram(['export', design, '--json', '-q', '--skip-existing'], {
      env,
      cwd: place,
    });
    if (second.code !== 0) wrong.push(`${design}: second try ended with ${second.code}: ${second.err}`);
    else {
      await downloadWhole('second');
      if (code !== 0) row.second += 1;
    }
    watched.delete(file);
  });

  const { exports, whole, ranges, cut, expired } = service.counts;
  task.meta.summary = [
    ...rows.map(
      ({ kind, downloads, first, second, killed }) =>
        `${kind.padEnd(28)} ${downloads} downloads: ${first} whole at once, ${second} on the second try, ${killed} killed`,
    ),
    `served: ${exports} exports, ${whole} from the first byte, ${ranges} by range, ${cut} cut, ${expired} expired`,
    `looks at final names while downloads ran: ${looks}, partial files seen: ${partial.length}`,
  ];
  expect(wrong).toStrictEqual([]);
  expect(partial).toStrictEqual([]);
  expect(cut, 'nothing was interrupted').toBeGreaterThan(0);
  const names = await readdir(place);
  expect(names.filter((name) => !name.endsWith('.svg'))).toStrictEqual([]);
  expect(names).toHaveLength(COUNT);
});
