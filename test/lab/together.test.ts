/** Two and eight processes at once, one of them held still at every step of its way. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { digestOf, wrongBodiesIn } from './folders.ts';
import { lab, trying } from './lab.ts';
import { D, keptIs, postsAre, request } from './paid.ts';
import { type Ended, type How, judged, newPlace, type Place, type Running, said } from './running.ts';
import { designs, idOf, startService } from './service.ts';
import { each, type Row, scaled } from './tally.ts';
import { instead, OWN_404 } from './troubles.ts';

/** So long the second is given to come to where it stands still; whoever takes longer waits for a lock. */
const patienceFor = ({ ms }: Ended): number => 300 + 3 * ms;

/** Typed twice: the first stands still at its step while the second runs; then it goes on. */
const crossed = async (
  place: Place,
  at: number,
  first: readonly string[],
  patience: number,
): Promise<{ readonly one: Ended; readonly two: Ended } | undefined> => {
  const running = place.start(first, { skip: ['/state/requests'], fault: { mode: 'stop', at } });
  if (!(await running.stopped())) return undefined;
  const second = place.start(first, { fault: { mode: 'count', at: 0 } });
  // It comes to its end, or waits: for the lock by the same step again and again, for an answer by none at all.
  await Promise.race([
    second.reached({ what: 'rename', path: 'purchases.json.lock/held' }, 5),
    sleep(patience),
  ]);
  running.goOn();
  const [one, two] = await Promise.all([running.ended, second.ended]);
  return { one, two };
};

// --- Tech Packs -----------------------------------------------------------------------------------------

const UNKNOWN = 'the service does not know the earlier purchase';

for (const fault of ['nothing was requested before', UNKNOWN]) {
  lab(
    'techpack request',
    `a second process at every step of the first: ${fault}`,
    async (row) => {
      const free = await startService();
      const alone = await newPlace(free);
      const patience = patienceFor(await alone.run(request()));
      await free.close();
      alone.remove();
      let longest = 60;
      const steps = Array.from({ length: longest }, (_, at) => at + 1);
      await each(steps, async (at) => {
        if (at > longest) return;
        const service = await startService();
        const place = await newPlace(service);
        try {
          if (fault === UNKNOWN) {
            await place.run(request());
            service.on('tech-pack', 'always', instead(OWN_404));
          }
          const met = await crossed(place, at, request(), patience);
          if (met === undefined) longest = Math.min(longest, at);
          else {
            row.sequences += 1;
            for (const ended of [met.one, met.two]) {
              judged(row, ended);
              row.holds(ended.code !== 2, said(ended));
            }
            postsAre(row, service, 1, `the second while the first stood at step ${at}`);
          }
        } finally {
          await service.close();
          place.remove();
        }
      });
    },
    { alone: true },
  );
}

for (const count of [2, 8]) {
  for (const known of [true, false]) {
    const fault = `${count} at once: ${known ? 'a slow answer' : 'the earlier purchase is unknown'}`;
    trying('techpack request', fault, {}, async ({ row, service, place }) => {
      row.sequences += 1;
      if (known) service.on('tech-packs', 'always', (usual) => ({ ...usual(), delay: 1500 }));
      else {
        await place.run(request());
        service.on('tech-pack', 'always', instead(OWN_404));
      }
      const all = await Promise.all(
        Array.from({ length: count }, (_, at) => sleep(at * 60).then(() => place.run(request()))),
      );
      for (const ended of all) {
        judged(row, ended);
        if (known) row.holds(!/no answer came/.test(ended.err), `it is still being sent: ${said(ended)}`);
      }
      postsAre(row, service, 1, fault);
    });
  }
}

trying(
  'techpack request',
  '8 at once: each of another design',
  { designs: designs(8) },
  async ({ row, service, place }) => {
    row.sequences += 1;
    const ids = Array.from({ length: 8 }, (_, at) => idOf(at + 1));
    const all = await Promise.all(ids.map((id) => place.run(['techpack', 'request', id, '--yes'])));
    for (const ended of all) row.holds(judged(row, ended).code === 0, said(ended));
    const listed = judged(row, await place.run(['techpack', 'ls', '--json']));
    for (const id of ids) {
      postsAre(row, service, 1, id, id);
      row.holds(listed.out.includes(id), `${id} is not listed`);
    }
  },
);

// --- pulls into one folder ------------------------------------------------------------------------------

/** The second pull, which stands still when it is about to give a file its name. */
type Second = (how: How) => Running;

/** One design alone, so that the second is not about the same file as the first. */
const pullThird = (dir: string): string[] => ['pull', dir, idOf(3)];

/** How the second comes to the folder of the first. */
const WAYS = new Map<string, (place: Place, other: Place) => Second>([
  ['the same name', (place) => (how) => place.start(pullThird('season'), how)],
  [
    'the same name, after three minutes',
    (place) => (how) => place.start(pullThird('season'), { ...how, time: '+200s' }),
  ],
  ['a name with a detour', (place) => (how) => place.start(pullThird('./x/../season/'), how)],
  ['a symbolic link', (place) => (how) => place.start(pullThird('linked'), how)],
  ['a symbolic link above it', (place) => (how) => place.start(pullThird('here/season'), how)],
  ['another home', (place, other) => (how) => other.start(pullThird('season'), { ...how, cwd: place.work })],
  [
    'another home and a symbolic link',
    (place, other) => (how) => other.start(pullThird('linked'), { ...how, cwd: place.work }),
  ],
]);
const NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const HOST = ['unshare', '--uts', 'sh', '-c', 'hostname laboratory; exec "$@"', 'sh'];
for (const [way, through] of [
  ['another process namespace, after three minutes', NAMESPACE],
  ['another host name, after three minutes', HOST],
] as const) {
  WAYS.set(way, (place) => (how) => place.start(pullThird('season'), { ...how, through, time: '+200s' }));
}
const ROOT = process.getuid?.() === 0 ? undefined : 'another namespace takes root';

