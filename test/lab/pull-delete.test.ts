/** `pull --delete` removes only designs that the service reports as deleted; an incomplete list is always reported. */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { FaultRow } from './fault-row.ts';
import {
  createDesigns,
  createJsonReply,
  type Service,
  type ServiceOptions,
  startService,
} from './lab-service.ts';
import {
  CODED_404,
  EMPTY_404,
  failWith,
  GATEWAY_404,
  HTML_404,
  LOGIN,
  NO_LIST,
  OWN_404,
  repeatCursor,
  replyWith,
  UNTYPED_404,
} from './network-faults.ts';
import { findCompleteDesigns, findWrongBodies, isInRemoved } from './pulled-folder.ts';
import { type TestOptions, testWithService } from './test-fault.ts';
import { createUser, type RunResult, type TestUser } from './test-user.ts';

const COUNT = 24;
const PAGE = 8;

/** A user who has pulled all designs. */
let season: TestUser;

beforeAll(async () => {
  const service = await startService({ designs: createDesigns(COUNT), page: PAGE });
  season = await createUser(service, undefined);
  await season.run(['pull', 'season']);
  await service.close();
});
afterAll(() => season.remove());

interface At {
  readonly row: FaultRow;
  readonly service: Service;
  readonly user: TestUser;
  readonly folder: string;
}

/** Adds a test with a pulled folder and a service that has the same designs. */
const testPulledFolder = (
  command: string,
  fault: string,
  body: (at: At) => Promise<void>,
  options: ServiceOptions = {},
  how?: TestOptions,
): void =>
  testWithService(
    command,
    fault,
    { designs: createDesigns(COUNT), page: PAGE, ...options },
    async ({ row, service, user }) => {
      cpSync(season.file('season'), user.file('season'), { recursive: true });
      await body({ row, service, user, folder: user.file('season') });
    },
    how,
  );

/** Checks that only designs proved deleted are missing. */
const checkNothingLost = (
  { row, folder, service }: At,
  ended: RunResult,
  proved: readonly number[] = [],
): void => {
  const whole = findCompleteDesigns(folder);
  const missing = service.designs.filter(({ id }, at) => !whole.has(id) && !proved.includes(at));
  row.report('removed', `${missing.length} of ${COUNT}: ${ended}`, missing.length);
  const wrong = findWrongBodies(folder);
  row.report('kept', `wrong bodies: ${wrong.join(', ')}`, wrong.length);
};

const pullWithDelete = (user: TestUser, ...more: string[]): Promise<RunResult> =>
  user.run(['pull', 'season', '--delete', ...more, '--json']);

