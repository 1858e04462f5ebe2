/** Full disks, read-only disks, denied folders and impossible paths: commands report them, and no data is lost. */
import { chmodSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInParallel } from './fault-row.ts';
import { createDesigns, createJsonReply, type ServiceOptions, startService } from './lab-service.ts';
import { MOUNT_PROBLEM, type MountedDisk, mountDisk, WITHOUT_ROOT_RIGHTS } from './mount-disk.ts';
import { changeReply } from './network-faults.ts';
import { findWrongBodies, hashFolder } from './pulled-folder.ts';
import { buildRequest, checkFile, checkPosts, DESIGN } from './purchase-checks.ts';
import { type Setup, testFault, testWithService } from './test-fault.ts';
import { createUser, type RunOptions, type RunResult, readError, type TestUser } from './test-user.ts';

/** Checks that the command failed with a message and, under --json, a hint. */
const checkRefusal = ({ row }: Setup, ended: RunResult): void => {
  row.check(ended.code !== 0 && ended.code !== null, `exit ${ended.code}: ${ended}`);
  row.check(ended.err !== '', `without a word: ${ended}`);
  if (ended.argv.includes('--json'))
    row.check(typeof readError(ended).hint === 'string', `no hint: ${ended}`);
};

/** Reads that must work when no file can be stored. */
const READS = [
  ['me', '--json'],
  ['designs', 'ls', '--all', '--json'],
  ['graph', DESIGN, '--json'],
  ['--sandbox', 'me', '--json'],
];

// --- a disk that fills ---------------------------------------------------------------------------------

const testOnSmallDisk = (
  command: string,
  fault: string,
  options: ServiceOptions,
  where: (user: TestUser) => string,
  kib: number,
  body: (at: Setup, disk: MountedDisk) => Promise<void>,
): void =>
  testWithService(
    command,
    fault,
    options,
    async (at) => {
      const disk = mountDisk(where(at.user), kib);
      try {
        await body(at, disk);
      } finally {
        disk.unmount();
      }
    },
    { unless: MOUNT_PROBLEM },
  );

for (const described of [true, false]) {
  for (const free of [0, 4096, 100_000]) {
    const fault = `the disk fills: ${free} bytes free, size ${described ? 'stated' : 'not stated'}`;
    testOnSmallDisk(
      'export',
      fault,
      { size: 150_000, described },
      ({ work }) => work,
      300,
      async (at, disk) => {
        const { row, user } = at;
        disk.leave(free);
        checkRefusal(at, await user.run(['export', DESIGN, '-o', 'x.svg', '--json']));
        const left = readdirSync(user.work).filter((name) => name !== '.filling');
        row.check(left.length === 0, `left behind: ${left}`);
        disk.clear();
        const again = await user.run(['export', DESIGN, '-o', 'x.svg']);
        row.check(again.code === 0 && checkFile(row, user.file('x.svg'), 'svg', fault), again);
      },
    );
  }
}

for (const free of [0, 16_384, 65_536]) {
  testOnSmallDisk(
    'pull',
    `the disk fills: ${free} bytes free`,
    { designs: createDesigns(12) },
    ({ work }) => work,
    4000,
    async (at, disk) => {
      const { row, user } = at;
      disk.leave(free);
      checkRefusal(at, await user.run(['pull', 'season', '--json']));
      const wrong = findWrongBodies(user.file('season'));
      row.report('kept', wrong.join(', '), wrong.length);
      disk.clear();
      const again = await user.run(['pull', 'season']);
      row.check(again.code === 0, again);
      const whole = await user.run(['pull', 'other']);
      row.check(
        whole.code === 0 && hashFolder(user.file('season')) === hashFolder(user.file('other')),
        'another folder',
      );
    },
  );
}

for (const free of [0, 4096, 8192, 12_288]) {
  testOnSmallDisk(
    'techpack request',
    `the disk of the home fills: ${free} bytes free`,
    {},
    ({ home }) => home,
    400,
    async (at, disk) => {
      const { row, service, user } = at;
      disk.leave(free);
      for (const argv of READS) {
        const ended = await user.run(argv);
        row.check(ended.code === 0 && ended.err === '', ended);
      }
      const first = await user.run([...buildRequest(), '--json']);
      row.check(first.code === 0 || first.err !== '', first);
      row.check(first.code === 0 || service.posts.length === 0 || first.code !== 2, first);
      if (free === 0) row.check(first.code === 1 && service.posts.length === 0, first);
      await user.run(buildRequest());
      checkPosts(row, service, 1, 'typed again on the full disk');
      disk.clear();
      await user.run(buildRequest());
      checkPosts(row, service, 1, 'typed again when there is room');
      const listed = await user.run(['techpack', 'ls', '--json']);
      row.check(service.posts.length === 0 || listed.out.includes(DESIGN), `not listed: ${listed}`);
    },
  );
}

