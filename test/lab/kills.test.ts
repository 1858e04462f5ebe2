/** kill -9, and worse, at every step of what costs, removes or signs in: the same command again repairs it. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { digestOf, filesIn, isInRemoved, wholeIn, wrongBodiesIn } from './folders.ts';
import { D, keptIs, postsAre, request } from './paid.ts';
import { type Ended, judged, type Place, type Step, said } from './running.ts';
import { designs, type Service } from './service.ts';
import type { Row } from './tally.ts';
import { type Fallen, type Walk, walk } from './walking.ts';

const { ENOSPC, EIO } = constants.errno;

/** How many requests were sent is written down for each: too many steps, and lost ones only cost patience. */
const WITHOUT_LEDGER = { skip: ['/state/requests'] };
/** What is sent changes nothing in the service: only what is written is worth a kill. */
const WRITES = { skip: ['/state/requests', 'network'] };

const again = async ({ row, place, where }: Fallen, argv: readonly string[]): Promise<Ended> => {
  const ended = judged(row, await place.run(argv));
  row.holds(ended.code !== null, `${where}: ${said(ended)}`);
  return ended;
};

/** Nothing is left of a download that did not come to its end. */
const noParts = ({ row, place, where }: Fallen): void => {
  const parts = readdirSync(place.work).filter((name) => name.endsWith('.part'));
  row.holds(parts.length === 0, `${where}: left behind ${parts.join(', ')}`);
};

// --- Tech Packs -----------------------------------------------------------------------------------------

const isListed = async (fallen: Fallen): Promise<void> => {
  const { row, service, place, where } = fallen;
  if (service.posts.length === 0) return;
  const listed = judged(row, await place.run(['techpack', 'ls', '--json']));
  row.holds(listed.out.includes(D), `${where}: a request that was sent is not listed: ${said(listed)}`);
};

/** Before a byte of the request leaves, it is written down and on the disk. */
const inOrder = (steps: readonly Step[], row: Row): void => {
  const at = (what: string, ending: string): number =>
    steps.findIndex(
      (step) => step.what === what && step.path.replace(/\.new-[^/]*$/, '.new').endsWith(ending),
    );
  const sent = at('send', 'network');
  const order = [
    at('sync', 'purchases.json.new'),
    at('rename', '/purchases.json'),
    at('sync', '/state'),
    sent,
  ];
  const right = order.every((place, number) => place >= 0 && place > (order[number - 1] ?? -1));
  row.holds(
    right,
    `sent before it was on the disk: ${steps.map(({ what, path }) => `${what} ${path}`).join(', ')}`,
  );
};

const ordering: Omit<Walk<undefined>, 'fault' | 'modes' | 'argv'> = {
  command: 'techpack request',
  reference: (_place, _service, ended, row) => {
    inOrder(ended.steps, row);
    return undefined;
  },
  check: async (fallen) => {
    const { row, service, where, mode } = fallen;
    if (mode === 'kill') {
      await isListed(fallen);
      await again(fallen, request());
      postsAre(row, service, 1, `${where}, typed again`);
    }
    service.ready();
    await again(fallen, request());
    postsAre(row, service, 1, `${where}, typed again when it is ready`);
  },
};
for (const mode of ['kill', 'half', 'power'] as const)
  walk({ ...ordering, fault: `${mode} at every step`, modes: [mode], argv: request() });
walk({
  ...ordering,
  fault: 'kill at every second step, of a pack to be paid for',
  modes: ['kill'],
  every: 2,
  argv: request(),
  service: { packs: 'payment_required' },
  how: WITHOUT_LEDGER,
});
walk({
  ...ordering,
  fault: 'the disk is full from every step on',
  modes: ['full'],
  errno: ENOSPC,
  argv: request(),
});
walk({
  ...ordering,
  fault: 'one error of the disk at every step',
  modes: ['fail'],
  errno: EIO,
  argv: request(),
});

