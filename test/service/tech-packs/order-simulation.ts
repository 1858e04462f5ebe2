/**
 * Simulates paid commands without disk, network or time. A process can be killed or overtaken by another process at
 * every step. The commands and the order records are the real ones.
 */

import { explainError } from '../../../src/cli/explain-error.ts';
import type { CommandContext } from '../../../src/commands/command-context.ts';
import { type ToileError, Unavailable, UsageError } from '../../../src/platform/errors.ts';
import { shellText } from '../../../src/platform/escape/shell.ts';
import { markSystemPath } from '../../../src/platform/files/safe-path.ts';
import type {
  JsonReadResult,
  StrictJsonFile,
  VersionedJson,
} from '../../../src/platform/system/json-file.ts';
import {
  ApiError,
  type ApiRequest,
  type ApiResponse,
  NetworkError,
} from '../../../src/service/client/index.ts';
import { classifyRequestCost } from '../../../src/service/tech-packs/classify-request.ts';
import { type ChargedOrder, withOrderNotice } from '../../../src/service/tech-packs/order-failure.ts';
import { createOrderRecords } from '../../../src/service/tech-packs/order-records.ts';
import { toReference } from './open-records.ts';

/** The fates of a request: whether the service accepts it, and which answer arrives. */
export const FATES = [
  'taken',
  'unpaid',
  'refused',
  'limited',
  'not found',
  'failed and taken',
  'failed and not taken',
  'lost and taken',
  'lost and not taken',
  'not understood',
  'connection refused',
  'never its turn',
  'no answer',
] as const;
export type RequestFate = (typeof FATES)[number];
const TAKES: readonly RequestFate[] = [
  'taken',
  'unpaid',
  'failed and taken',
  'lost and taken',
  'not understood',
  'no answer',
];
const ARRIVES: readonly RequestFate[] = FATES.filter(
  (fate) => fate !== 'connection refused' && fate !== 'never its turn',
);
/** Fates in which the service certainly refused the order. */
const CERTAIN: readonly RequestFate[] = ['refused', 'limited', 'not found'];

export type StatusAnswer = 'well' | '404' | '500';

export interface OrderPost {
  readonly design: string;
  readonly isTaken: boolean;
  readonly isRefused: boolean;
}

/** How a command ended; `waiting` while it runs. */
export type ProcessEnd =
  | { readonly how: 'answered'; readonly exit: number; readonly value: unknown }
  | { readonly how: 'failed'; readonly error: ToileError; readonly spent: ChargedOrder | undefined }
  | { readonly how: 'killed' }
  | { readonly how: 'waiting' };

export interface ProcessFate {
  readonly fate: RequestFate;
  /** The step at which the process is killed. */
  readonly dies: number | undefined;
  /** True when other processes cannot know whether it runs, as in another container or on another machine. */
  readonly isFar: boolean;
  /** True when another file appears at the path of the PDF. */
  readonly isTakenPlace: boolean;
}

const BASE = 'https://api.test';
export const START = Date.parse('2026-01-01T00:00:00Z');
const TRUSTED_MS = 120_000;

const toUuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const headers = { get: () => null };
const buildResponse = (status: number, value: unknown): ApiResponse<unknown> => ({
  value,
  text: JSON.stringify(value),
  status,
  headers,
});
const buildApiError = (status: number): ApiError =>
  new ApiError('POST /v1/x', { message: 'as it is', status, code: `HTTP_${status}`, stated: true });
const buildNetworkError = (code: string): NetworkError =>
  new NetworkError('no answer', 'POST /v1/x', new Unavailable('no answer', { code }));