const LOGIN = ['login', '--with-key', '--insecure-storage', '--account', 'studio'];
const NO_KEY = { env: { TOILE_API_KEY: undefined } };

testOnSmallDisk(
  'login',
  'the disk of the home fills: nothing free',
  {},
  ({ home }) => home,
  200,
  async (at, disk) => {
    const { row, service, user } = at;
    disk.leave(0);
    checkRefusal(at, await user.run([...LOGIN, '--json'], { ...NO_KEY, stdin: service.key }));
    disk.clear();
    const again = await user.run(LOGIN, { ...NO_KEY, stdin: service.key });
    row.check(again.code === 0, again);
  },
);

// --- read-only -----------------------------------------------------------------------------------------

for (const fresh of [true, false]) {
  const fault = `a read-only home: ${fresh ? 'fresh' : 'in use'}`;
  testOnSmallDisk(
    'every command',
    fault,
    {},
    ({ root }) => `${root}/disk`,
    1000,
    async (at, disk) => {
      const { row, service, user } = at;
      const how: RunOptions = { env: { TOILE_HOME: `${disk.path}/home` } };
      if (!fresh) await user.run(['me'], how);
      disk.remount('ro');
      for (const argv of READS) {
        const ended = await user.run(argv, how);
        row.check(ended.code === 0, ended);
      }
      const before = service.posts.length;
      for (const [argv, more] of [
        [[...buildRequest(), '--json'], {}],
        [[...LOGIN, '--json'], { stdin: service.key, env: { ...how.env, TOILE_API_KEY: undefined } }],
        [['accounts', 'use', 'studio', '--json'], {}],
      ] as const) {
        const ended = await user.run(argv, { ...how, ...more });
        row.check(ended.code !== 0, ended);
        row.check(!/it does not exist/.test(ended.err), `it says that it does not exist: ${ended}`);
      }
      row.check(service.posts.length === before, 'it was sent and could not be written down', 'posts');
    },
  );
}
testOnSmallDisk(
  'pull, export',
  'a read-only folder',
  {},
  ({ work }) => work,
  1000,
  async (at, disk) => {
    disk.remount('ro');
    checkRefusal(at, await at.user.run(['pull', 'season', '--json']));
    checkRefusal(at, await at.user.run(['pull', '.', '--json']));
    checkRefusal(at, await at.user.run(['export', DESIGN, '-o', 'x.svg', '--json']));
  },
);

// --- denied --------------------------------------------------------------------------------------------

const DENIED: RunOptions = { through: WITHOUT_ROOT_RIGHTS };

testWithService('every command', 'denied: a home that may not be written', {}, async (at) => {
  const { row, service, user } = at;
  await user.run(buildRequest());
  for (const mode of [0o555, 0o000]) {
    chmodSync(join(user.home, 'state'), mode);
    chmodSync(user.home, mode);
    for (const argv of READS) {
      const ended = await user.run(argv, DENIED);
      row.check(ended.code === 0, `${mode.toString(8)}: ${ended}`);
    }
    const ended = await user.run([...buildRequest(), '--json'], DENIED);
    // A readable record shows that the order exists; an unreadable one stops the command.
    row.check(ended.code === 1 || (mode === 0o555 && ended.code === 8), ended);
    checkPosts(row, service, 1, `mode ${mode.toString(8)}`);
    chmodSync(user.home, 0o700);
    chmodSync(join(user.home, 'state'), 0o700);
  }
  chmodSync(join(user.home, 'state', 'purchases.json'), 0o000);
  checkRefusal(at, await user.run([...buildRequest(), '--json'], DENIED));
  checkPosts(row, service, 1, 'the record may not be read');
});
testWithService('pull, export', 'denied: a folder that may not be written', {}, async (at) => {
  const { row, user } = at;
  await user.run(['pull', 'season']);
  const right = hashFolder(user.file('season'));
  for (const path of ['season/.toile', 'season/designs', 'season', '.']) {
    const mode = 0o555;
    chmodSync(user.file(path), mode);
    if (path !== 'season/designs') {
      const ended = await user.run(['pull', path === '.' ? 'other' : 'season', '--json'], DENIED);
      if (path !== 'season') checkRefusal(at, ended);
    }
    if (path === '.') checkRefusal(at, await user.run(['export', DESIGN, '-o', 'x.svg', '--json'], DENIED));
    chmodSync(user.file(path), 0o755);
  }
  await user.run(['pull', 'season']);
  row.check(hashFolder(user.file('season')) === right, 'another folder');
});

// --- impossible paths ----------------------------------------------------------------------------------

