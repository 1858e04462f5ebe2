/** A file is kept only if it is what was asked for, and a download that cannot end well ends all the same. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { isWhole, jsonDocument, LOGIN_PAGE, pdf, svg } from './documents.ts';
import { filesIn } from './folders.ts';
import { type Trying, trying } from './lab.ts';
import { D, keptIs } from './paid.ts';
import { type Ended, type How, judged, type Place, said } from './running.ts';
import { designs, type Options, type Reply, refusal, type Service, type Trouble } from './service.ts';
import type { Row } from './tally.ts';
import { chunkedShort, closedEarly, cutAt, doneBut, gzipCut, instead, status, text } from './troubles.ts';

type Kind = 'svg' | 'json' | 'pdf';

interface Taking {
  readonly command: string;
  readonly kind: Kind;
  readonly file: string;
  words(service: Service): readonly string[];
}

const TAKING: readonly Taking[] = [
  { command: 'export', kind: 'svg', file: 'x.svg', words: () => ['export', D, '-o', 'x.svg'] },
  {
    command: 'export --driver json',
    kind: 'json',
    file: 'x.json',
    words: () => ['export', D, '--driver', 'json', '-o', 'x.json'],
  },
  {
    command: 'techpack status --download',
    kind: 'pdf',
    file: 'x.pdf',
    words: ({ purchases }) => ['techpack', 'status', purchases[0]?.id ?? '', '--download', 'x.pdf'],
  },
];
const [SVG] = TAKING as readonly [Taking];

interface At {
  readonly row: Row;
  readonly service: Service;
  readonly place: Place;
}

const taking = (
  { command, kind, file, words }: Taking,
  fault: string,
  document: (at: At) => void,
  judge: (at: At, ended: Ended, kept: boolean) => void,
  options: Options = {},
  how: How = {},
  trial: Trying = {},
): void =>
  trying(
    command,
    fault,
    { packs: 'ready', ...options },
    async (at) => {
      const { row, service, place } = at;
      row.sequences += 1;
      if (kind === 'pdf') await place.run(['techpack', 'request', D, '--yes']);
      document(at);
      const ended = judged(row, await place.run([...words(service), '--json'], how));
      const kept = keptIs(row, place.file(file), kind, said(ended));
      const strays = readdirSync(place.work).filter((name) => name !== file);
      row.holds(strays.length === 0, `left behind: ${strays.join(', ')}`);
      row.holds(kept === (ended.code === 0), `${kept ? 'a file' : 'no file'}: ${said(ended)}`);
      judge(at, ended, kept);
    },
    trial,
  );

const refused = ({ row }: At, ended: Ended, kept: boolean): void =>
  row.holds(!kept && ended.code !== 0 && ended.err !== '', said(ended));
const whole = ({ row }: At, ended: Ended, kept: boolean): void =>
  row.holds(kept && ended.code === 0, said(ended));
const either = (): void => undefined;

// --- what is not the document ---------------------------------------------------------------------------

const ERROR = Buffer.from('{"error": "the document is being made", "code": "NOT_YET"}');
const OTHERS: Readonly<Record<string, (kind: Kind) => Partial<Reply> | undefined>> = {
  'a login page': () => text(200, 'text/html', LOGIN_PAGE),
  'a login page under the right type': () => ({ body: LOGIN_PAGE }),
  'a login page in capitals behind white space': () => ({
    body: Buffer.from(`\n\n  ${LOGIN_PAGE.toString().toUpperCase()}`),
  }),
  // Valid JSON, so that only a reader could tell.
  'an error of the service': (kind) => (kind === 'json' ? undefined : text(200, 'application/json', ERROR)),
  'nothing at all': () => ({ body: Buffer.alloc(0) }),
  'nothing, in chunks': () => ({ body: Buffer.alloc(0), framing: 'chunked' }),
  'one line of text': () =>
    text(200, 'text/plain', 'upstream connect error or disconnect/reset before headers\n'),
  'zeros of the right size': () => ({ body: Buffer.alloc(2000) }),
  'a PDF': (kind) => (kind === 'pdf' ? undefined : { body: pdf(D, 2000) }),
  'a drawing': (kind) => (kind === 'svg' ? undefined : { body: svg(D, 2000) }),
  'a JSON export': (kind) => (kind === 'json' ? undefined : { body: jsonDocument(D, 2000) }),
  'another kind of XML': (kind) =>
    kind === 'svg'
      ? { body: Buffer.from('<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>\n') }
      : undefined,
};
const SHORT: Readonly<Record<string, Trouble>> = {
  'two thirds of it under their own length': (usual) => {
    const reply = usual();
    return { ...reply, body: reply.body.subarray(0, (reply.body.length * 2) / 3) };
  },
  'two thirds of it in chunks': chunkedShort(2 / 3),
  'two thirds of it, then the connection ends': closedEarly(2 / 3),
  'all but its last bytes': (usual) => {
    const reply = usual();
    return { ...reply, body: reply.body.subarray(0, reply.body.length - 8) };
  },
  'its compression is cut': gzipCut,
};
for (const one of TAKING) {
  for (const [fault, reply] of Object.entries(OTHERS)) {
    const other = reply(one.kind);
    if (other === undefined) continue;
    taking(
      one,
      `another document: ${fault}`,
      ({ service }) => service.on('document', 'always', doneBut(other)),
      refused,
    );
  }
  for (const [fault, trouble] of Object.entries(SHORT))
    taking(one, `cut short: ${fault}`, ({ service }) => service.on('document', 'always', trouble), refused);
  taking(one, 'a good day', () => undefined, whole);
}

// --- parts ----------------------------------------------------------------------------------------------

const LARGE: Options = { size: 300_000 };

/** Broken off after so many bytes, in chunks, so that nobody has said how long it is. */
const brokenAt = (bytes: number): Trouble => doneBut({ framing: 'chunked', cut: bytes });