walk({
  command: 'techpack request --wait --download',
  fault: 'kill at every step',
  modes: ['kill', 'half'],
  how: WITHOUT_LEDGER,
  service: { packs: 'ready' },
  argv: request('--wait', '--download', 'pk.pdf'),
  check: async (fallen) => {
    const { row, service, place, where } = fallen;
    await isListed(fallen);
    keptIs(row, place.file('pk.pdf'), 'pdf', where);
    await again(fallen, request('--wait', '--download', 'pk.pdf', '--clobber'));
    postsAre(row, service, 1, `${where}, typed again`);
    keptIs(row, place.file('pk.pdf'), 'pdf', where);
    noParts(fallen);
  },
});

// --- export ---------------------------------------------------------------------------------------------

for (const [fault, modes, errno] of [
  ['kill at every step', ['kill', 'half', 'power'], 0],
  ['the disk is full from every step on', ['full'], ENOSPC],
  ['one error of the disk at every step', ['fail'], EIO],
] as const) {
  walk({
    command: 'export',
    fault,
    modes,
    errno,
    argv: ['export', D, '-o', 'x.svg'],
    check: async (fallen) => {
      const { row, place, where } = fallen;
      keptIs(row, place.file('x.svg'), 'svg', where);
      if (modes[0] !== 'kill') noParts(fallen);
      const ended = await again(fallen, ['export', D, '-o', 'x.svg', '--clobber']);
      row.holds(
        ended.code === 0 && keptIs(row, place.file('x.svg'), 'svg', where),
        `${where}: ${said(ended)}`,
      );
      noParts(fallen);
    },
  });
}

// --- pull -----------------------------------------------------------------------------------------------

const PULL = ['pull', 'season'];
const pulling: Omit<Walk<string>, 'fault' | 'modes'> = {
  command: 'pull',
  service: { designs: designs(2) },
  argv: PULL,
  how: WRITES,
  reference: (place) => digestOf(place.file('season')),
  check: async (fallen, right) => {
    const { row, place, where, mode } = fallen;
    const season = place.file('season');
    // A loss of power may take the bytes of a file; the next pull sees that.
    if (mode !== 'power')
      row.holds(wrongBodiesIn(season).length === 0, `${where}: ${wrongBodiesIn(season)}`, 'kept');
    const ended = await again(fallen, PULL);
    row.holds(ended.code === 0, `${where}: ${said(ended)}`);
    row.holds(
      digestOf(season) === right,
      `${where}: another folder than without a fault: ${filesIn(season)}`,
      'kept',
    );
  },
};
walk({ ...pulling, fault: 'kill at every second step', modes: ['kill'], every: 2 });
walk({ ...pulling, fault: 'half a write at every write', modes: ['half'] });
walk({ ...pulling, fault: 'power lost at every third step', modes: ['power'], every: 3 });
walk({
  ...pulling,
  fault: 'one error of the disk at every third step',
  modes: ['fail'],
  errno: EIO,
  every: 3,
});
walk({
  ...pulling,
  fault: 'the disk is full from every third step on',
  modes: ['full'],
  errno: ENOSPC,
  every: 3,
});

const GONE = 2;
walk<string>({
  command: 'pull --delete',
  fault: 'kill at every second step',
  modes: ['kill', 'half'],
  every: 2,
  service: { designs: designs(3) },
  argv: [...PULL, '--delete'],
  how: WRITES,
  prepare: async (place, service) => {
    await place.run(PULL);
    const design = service.designs[GONE];
    if (design) design.gone = true;
  },
  reference: (place) => digestOf(place.file('season')),
  check: async (fallen, right) => {
    const { row, service, place, where } = fallen;
    const season = place.file('season');
    const living = (): number =>
      service.designs.filter(({ id }, at) => at !== GONE && !wholeIn(season).has(id)).length;
    row.is('removed', `${living()}, ${where}`, living());
    const ended = await again(fallen, [...PULL, '--delete']);
    row.is('removed', `${living()}, ${where}, typed again`, living());
    row.holds(ended.code === 0, `${where}: ${said(ended)}`);
    row.holds(
      digestOf(season) === right,
      `${where}: another folder than without a fault: ${filesIn(season)}`,
    );
    const id = service.designs[GONE]?.id ?? '';
    row.holds(isInRemoved(season, id), `${where}: what was removed cannot be had again`);
  },
});

// --- accounts -------------------------------------------------------------------------------------------

