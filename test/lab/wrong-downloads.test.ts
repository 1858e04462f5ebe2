/** Only complete and right documents are kept, and a download that cannot succeed ends. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createJsonDocument, createPdf, createSvg, isCompleteDocument, LOGIN_PAGE } from './documents.ts';
import {
  createDesigns,
  createRefusal,
  type NetworkFault,
  type Reply,
  type Service,
  type ServiceOptions,
} from './lab-service.ts';
import {
  changeReply,
  closeEarly,
  createTextReply,
  cutGzip,
  cutReplyAt,
  failWith,
  replyWith,
  shortenChunked,
} from './network-faults.ts';
import { listFiles } from './pulled-folder.ts';
import { checkFile, DESIGN } from './purchase-checks.ts';
import { type Setup, type TestOptions, testWithService } from './test-fault.ts';
import type { RunOptions, RunResult } from './test-user.ts';

type Kind = 'svg' | 'json' | 'pdf';

interface Download {
  readonly command: string;
  readonly kind: Kind;
  readonly file: string;
  words(service: Service): readonly string[];
}

const DOWNLOADS: readonly Download[] = [
  { command: 'export', kind: 'svg', file: 'x.svg', words: () => ['export', DESIGN, '-o', 'x.svg'] },
  {
    command: 'export --driver json',
    kind: 'json',
    file: 'x.json',
    words: () => ['export', DESIGN, '--driver', 'json', '-o', 'x.json'],
  },
  {
    command: 'techpack status --download',
    kind: 'pdf',
    file: 'x.pdf',
    words: ({ purchases }) => ['techpack', 'status', purchases[0]?.id ?? '', '--download', 'x.pdf'],
  },
];
const [SVG] = DOWNLOADS as readonly [Download];

const testDownload = (
  { command, kind, file, words }: Download,
  fault: string,
  document: (at: Setup) => void,
  judge: (at: Setup, ended: RunResult, kept: boolean) => void,
  options: ServiceOptions = {},
  how: RunOptions = {},
  trial: TestOptions = {},
): void =>
  testWithService(
    command,
    fault,
    { packs: 'ready', ...options },
    async (at) => {
      const { row, service, user } = at;
      if (kind === 'pdf') await user.run(['techpack', 'request', DESIGN, '--yes']);
      document(at);
      const ended = await user.run([...words(service), '--json'], how);
      const kept = checkFile(row, user.file(file), kind, `${ended}`);
      const strays = readdirSync(user.work).filter((name) => name !== file);
      row.check(strays.length === 0, `left behind: ${strays.join(', ')}`);
      row.check(kept === (ended.code === 0), `${kept ? 'a file' : 'no file'}: ${ended}`);
      judge(at, ended, kept);
    },
    trial,
  );

const expectRefused = ({ row }: Setup, ended: RunResult, kept: boolean): void =>
  row.check(!kept && ended.code !== 0 && ended.err !== '', ended);
const expectWhole = ({ row }: Setup, ended: RunResult, kept: boolean): void =>
  row.check(kept && ended.code === 0, ended);
const expectEither = (): void => undefined;

// --- wrong documents -----------------------------------------------------------------------------------

const ERROR = Buffer.from('{"error": "the document is being made", "code": "NOT_YET"}');
const OTHERS: Readonly<Record<string, (kind: Kind) => Partial<Reply> | undefined>> = {
  'a login page': () => createTextReply(200, 'text/html', LOGIN_PAGE),
  'a login page under the right type': () => ({ body: LOGIN_PAGE }),
  'a login page in capitals behind white space': () => ({
    body: Buffer.from(`\n\n  ${LOGIN_PAGE.toString().toUpperCase()}`),
  }),
  // Valid JSON, so that only a reader could tell.
  'an error of the service': (kind) =>
    kind === 'json' ? undefined : createTextReply(200, 'application/json', ERROR),
  'nothing at all': () => ({ body: Buffer.alloc(0) }),
  'nothing, in chunks': () => ({ body: Buffer.alloc(0), framing: 'chunked' }),
  'one line of text': () =>
    createTextReply(200, 'text/plain', 'upstream connect error or disconnect/reset before headers\n'),
  'zeros of the right size': () => ({ body: Buffer.alloc(2000) }),
  'a PDF': (kind) => (kind === 'pdf' ? undefined : { body: createPdf(DESIGN, 2000) }),
  'a drawing': (kind) => (kind === 'svg' ? undefined : { body: createSvg(DESIGN, 2000) }),
  'a JSON export': (kind) => (kind === 'json' ? undefined : { body: createJsonDocument(DESIGN, 2000) }),
  'another kind of XML': (kind) =>
    kind === 'svg'
      ? { body: Buffer.from('<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>\n') }
      : undefined,
};
const SHORT: Readonly<Record<string, NetworkFault>> = {
  'two thirds of it under their own length': (usual) => {
    const reply = usual();
    return { ...reply, body: reply.body.subarray(0, (reply.body.length * 2) / 3) };
  },
  'two thirds of it in chunks': shortenChunked(2 / 3),
  'two thirds of it, then the connection ends': closeEarly(2 / 3),
  'all but its last bytes': (usual) => {
    const reply = usual();
    return { ...reply, body: reply.body.subarray(0, reply.body.length - 8) };
  },
  'its compression is cut': cutGzip,
};
for (const one of DOWNLOADS) {
  for (const [fault, reply] of Object.entries(OTHERS)) {
    const other = reply(one.kind);
    if (other === undefined) continue;
    testDownload(
      one,
      `another document: ${fault}`,
      ({ service }) => service.on('document', 'always', changeReply(other)),
      expectRefused,
    );
  }
  for (const [fault, trouble] of Object.entries(SHORT))
    testDownload(
      one,
      `cut short: ${fault}`,
      ({ service }) => service.on('document', 'always', trouble),
      expectRefused,
    );
  testDownload(one, 'a good day', () => undefined, expectWhole);
}

// --- parts ---------------------------------------------------------------------------------------------

const LARGE: ServiceOptions = { size: 300_000 };

/** Cuts a chunked document, whose length is not known, after this many bytes. */
const breakAt = (bytes: number): NetworkFault => changeReply({ framing: 'chunked', cut: bytes });

