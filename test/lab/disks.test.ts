/** Disks that fill, that are read-only or denied, and places where nothing can be: said in a word, and nothing lost. */
import { chmodSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, wrongBodiesIn } from './folders.ts';
import { lab, trying } from './lab.ts';
import { HELD_TO_MODES, type Mounted, mount, NO_MOUNT } from './mounts.ts';
import { D, keptIs, postsAre, request } from './paid.ts';
import { type Ended, errorOf, type How, judged, newPlace, type Place, said } from './running.ts';
import { designs, json, type Options, type Service, startService } from './service.ts';
import { each, type Row } from './tally.ts';
import { doneBut } from './troubles.ts';

interface At {
  readonly row: Row;
  readonly service: Service;
  readonly place: Place;
}

/** Refused, with what happened and what to do. */
const refusedWell = ({ row }: At, ended: Ended): void => {
  judged(row, ended);
  row.holds(ended.code !== 0 && ended.code !== null, `exit ${ended.code}: ${said(ended)}`);
  row.holds(ended.err !== '', `without a word: ${said(ended)}`);
  if (ended.argv.includes('--json'))
    row.holds(typeof errorOf(ended).hint === 'string', `no hint: ${said(ended)}`);
};

// --- a disk that fills ----------------------------------------------------------------------------------

const onSmall = (
  command: string,
  fault: string,
  options: Options,
  where: (place: Place) => string,
  kib: number,
  body: (at: At, disk: Mounted) => Promise<void>,
): void =>
  trying(
    command,
    fault,
    options,
    async (at) => {
      at.row.sequences += 1;
      const disk = mount(where(at.place), kib);
      try {
        await body(at, disk);
      } finally {
        disk.unmount();
      }
    },
    { unless: NO_MOUNT },
  );

for (const described of [true, false]) {
  for (const free of [0, 4096, 100_000]) {
    const fault = `the disk fills: ${free} bytes free, size ${described ? 'stated' : 'not stated'}`;
    onSmall(
      'export',
      fault,
      { size: 150_000, described },
      ({ work }) => work,
      300,
      async (at, disk) => {
        const { row, place } = at;
        disk.leave(free);
        refusedWell(at, await place.run(['export', D, '-o', 'x.svg', '--json']));
        const left = readdirSync(place.work).filter((name) => name !== '.filling');
        row.holds(left.length === 0, `left behind: ${left}`);
        disk.clear();
        const again = judged(row, await place.run(['export', D, '-o', 'x.svg']));
        row.holds(again.code === 0 && keptIs(row, place.file('x.svg'), 'svg', fault), said(again));
      },
    );
  }
}

for (const free of [0, 16_384, 65_536]) {
  onSmall(
    'pull',
    `the disk fills: ${free} bytes free`,
    { designs: designs(12) },
    ({ work }) => work,
    4000,
    async (at, disk) => {
      const { row, place } = at;
      disk.leave(free);
      refusedWell(at, await place.run(['pull', 'season', '--json']));
      const wrong = wrongBodiesIn(place.file('season'));
      row.is('kept', wrong.join(', '), wrong.length);
      disk.clear();
      const again = judged(row, await place.run(['pull', 'season']));
      row.holds(again.code === 0, said(again));
      const whole = await place.run(['pull', 'other']);
      row.holds(
        whole.code === 0 && digestOf(place.file('season')) === digestOf(place.file('other')),
        'another folder',
      );
    },
  );
}

for (const free of [0, 4096, 8192, 12_288]) {
  onSmall(
    'techpack request',
    `the disk of the home fills: ${free} bytes free`,
    {},
    ({ home }) => home,
    400,
    async (at, disk) => {
      const { row, service, place } = at;
      disk.leave(free);
      const first = judged(row, await place.run([...request(), '--json']));
      row.holds(first.code === 0 || first.err !== '', said(first));
      row.holds(first.code === 0 || service.posts.length === 0 || first.code !== 2, said(first));
      judged(row, await place.run(request()));
      postsAre(row, service, 1, 'typed again on the full disk');
      disk.clear();
      judged(row, await place.run(request()));
      postsAre(row, service, 1, 'typed again when there is room');
      const listed = judged(row, await place.run(['techpack', 'ls', '--json']));
      row.holds(service.posts.length === 0 || listed.out.includes(D), `not listed: ${said(listed)}`);
    },
  );
}