/** Files get their names there. */
const NAMING = { only: { what: 'rename', path: '/designs/' } };

/**
 * The first stands still before it names its n-th file, the second before its first. Then the first goes on to its
 * end, and the second after it.
 */
const pullingAt = async (
  row: Row,
  way: string,
  at: number,
  right: string,
  patience: number,
): Promise<void> => {
  const service = await startService({ designs: designs(3) });
  const place = await newPlace(service);
  const other = await newPlace(service);
  try {
    mkdirSync(place.file('x'));
    mkdirSync(place.file('season'));
    symlinkSync('season', place.file('linked'));
    symlinkSync('.', place.file('here'));
    const season = place.file('season');
    const roots = [season];
    const one = place.start(['pull', 'season'], { ...NAMING, roots, fault: { mode: 'stop', at } });
    if (!(await one.stopped())) throw new Error(`it never named ${at} files: ${said(await one.ended)}`);
    const two = WAYS.get(way)?.(place, other)({ ...NAMING, roots, fault: { mode: 'stop', at: 1 } });
    if (two === undefined) throw new Error(`no way: ${way}`);
    await Promise.race([two.stopped(), sleep(patience)]);
    one.goOn();
    await Promise.race([one.ended, sleep(patience)]);
    two.goOnAll();
    const ends = await Promise.all([one.ended, two.ended]);
    row.sequences += 1;
    for (const ended of ends) {
      judged(row, ended);
      row.holds(ended.code === 0 || ended.err !== '', `file ${at}: ${said(ended)}`);
    }
    row.holds(
      ends.some(({ code }) => code === 0),
      `file ${at}: neither came to its end: ${ends.map(said).join(', ')}`,
    );
    const wrong = wrongBodiesIn(season);
    row.is(
      'kept',
      `file ${at}: under another name: ${wrong.join(', ')}; ${ends.map(said).join(', ')}`,
      wrong.length,
    );
    const third = judged(row, await place.run(['pull', 'season']));
    row.holds(
      third.code === 0 && digestOf(season) === right,
      `file ${at}: another folder than one pull makes: ${said(third)}`,
    );
  } finally {
    await service.close();
    place.remove();
    other.remove();
  }
};

for (const way of WAYS.keys()) {
  lab(
    'pull',
    `a second pull into the folder: by ${way}`,
    async (row) => {
      const service = await startService({ designs: designs(3) });
      const place = await newPlace(service);
      const patience = patienceFor(await place.run(['pull', 'season']));
      const right = digestOf(place.file('season'));
      await service.close();
      place.remove();
      // Twelve files are named.
      const points = Array.from(
        { length: Math.min(12, scaled(4)) },
        (_, at) => 1 + at * Math.floor(12 / Math.min(12, scaled(4))),
      );
      await each(points, (at) => pullingAt(row, way, at, right, patience));
    },
    { alone: true, unless: /^another (process|host)/.test(way) ? ROOT : undefined },
  );
}

// --- export, accounts -----------------------------------------------------------------------------------

trying('export --skip-existing', '5 at once', { size: 100_000 }, async ({ row, place }) => {
  for (const file of ['a.svg', 'b.svg', 'c.svg']) {
    row.sequences += 1;
    const all = await Promise.all(
      Array.from({ length: 5 }, () => place.run(['export', D, '-o', file, '--skip-existing'])),
    );
    for (const ended of all) row.holds(judged(row, ended).code === 0, said(ended));
    row.holds(keptIs(row, place.file(file), 'svg', 'five at once'), 'no file in the end');
  }
  row.holds(readdirSync(place.work).length === 3, `left behind: ${readdirSync(place.work)}`);
});

trying('login, logout', '8 at once', {}, async ({ row, service, place }) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const NO_KEY = { env: { TOILE_API_KEY: undefined } };
  const login = (name: string) =>
    place.run(['login', '--with-key', '--insecure-storage', '--account', name], {
      ...NO_KEY,
      stdin: service.key,
    });
  const logout = (name: string) => place.run(['logout', '--account', name], NO_KEY);
  row.sequences += 1;
  for (const ended of await Promise.all(names.map(login)))
    row.holds(judged(row, ended).code === 0, said(ended));
  const mixed = await Promise.all(names.map((name, at) => (at % 2 === 0 ? logout(name) : login(name))));
  for (const ended of mixed) row.holds(judged(row, ended).code === 0, said(ended));
  const listed = await place.run(['accounts', 'ls', '--json'], NO_KEY);
  const { accounts } = JSON.parse(listed.out) as { accounts: { name: string }[] };
  const left = accounts.map(({ name }) => name).toSorted();
  row.holds(left.join() === 'b,d,f,h', `accounts: ${left}`);
  for (const name of left) {
    const me = judged(row, await place.run(['me', '--account', name], NO_KEY));
    row.holds(me.code === 0, said(me));
  }
  for (const ended of await Promise.all(left.map(logout)))
    row.holds(judged(row, ended).code === 0, said(ended));
  const keys = readdirSync(place.home).filter(
    (name) =>
      /json/.test(name) &&
      !name.endsWith('.lock') &&
      readFileSync(join(place.home, name), 'utf8').includes(service.key),
  );
  row.holds(keys.length === 0, `the key is still in ${keys}`);
});
