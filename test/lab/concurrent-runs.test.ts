/** Runs two and eight processes at once, one of them stopped at each of its steps. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultRow, runInParallel, scaleCount } from './fault-row.ts';
import { createDesigns, createUuid, startService } from './lab-service.ts';
import { OWN_404, replyWith } from './network-faults.ts';
import { findWrongBodies, hashFolder } from './pulled-folder.ts';
import { buildRequest, checkFile, checkPosts, DESIGN } from './purchase-checks.ts';
import { testFault, testWithService } from './test-fault.ts';
import {
  createUser,
  type RunningProgram,
  type RunOptions,
  type RunResult,
  type TestUser,
} from './test-user.ts';

/** Milliseconds for the second process to stop at its step. One that needs longer waits for a lock. */
const estimatePatience = ({ ms }: RunResult): number => 300 + 3 * ms;

/** Runs a command twice: the first stops at a step while the second runs, and is then resumed. */
const runCrossed = async (
  user: TestUser,
  at: number,
  first: readonly string[],
  patience: number,
): Promise<{ readonly one: RunResult; readonly two: RunResult } | undefined> => {
  const running = user.start(first, { skip: ['/state/requests'], fault: { mode: 'stop', at } });
  if (!(await running.waitForStop())) return undefined;
  const second = user.start(first, { fault: { mode: 'count', at: 0 } });
  // The second ends or waits. It tries the same step again and again while it waits for the lock.
  await Promise.race([
    second.waitForStep({ what: 'rename', path: 'purchases.json.lock/held' }, 5),
    sleep(patience),
  ]);
  running.resume();
  const [one, two] = await Promise.all([running.ended, second.ended]);
  return { one, two };
};

// --- Tech Packs ----------------------------------------------------------------------------------------

const UNKNOWN = 'the service does not know the earlier purchase';

for (const fault of ['nothing was requested before', UNKNOWN]) {
  testFault(
    'techpack request',
    `a second process at every step of the first: ${fault}`,
    async (row) => {
      const free = await startService();
      const alone = await createUser(free, row);
      const patience = estimatePatience(await alone.run(buildRequest()));
      await free.close();
      alone.remove();
      let longest = 60;
      const steps = Array.from({ length: longest }, (_, at) => at + 1);
      await runInParallel(steps, async (at) => {
        if (at > longest) return;
        const service = await startService();
        const user = await createUser(service, row);
        try {
          if (fault === UNKNOWN) {
            await user.run(buildRequest());
            service.on('tech-pack', 'always', replyWith(OWN_404));
          }
          const met = await runCrossed(user, at, buildRequest(), patience);
          if (met === undefined) longest = Math.min(longest, at);
          else {
            row.sequences += 1;
            for (const ended of [met.one, met.two]) {
              row.check(ended.code !== 2, ended);
            }
            checkPosts(row, service, 1, `the second while the first stood at step ${at}`);
          }
        } finally {
          await service.close();
          user.remove();
        }
      });
    },
    { alone: true },
  );
}

for (const count of [2, 8]) {
  for (const known of [true, false]) {
    const fault = `${count} at once: ${known ? 'a slow answer' : 'the earlier purchase is unknown'}`;
    testWithService('techpack request', fault, {}, async ({ row, service, user }) => {
      if (known) service.on('tech-packs', 'always', (usual) => ({ ...usual(), delay: 1500 }));
      else {
        await user.run(buildRequest());
        service.on('tech-pack', 'always', replyWith(OWN_404));
      }
      const all = await Promise.all(
        Array.from({ length: count }, (_, at) => sleep(at * 60).then(() => user.run(buildRequest()))),
      );
      for (const ended of known ? all : [])
        row.check(!/no answer came/.test(ended.err), `it is still being sent: ${ended}`);
      checkPosts(row, service, 1, fault);
    });
  }
}

testWithService(
  'techpack request',
  '8 at once: each of another design',
  { designs: createDesigns(8) },
  async ({ row, service, user }) => {
    const ids = Array.from({ length: 8 }, (_, at) => createUuid(at + 1));
    const all = await Promise.all(ids.map((id) => user.run(['techpack', 'request', id, '--yes'])));
    for (const ended of all) row.check(ended.code === 0, ended);
    const listed = await user.run(['techpack', 'ls', '--json']);
    for (const id of ids) {
      checkPosts(row, service, 1, id, id);
      row.check(listed.out.includes(id), `${id} is not listed`);
    }
  },
);

// --- pulls into one folder -----------------------------------------------------------------------------

/** Starts the second pull, which stops before it renames a file. */
type Second = (how: RunOptions) => RunningProgram;

/** Pulls one design only, so that both pulls write different files. */
const buildThirdPull = (dir: string): string[] => ['pull', dir, createUuid(3)];

/** The ways in which the second pull names the folder of the first. */
const FOLDER_PATHS = new Map<string, (user: TestUser, other: TestUser) => Second>([
  ['the same name', (user) => (how) => user.start(buildThirdPull('season'), how)],
  [
    'the same name, after three minutes',
    (user) => (how) => user.start(buildThirdPull('season'), { ...how, time: '+200s' }),
  ],
  ['a name with a detour', (user) => (how) => user.start(buildThirdPull('./x/../season/'), how)],
  ['a symbolic link', (user) => (how) => user.start(buildThirdPull('linked'), how)],
  ['a symbolic link above it', (user) => (how) => user.start(buildThirdPull('here/season'), how)],
  [
    'another home',
    (user, other) => (how) => other.start(buildThirdPull('season'), { ...how, cwd: user.work }),
  ],
  [
    'another home and a symbolic link',
    (user, other) => (how) => other.start(buildThirdPull('linked'), { ...how, cwd: user.work }),
  ],
]);
const NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const HOST = ['unshare', '--uts', 'sh', '-c', 'hostname laboratory; exec "$@"', 'sh'];
for (const [way, through] of [
  ['another process namespace, after three minutes', NAMESPACE],
  ['another host name, after three minutes', HOST],
] as const) {
  FOLDER_PATHS.set(
    way,
    (user) => (how) => user.start(buildThirdPull('season'), { ...how, through, time: '+200s' }),
  );
}
const ROOT = process.getuid?.() === 0 ? undefined : 'another namespace takes root';