const LOGIN = ['login', '--with-key', '--insecure-storage', '--account', 'studio'];
const NO_KEY = { env: { TOILE_API_KEY: undefined } };

onSmall(
  'login',
  'the disk of the home fills: nothing free',
  {},
  ({ home }) => home,
  200,
  async (at, disk) => {
    const { row, service, place } = at;
    disk.leave(0);
    refusedWell(at, await place.run([...LOGIN, '--json'], { ...NO_KEY, stdin: service.key }));
    disk.clear();
    const again = judged(row, await place.run(LOGIN, { ...NO_KEY, stdin: service.key }));
    row.holds(again.code === 0, said(again));
  },
);

// --- read-only ------------------------------------------------------------------------------------------

/** What every read does where nothing can be kept: it answers. */
const READS = [
  ['me', '--json'],
  ['designs', 'ls', '--json'],
  ['graph', D, '--json'],
  ['--sandbox', 'me', '--json'],
];

for (const fresh of [true, false]) {
  const fault = `a read-only home: ${fresh ? 'fresh' : 'in use'}`;
  onSmall(
    'every command',
    fault,
    {},
    ({ root }) => `${root}/disk`,
    1000,
    async (at, disk) => {
      const { row, service, place } = at;
      const how: How = { env: { TOILE_HOME: `${disk.path}/home` } };
      if (!fresh) await place.run(['me'], how);
      disk.remount('ro');
      for (const argv of READS) {
        const ended = judged(row, await place.run(argv, how));
        row.holds(ended.code === 0, said(ended));
      }
      const before = service.posts.length;
      for (const [argv, more] of [
        [[...request(), '--json'], {}],
        [[...LOGIN, '--json'], { stdin: service.key, env: { ...how.env, TOILE_API_KEY: undefined } }],
        [['accounts', 'use', 'studio', '--json'], {}],
      ] as const) {
        const ended = await place.run(argv, { ...how, ...more });
        judged(row, ended);
        row.holds(ended.code !== 0, said(ended));
        row.holds(!/it does not exist/.test(ended.err), `it says that it does not exist: ${said(ended)}`);
      }
      row.holds(service.posts.length === before, 'it was sent and could not be written down', 'posts');
    },
  );
}
onSmall(
  'pull, export',
  'a read-only folder',
  {},
  ({ work }) => work,
  1000,
  async (at, disk) => {
    disk.remount('ro');
    refusedWell(at, await at.place.run(['pull', 'season', '--json']));
    refusedWell(at, await at.place.run(['pull', '.', '--json']));
    refusedWell(at, await at.place.run(['export', D, '-o', 'x.svg', '--json']));
  },
);

// --- denied ---------------------------------------------------------------------------------------------

const DENIED: How = { through: HELD_TO_MODES };

