import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { SandboxGarment } from '../../src/sandbox/corpus/sample-garments.ts';
import {
  createMemoryJournal,
  createSandbox,
  SAMPLE_KEYS,
  type SandboxRateLimit,
  serveSandbox,
} from '../../src/sandbox/index.ts';

const [FULL] = SAMPLE_KEYS;
if (FULL === undefined) throw new Error('the sandbox has no key');
export const KEY = FULL.key;

/** So many designs of the owner of KEY, with nothing in them. */
export const createDesigns = (count: number): readonly SandboxGarment[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    owner: FULL.user_id,
    name: `Design ${at}`,
    garment_category: 'coat',
    sgg_garment_id: null,
    created_at: new Date(Date.parse('2026-01-01T00:00:00Z') + at * 60_000).toISOString(),
    graph: () => '{"nodes":[]}',
    read: () => '{}',
  }));

export interface ServerOptions {
  readonly rate?: SandboxRateLimit;
  readonly garments?: readonly SandboxGarment[];
  /** Called before every request is answered, with its status after. */
  onAnswer?(method: string, path: string, status: number, authorization: string | null): void;
}

/** A sandbox over HTTP that ends with the test. */
export const startSandboxServer = async ({ onAnswer, ...options }: ServerOptions = {}): Promise<string> => {
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: Date,
    random: (length) => randomBytes(length),
    ...options,
  });
  const handle: typeof sandbox.handle = async (request) => {
    const response = await sandbox.handle(request);
    onAnswer?.(
      request.method,
      new URL(request.url).pathname,
      response.status,
      request.headers.get('authorization'),
    );
    return response;
  };
  const running = await serveSandbox({ ...sandbox, handle });
  onTestFinished(() => running.close());
  return running.baseUrl;
};
