import { createHash } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { SANDBOX_USER_IDS, type SandboxGarment } from '../../src/sandbox/corpus/sample-garments.ts';
import type { DocumentRenderer } from '../../src/sandbox/http/downloads.ts';
import {
  createMemoryJournal,
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxServer,
  serveSandbox,
} from '../../src/sandbox/index.ts';

/** Bytes that look random and are the same in every run. */
export function createSeededBytes(seed = 'seed'): (length: number) => Uint8Array {
  let drawn = 0;
  return (length) => createHash('sha512').update(`${seed} ${drawn++}`).digest().subarray(0, length);
}

export const START = Date.parse('2026-11-20T09:00:00Z');

export interface TestClock {
  time: number;
  now(): number;
}

export function createClock(time = START): TestClock {
  const clock = { time, now: () => clock.time };
  return clock;
}

const toUuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export function buildGarment(n: number, over: Partial<SandboxGarment> = {}): SandboxGarment {
  const id = toUuid(n);
  return {
    id,
    owner: SANDBOX_USER_IDS.designer,
    name: `Design ${n}`,
    garment_category: 'shirt',
    sgg_garment_id: null,
    created_at: new Date(START - n * 60_000).toISOString(),
    graph: (profile) =>
      `{"profile":"${profile}","nodes":[{"id":"${id}","spec":56.0,"big":9007199254740993}]}`,
    read: (resource) => `{"of":"${id}","resource":"${resource}"}`,
    ...over,
  };
}

export const MINTED = buildGarment(2, { sgg_garment_id: 'GARM-00012' });
export const FOREIGN = buildGarment(3, { owner: SANDBOX_USER_IDS.other, sgg_garment_id: 'GARM-77' });
export const HOUSE = buildGarment(4, { owner: null, sgg_garment_id: 'GARM-9007199254740993' });
export const HOSTILE = buildGarment(5, { name: '<script>alert("1")</script> & co' });
export const PLAIN = buildGarment(1, { name: null });
export const FEW = [PLAIN, MINTED, FOREIGN, HOUSE, HOSTILE];

const toBytes = (text: string) => new TextEncoder().encode(text);

/** Documents that say what they were made from. */
export const DOCUMENTS: DocumentRenderer = {
  renderExportDocument: (of, profile, driver, facts) => ({
    bytes: toBytes(JSON.stringify({ of: of.id, profile, driver, ...facts, filler: 'x'.repeat(1000) })),
    mediaType: driver === 'json' ? 'application/json' : 'image/svg+xml',
    fileName: `${of.sgg_garment_id ?? of.id}_${profile}_${driver}.${driver === 'json' ? 'json' : 'svg'}`,
    layers: driver === 'json' ? [] : ['Title_block'],
    counts: [{ field: 'unresolved', value: 2, state: 'inferred' }],
  }),
  renderTechPackPdf: async (of, request, facts) =>
    toBytes(`%PDF-1.7 ${JSON.stringify({ of: of.id, request, ...facts })}`),
};

export interface OpenSandbox {
  readonly sandbox: Sandbox;
  readonly clock: TestClock;
  /** A request with the full key, unless `init.headers` say otherwise. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body?: unknown, key?: string): Promise<Response>;
}

export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<OpenSandbox> {
  const clock = createClock();
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock,
    random: createSeededBytes(),
    garments: FEW,
    documents: async () => DOCUMENTS,
    ...options,
  });
  const ask: OpenSandbox['ask'] = (path, init = {}) =>
    sandbox.fetch(path.startsWith('http') ? path : `${sandbox.baseUrl}${path}`, {
      ...init,
      headers: { ...authorizeAs('full'), ...init.headers },
    });
  return {
    sandbox,
    clock,
    ask,
    post: (path, body, key = 'full') =>
      ask(path, {
        method: 'POST',
        headers: {
          ...authorizeAs(key),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}

/** Serves a sandbox over HTTP until the test ends. */
export async function serveTestSandbox(options: Partial<SandboxOptions> = {}): Promise<SandboxServer> {
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: createClock(),
    random: createSeededBytes(),
    ...options,
  });
  const running = await serveSandbox(sandbox);
  onTestFinished(() => running.close());
  return running;
}

/** The header of a sample key, by its name. */
export function authorizeAs(name: string): Record<string, string> {
  const keys: Record<string, string> = {
    full: 'svc_sk_sandbox_full',
    'read-only': 'svc_sk_sandbox_read_only',
    scopeless: 'svc_sk_sandbox_scopeless',
    'no-allowance': 'svc_sk_sandbox_no_allowance',
    other: 'svc_sk_sandbox_other',
    token: 'sandbox_access_token',
  };
  return { authorization: `Bearer ${keys[name] ?? name}` };
}

/** Status and body of a refusal, checked to be one. */
export async function readRefusal(answer: Response | Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  const body = (await response.json()) as { error: unknown; code: unknown };
  if (typeof body.error !== 'string' || typeof body.code !== 'string' || Object.keys(body).length !== 2) {
    throw new Error(`not a refusal: ${JSON.stringify(body)}`);
  }
  return [response.status, body.code];
}