trying('every command', 'denied: a home that may not be written', {}, async (at) => {
  const { row, service, place } = at;
  row.sequences += 1;
  await place.run(request());
  for (const mode of [0o555, 0o000]) {
    chmodSync(join(place.home, 'state'), mode);
    chmodSync(place.home, mode);
    for (const argv of READS) {
      const ended = judged(row, await place.run(argv, DENIED));
      row.holds(ended.code === 0, `${mode.toString(8)}: ${said(ended)}`);
    }
    const ended = judged(row, await place.run([...request(), '--json'], DENIED));
    // What may still be read shows that the request stands; what may not refuses.
    row.holds(ended.code === 1 || (mode === 0o555 && ended.code === 8), said(ended));
    postsAre(row, service, 1, `mode ${mode.toString(8)}`);
    chmodSync(place.home, 0o700);
    chmodSync(join(place.home, 'state'), 0o700);
  }
  chmodSync(join(place.home, 'state', 'purchases.json'), 0o000);
  refusedWell(at, await place.run([...request(), '--json'], DENIED));
  postsAre(row, service, 1, 'the record may not be read');
});
trying('pull, export', 'denied: a folder that may not be written', {}, async (at) => {
  const { row, place } = at;
  row.sequences += 1;
  await place.run(['pull', 'season']);
  const right = digestOf(place.file('season'));
  for (const path of ['season/.toile', 'season/designs', 'season', '.']) {
    const mode = 0o555;
    chmodSync(place.file(path), mode);
    if (path !== 'season/designs') {
      const ended = judged(
        row,
        await place.run(['pull', path === '.' ? 'other' : 'season', '--json'], DENIED),
      );
      if (path !== 'season') refusedWell(at, ended);
    }
    if (path === '.') refusedWell(at, await place.run(['export', D, '-o', 'x.svg', '--json'], DENIED));
    chmodSync(place.file(path), 0o755);
  }
  judged(row, await place.run(['pull', 'season']));
  row.holds(digestOf(place.file('season')) === right, 'another folder');
});

// --- where nothing can be -------------------------------------------------------------------------------

const NOWHERE: readonly (readonly [string, (place: Place) => string])[] = [
  ['/proc', () => '/proc/toile'],
  ['/proc/self', () => '/proc/self/toile/home'],
  ['/sys', () => '/sys/toile'],
  ['/dev/null', () => '/dev/null/toile'],
  ['a file', ({ work }) => `${work}/file`],
  ['below a file', ({ work }) => `${work}/file/home`],
  ['a name that is too long', ({ work }) => `${work}/${'x'.repeat(300)}`],
  ['a path that is too long', ({ work }) => `${work}${'/xxxxxxxxx'.repeat(500)}`],
  ['links in a circle', ({ work }) => `${work}/circle/home`],
];
const LIMIT = { limit: 10_000 };

const prepare = (place: Place): void => {
  writeFileSync(place.file('file'), 'a file');
  symlinkSync('circle', place.file('circle'));
};

for (const [what, where] of NOWHERE) {
  trying('every command', `nowhere: TOILE_HOME is ${what}`, {}, async ({ row, service, place }) => {
    row.sequences += 1;
    prepare(place);
    const how: How = { ...LIMIT, env: { TOILE_HOME: where(place) } };
    await place.run(['--version']);
    for (const argv of [['me', '--json'], ['--sandbox', 'me', '--json'], ['accounts', 'ls'], ['quota']])
      judged(row, await place.run(argv, how));
    const sent = judged(row, await place.run(request(), how));
    row.holds(sent.code !== 0, said(sent));
    postsAre(row, service, 0, 'it cannot be written down');
    judged(
      row,
      await place.run(LOGIN, { ...how, stdin: service.key, env: { ...how.env, TOILE_API_KEY: undefined } }),
    );
  });
  trying('pull, export, stale', `nowhere: into ${what}`, {}, async (at) => {
    const { row, place } = at;
    row.sequences += 1;
    prepare(place);
    const path = where(place);
    refusedWell(at, await place.run(['pull', path, '--json'], LIMIT));
    refusedWell(at, await place.run(['export', D, '-o', join(path, 'x.svg'), '--json'], LIMIT));
    refusedWell(at, await place.run(['stale', path, '--json'], LIMIT));
    row.holds(existsSync(place.file('file')), 'the file is gone');
  });
}

// --- streams --------------------------------------------------------------------------------------------

