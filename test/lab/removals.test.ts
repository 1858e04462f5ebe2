/** `pull --delete` removes only what the service has proved gone, and a list that is not whole is never called whole. */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { isInRemoved, wholeIn, wrongBodiesIn } from './folders.ts';
import { type Trying, trying } from './lab.ts';
import { type Ended, judged, newPlace, type Place, said } from './running.ts';
import { designs, json, type Options, type Service, startService } from './service.ts';
import type { Row } from './tally.ts';
import {
  CODED_404,
  EMPTY_404,
  GATEWAY_404,
  HTML_404,
  instead,
  LOGIN,
  NO_LIST,
  OWN_404,
  repeatedCursor,
  status,
  UNTYPED_404,
} from './troubles.ts';

const COUNT = 24;
const PAGE = 8;

/** A folder into which all of them were pulled on a good day. */
let season: Place;

beforeAll(async () => {
  const service = await startService({ designs: designs(COUNT), page: PAGE });
  season = await newPlace(service);
  await season.run(['pull', 'season']);
  await service.close();
});
afterAll(() => season.remove());

interface At {
  readonly row: Row;
  readonly service: Service;
  readonly place: Place;
  readonly folder: string;
}

/** With the pulled folder, and a service that has the same designs. */
const pulled = (
  command: string,
  fault: string,
  body: (at: At) => Promise<void>,
  options: Options = {},
  how?: Trying,
): void =>
  trying(
    command,
    fault,
    { designs: designs(COUNT), page: PAGE, ...options },
    async ({ row, service, place }) => {
      row.sequences += 1;
      cpSync(season.file('season'), place.file('season'), { recursive: true });
      await body({ row, service, place, folder: place.file('season') });
    },
    how,
  );

/** Nothing that the service did not prove gone is missing. */
const keeps = ({ row, folder, service }: At, ended: Ended, proved: readonly number[] = []): void => {
  judged(row, ended);
  const whole = wholeIn(folder);
  const missing = service.designs.filter(({ id }, at) => !whole.has(id) && !proved.includes(at));
  row.is('removed', `${missing.length} of ${COUNT}: ${said(ended)}`, missing.length);
  const wrong = wrongBodiesIn(folder);
  row.is('kept', `wrong bodies: ${wrong.join(', ')}`, wrong.length);
};

const remove = (place: Place, ...more: string[]): Promise<Ended> =>
  place.run(['pull', 'season', '--delete', ...more, '--json']);