/** Sends a shortened rest with a content range that does not give the total size. */
const shortenRest =
  (share: number): NetworkFault =>
  (usual) => {
    const reply = usual();
    const [, from = '0'] = /^bytes (\d+)-/.exec(reply.headers['content-range'] ?? '') ?? [];
    const body = reply.body.subarray(0, reply.body.length * share);
    const range = `bytes ${from}-${Number(from) + body.length - 1}/*`;
    return { ...reply, headers: { ...reply.headers, 'content-range': range }, body, framing: 'chunked' };
  };
const setContentRange =
  (range: string): NetworkFault =>
  (usual) => {
    const reply = usual();
    return { ...reply, headers: { ...reply.headers, 'content-range': range } };
  };

for (const one of DOWNLOADS) {
  const breakDownload = ({ service }: Setup, then: NetworkFault): void => {
    service.on('document', 1, breakAt(200_000));
    service.on('document', 'always', then);
  };
  testDownload(
    one,
    'parts: the rest ends early without an error',
    (at) => breakDownload(at, shortenRest(0.5)),
    expectRefused,
    LARGE,
  );
  testDownload(
    one,
    'parts: the rest comes',
    (at) => breakDownload(at, (usual) => usual()),
    expectWhole,
    LARGE,
  );
}
const PARTS: Readonly<Record<string, NetworkFault>> = {
  'the rest of another user': setContentRange('bytes 5-299999/300000'),
  'a range that is none': setContentRange('bytes */300000'),
  'another tag': (usual) => {
    const reply = usual();
    return { ...reply, headers: { ...reply.headers, etag: '"another"' } };
  },
  'no range can be met': failWith(416, 'RANGE'),
  'too many requests': replyWith(createRefusal(429, 'RATE_LIMITED', { 'retry-after': '1' })),
  'the service is down': failWith(503, 'DOWN'),
  'a redirect to nowhere': changeReply({ status: 302, headers: { location: 'http://127.0.0.1:9/x' } }),
  'a redirect to itself': (usual, { path }) => ({ ...usual(), status: 302, headers: { location: path } }),
  'the whole again': (usual, { headers }) => {
    delete headers.range;
    return usual();
  },
};
for (const [fault, trouble] of Object.entries(PARTS)) {
  for (const [often, when] of [
    ['once', 1],
    ['always', 'always'],
  ] as const)
    testDownload(
      SVG,
      `parts: ${fault}, ${often}`,
      ({ service }) => {
        service.on('document', 1, breakAt(200_000));
        service.on('document', when, trouble);
      },
      expectEither,
      LARGE,
      { time: '+0 x20' },
    );
}