/** Checks the exit code and the message of a failure. */
const checkFailure = (row: FaultRow, ended: RunResult): void => {
  row.check(ended.code !== 0, `exit 0: ${ended}`);
  row.check(ended.err !== '' || /"failed": ?\[\s*\{/.test(ended.out), `without a word: ${ended}`);
};

// --- no proof that a design was deleted ----------------------------------------------------------------

const NO_PROOF = {
  HTML_404,
  GATEWAY_404,
  EMPTY_404,
  UNTYPED_404,
  'status 410': failWith(410, 'GONE'),
} as const;

for (const read of ['tailor-brief', 'design-trust', 'confirmations'] as const) {
  for (const [name, reply] of Object.entries({ CODED_404, OWN_404, HTML_404 })) {
    testPulledFolder('pull --delete', `no proof: the ${read} of one design is ${name}`, async (at) => {
      at.service.on(read, 5, replyWith(reply));
      const ended = await pullWithDelete(at.user);
      checkNothingLost(at, ended);
      checkFailure(at.row, ended);
    });
  }
}
for (const [name, reply] of Object.entries(NO_PROOF)) {
  testPulledFolder('pull --delete', `no proof: the graph of one design is ${name}`, async (at) => {
    at.service.on('graph', 5, typeof reply === 'function' ? reply : replyWith(reply));
    const ended = await pullWithDelete(at.user);
    checkNothingLost(at, ended);
    checkFailure(at.row, ended);
  });
}
for (const [name, reply] of Object.entries({ HTML_404, GATEWAY_404, LOGIN })) {
  testPulledFolder(
    'pull --delete',
    `no proof: a proxy answers every design route with ${name}`,
    async (at) => {
      for (const read of ['graph', 'tailor-brief', 'design-trust', 'confirmations'] as const)
        at.service.on(read, 'always', replyWith(reply));
      const ended = await pullWithDelete(at.user, '--max-wait', '1s');
      checkNothingLost(at, ended);
      checkFailure(at.row, ended);
    },
  );
}
testPulledFolder('pull --delete', 'no proof: not in the list, and its graph is there', async (at) => {
  for (const design of at.service.designs.slice(3, 6)) design.unlisted = true;
  checkNothingLost(at, await pullWithDelete(at.user));
});
testPulledFolder('pull --delete', 'no proof: not in the list, and its graph fails', async (at) => {
  for (const design of at.service.designs.slice(3, 6)) design.unlisted = true;
  const ids = at.service.designs.slice(3, 6).map(({ id }) => id);
  at.service.on('graph', ({ id }) => ids.includes(id), failWith(403, 'SCOPE_REQUIRED'));
  checkNothingLost(at, await pullWithDelete(at.user));
});

// --- incomplete lists ----------------------------------------------------------------------------------

const LISTS: Readonly<Record<string, (at: At) => void>> = {
  'empty where there were many': ({ service }) => service.on('designs', 'always', replyWith(NO_LIST)),
  'its second page is empty, and the last': ({ service }) => service.on('designs', 2, replyWith(NO_LIST)),
  'a cursor comes again': ({ service }) => service.on('designs', [2, 3], repeatCursor),
  'the first page comes again and again': ({ service }) =>
    service.on('designs', (asked) => asked.n > 1, repeatCursor),
  'its second page fails': ({ service }) =>
    service.on('designs', (asked) => asked.n > 1, failWith(403, 'NO')),
  'its second page is a login page': ({ service }) =>
    service.on('designs', (asked) => asked.n > 1, replyWith(LOGIN)),
};
for (const [fault, before] of Object.entries(LISTS)) {
  testPulledFolder('pull --delete', `list not whole: ${fault}`, async (at) => {
    before(at);
    const ended = await pullWithDelete(at.user, '--max-wait', '1s');
    checkNothingLost(at, ended);
    checkFailure(at.row, ended);
  });
}

/** Creates designs with equal timestamps across two pages. */
const createTiedDesigns = (): ServiceOptions => {
  const all = createDesigns(COUNT);
  const instant = all[PAGE]?.created_at ?? '';
  for (const at of [PAGE - 2, PAGE - 1, PAGE, PAGE + 1]) {
    const design = all[at];
    if (design) design.created_at = instant;
  }
  return { designs: all };
};
testPulledFolder(
  'pull --delete',
  'list not whole: equal timestamps on a border',
  async (at) => checkNothingLost(at, await pullWithDelete(at.user)),
  createTiedDesigns(),
);

/** Checks that all designs are listed, or that the command failed with a message. */
const checkListComplete = ({ row, service }: At, ended: RunResult): void => {
  const missing = service.designs.filter(({ id }) => !ended.out.includes(id));
  if (missing.length > 0 && (ended.code === 0 || ended.err === ''))
    row.report('incomplete', `${missing.length} of ${COUNT} missing: ${ended}`);
};
const SHAPES = [['--json'], ['--jsonl'], ['--csv'], []];
for (const shape of SHAPES) {
  const command = ['designs', 'ls', '--all', ...shape];
  for (const [fault, before] of Object.entries(LISTS)) {
    // Without a pulled folder the expected number of designs is not known.
    if (fault.includes('empty')) continue;
    testPulledFolder(command.join(' '), `list not whole: ${fault}`, async (at) => {
      before(at);
      const ended = await at.user.run([...command, '--max-wait', '1s']);
      checkListComplete(at, ended);
      at.row.check(ended.code !== 0, `exit 0: ${ended}`);
    });
  }
  testPulledFolder(
    command.join(' '),
    'list not whole: equal timestamps on a border',
    async (at) => checkListComplete(at, await at.user.run(command)),
    createTiedDesigns(),
  );
}
testPulledFolder('designs ls --all', 'a whole list: and an empty page behind it', async (at) => {
  const last = at.service.designs.at(-1)?.created_at;
  at.service.on('designs', 3, (usual) =>
    createJsonReply(200, { ...JSON.parse(usual().body.toString()), next_before: last }),
  );
  const ended = await at.user.run(['designs', 'ls', '--all', '--json']);
  checkListComplete(at, ended);
  at.row.check(ended.code === 0, ended);
});

// --- proof that a design was deleted -------------------------------------------------------------------

const removeDesigns = (service: Service, from: number, to: number): readonly number[] => {
  for (const design of service.designs.slice(from, to)) design.gone = true;
  return Array.from({ length: to - from }, (_, at) => from + at);
};
testPulledFolder('pull --delete', 'proved: two designs are gone', async (at) => {
  const proved = removeDesigns(at.service, 2, 4);
  const ended = await pullWithDelete(at.user);
  checkNothingLost(at, ended, proved);
  at.row.check(ended.code === 0, ended);
  const whole = findCompleteDesigns(at.folder);
  for (const number of proved) {
    const id = at.service.designs[number]?.id ?? '';
    at.row.check(!whole.has(id), `it is still there: ${ended}`);
    at.row.check(isInRemoved(at.folder, id), `it cannot be had again: ${ended}`);
  }
});
testPulledFolder('pull', 'proved: two designs are gone, without --delete', async (at) => {
  removeDesigns(at.service, 2, 4);
  const ended = await at.user.run(['pull', 'season', '--json']);
  checkNothingLost(at, ended);
  at.row.check(ended.code === 0, ended);
});
testPulledFolder('pull --delete', 'proved: more than a third is gone', async (at) => {
  const proved = removeDesigns(at.service, 2, 12);
  const refused = await pullWithDelete(at.user);
  checkNothingLost(at, refused);
  at.row.check(refused.code !== 0, `exit 0: ${refused}`);
  at.row.check(refused.err.includes('--delete=all'), `--delete=all is not named: ${refused}`);
  const meant = await at.user.run(['pull', 'season', '--delete=all', '--json']);
  checkNothingLost(at, meant, proved);
  at.row.check(meant.code === 0, meant);
  const whole = findCompleteDesigns(at.folder);
  for (const number of proved) {
    const id = at.service.designs[number]?.id ?? '';
    at.row.check(!whole.has(id) && isInRemoved(at.folder, id), `${id} is not in .toile/removed: ${meant}`);
  }
});
testPulledFolder('pull --delete', 'proved: and one that fails beside it', async (at) => {
  const proved = removeDesigns(at.service, 2, 4);
  const failing = at.service.designs[9]?.id;
  at.service.on('graph', ({ id }) => id === failing, replyWith(HTML_404));
  const ended = await pullWithDelete(at.user);
  checkNothingLost(at, ended, proved);
  checkFailure(at.row, ended);
});

// --- garments and lost files ---------------------------------------------------------------------------

for (const [name, reply] of Object.entries({ OWN_404, HTML_404 })) {
  testPulledFolder('pull', `a garment that was never held: ${name}`, async (at) => {
    at.service.on('garment', 'always', replyWith(reply));
    const ended = await at.user.run(['pull', 'season', 'GARM-77', '--json']);
    checkFailure(at.row, ended);
  });
}
for (const words of [['--max-age', '7d'], []]) {
  testPulledFolder(['pull', ...words].join(' '), 'files were lost', async (at) => {
    const [first = '', second = ''] = readdirSync(join(at.folder, 'designs'));
    rmSync(join(at.folder, 'designs', first), { recursive: true });
    const file = join(at.folder, 'designs', second, 'tailor-brief.json');
    rmSync(file);
    const ended = await at.user.run(['pull', 'season', ...words]);
    at.row.check(existsSync(file), `a lost file is still lost: ${ended}`);
    at.row.check(findCompleteDesigns(at.folder).size === COUNT, `a lost design is still lost: ${ended}`);
  });
}