/** Resolves when no process can go on without a step of the simulation. */
const waitForIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const createSimulation = () => {
  const posts: OrderPost[] = [];
  const purchases = new Map<string, { readonly design: string; isPaid: boolean; isReady: boolean }>();
  const dead = new Set<string>();
  const far = new Set<string>();
  /** Steps that processes are about to take, in the order in which they came to them. */
  const waiting: { readonly go: () => void; readonly of: string }[] = [];
  let text: string | undefined;
  let aside = 0;
  let now = START;
  let looking: StatusAnswer = 'well';
  let count = 0;
  let refs = 0;

  const look = (): JsonReadResult => {
    if (text === undefined) return { is: 'absent' };
    try {
      const value: unknown = JSON.parse(text);
      const isVersioned = typeof value === 'object' && value !== null && 'version' in value;
      return isVersioned ? { is: 'read', value: value as VersionedJson } : { is: 'corrupted' };
    } catch {
      return { is: 'corrupted' };
    }
  };

  const post = async (design: string, fate: RequestFate): Promise<ApiResponse<unknown>> => {
    const isTaken = TAKES.includes(fate);
    if (ARRIVES.includes(fate)) posts.push({ design, isTaken, isRefused: CERTAIN.includes(fate) });
    const id = toUuid(900_000 + posts.length);
    if (isTaken) purchases.set(id, { design, isPaid: fate !== 'unpaid', isReady: false });
    switch (fate) {
      case 'taken':
        return buildResponse(202, { status: 'composing', purchase_id: id, design_id: design, message: '' });
      case 'unpaid':
        return buildResponse(402, {
          status: 'payment_required',
          purchase_id: id,
          checkout_url: 'https://pay.test/x',
          amount: 29,
          currency: 'EUR',
          label: null,
          message: '',
        });
      case 'refused':
        throw buildApiError(409);
      case 'limited':
        throw buildApiError(429);
      case 'not found':
        throw buildApiError(404);
      case 'failed and taken':
      case 'failed and not taken':
        throw buildApiError(502);
      case 'not understood':
        return buildResponse(202, [1]);
      case 'connection refused':
        throw buildNetworkError('connection_refused');
      case 'no answer':
        return new Promise(() => undefined);
      default:
        throw buildNetworkError('connection_lost');
    }
  };

  const replyToStatus = (id: string): ApiResponse<unknown> => {
    const known = purchases.get(id);
    if (looking === '500') throw buildApiError(500);
    if (looking === '404' || known === undefined) throw buildApiError(404);
    const { design, isPaid, isReady } = known;
    return buildResponse(200, {
      purchase_id: id,
      status: isReady ? 'fulfilled' : 'composing',
      design_id: design,
      amount: null,
      currency: null,
      pack: isPaid ? { id, version: 1, ready: isReady, composer_status: null, compose_status: null } : null,
      pdf: isReady ? { download_url: 'https://files.test/x', expires_at: '' } : null,
      paid_at: null,
      fulfilled_at: null,
    });
  };

  /** Starts a command as a separate process. */
  const start = (
    run: (deps: CommandContext) => Promise<{ readonly exit?: number; readonly value?: unknown }>,
    { fate, dies, isFar, isTakenPlace }: ProcessFate,
  ) => {
    count += 1;
    const me = `process-${count}`;
    if (isFar) far.add(me);
    let steps = 0;
    let spent: ChargedOrder | undefined;
    let ended: ProcessEnd = { how: 'waiting' };
    const toile = shellText`toile`;

    /** Waits for the turn of this process. A killed process never resumes. */
    const runStep = async (): Promise<void> => {
      steps += 1;
      if (steps === dies) {
        dead.add(me);
        ended = { how: 'killed' };
      }
      if (dead.has(me)) return new Promise(() => undefined);
      await new Promise<void>((go) => waiting.push({ go, of: me }));
      if (dead.has(me)) return new Promise(() => undefined);
    };

    const file: StrictJsonFile = {
      path: markSystemPath('/state/purchases.json'),
      async read() {
        await runStep();
        return look();
      },
      async change(edit) {
        await runStep();
        const { next, result } = edit(look());
        if (next !== undefined) text = JSON.stringify(next);
        // The process may be killed after the write and before it continues.
        await runStep();
        return result;
      },
      async moveAside() {
        await runStep();
        text = undefined;
        aside += 1;
        return markSystemPath(`/state/purchases.json.corrupted-${aside}`);
      },
    };
    const book = createOrderRecords(file, {
      me,
      isGone: (holder, since) =>
        far.has(holder) && holder !== me ? Math.abs(now - since) > TRUSTED_MS : dead.has(holder),
      createRef: () => {
        refs += 1;
        return toReference(refs);
      },
      redact: (words) => words,
    });

    const deps: Partial<CommandContext> = {
      signal: new AbortController().signal,
      clock: {
        now: () => now,
        async sleep(ms) {
          await runStep();
          now += ms;
        },
      },
      system: { random: () => 0.5 } as CommandContext['system'],
      maxWaitMs: Number.POSITIVE_INFINITY,
      report: () => undefined,
      ask: {
        isAvailable: false,
        secret: () => Promise.reject(new Error('nobody')),
        text: () => Promise.reject(new Error('nobody')),
        confirm: () => Promise.reject(new Error('nobody')),
        choose: () => Promise.reject(new Error('nobody')),
      },
      toile,
      target: async () => ({ baseUrl: BASE, mcpUrl: undefined, account: undefined, sandbox: false }),
      openOrders: async () => book,
      setChargedOrder: (what) => {
        spent = what;
      },
      readSignIn: async () => {
        await runStep();
        return { credential: 'x', kind: 'api_key', source: 'environment', place: 'here', shadows: [] };
      },
      explainError: (error) => explainError(error, { toile }),
      async requestPaid({ method, path }: ApiRequest, leaving) {
        await runStep();
        if (fate === 'never its turn') throw buildNetworkError('rate_limited');
        const left = await leaving();
        await runStep();
        left();
        await runStep();
        const ordering = classifyRequestCost(method, `${BASE}/${path.replace(/^\//, '')}`);
        if (ordering.kind !== 'order') throw new Error('not an order');
        const answer = await post(ordering.design, fate);
        await runStep();
        return answer;
      },
      request: () => Promise.reject(new Error('unguarded')),
      api: async () =>
        ({
          techPack: (id: string) => ({
            whole: async () => {
              await runStep();
              return replyToStatus(id);
            },
          }),
        }) as never,
      createOutputFile: async () => ({
        file: 'x.pdf',
        skipped: false,
        download: async () => {
          await runStep();
          if (isTakenPlace) throw new UsageError('x.pdf already exists', { code: 'file_exists' });
          return { bytes: 1, sha256: 'a', record: null };
        },
        write: () => Promise.reject(new Error('no text')),
        discard: async () => undefined,
      }),
    };

    void run(deps as CommandContext).then(
      ({ exit = 0, value }) => {
        if (ended.how === 'waiting') ended = { how: 'answered', exit, value };
      },
      (error: unknown) => {
        if (ended.how !== 'waiting') return;
        const explained = explainError(error, { toile });
        ended = { how: 'failed', error: spent ? withOrderNotice(explained, spent) : explained, spent };
      },
    );
    return {
      me,
      ended: () => ended,
      spent: () => spent,
      kill: () => {
        dead.add(me);
        if (ended.how === 'waiting') ended = { how: 'killed' };
      },
    };
  };

  return {
    posts,
    purchases,
    start,
    text: () => text,
    damage: (how: (whole: string) => string | undefined) => {
      text = how(text ?? '');
    },
    looks: (how: StatusAnswer) => {
      looking = how;
    },
    jump: (ms: number) => {
      now += ms;
    },
    /** Lets one process after the other take a step, in an order that `choose` makes, until none has one to take. */
    async run(choose: (of: number) => number): Promise<void> {
      await waitForIdle();
      while (waiting.length > 0) {
        const [next] = waiting.splice(choose(waiting.length), 1);
        next?.go();
        await waitForIdle();
      }
    },
  };
};

export type OrderSimulation = ReturnType<typeof createSimulation>;
export type SimulatedProcess = ReturnType<OrderSimulation['start']>;