// --- links ---------------------------------------------------------------------------------------------

/** Each link serves a fifth of the document and then expires. */
const expireEachLink = ({ service }: Setup): void => {
  const used = new Map<string, number>();
  service.on('document', 'always', (usual, { query }) => {
    const link = query.get('n') ?? '';
    used.set(link, (used.get(link) ?? 0) + 1);
    return used.get(link) === 1 ? { ...usual(), cut: 60_000 } : createRefusal(403, 'LINK_EXPIRED');
  });
};
testDownload(
  SVG,
  'links: expired four times, each with progress',
  expireEachLink,
  expectWhole,
  { ...LARGE, described: true },
  { time: '+0 x5' },
);
for (const one of DOWNLOADS)
  testDownload(
    one,
    'links: every link has expired',
    ({ service }) => service.on('document', 'always', failWith(403, 'LINK_EXPIRED')),
    expectRefused,
    {},
    { time: '+0 x20' },
  );

// --- drips ---------------------------------------------------------------------------------------------

const FAST: RunOptions = { time: '+0 x60', limit: 25_000 };
testDownload(
  SVG,
  'drip: one byte a connection',
  ({ service }) => service.on('document', 'always', cutReplyAt(1)),
  expectRefused,
  LARGE,
  FAST,
);
testDownload(
  SVG,
  'drip: one byte in twenty seconds',
  ({ service }) => service.on('document', 'always', changeReply({ drip: { bytes: 1, ms: 330 } })),
  expectRefused,
  LARGE,
  FAST,
);

// --- stdout, several files, a folder -------------------------------------------------------------------

for (const [fault, trouble] of Object.entries({
  'a login page': changeReply(createTextReply(200, 'text/html', LOGIN_PAGE)),
  'nothing at all': changeReply({ body: Buffer.alloc(0) }),
  'two thirds of it in chunks': shortenChunked(2 / 3),
})) {
  testWithService('export -o -', `another document: ${fault}`, {}, async ({ row, service, user }) => {
    service.on('document', 'always', trouble);
    const ended = await user.run(['export', DESIGN, '-o', '-']);
    row.check(ended.code !== 0, ended);
  });
}

testWithService(
  'export',
  'two designs with one GARM id',
  { designs: createDesigns(2) },
  async ({ row, service, user }) => {
    for (const design of service.designs) design.sgg_garment_id = 'GARM-5';
    mkdirSync(user.file('out'));
    const ended = await user.run(['export', 'Design 1', 'Design 2', '-o', 'out', '--clobber', '--json']);
    const files = readdirSync(user.file('out'));
    row.check(files.length === 2 || ended.code !== 0, `${files.length} files: ${ended}`);
  },
);

for (const [fault, body] of Object.entries({
  'a login page': LOGIN_PAGE,
  'nothing at all': Buffer.alloc(0),
  'half of it': undefined,
})) {
  testWithService(
    'pull --exports',
    `another document: ${fault}`,
    { designs: createDesigns(2) },
    async ({ row, service, user }) => {
      service.on('document', 1, body === undefined ? shortenChunked(0.5) : changeReply({ body }));
      const ended = await user.run(['pull', 'season', '--exports', 'svg,json', '--json']);
      // A cut document is requested again and may then succeed.
      row.check(body === undefined || ended.code !== 0, ended);
      const season = user.file('season');
      for (const path of listFiles(season).filter((name) => /export|stage1|\.svg$/.test(name))) {
        const kind = path.endsWith('.svg') ? 'svg' : 'json';
        row.check(isCompleteDocument(kind, readFileSync(`${season}/${path}`)), `${path}: ${ended}`, 'kept');
      }
      row.check(existsSync(season), 'nothing was pulled');
    },
  );
}
