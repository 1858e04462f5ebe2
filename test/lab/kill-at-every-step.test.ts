/** Kills, power losses and disk errors at every step of a command: repeating the command repairs it. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { FaultRow } from './fault-row.ts';
import { createDesigns, type Service, startService } from './lab-service.ts';
import { findCompleteDesigns, findWrongBodies, hashFolder, isInRemoved, listFiles } from './pulled-folder.ts';
import { buildRequest, checkFile, checkPosts, DESIGN } from './purchase-checks.ts';
import type { ProgramStep, RunResult, TestUser } from './test-user.ts';
import { type FaultedRun, type StepWalk, walkSteps } from './walk-steps.ts';

const { ENOSPC, EIO } = constants.errno;

/** Skips the record of sent requests: it adds many steps, and a loss only costs waiting time. */
const WITHOUT_LEDGER = { skip: ['/state/requests'] };
/** Skips network steps too, because a read changes nothing in the service. */
const WRITES = { skip: ['/state/requests', 'network'] };

const runAgain = async ({ row, user, where }: FaultedRun, argv: readonly string[]): Promise<RunResult> => {
  const ended = await user.run(argv);
  row.check(ended.code !== null, `${where}: ${ended}`);
  return ended;
};

/** Checks that no partial download is left. */
const checkNoParts = ({ row, user, where }: FaultedRun): void => {
  const parts = readdirSync(user.work).filter((name) => name.endsWith('.part'));
  row.check(parts.length === 0, `${where}: left behind ${parts.join(', ')}`);
};

// --- Tech Packs ----------------------------------------------------------------------------------------

const checkListed = async (fallen: FaultedRun): Promise<void> => {
  const { row, service, user, where } = fallen;
  if (service.posts.length === 0) return;
  const listed = await user.run(['techpack', 'ls', '--json']);
  row.check(listed.out.includes(DESIGN), `${where}: a request that was sent is not listed: ${listed}`);
};

/** Checks that the order is stored and synced before the request is sent. */
const checkWriteOrder = (steps: readonly ProgramStep[], row: FaultRow): void => {
  const findStep = (what: string, ending: string): number =>
    steps.findIndex(
      (step) => step.what === what && step.path.replace(/\.new-[^/]*$/, '.new').endsWith(ending),
    );
  const sent = findStep('send', 'network');
  const order = [
    findStep('sync', 'purchases.json.new'),
    findStep('rename', '/purchases.json'),
    findStep('sync', '/state'),
    sent,
  ];
  const right = order.every((user, number) => user >= 0 && user > (order[number - 1] ?? -1));
  row.check(
    right,
    `sent before it was on the disk: ${steps.map(({ what, path }) => `${what} ${path}`).join(', ')}`,
  );
};

const ORDER_WALK: Omit<StepWalk<undefined>, 'fault' | 'modes' | 'argv'> = {
  command: 'techpack request',
  reference: (_place, _service, ended, row) => {
    checkWriteOrder(ended.steps, row);
    return undefined;
  },
  check: async (fallen) => {
    const { row, service, where, mode } = fallen;
    if (mode === 'kill') {
      await checkListed(fallen);
      await runAgain(fallen, buildRequest());
      checkPosts(row, service, 1, `${where}, typed again`);
    }
    service.finishPacks();
    await runAgain(fallen, buildRequest());
    checkPosts(row, service, 1, `${where}, typed again when it is ready`);
  },
};
for (const mode of ['kill', 'half', 'power'] as const)
  walkSteps({ ...ORDER_WALK, fault: `${mode} at every step`, modes: [mode], argv: buildRequest() });
walkSteps({
  ...ORDER_WALK,
  fault: 'kill at every second step, of a pack to be paid for',
  modes: ['kill'],
  every: 2,
  argv: buildRequest(),
  service: { packs: 'payment_required' },
  how: WITHOUT_LEDGER,
});
walkSteps({
  ...ORDER_WALK,
  fault: 'the disk is full from every step on',
  modes: ['full'],
  errno: ENOSPC,
  argv: buildRequest(),
});
walkSteps({
  ...ORDER_WALK,
  fault: 'one error of the disk at every step',
  modes: ['fail'],
  errno: EIO,
  argv: buildRequest(),
});

walkSteps({
  command: 'techpack request --wait --download',
  fault: 'kill at every step',
  modes: ['kill', 'half'],
  how: WITHOUT_LEDGER,
  service: { packs: 'ready' },
  argv: buildRequest('--wait', '--download', 'pk.pdf'),
  check: async (fallen) => {
    const { row, service, user, where } = fallen;
    await checkListed(fallen);
    checkFile(row, user.file('pk.pdf'), 'pdf', where);
    await runAgain(fallen, buildRequest('--wait', '--download', 'pk.pdf', '--clobber'));
    checkPosts(row, service, 1, `${where}, typed again`);
    checkFile(row, user.file('pk.pdf'), 'pdf', where);
    checkNoParts(fallen);
  },
});