/** The step that gives a file its final name. */
const NAMING = { only: { what: 'rename', path: '/designs/' } };

/**
 * The first stops before it names its n-th file, the second before its first. Then the first is resumed until its
 * end, and the second after it.
 */
const checkCrossedPulls = async (
  row: FaultRow,
  way: string,
  at: number,
  right: string,
  patience: number,
): Promise<void> => {
  const service = await startService({ designs: createDesigns(3) });
  const user = await createUser(service, row);
  const other = await createUser(service, row);
  try {
    mkdirSync(user.file('x'));
    mkdirSync(user.file('season'));
    symlinkSync('season', user.file('linked'));
    symlinkSync('.', user.file('here'));
    const season = user.file('season');
    const roots = [season];
    const one = user.start(['pull', 'season'], { ...NAMING, roots, fault: { mode: 'stop', at } });
    if (!(await one.waitForStop())) throw new Error(`it never named ${at} files: ${await one.ended}`);
    const two = FOLDER_PATHS.get(way)?.(user, other)({ ...NAMING, roots, fault: { mode: 'stop', at: 1 } });
    if (two === undefined) throw new Error(`no way: ${way}`);
    await Promise.race([two.waitForStop(), sleep(patience)]);
    one.resume();
    await Promise.race([one.ended, sleep(patience)]);
    two.resumeAll();
    const ends = await Promise.all([one.ended, two.ended]);
    row.sequences += 1;
    for (const ended of ends) {
      row.check(ended.code === 0 || ended.err !== '', `file ${at}: ${ended}`);
    }
    row.check(
      ends.some(({ code }) => code === 0),
      `file ${at}: neither came to its end: ${ends.join(', ')}`,
    );
    const wrong = findWrongBodies(season);
    row.report(
      'kept',
      `file ${at}: under another name: ${wrong.join(', ')}; ${ends.join(', ')}`,
      wrong.length,
    );
    const third = await user.run(['pull', 'season']);
    row.check(
      third.code === 0 && hashFolder(season) === right,
      `file ${at}: another folder than one pull makes: ${third}`,
    );
  } finally {
    await service.close();
    user.remove();
    other.remove();
  }
};

for (const way of FOLDER_PATHS.keys()) {
  testFault(
    'pull',
    `a second pull into the folder: by ${way}`,
    async (row) => {
      const service = await startService({ designs: createDesigns(3) });
      const user = await createUser(service, row);
      const patience = estimatePatience(await user.run(['pull', 'season']));
      const right = hashFolder(user.file('season'));
      await service.close();
      user.remove();
      const points = Array.from(
        { length: Math.min(12, scaleCount(4)) },
        (_, at) => 1 + at * Math.floor(12 / Math.min(12, scaleCount(4))),
      );
      await runInParallel(points, (at) => checkCrossedPulls(row, way, at, right, patience));
    },
    { alone: true, unless: /^another (process|host)/.test(way) ? ROOT : undefined },
  );
}

// --- export, accounts ----------------------------------------------------------------------------------

testWithService('export --skip-existing', '5 at once', { size: 100_000 }, async ({ row, user }) => {
  for (const file of ['a.svg', 'b.svg', 'c.svg']) {
    const all = await Promise.all(
      Array.from({ length: 5 }, () => user.run(['export', DESIGN, '-o', file, '--skip-existing'])),
    );
    for (const ended of all) row.check(ended.code === 0, ended);
    row.check(checkFile(row, user.file(file), 'svg', 'five at once'), 'no file in the end');
  }
  row.check(readdirSync(user.work).length === 3, `left behind: ${readdirSync(user.work)}`);
});

testWithService('login, logout', '8 at once', {}, async ({ row, service, user }) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const NO_KEY = { env: { TOILE_API_KEY: undefined } };
  const login = (name: string) =>
    user.run(['login', '--with-key', '--insecure-storage', '--account', name], {
      ...NO_KEY,
      stdin: service.key,
    });
  const logout = (name: string) => user.run(['logout', '--account', name], NO_KEY);
  for (const ended of await Promise.all(names.map(login))) row.check(ended.code === 0, ended);
  const mixed = await Promise.all(names.map((name, at) => (at % 2 === 0 ? logout(name) : login(name))));
  for (const ended of mixed) row.check(ended.code === 0, ended);
  const listed = await user.run(['accounts', 'ls', '--json'], NO_KEY);
  const { accounts } = JSON.parse(listed.out) as { accounts: { name: string }[] };
  const left = accounts.map(({ name }) => name).toSorted();
  row.check(left.join() === 'b,d,f,h', `accounts: ${left}`);
  for (const name of left) {
    const me = await user.run(['me', '--account', name], NO_KEY);
    row.check(me.code === 0, me);
  }
  for (const ended of await Promise.all(left.map(logout))) row.check(ended.code === 0, ended);
  const keys = readdirSync(user.home).filter(
    (name) =>
      /json/.test(name) &&
      !name.endsWith('.lock') &&
      readFileSync(join(user.home, name), 'utf8').includes(service.key),
  );
  row.check(keys.length === 0, `the key is still in ${keys}`);
});
