/**
 * kill -9 at random points of a paid request: never bought twice, always found again. LAB_KILLS says how often, where
 * TOILE_TEST_SEED says when.
 */

import { existsSync, readFileSync } from 'node:fs';
import { isWhole } from './documents.ts';
import { lab } from './lab.ts';
import { postsAre } from './paid.ts';
import { judged, newPlace, type Place, said } from './running.ts';
import { designs, idOf, startService } from './service.ts';
import { each, type Row, scaled, WIDTH } from './tally.ts';
import { lostAfter, lostBefore } from './troubles.ts';

const KILLS = Number(process.env.LAB_KILLS ?? scaled(500));
const SEED = Number(process.env.TOILE_TEST_SEED ?? Date.now() % 1e9);

const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Killed so many times before it is let go on, and looked at after. */
const IN_A_ROW = 5;

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

/** One design: killed again and again, then let come to its end, then typed again when it is ready. */
const sequence = async (
  row: Row,
  place: Place,
  number: number,
  kind: Kind,
  random: () => number,
  usual: { ms: number },
) => {
  const id = idOf(number);
  const file = `${number}.pdf`;
  const argv = ['techpack', 'request', id, '--yes', ...kind.more, ...(kind.more.length > 0 ? [file] : [])];
  row.sequences += 1;
  for (let kill = 0; kill < IN_A_ROW; kill += 1) {
    const running = place.start(argv);
    const timer = setTimeout(() => running.kill('SIGKILL'), usual.ms * (0.3 + 0.8 * random()));
    const ended = judged(row, await running.ended);
    clearTimeout(timer);
    if (ended.signal === 'SIGKILL') row.kills += 1;
    // The machine is not as slow all the time.
    else usual.ms = 0.9 * usual.ms + 0.1 * ended.ms;
  }
  const last = judged(row, await place.run(argv));
  row.holds(last.code !== null && last.code !== 2, said(last));
  const path = place.file(file);
  if (existsSync(path) && !isWhole('pdf', readFileSync(path))) row.is('kept', file);
};

for (const kind of KINDS) {
  lab(
    'techpack request',
    `kill -9 at random: a pack ${kind.name}`,
    async (row) => {
      const random = seeded(SEED + KINDS.indexOf(kind));
      const wanted = Math.ceil(KILLS / KINDS.length);
      const service = await startService({ designs: designs(2000), packs: kind.packs });
      if (kind.name.includes('lost')) {
        service.on('tech-packs', ({ n }) => n % 6 === 3, lostAfter);
        service.on('tech-packs', ({ n }) => n % 6 === 0, lostBefore);
      }
      // A home for each lane: what is measured is money, not how long they wait for one another.
      const places = await Promise.all(Array.from({ length: WIDTH }, () => newPlace(service)));
      const [first] = places;
      const warm = await first?.run(['techpack', 'request', idOf(1999), '--yes']);
      const usual = { ms: warm?.ms ?? 300 };
      let next = 0;
      await each(places, async (place) => {
        while (row.kills < wanted && next < 1990) {
          next += 1;
          await sequence(row, place, next, kind, random, usual);
        }
        const listed = judged(row, await place.run(['techpack', 'ls', '--json']));
        row.holds(listed.code === 0, said(listed));
      });
      // Whatever the service took is written down in one of the homes.
      const all = (await Promise.all(places.map((place) => place.run(['techpack', 'ls', '--json']))))
        .map(({ out }) => out)
        .join();
      // Only now: a request that was killed before its last byte left may have been on its way for a while.
      for (const design of new Set(service.posts.map((post) => post.design))) {
        row.holds(all.includes(design), `${design} was sent and is not listed`);
        postsAre(row, service, 1, `${design}, killed again and again`, design);
      }
      row.holds(row.kills >= wanted, `${row.kills} kills`);
      if (row.wrong.length > 0) row.is('other', `TOILE_TEST_SEED=${SEED}`);
      await service.close();
      for (const place of places) place.remove();
    },
    { alone: true },
  );
}