const LOGIN = ['login', '--with-key', '--insecure-storage', '--account', 'studio'];
const NO_KEY = { env: { TOILE_API_KEY: undefined } };
const signIn = (place: Place, service: Service, name: string): Promise<Ended> =>
  place.run([...LOGIN.slice(0, -1), name], { ...NO_KEY, stdin: service.key });

/** Every file in the home that holds the key. */
const keysIn = (place: Place, service: Service): readonly string[] =>
  readdirSync(place.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/cache/code/') && readFileSync(path, 'latin1').includes(service.key));

const signedOut = async ({ row, service, place, where, mode }: Fallen): Promise<void> => {
  const out = judged(row, await place.run(['logout', '--account', 'studio'], NO_KEY));
  row.holds([0, 2].includes(out.code ?? -1), `${where}: ${said(out)}`);
  const keys = keysIn(place, service);
  row.holds(keys.length === 0, `${where}: after logout the key is still in ${keys}: ${said(out)}`);
  if (mode !== 'kill') return;
  const listed = judged(row, await place.run(['accounts', 'ls', '--json'], NO_KEY));
  row.holds(listed.code === 0 && !listed.out.includes('studio'), `${where}: ${said(listed)}`);
};

const SIGNING: readonly (readonly [string, readonly Walk<undefined>['modes'][number][], number])[] = [
  ['kill at every step', ['kill', 'half', 'power'], 0],
  ['the disk is full from every step on', ['full'], ENOSPC],
];
for (const [fault, modes, errno] of SIGNING) {
  walk({
    command: 'login --insecure-storage',
    fault: `${fault}, then logout`,
    modes,
    errno,
    argv: LOGIN,
    how: { ...NO_KEY, ...WITHOUT_LEDGER, stdin: 'svc_sk_laboratory' },
    check: signedOut,
  });
}
walk({
  command: 'login --insecure-storage',
  fault: 'kill at every second step, then again',
  modes: ['kill', 'half'],
  every: 2,
  argv: LOGIN,
  how: { ...NO_KEY, ...WITHOUT_LEDGER, stdin: 'svc_sk_laboratory' },
  check: async (fallen) => {
    const { row, service, place, where } = fallen;
    const ended = judged(row, await signIn(place, service, 'studio'));
    row.holds(ended.code === 0, `${where}: ${said(ended)}`);
    const me = judged(row, await place.run(['me', '--account', 'studio'], NO_KEY));
    row.holds(me.code === 0, `${where}: ${said(me)}`);
  },
});
walk({
  command: 'logout',
  fault: 'kill at every step',
  modes: ['kill', 'half', 'power'],
  argv: ['logout', '--account', 'studio'],
  how: NO_KEY,
  prepare: async (place, service) => {
    await signIn(place, service, 'studio');
  },
  check: signedOut,
});
walk({
  command: 'accounts use',
  fault: 'kill at every step',
  modes: ['kill', 'half', 'power'],
  argv: ['accounts', 'use', 'atelier'],
  how: NO_KEY,
  prepare: async (place, service) => {
    await signIn(place, service, 'atelier');
    await signIn(place, service, 'studio');
  },
  check: async (fallen) => {
    const { row, place, where } = fallen;
    const listed = judged(row, await place.run(['accounts', 'ls', '--json'], NO_KEY));
    row.holds(
      ['studio', 'atelier'].every((name) => listed.out.includes(`"${name}"`)),
      `${where}: ${said(listed)}`,
    );
    const used = judged(row, await place.run(['accounts', 'use', 'atelier'], NO_KEY));
    row.holds(used.code === 0, `${where}: ${said(used)}`);
    const me = judged(row, await place.run(['me'], NO_KEY));
    row.holds(me.code === 0, `${where}: ${said(me)}`);
  },
});

/** On a fresh home the program also keeps what Node has compiled: half of that must not stop it. */
walk({
  command: 'me',
  fault: 'kill at every step, on a home that is cold',
  modes: ['kill', 'half'],
  argv: ['me'],
  prepare: async (place) => rmSync(place.home, { recursive: true }),
  check: async (fallen) => {
    const { row, place, where } = fallen;
    const ended = judged(row, await place.run(['me']));
    row.holds(ended.code === 0, `${where}: ${said(ended)}`);
  },
});