// --- export --------------------------------------------------------------------------------------------

for (const [fault, modes, errno] of [
  ['kill at every step', ['kill', 'half', 'power'], 0],
  ['the disk is full from every step on', ['full'], ENOSPC],
  ['one error of the disk at every step', ['fail'], EIO],
] as const) {
  walkSteps({
    command: 'export',
    fault,
    modes,
    errno,
    argv: ['export', DESIGN, '-o', 'x.svg'],
    check: async (fallen) => {
      const { row, user, where } = fallen;
      checkFile(row, user.file('x.svg'), 'svg', where);
      if (modes[0] !== 'kill') checkNoParts(fallen);
      const ended = await runAgain(fallen, ['export', DESIGN, '-o', 'x.svg', '--clobber']);
      row.check(ended.code === 0 && checkFile(row, user.file('x.svg'), 'svg', where), `${where}: ${ended}`);
      checkNoParts(fallen);
    },
  });
}

// --- pull ----------------------------------------------------------------------------------------------

const PULL = ['pull', 'season'];
const PULL_WALK: Omit<StepWalk<string>, 'fault' | 'modes'> = {
  command: 'pull',
  service: { designs: createDesigns(2) },
  argv: PULL,
  how: WRITES,
  reference: (user) => hashFolder(user.file('season')),
  check: async (fallen, right) => {
    const { row, user, where, mode } = fallen;
    const season = user.file('season');
    // A power loss may remove the bytes of a file; the next pull notices it.
    if (mode !== 'power')
      row.check(findWrongBodies(season).length === 0, `${where}: ${findWrongBodies(season)}`, 'kept');
    const ended = await runAgain(fallen, PULL);
    row.check(ended.code === 0, `${where}: ${ended}`);
    row.check(
      hashFolder(season) === right,
      `${where}: another folder than without a fault: ${listFiles(season)}`,
      'kept',
    );
  },
};
walkSteps({ ...PULL_WALK, fault: 'kill at every second step', modes: ['kill'], every: 2 });
walkSteps({ ...PULL_WALK, fault: 'half a write at every write', modes: ['half'] });
walkSteps({ ...PULL_WALK, fault: 'power lost at every third step', modes: ['power'], every: 3 });
walkSteps({
  ...PULL_WALK,
  fault: 'one error of the disk at every third step',
  modes: ['fail'],
  errno: EIO,
  every: 3,
});
walkSteps({
  ...PULL_WALK,
  fault: 'the disk is full from every third step on',
  modes: ['full'],
  errno: ENOSPC,
  every: 3,
});

const GONE = 2;
walkSteps<string>({
  command: 'pull --delete',
  fault: 'kill at every second step',
  modes: ['kill', 'half'],
  every: 2,
  service: { designs: createDesigns(3) },
  argv: [...PULL, '--delete'],
  how: WRITES,
  prepare: async (user, service) => {
    await user.run(PULL);
    const design = service.designs[GONE];
    if (design) design.gone = true;
  },
  reference: (user) => hashFolder(user.file('season')),
  check: async (fallen, right) => {
    const { row, service, user, where } = fallen;
    const season = user.file('season');
    const countMissing = (): number =>
      service.designs.filter(({ id }, at) => at !== GONE && !findCompleteDesigns(season).has(id)).length;
    row.report('removed', `${countMissing()}, ${where}`, countMissing());
    const ended = await runAgain(fallen, [...PULL, '--delete']);
    row.report('removed', `${countMissing()}, ${where}, typed again`, countMissing());
    row.check(ended.code === 0, `${where}: ${ended}`);
    row.check(
      hashFolder(season) === right,
      `${where}: another folder than without a fault: ${listFiles(season)}`,
    );
    const id = service.designs[GONE]?.id ?? '';
    row.check(isInRemoved(season, id), `${where}: what was removed cannot be had again`);
  },
});

// --- accounts ------------------------------------------------------------------------------------------

const LOGIN = ['login', '--with-key', '--insecure-storage', '--account', 'studio'];
const NO_KEY = { env: { TOILE_API_KEY: undefined } };
const signIn = (user: TestUser, service: Service, name: string): Promise<RunResult> =>
  user.run([...LOGIN.slice(0, -1), name], { ...NO_KEY, stdin: service.key });