/** The rest as it was asked for, up to a place that the service calls the end without saying of how much. */
const restWithoutEnd =
  (share: number): Trouble =>
  (usual) => {
    const reply = usual();
    const [, from = '0'] = /^bytes (\d+)-/.exec(reply.headers['content-range'] ?? '') ?? [];
    const body = reply.body.subarray(0, reply.body.length * share);
    const range = `bytes ${from}-${Number(from) + body.length - 1}/*`;
    return { ...reply, headers: { ...reply.headers, 'content-range': range }, body, framing: 'chunked' };
  };
const ranged =
  (range: string): Trouble =>
  (usual) => {
    const reply = usual();
    return { ...reply, headers: { ...reply.headers, 'content-range': range } };
  };

for (const one of TAKING) {
  const broken = ({ service }: At, then: Trouble): void => {
    service.on('document', 1, brokenAt(200_000));
    service.on('document', 'always', then);
  };
  taking(
    one,
    'parts: the rest ends early and nobody says',
    (at) => broken(at, restWithoutEnd(0.5)),
    refused,
    LARGE,
  );
  taking(one, 'parts: the rest comes', (at) => broken(at, (usual) => usual()), whole, LARGE);
}
const PARTS: Readonly<Record<string, Trouble>> = {
  'the rest of another place': ranged('bytes 5-299999/300000'),
  'a range that is none': ranged('bytes */300000'),
  'another tag': (usual) => {
    const reply = usual();
    return { ...reply, headers: { ...reply.headers, etag: '"another"' } };
  },
  'no range can be met': status(416, 'RANGE'),
  'too many requests': instead(refusal(429, 'RATE_LIMITED', { 'retry-after': '1' })),
  'the service is down': status(503, 'DOWN'),
  'a redirect to nowhere': doneBut({ status: 302, headers: { location: 'http://127.0.0.1:9/x' } }),
  'a redirect to itself': (usual, { path }) => ({ ...usual(), status: 302, headers: { location: path } }),
  'the whole again': (usual, { headers }) => {
    delete headers.range;
    return usual();
  },
};
for (const [fault, trouble] of Object.entries(PARTS)) {
  taking(
    SVG,
    `parts: ${fault}, once`,
    ({ service }) => {
      service.on('document', 1, brokenAt(200_000));
      service.on('document', 1, trouble);
    },
    either,
    LARGE,
    { time: '+0 x20' },
  );
  taking(
    SVG,
    `parts: ${fault}, always`,
    ({ service }) => {
      service.on('document', 1, brokenAt(200_000));
      service.on('document', 'always', trouble);
    },
    either,
    LARGE,
    { time: '+0 x20' },
  );
}