const NOWHERE: readonly (readonly [string, (user: TestUser) => string])[] = [
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

const prepare = (user: TestUser): void => {
  writeFileSync(user.file('file'), 'a file');
  symlinkSync('circle', user.file('circle'));
};

for (const [what, where] of NOWHERE) {
  testWithService('every command', `nowhere: TOILE_HOME is ${what}`, {}, async ({ row, service, user }) => {
    prepare(user);
    const how: RunOptions = { ...LIMIT, env: { TOILE_HOME: where(user) } };
    await user.run(['--version']);
    for (const argv of [['me', '--json'], ['--sandbox', 'me', '--json'], ['accounts', 'ls'], ['quota']])
      await user.run(argv, how);
    const sent = await user.run(buildRequest(), how);
    row.check(sent.code !== 0, sent);
    checkPosts(row, service, 0, 'it cannot be written down');
    await user.run(LOGIN, { ...how, stdin: service.key, env: { ...how.env, TOILE_API_KEY: undefined } });
  });
  testWithService('pull, export, stale', `nowhere: into ${what}`, {}, async (at) => {
    const { row, user } = at;
    prepare(user);
    const path = where(user);
    checkRefusal(at, await user.run(['pull', path, '--json'], LIMIT));
    checkRefusal(at, await user.run(['export', DESIGN, '-o', join(path, 'x.svg'), '--json'], LIMIT));
    checkRefusal(at, await user.run(['stale', path, '--json'], LIMIT));
    row.check(existsSync(user.file('file')), 'the file is gone');
  });
}

// --- streams -------------------------------------------------------------------------------------------

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
  ['graph', DESIGN],
  ['brief', DESIGN, '--json'],
  ['trust', DESIGN],
  ['confirmations', DESIGN],
  ['sheet', DESIGN, '-o', '-'],
  ['quota'],
  ['accounts', 'ls'],
  ['techpack', 'ls'],
  ['export', DESIGN, '-o', '-'],
  ['export', DESIGN, '--link'],
  ['doctor'],
];
testFault('every command', 'stdout is full, or closed', async (row) => {
  const service = await startService();
  const user = await createUser(service, row);
  await runInParallel(STREAMS, async (argv) => {
    row.sequences += 1;
    const plain = await user.run(argv);
    // Of another version of the program.
    if (plain.code === 2 && plain.out === '') return;
    const full = await user.run(argv, { through: ['bash', '-c', 'exec "$@" > /dev/full', 'bash'] });
    row.check(full.code === 1 || plain.out === '', `> /dev/full: ${full}`);
    const closed = await user.run(argv, { through: ['bash', '-c', 'exec "$@" >&-', 'bash'] });
    row.check(closed.code !== null, `>&-: ${closed}`);
    const both = await user.run(argv, {
      through: ['bash', '-c', 'exec "$@" > /dev/full 2> /dev/full', 'bash'],
    });
    row.check(both.code === 1 || plain.out === '', `> /dev/full 2>&1: ${both}`);
    const gone = await user.run(argv, { through: ['bash', '-c', 'set -o pipefail; "$@" | true', 'bash'] });
    row.check(gone.code === plain.code || gone.code === 0, `| true: ${gone}`);
  });
  await service.close();
  user.remove();
});

// --- links that are none, names that are too long, a heap that is too small ----------------------------

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
  testWithService('export', `a link that is none: ${fault}`, {}, async (at) => {
    at.service.on('exports', 'always', () =>
      createJsonReply(201, { export: { id: 'e' }, download_url, expires_at: '2030-01-01' }),
    );
    checkRefusal(at, await at.user.run(['export', DESIGN, '-o', 'x.svg', '--json']));
  });
}
testWithService('export, pull', 'a name that is too long', {}, async (at) => {
  const long = 'x'.repeat(300);
  checkRefusal(at, await at.user.run(['export', DESIGN, '-o', long, '--json']));
  checkRefusal(
    at,
    await at.user.run(['export', DESIGN, '-o', `${'x'.repeat(250)}.svg`, '--json', '--driver', 'nope']),
  );
  checkRefusal(at, await at.user.run(['pull', long, '--json']));
});

for (const argv of [
  ['graph', DESIGN, '--json'],
  ['graph', DESIGN],
  ['api', `v1/designs/${DESIGN}/graph`],
]) {
  testWithService(
    argv[0] ?? '',
    `a large body and a small heap: ${argv.slice(2).join(' ')}`,
    {},
    async (at) => {
      const { row, service, user } = at;
      const node = JSON.stringify({ note: { value: 'x'.repeat(1000), state: 'asserted' } });
      const body = Buffer.from(`{"design_id":"${DESIGN}","nodes":[${`${node},`.repeat(90_000)}${node}]}`);
      service.on('graph', 'always', changeReply({ body }));
      const ended = await user.run(argv, { env: { NODE_OPTIONS: '--max-old-space-size=64' } });
      const isSaid =
        [1, 3].includes(ended.code ?? -1) && /memory|heap|large|big|longer than/i.test(ended.err);
      row.check(ended.code === 0 || isSaid, `exit ${ended.code ?? ended.signal}: ${ended.err.slice(-200)}`);
    },
  );
}
