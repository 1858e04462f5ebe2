import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parseCredential } from '../../src/auth/find-credential.ts';
import { parseServiceAddress } from '../../src/auth/identity.ts';
import { parseDuration } from '../../src/commands/flags/parse-flags.ts';
import { ToileError } from '../../src/platform/errors.ts';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';
import { parseDesignCursor } from '../../src/sandbox/http/service-routes.ts';
import { parseJournalLine } from '../../src/sandbox/state/sandbox-state.ts';
import { readRetryAfterMs } from '../../src/service/client/retry-rules.ts';
import { parseRateLimit } from '../../src/service/rate-limit/rate-limiters.ts';
import fc, { scaleCases } from '../support/property.ts';
import { runToile } from '../support/run-toile.ts';

const EXITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
let tried = 0;
const homes: string[] = [];

afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
  process.stdout.write(`fuzz: ${tried} cases, TOILE_TEST_SEED=${fc.readConfigureGlobal()?.seed}\n`);
});

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

/** Replaces or removes one member of a real body. */
const mutateBody = (body: string): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 2 }), fc.boolean()).map(([at, other, drop]) => {
    const value: unknown = JSON.parse(body);
    const places: [holder: Record<string, unknown>, member: string][] = [];
    const visit = (one: unknown): void => {
      if (typeof one !== 'object' || one === null) return;
      for (const member of Object.keys(one)) {
        places.push([one as Record<string, unknown>, member]);
        visit((one as Record<string, unknown>)[member]);
      }
    };
    visit(value);
    const [holder, member] = places[at % places.length] ?? [];
    if (holder && member !== undefined) {
      if (drop) delete holder[member];
      else holder[member] = other;
    }
    return JSON.stringify(value);
  });

const garment = listSampleGarments().find(({ owner }) => owner !== null);
const real = [
  garment?.graph('technical_designer'),
  garment?.read('tailor-brief'),
  garment?.read('confirmations'),
];
const design = {
  id: garment?.id,
  name: 'x',
  garment_category: null,
  sgg_garment_id: 'GARM-1',
  created_at: '2026-01-01',
};

const anyBody = fc.oneof(
  anyText,
  fc.json(),
  ...real.flatMap((body) => (body === undefined ? [] : [mutateBody(body)])),
  mutateBody(JSON.stringify({ designs: [design, design], next_before: 'c' })),
  mutateBody('{"user_id":"u","via":"api_key","scopes":["read"],"plan":"p"}'),
  mutateBody(
    '{"export":{"id":"e","sha256":"0","bytes":1},"download_url":"http://127.0.0.1:9/x?s=1","expires_at":"2026-01-01"}',
  ),
  mutateBody(
    '{"purchase_id":"p","status":"composing","pack":{"id":"k","ready":true},"pdf":{"download_url":"x"}}',
  ),
  mutateBody('{"error":"no","code":"NOT_FOUND"}'),
);

/** Header values that the runtime accepts. */
const headerText = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '-1',
    '1e9',
    '99999999999',
    'Wed, 21 Oct 2026 07:28:00 GMT',
    'soon',
    '',
    'NaN',
    '0x10',
    '١',
  ),
  fc.string().map((text) => text.replace(/[^\x20-\x7e]/g, '')),
);
const anyHeaders = fc.dictionary(
  fc.constantFrom(
    'retry-after',
    'date',
    'content-type',
    'www-authenticate',
    'x-request-id',
    'location',
    'etag',
  ),
  headerText,
  { maxKeys: 4 },
);

const LINES: readonly (readonly string[])[] = [
  ['me'],
  ['me', '--json'],
  ['designs', 'ls', '--all', '--jsonl'],
  ['designs', 'ls', '--limit', '3', '--json'],
  ['graph', 'GARM-1'],
  ['graph', 'GARM-1', '--all', '--json'],
  ['brief', 'GARM-1'],
  ['trust', 'GARM-1'],
  ['confirmations', 'GARM-1'],
  ['export', 'GARM-1', '-o', 'x.svg'],
  ['techpack', 'status', '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01'],
  ['api', 'v1/me'],
  ['diff', 'GARM-1', 'GARM-2'],
];

const createFuzzHome = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'toile-fuzz-'));
  homes.push(path);
  return path;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const UNFIT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a spinner hides the cursor and begins and ends each picture