/** Says so: an exit code, and words where they are looked for. */
const complains = (row: Row, ended: Ended): void => {
  row.holds(ended.code !== 0, `exit 0: ${said(ended)}`);
  row.holds(ended.err !== '' || /"failed": ?\[\s*\{/.test(ended.out), `without a word: ${said(ended)}`);
};

// --- what is no proof -----------------------------------------------------------------------------------

const NO_PROOF = {
  HTML_404,
  GATEWAY_404,
  EMPTY_404,
  UNTYPED_404,
  'status 410': status(410, 'GONE'),
} as const;

for (const read of ['tailor-brief', 'design-trust', 'confirmations'] as const) {
  for (const [name, reply] of Object.entries({ CODED_404, OWN_404, HTML_404 })) {
    pulled('pull --delete', `no proof: the ${read} of one design is ${name}`, async (at) => {
      at.service.on(read, 5, instead(reply));
      const ended = await remove(at.place);
      keeps(at, ended);
      complains(at.row, ended);
    });
  }
}
for (const [name, reply] of Object.entries(NO_PROOF)) {
  pulled('pull --delete', `no proof: the graph of one design is ${name}`, async (at) => {
    at.service.on('graph', 5, typeof reply === 'function' ? reply : instead(reply));
    const ended = await remove(at.place);
    keeps(at, ended);
    complains(at.row, ended);
  });
}
for (const [name, reply] of Object.entries({ HTML_404, GATEWAY_404, LOGIN })) {
  pulled('pull --delete', `no proof: a proxy answers every design route with ${name}`, async (at) => {
    for (const read of ['graph', 'tailor-brief', 'design-trust', 'confirmations'] as const)
      at.service.on(read, 'always', instead(reply));
    const ended = await remove(at.place, '--max-wait', '1s');
    keeps(at, ended);
    complains(at.row, ended);
  });
}
pulled('pull --delete', 'no proof: not in the list, and its graph is there', async (at) => {
  for (const design of at.service.designs.slice(3, 6)) design.unlisted = true;
  keeps(at, await remove(at.place));
});
pulled('pull --delete', 'no proof: not in the list, and its graph fails', async (at) => {
  for (const design of at.service.designs.slice(3, 6)) design.unlisted = true;
  const ids = at.service.designs.slice(3, 6).map(({ id }) => id);
  at.service.on('graph', ({ id }) => ids.includes(id), status(403, 'SCOPE_REQUIRED'));
  keeps(at, await remove(at.place));
});

// --- lists that are not whole ---------------------------------------------------------------------------

const LISTS: Readonly<Record<string, (at: At) => void>> = {
  'empty where there were many': ({ service }) => service.on('designs', 'always', instead(NO_LIST)),
  'its second page is empty, and the last': ({ service }) => service.on('designs', 2, instead(NO_LIST)),
  'a cursor comes again': ({ service }) => service.on('designs', [2, 3], repeatedCursor),
  'the first page comes again and again': ({ service }) =>
    service.on('designs', (asked) => asked.n > 1, repeatedCursor),
  'its second page fails': ({ service }) => service.on('designs', (asked) => asked.n > 1, status(403, 'NO')),
  'its second page is a login page': ({ service }) =>
    service.on('designs', (asked) => asked.n > 1, instead(LOGIN)),
};
for (const [fault, before] of Object.entries(LISTS)) {
  pulled('pull --delete', `list not whole: ${fault}`, async (at) => {
    before(at);
    const ended = await remove(at.place, '--max-wait', '1s');
    keeps(at, ended);
    complains(at.row, ended);
  });
}

/** Designs made in one instant, on the border of two pages of a service that means `before` strictly. */
const bordering = (): Options => {
  const all = designs(COUNT);
  const instant = all[PAGE]?.created_at ?? '';
  for (const at of [PAGE - 2, PAGE - 1, PAGE, PAGE + 1]) {
    const design = all[at];
    if (design) design.created_at = instant;
  }
  return { designs: all };
};
pulled(
  'pull --delete',
  'list not whole: equal timestamps on a border',
  async (at) => keeps(at, await remove(at.place)),
  bordering(),
);

/** Every design is listed, or something says that it is not. */
const listsAll = ({ row, service }: At, ended: Ended): void => {
  judged(row, ended);
  const missing = service.designs.filter(({ id }) => !ended.out.includes(id));
  if (missing.length > 0 && (ended.code === 0 || ended.err === ''))
    row.is('incomplete', `${missing.length} of ${COUNT} missing: ${said(ended)}`);
};
const SHAPES = [['--json'], ['--jsonl'], ['--csv'], []];
for (const shape of SHAPES) {
  const command = ['designs', 'ls', '--all', ...shape];
  for (const [fault, before] of Object.entries(LISTS)) {
    // Here nothing is known of how many there were.
    if (fault.includes('empty')) continue;
    pulled(command.join(' '), `list not whole: ${fault}`, async (at) => {
      before(at);
      const ended = await at.place.run([...command, '--max-wait', '1s']);
      listsAll(at, ended);
      at.row.holds(ended.code !== 0, `exit 0: ${said(ended)}`);
    });
  }
  pulled(
    command.join(' '),
    'list not whole: equal timestamps on a border',
    async (at) => listsAll(at, await at.place.run(command)),
    bordering(),
  );
}
pulled('designs ls --all', 'a whole list: and an empty page behind it', async (at) => {
  const last = at.service.designs.at(-1)?.created_at;
  at.service.on('designs', 3, (usual) =>
    json(200, { ...JSON.parse(usual().body.toString()), next_before: last }),
  );
  const ended = await at.place.run(['designs', 'ls', '--all', '--json']);
  listsAll(at, ended);
  at.row.holds(ended.code === 0, said(ended));
});

// --- what is proved -------------------------------------------------------------------------------------

const gone = (service: Service, from: number, to: number): readonly number[] => {
  for (const design of service.designs.slice(from, to)) design.gone = true;
  return Array.from({ length: to - from }, (_, at) => from + at);
};
pulled('pull --delete', 'proved: two designs are gone', async (at) => {
  const proved = gone(at.service, 2, 4);
  const ended = await remove(at.place);
  keeps(at, ended, proved);
  at.row.holds(ended.code === 0, said(ended));
  const whole = wholeIn(at.folder);
  for (const number of proved) {
    const id = at.service.designs[number]?.id ?? '';
    at.row.holds(!whole.has(id), `it is still there: ${said(ended)}`);
    at.row.holds(isInRemoved(at.folder, id), `it cannot be had again: ${said(ended)}`);
  }
});
pulled('pull', 'proved: two designs are gone, without --delete', async (at) => {
  gone(at.service, 2, 4);
  const ended = judged(at.row, await at.place.run(['pull', 'season', '--json']));
  keeps(at, ended);
  at.row.holds(ended.code === 0, said(ended));
});
pulled('pull --delete', 'proved: more than a third is gone', async (at) => {
  const proved = gone(at.service, 2, 12);
  const refused = await remove(at.place);
  keeps(at, refused);
  at.row.holds(refused.code !== 0, `exit 0: ${said(refused)}`);
  at.row.holds(refused.err.includes('--delete=all'), `--delete=all is not named: ${said(refused)}`);
  const meant = await at.place.run(['pull', 'season', '--delete=all', '--json']);
  keeps(at, meant, proved);
  at.row.holds(meant.code === 0, said(meant));
  const whole = wholeIn(at.folder);
  for (const number of proved) {
    const id = at.service.designs[number]?.id ?? '';
    at.row.holds(
      !whole.has(id) && isInRemoved(at.folder, id),
      `${id} is not in .toile/removed: ${said(meant)}`,
    );
  }
});
pulled('pull --delete', 'proved: and one that fails beside it', async (at) => {
  const proved = gone(at.service, 2, 4);
  const failing = at.service.designs[9]?.id;
  at.service.on('graph', ({ id }) => id === failing, instead(HTML_404));
  const ended = await remove(at.place);
  keeps(at, ended, proved);
  complains(at.row, ended);
});

// --- beside it ------------------------------------------------------------------------------------------

for (const [name, reply] of Object.entries({ OWN_404, HTML_404 })) {
  pulled('pull', `a garment that was never held: ${name}`, async (at) => {
    at.service.on('garment', 'always', instead(reply));
    const ended = judged(at.row, await at.place.run(['pull', 'season', 'GARM-77', '--json']));
    complains(at.row, ended);
  });
}
for (const words of [['--max-age', '7d'], []]) {
  pulled(['pull', ...words].join(' '), 'files were lost', async (at) => {
    const [first = '', second = ''] = readdirSync(join(at.folder, 'designs'));
    rmSync(join(at.folder, 'designs', first), { recursive: true });
    const file = join(at.folder, 'designs', second, 'tailor-brief.json');
    rmSync(file);
    const ended = judged(at.row, await at.place.run(['pull', 'season', ...words]));
    at.row.holds(existsSync(file), `a lost file is still lost: ${said(ended)}`);
    at.row.holds(wholeIn(at.folder).size === COUNT, `a lost design is still lost: ${said(ended)}`);
  });
}
