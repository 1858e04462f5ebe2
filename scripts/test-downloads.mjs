/**
 * Interrupts 200 downloads of the built program at random points, and tries each a second time:
 * `npm run test:downloads`. A file under its final name that is not whole, at any instant, is a failure.
 */

import { createHash, randomBytes, randomInt } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { designOf, each, run, start } from '../test/soak/program.mjs';
import { documentService } from '../test/soak/service.mjs';

const COUNT = Number(process.env.TOILE_SOAK_COUNT ?? 200);
const SIZE = 600_000;
const KINDS = ['server cut, resumable', 'server cut, not resumable', 'kill -9', 'link expired on the way'];

const home = await mkdtemp(join(tmpdir(), 'toile-soak-'));
const folder = await mkdtemp(join(tmpdir(), 'toile-soak-files-'));
const [HEAD, END] = ['<svg xmlns="http://www.w3.org/2000/svg"><!--', '--></svg>'];
const inside = randomBytes(SIZE)
  .toString('hex')
  .slice(0, SIZE - HEAD.length - END.length);
const service = await documentService(Buffer.from(`${HEAD}${inside}${END}`));
const env = { HOME: home, TOILE_HOME: home, TOILE_BASE_URL: service.baseUrl, TOILE_API_KEY: 'svc_sk_soak' };
const fileOf = (design) => join(folder, `${design}_technical_designer_illustrator_svg_stage1.svg`);

/** Final names that are being watched: whatever stands there has to be whole at every look. */
const watched = new Set();
let looks = 0;
let partial = 0;
const watch = setInterval(() => {
  for (const file of watched) {
    looks += 1;
    if (existsSync(file) && statSync(file).size !== SIZE) partial += 1;
  }
}, 10);

const troubleFor = (kind) => {
  if (kind === 0) return { strong: true, cuts: [randomInt(1, SIZE), randomInt(1, SIZE)] };
  if (kind === 1) return { strong: false, cuts: Array.from({ length: 8 }, () => randomInt(1, SIZE)) };
  if (kind === 2) return { strong: true, drip: true };
  return { strong: randomInt(2) === 0, cuts: [randomInt(1, SIZE)], expired: 1 };
};

const tally = KINDS.map((kind) => ({ kind, downloads: 0, first: 0, second: 0, killed: 0 }));
const wrong = [];
const began = Date.now();

await each(COUNT, 2, async (number) => {
  const kind = number % KINDS.length;
  const design = designOf(number);
  const file = fileOf(design);
  const trouble = troubleFor(kind);
  service.troubles.set(design, trouble);
  watched.add(file);
  const row = tally[kind];
  row.downloads += 1;
  const whole = async (which) => {
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    if (digest !== service.sha256) wrong.push(`${design}: wrong bytes after the ${which} try`);
  };

  const first = start(['export', design, '--json', '-q'], { env, cwd: folder });
  if (kind === 2) {
    const at = randomInt(1, SIZE);
    trouble.onByte = (byte) => byte >= at && first.child.kill('SIGKILL');
  }
  const { code, signal } = await first.ended;
  if (signal === 'SIGKILL') row.killed += 1;
  if (existsSync(file)) {
    await whole('first');
    if (code === 0) row.first += 1;
  } else if (code === 0) wrong.push(`${design}: done without a file`);

  service.troubles.set(design, { strong: true });
  const second = await run(['export', design, '--json', '-q', '--skip-existing'], { env, cwd: folder });
  if (second.code !== 0) wrong.push(`${design}: second try ended with ${second.code}: ${second.err}`);
  else {
    await whole('second');
    if (code !== 0) row.second += 1;
  }
  watched.delete(file);
});

clearInterval(watch);
const names = await readdir(folder);
const leftovers = names.filter((name) => !name.endsWith('.svg'));
service.close();
await Promise.all([rm(home, { recursive: true }), rm(folder, { recursive: true })]);

const say = (line) => process.stdout.write(`${line}\n`);
for (const { kind, downloads, first, second, killed } of tally) {
  say(
    `${kind.padEnd(28)} ${downloads} downloads: ${first} whole at once, ${second} on the second try, ${killed} killed`,
  );
}
const { exports, whole, ranges, cut, expired } = service.counts;
say(
  `served: ${exports} exports, ${whole} from the first byte, ${ranges} by range, ${cut} cut, ${expired} expired`,
);
say(`looks at final names while downloads ran: ${looks}, partial files seen: ${partial}`);
say(
  `files: ${names.length - leftovers.length}, left behind: ${leftovers.length}, wrong: ${wrong.length}, ${Date.now() - began} ms`,
);
for (const line of [...wrong, ...leftovers]) say(`  ${line}`);
process.exitCode = wrong.length + leftovers.length + partial === 0 && names.length === COUNT ? 0 : 1;
