/**
 * kill -9 at random points of a paid request: never ordered twice, always listed. LAB_KILLS sets the number of kills,
 * TOILE_TEST_SEED repeats their times.
 */

import { existsSync, readFileSync } from 'node:fs';
import { isCompleteDocument } from './documents.ts';
import { type FaultRow, PARALLEL_PROGRAMS, runInParallel, scaleCount } from './fault-row.ts';
import { createDesigns, createUuid, startService } from './lab-service.ts';
import { dropReply, dropRequest } from './network-faults.ts';
import { checkPosts } from './purchase-checks.ts';
import { testFault } from './test-fault.ts';
import { createUser, type TestUser } from './test-user.ts';

const KILLS = Number(process.env.LAB_KILLS ?? scaleCount(500));
const SEED = Number(process.env.TOILE_TEST_SEED ?? Date.now() % 1e9);

const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** The number of kills before the request may finish. */
const KILLS_PER_DESIGN = 5;

interface Kind {
  readonly name: string;
  readonly packs: 'composing' | 'ready' | 'payment_required';
  readonly more: readonly string[];
}
const KINDS: readonly Kind[] = [
  { name: 'that composes', packs: 'composing', more: [] },
  { name: 'that is ready at once', packs: 'ready', more: [] },
  { name: 'that is ready at once, with its PDF', packs: 'ready', more: ['--wait', '--download'] },
  { name: 'that is to be paid for', packs: 'payment_required', more: [] },
  { name: 'whose answer is lost every third time', packs: 'composing', more: [] },
];

/** Kills the request for one design several times, then lets it finish. */
const runKilledSequence = async (
  row: FaultRow,
  user: TestUser,
  number: number,
  kind: Kind,
  random: () => number,
  usual: { ms: number },
) => {
  const id = createUuid(number);
  const file = `${number}.pdf`;
  const argv = ['techpack', 'request', id, '--yes', ...kind.more, ...(kind.more.length > 0 ? [file] : [])];
  row.sequences += 1;
  for (let kill = 0; kill < KILLS_PER_DESIGN; kill += 1) {
    const running = user.start(argv);
    const timer = setTimeout(() => running.kill('SIGKILL'), usual.ms * (0.3 + 0.8 * random()));
    const ended = await running.ended;
    clearTimeout(timer);
    if (ended.signal === 'SIGKILL') row.kills += 1;
    // The speed of the machine changes.
    else usual.ms = 0.9 * usual.ms + 0.1 * ended.ms;
  }
  const last = await user.run(argv);
  row.check(last.code !== null && last.code !== 2, last);
  const path = user.file(file);
  if (existsSync(path) && !isCompleteDocument('pdf', readFileSync(path))) row.report('kept', file);
};

for (const kind of KINDS) {
  testFault(
    'techpack request',
    `kill -9 at random: a pack ${kind.name}`,
    async (row) => {
      const random = createRandom(SEED + KINDS.indexOf(kind));
      const wanted = Math.ceil(KILLS / KINDS.length);
      const service = await startService({ designs: createDesigns(2000), packs: kind.packs });
      if (kind.name.includes('lost')) {
        service.on('tech-packs', ({ n }) => n % 6 === 3, dropReply);
        service.on('tech-packs', ({ n }) => n % 6 === 0, dropRequest);
      }
      // Each lane has its own home, so that they do not wait for one another.
      const users = await Promise.all(
        Array.from({ length: PARALLEL_PROGRAMS }, () => createUser(service, row)),
      );
      const [first] = users;
      const warm = await first?.run(['techpack', 'request', createUuid(1999), '--yes']);
      const usual = { ms: warm?.ms ?? 300 };
      let next = 0;
      await runInParallel(users, async (user) => {
        while (row.kills < wanted && next < 1990) {
          next += 1;
          await runKilledSequence(row, user, next, kind, random, usual);
        }
        const listed = await user.run(['techpack', 'ls', '--json']);
        row.check(listed.code === 0, listed);
      });
      // Each order that the service accepted is listed in one of the homes.
      const all = (await Promise.all(users.map((user) => user.run(['techpack', 'ls', '--json']))))
        .map(({ out }) => out)
        .join();
      // Checked last, because a request that was killed while sending may arrive late.
      for (const design of new Set(service.posts.map((post) => post.design))) {
        row.check(all.includes(design), `${design} was sent and is not listed`);
        checkPosts(row, service, 1, `${design}, killed again and again`, design);
      }
      row.check(row.kills >= wanted, `${row.kills} kills`);
      if (row.wrong.length > 0) row.report('other', `TOILE_TEST_SEED=${SEED}`);
      await service.close();
      for (const user of users) user.remove();
    },
    { alone: true },
  );
}