const STREAMS: readonly (readonly string[])[] = [
  ['--help'],
  ['--version'],
  ['help', 'output'],
  ['help', 'pull'],
  ['pull', '--help'],
  ['completion', 'bash'],
  ['commands'],
  ['config', 'ls'],
  ['me'],
  ['me', '--json'],
  ['designs', 'ls'],
  ['designs', 'ls', '--all', '--jsonl'],
  ['designs', 'ls', '--csv'],
  ['graph', D],
  ['brief', D, '--json'],
  ['trust', D],
  ['confirmations', D],
  ['sheet', D, '-o', '-'],
  ['quota'],
  ['accounts', 'ls'],
  ['techpack', 'ls'],
  ['export', D, '-o', '-'],
  ['export', D, '--link'],
  ['doctor'],
];
lab('every command', 'stdout is full, or closed', async (row) => {
  const service = await startService();
  const place = await newPlace(service);
  await each(STREAMS, async (argv) => {
    row.sequences += 1;
    const plain = await place.run(argv);
    // Of another version of the program.
    if (plain.code === 2 && plain.out === '') return;
    const full = judged(
      row,
      await place.run(argv, { through: ['bash', '-c', 'exec "$@" > /dev/full', 'bash'] }),
    );
    row.holds(full.code === 1 || plain.out === '', `> /dev/full: ${said(full)}`);
    const closed = judged(row, await place.run(argv, { through: ['bash', '-c', 'exec "$@" >&-', 'bash'] }));
    row.holds(closed.code !== null, `>&-: ${said(closed)}`);
    const both = judged(
      row,
      await place.run(argv, { through: ['bash', '-c', 'exec "$@" > /dev/full 2> /dev/full', 'bash'] }),
    );
    row.holds(both.code === 1 || plain.out === '', `> /dev/full 2>&1: ${said(both)}`);
    const gone = judged(
      row,
      await place.run(argv, { through: ['bash', '-c', 'set -o pipefail; "$@" | true', 'bash'] }),
    );
    row.holds(gone.code === plain.code || gone.code === 0, `| true: ${said(gone)}`);
  });
  await service.close();
  place.remove();
});

// --- links that are none, names that are too long, a heap that is too small -------------------------------

const LINKS: Readonly<Record<string, unknown>> = {
  'no link': undefined,
  null: null,
  'an empty one': '',
  'a number': 5,
  javascript: 'javascript:alert(1)',
  'a file': 'file:///etc/passwd',
  words: 'http://',
};
for (const [fault, download_url] of Object.entries(LINKS)) {
  trying('export', `a link that is none: ${fault}`, {}, async (at) => {
    at.row.sequences += 1;
    at.service.on('exports', 'always', () =>
      json(201, { export: { id: 'e' }, download_url, expires_at: '2030-01-01' }),
    );
    refusedWell(at, await at.place.run(['export', D, '-o', 'x.svg', '--json']));
  });
}
trying('export, pull', 'a name that is too long', {}, async (at) => {
  at.row.sequences += 1;
  const long = 'x'.repeat(300);
  refusedWell(at, await at.place.run(['export', D, '-o', long, '--json']));
  refusedWell(
    at,
    await at.place.run(['export', D, '-o', `${'x'.repeat(250)}.svg`, '--json', '--driver', 'nope']),
  );
  refusedWell(at, await at.place.run(['pull', long, '--json']));
});

for (const argv of [
  ['graph', D, '--json'],
  ['graph', D],
  ['api', `v1/designs/${D}/graph`],
]) {
  trying(argv[0] ?? '', `a large body and a small heap: ${argv.slice(2).join(' ')}`, {}, async (at) => {
    const { row, service, place } = at;
    row.sequences += 1;
    const node = JSON.stringify({ note: { value: 'x'.repeat(1000), state: 'asserted' } });
    const body = Buffer.from(`{"design_id":"${D}","nodes":[${`${node},`.repeat(90_000)}${node}]}`);
    service.on('graph', 'always', doneBut({ body }));
    const ended = judged(row, await place.run(argv, { env: { NODE_OPTIONS: '--max-old-space-size=64' } }));
    const isSaid = [1, 3].includes(ended.code ?? -1) && /memory|heap|large|big|longer than/i.test(ended.err);
    row.holds(ended.code === 0 || isSaid, `exit ${ended.code ?? ended.signal}: ${ended.err.slice(-200)}`);
  });
}