const SPINNER_CODES = /\u001b\[\?(?:25|2026)[lh]/g;

const expectProperEnd = (
  { code, out, err }: Awaited<ReturnType<typeof runToile>>,
  json: boolean,
  columns: number | undefined,
): void => {
  expect(EXITS).toContain(code);
  expect(err).not.toMatch(/internal error in toile|\n\s+at /);
  // A command that is slower than usual shows a spinner on a terminal.
  expect(columns === undefined ? err : err.replace(SPINNER_CODES, '')).not.toMatch(UNFIT);
  if (columns !== undefined && !json) expect(out).not.toMatch(UNFIT);
};

it('a command ends properly after any answer of the service', async () => {
  const place = await createFuzzHome();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LINES),
      fc.constantFrom(undefined, 40, 100),
      fc.array(
        fc.tuple(
          fc.constantFrom(200, 200, 200, 200, 201, 400, 401, 402, 403, 404, 409, 418, 429, 500, 503),
          anyHeaders,
          anyBody,
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      async (argv, columns, answers) => {
        tried += 1;
        let requests = 0;
        const run = await runToile([...argv, '--max-wait', '1', '--no-color'], {
          home: place,
          columns,
          env: {
            TOILE_BASE_URL: 'https://service.test',
            TOILE_API_KEY: 'svc_sk_fuzz',
            TOILE_RATE: '1000000/1s',
          },
          network: async () => async () => {
            const [status, headers, body] = answers[Math.min(requests++, answers.length - 1)] ?? [
              200,
              {},
              '',
            ];
            if (requests > 200) throw new Error('asks for ever');
            return new Response(body, { status, headers });
          },
        });
        expectProperEnd(run, argv.includes('--json'), columns);
        expect(requests).toBeLessThan(200);
      },
    ),
    scaleCases(1500),
  );
});

it('a command ends properly with any contents of the stored files', async () => {
  const files = [
    'accounts.json',
    'credentials.json',
    'state/purchases.json',
    'state/sandbox.jsonl',
    'state/sandboxes.json',
  ];
  const entry = { name: 'a', base_url: 'https://service.test', storage: 'file', kind: 'api_key' };
  const kept = fc.oneof(
    anyText,
    fc.json(),
    mutateBody(JSON.stringify({ version: 1, current: 'a', accounts: [entry] })),
    mutateBody(JSON.stringify({ version: 1, credentials: { 'a@https://service.test': 'svc_sk_x' } })),
    mutateBody(
      JSON.stringify({
        version: 1,
        purchases: [{ number: 1, state: 'accepted', design_id: 'd', purchase_id: 'p' }],
      }),
    ),
    fc.constantFrom('{"type":"began","world":"w","secret":"s"}\n{"type":"advanced","ms":1e99}\n'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        ['me'],
        ['accounts', 'ls'],
        ['techpack', 'ls'],
        ['--sandbox', 'me'],
        ['sandbox', 'status'],
        ['quota'],
      ),
      fc.uniqueArray(fc.tuple(fc.constantFrom(...files), kept), {
        minLength: 1,
        maxLength: 3,
        selector: ([name]) => name,
      }),
      async (argv, written) => {
        tried += 1;
        const place = await createFuzzHome();
        mkdirSync(join(place, 'toile', 'state'), { recursive: true, mode: 0o700 });
        for (const [name, text] of written) writeFileSync(join(place, 'toile', name), text, { mode: 0o600 });
        const run = await runToile(argv, {
          home: place,
          network: async () => async () =>
            new Response('{"user_id":"u","scopes":[],"plan":"p","via":"api_key"}'),
        });
        expectProperEnd(run, false, undefined);
        rmSync(place, { recursive: true, force: true });
      },
    ),
    scaleCases(500),
  );
});

it('parsers of single values return or refuse, and never crash', () => {
  const allowRefusal = (work: () => unknown): void => {
    tried += 1;
    try {
      work();
    } catch (error) {
      if (!(error instanceof ToileError)) throw error;
    }
  };
  const now = Date.parse('2026-11-21T09:00:00Z');
  const text = fc.oneof(anyText, fc.stringMatching(/^[\d/.smhdTZ:+-]{0,24}$/), headerText);
  fc.assert(
    fc.property(text, text, (one, two) => {
      allowRefusal(() => {
        const headers = new Map([
          ['retry-after', one],
          ['date', two],
        ]);
        const ms = readRetryAfterMs({ get: (name) => headers.get(name) ?? null }, now);
        if (ms !== undefined) expect(ms).toBeGreaterThanOrEqual(0);
      });
      allowRefusal(() => {
        const at = parseDesignCursor(one);
        if (at !== undefined) expect(typeof at).toBe('bigint');
      });
      allowRefusal(() => {
        const { limit, windowMs } = parseRateLimit(one);
        expect(limit * windowMs).toBeGreaterThan(0);
      });
      allowRefusal(() => expect(parseDuration(one, 'it')).toBeGreaterThanOrEqual(0));
      allowRefusal(() => expect(URL.canParse(parseServiceAddress(one, {}))).toBe(true));
      allowRefusal(() => expect(parseCredential(one, 'it').credential).toMatch(/^[\x21-\x7e]+$/));
      allowRefusal(() => parseJournalLine(one));
    }),
    scaleCases(7500),
  );
});