// --- links ----------------------------------------------------------------------------------------------

/** Each link serves a fifth of the document, and is then no longer valid. */
const expiring = ({ service }: At): void => {
  const used = new Map<string, number>();
  service.on('document', 'always', (usual, { query }) => {
    const link = query.get('n') ?? '';
    used.set(link, (used.get(link) ?? 0) + 1);
    return used.get(link) === 1 ? { ...usual(), cut: 60_000 } : refusal(403, 'LINK_EXPIRED');
  });
};
taking(
  SVG,
  'links: expired four times, each with progress',
  expiring,
  whole,
  { ...LARGE, described: true },
  { time: '+0 x5' },
);
for (const one of TAKING)
  taking(
    one,
    'links: every link has expired',
    ({ service }) => service.on('document', 'always', status(403, 'LINK_EXPIRED')),
    refused,
    {},
    { time: '+0 x20' },
  );

// --- drips ----------------------------------------------------------------------------------------------

const FAST: How = { time: '+0 x60', limit: 25_000 };
taking(
  SVG,
  'drip: one byte a connection',
  ({ service }) => service.on('document', 'always', cutAt(1)),
  refused,
  LARGE,
  FAST,
);
taking(
  SVG,
  'drip: one byte in twenty seconds',
  ({ service }) => service.on('document', 'always', doneBut({ drip: { bytes: 1, ms: 330 } })),
  refused,
  LARGE,
  FAST,
);

// --- stdout, several files, a folder --------------------------------------------------------------------

for (const [fault, trouble] of Object.entries({
  'a login page': doneBut(text(200, 'text/html', LOGIN_PAGE)),
  'nothing at all': doneBut({ body: Buffer.alloc(0) }),
  'two thirds of it in chunks': chunkedShort(2 / 3),
})) {
  trying('export -o -', `another document: ${fault}`, {}, async ({ row, service, place }) => {
    row.sequences += 1;
    service.on('document', 'always', trouble);
    const ended = judged(row, await place.run(['export', D, '-o', '-']));
    row.holds(ended.code !== 0, said(ended));
  });
}

trying('export', 'two designs with one GARM id', { designs: designs(2) }, async ({ row, service, place }) => {
  row.sequences += 1;
  for (const design of service.designs) design.sgg_garment_id = 'GARM-5';
  mkdirSync(place.file('out'));
  const ended = judged(
    row,
    await place.run(['export', 'Design 1', 'Design 2', '-o', 'out', '--clobber', '--json']),
  );
  const files = readdirSync(place.file('out'));
  row.holds(files.length === 2 || ended.code !== 0, `${files.length} files: ${said(ended)}`);
});

for (const [fault, body] of Object.entries({
  'a login page': LOGIN_PAGE,
  'nothing at all': Buffer.alloc(0),
  'half of it': undefined,
})) {
  trying(
    'pull --exports',
    `another document: ${fault}`,
    { designs: designs(2) },
    async ({ row, service, place }) => {
      row.sequences += 1;
      service.on('document', 1, body === undefined ? chunkedShort(0.5) : doneBut({ body }));
      const ended = judged(row, await place.run(['pull', 'season', '--exports', 'svg,json', '--json']));
      // What breaks off is asked for once more, and may then be had.
      row.holds(body === undefined || ended.code !== 0, said(ended));
      const season = place.file('season');
      for (const path of filesIn(season).filter((name) => /export|stage1|\.svg$/.test(name))) {
        const kind = path.endsWith('.svg') ? 'svg' : 'json';
        row.holds(isWhole(kind, readFileSync(`${season}/${path}`)), `${path}: ${said(ended)}`, 'kept');
      }
      row.holds(existsSync(season), 'nothing was pulled');
    },
  );
}
