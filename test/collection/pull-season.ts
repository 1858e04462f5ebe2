import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCollectionDisk } from '../../src/collection/collection-disk.ts';
import { openCollectionWriter } from '../../src/collection/collection-writer.ts';
import { pullCollection } from '../../src/collection/pull-collection.ts';
import type { PullOptions, PullResult } from '../../src/collection/pull-types.ts';
import { walkDesignPages } from '../../src/commands/designs/walk-design-pages.ts';
import { shellText } from '../../src/platform/escape/shell.ts';
import { markSystemPath } from '../../src/platform/files/safe-path.ts';
import { canonicalizeJson } from '../../src/platform/json/canonicalize-json.ts';
import { toJsonText } from '../../src/platform/json/json-values.ts';
import { parseJson, parseJsonWithin } from '../../src/platform/json/parse-json.ts';
import type { SandboxGarment } from '../../src/sandbox/corpus/sample-garments.ts';
import { createMemoryJournal, createSandbox, type SandboxRateLimit } from '../../src/sandbox/index.ts';
import { Routes } from '../../src/service/client/routes.ts';
import { createRetryingFetch } from '../../src/service/http/retrying-fetch.ts';
import { createProcessPacer, type RequestPacer } from '../../src/service/rate-limit/rate-limiters.ts';
import { buildGarment, createSeededBytes, DOCUMENTS, START } from '../sandbox/open-sandbox.ts';

export const TOOLS = {
  canonicalize: canonicalizeJson,
  readJson: parseJson,
  readJsonUpTo: parseJsonWithin,
  writeJson: toJsonText,
};

/** Creates a clock that a sleep advances. */
export const createClock = (time = START) => {
  const clock = {
    time,
    slept: 0,
    now: () => clock.time,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      clock.time += ms;
      clock.slept += ms;
    },
  };
  return clock;
};

export const buildDesigns = (count: number, over: Partial<SandboxGarment> = {}): SandboxGarment[] =>
  Array.from({ length: count }, (_, at) => buildGarment(at + 1, over));

export interface Season {
  readonly clock: ReturnType<typeof createClock>;
  /** Every request that reached the service, as `GET /path`. */
  readonly log: string[];
  /** Answers of 429 among them. */
  refused: number;
  garments: SandboxGarment[];
  /** Called before each request. An error that it throws breaks the connection; a response replaces that of the service. */
  before: (request: string) => Response | undefined;
  key: string;
  /** Which designs its list names. */
  listed: (design: SandboxGarment) => boolean;
  /** Designs on a page of the list. */
  page: number;
  /** After so many pages its list just ends. */
  pages: number;
  run(
    dir: string,
    options?: Partial<PullOptions>,
    more?: { signal?: AbortSignal; pace?: RequestPacer; consent?: boolean },
  ): Promise<PullResult>;
}

export const ALL: PullOptions = {
  selection: {
    reads: ['graph', 'tailor-brief', 'design-trust', 'confirmations'],
    profiles: ['technical_designer'],
    drivers: [],
  },
  garments: [],
  designs: [],
  since: undefined,
  maxAgeMs: undefined,
  maxRequests: undefined,
  reserve: 0,
  remove: 'no',
  pruneMs: undefined,
};

/** Creates a service and a machine that pulls from it, with one clock. `latency` is in milliseconds. */
export async function createSeason(
  garments: SandboxGarment[],
  { rate, latency = 0 }: { rate?: SandboxRateLimit; latency?: number } = {},
): Promise<Season> {
  const clock = createClock();
  const open = () =>
    createSandbox({
      store: createMemoryJournal(),
      clock,
      random: createSeededBytes(),
      get garments() {
        return it.garments;
      },
      documents: async () => DOCUMENTS,
      ...(rate && { rate }),
    });
  let served: readonly SandboxGarment[] | undefined;
  let sandbox: Awaited<ReturnType<typeof open>> | undefined;
  const pace = createProcessPacer(rate ?? { limit: 100_000, windowMs: 1000 }, clock);
  const shortenList = async (response: Response, path: string): Promise<Response> => {
    if (path !== '/v1/designs' || !response.ok) return response;
    const body = await response.json();
    return Response.json({ ...body, designs: body.designs.filter(it.listed) });
  };
  const it: Season = {
    clock,
    log: [],
    refused: 0,
    garments,
    before: () => undefined,
    key: 'svc_sk_sandbox_full',
    page: 3,
    pages: Infinity,
    listed: () => true,
    async run(dir, options = {}, { signal = new AbortController().signal, pace: other, consent } = {}) {
      if (served !== it.garments) {
        served = it.garments;
        sandbox = await open();
      }
      const fetch = createRetryingFetch({
        fetch: async (url, init) => {
          const { pathname, search } = new URL(url);
          const request = `${init.method} ${pathname}${search}`;
          const answer = it.before(request);
          it.log.push(request);
          clock.time += latency;
          const response =
            answer ??
            (await shortenList(await (sandbox as NonNullable<typeof sandbox>).fetch(url, init), pathname));
          if (response.status === 429) it.refused += 1;
          return response;
        },
        clock: { ...clock, now: clock.now, sleep: clock.sleep },
        random: () => 0,
        maxWait: 10,
        timeouts: { headers: 0, idle: 0, body: 0 },
        onEvent: ({ kind }) => kind === 'attempt' && pace.record(),
      });
      const api = new Routes({ baseUrl: 'http://127.0.0.1:0', credential: it.key, fetch, parse: parseJson });
      const tools = { ...TOOLS, clock };
      return pullCollection({
        ...ALL,
        ...options,
        folder: await openCollectionWriter(
          await createCollectionDisk(markSystemPath(dir), Math.random),
          tools,
        ),
        tools,
        api,
        callerDigest: it.key,
        pacer: other ?? pace,
        toile: shellText`toile`,
        signal,
        random: () => 0.5,
        async *list(before, send) {
          const walking = walkDesignPages(api, { pageSize: it.page, before, sendRequest: send, signal });
          let left = it.pages;
          for await (const { items, nextCursor } of walking) {
            yield { designs: items.map(({ value }) => value), next: nextCursor };
            left -= 1;
            if (left === 0) return;
          }
        },
        downloadExport: async (id, what, sink) => {
          const made = await api.exportDesign(id, { ...what, signal });
          const file = await (sandbox as NonNullable<typeof sandbox>).fetch(String(made.download_url));
          const bytes = new Uint8Array(await file.arrayBuffer());
          await sink.write(bytes);
          return { sha256: createHash('sha256').update(bytes).digest('hex'), record: made.export };
        },
        confirmRemoval: async () => consent,
        explain: (error) => ({
          message: error instanceof Error ? error.message : String(error),
          code: error instanceof Error && 'code' in error ? String(error.code) : '',
        }),
        onProgress: () => undefined,
      });
    },
  };
  return it;
}

/** Reads every file of a pulled folder, except its own records and the times in the manifest. */
export async function readTree(dir: string): Promise<Record<string, string>> {
  const files = await readdir(dir, { recursive: true, withFileTypes: true });
  const found: Record<string, string> = {};
  for (const file of files) {
    const path = join(file.parentPath, file.name).slice(dir.length + 1);
    if (!file.isFile() || path.startsWith('.toile')) continue;
    found[path] = (await readFile(join(dir, path), 'utf8')).replaceAll(
      /"fetched": "[^"]*"/g,
      '"fetched": ""',
    );
  }
  return Object.fromEntries(Object.entries(found).sort());
}