/** Every file in the home that holds the key. */
const findKeyFiles = (user: TestUser, key: string): readonly string[] =>
  readdirSync(user.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/cache/code/') && readFileSync(path, 'latin1').includes(key));

const checkLogout = async ({ row, service, user, where, mode }: FaultedRun): Promise<void> => {
  const out = await user.run(['logout', '--account', 'studio'], NO_KEY);
  row.check([0, 2].includes(out.code ?? -1), `${where}: ${out}`);
  const keys = findKeyFiles(user, service.key);
  row.check(keys.length === 0, `${where}: after logout the key is still in ${keys}: ${out}`);
  if (mode !== 'kill') return;
  const listed = await user.run(['accounts', 'ls', '--json'], NO_KEY);
  row.check(listed.code === 0 && !listed.out.includes('studio'), `${where}: ${listed}`);
};

const SIGNING: readonly (readonly [string, readonly StepWalk<undefined>['modes'][number][], number])[] = [
  ['kill at every step', ['kill', 'half', 'power'], 0],
  ['the disk is full from every step on', ['full'], ENOSPC],
];
for (const [fault, modes, errno] of SIGNING) {
  walkSteps({
    command: 'login --insecure-storage',
    fault: `${fault}, then logout`,
    modes,
    errno,
    argv: LOGIN,
    how: { ...NO_KEY, ...WITHOUT_LEDGER, stdin: 'svc_sk_laboratory' },
    check: checkLogout,
  });
}
walkSteps({
  command: 'login --insecure-storage',
  fault: 'kill at every second step, then again',
  modes: ['kill', 'half'],
  every: 2,
  argv: LOGIN,
  how: { ...NO_KEY, ...WITHOUT_LEDGER, stdin: 'svc_sk_laboratory' },
  check: async (fallen) => {
    const { row, service, user, where } = fallen;
    const ended = await signIn(user, service, 'studio');
    row.check(ended.code === 0, `${where}: ${ended}`);
    const me = await user.run(['me', '--account', 'studio'], NO_KEY);
    row.check(me.code === 0, `${where}: ${me}`);
  },
});

/** The service of the account that a second login replaces. */
let replaced: Service;
afterAll(() => replaced?.close());
walkSteps({
  command: 'login --insecure-storage, over an account',
  fault: 'kill at every step',
  modes: ['kill', 'half', 'power'],
  argv: LOGIN,
  how: { ...NO_KEY, ...WITHOUT_LEDGER, stdin: 'svc_sk_laboratory' },
  prepare: async (user) => {
    replaced = await startService({ key: 'svc_sk_replaced' });
    await user.run([...LOGIN, '--base-url', replaced.base], { ...NO_KEY, stdin: replaced.key });
  },
  check: async ({ row, service, user, where }) => {
    const env = { TOILE_API_KEY: undefined, TOILE_BASE_URL: undefined };
    const me = await user.run(['me', '--account', 'studio'], { env });
    row.check(me.code === 0, `${where}: neither the old nor the new account works: ${me}`);
    for (const { base, key, seen } of [service, replaced])
      row.check(
        seen.every(({ headers }) => headers.authorization === `Bearer ${key}`),
        `${where}: ${base} got the key of the other account`,
      );
    const out = await user.run(['logout', '--account', 'studio'], { env });
    const keys = [service, replaced].flatMap(({ key }) => findKeyFiles(user, key));
    row.check(
      out.code === 0 && keys.length === 0,
      `${where}: after logout a key is still in ${keys}: ${out}`,
    );
  },
});
walkSteps({
  command: 'logout',
  fault: 'kill at every step',
  modes: ['kill', 'half', 'power'],
  argv: ['logout', '--account', 'studio'],
  how: NO_KEY,
  prepare: async (user, service) => {
    await signIn(user, service, 'studio');
  },
  check: checkLogout,
});
walkSteps({
  command: 'accounts use',
  fault: 'kill at every step',
  modes: ['kill', 'half', 'power'],
  argv: ['accounts', 'use', 'atelier'],
  how: NO_KEY,
  prepare: async (user, service) => {
    await signIn(user, service, 'atelier');
    await signIn(user, service, 'studio');
  },
  check: async (fallen) => {
    const { row, user, where } = fallen;
    const listed = await user.run(['accounts', 'ls', '--json'], NO_KEY);
    row.check(
      ['studio', 'atelier'].every((name) => listed.out.includes(`"${name}"`)),
      `${where}: ${listed}`,
    );
    const used = await user.run(['accounts', 'use', 'atelier'], NO_KEY);
    row.check(used.code === 0, `${where}: ${used}`);
    const me = await user.run(['me'], NO_KEY);
    row.check(me.code === 0, `${where}: ${me}`);
  },
});

/** On a new home the program also stores compiled code: a partial file must not stop it. */
walkSteps({
  command: 'me',
  fault: 'kill at every step, on a home that is cold',
  modes: ['kill', 'half'],
  argv: ['me'],
  prepare: async (user) => rmSync(user.home, { recursive: true }),
  check: async (fallen) => {
    const { row, user, where } = fallen;
    const ended = await user.run(['me']);
    row.check(ended.code === 0, `${where}: ${ended}`);
  },
});
