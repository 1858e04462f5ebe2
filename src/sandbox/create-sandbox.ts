import { rejectOnAbort } from '../platform/promises.ts';
import { createControlRoutes } from './control/remote-control.ts';
import { createLocalControl } from './control/sandbox-control.ts';
import { listSampleGarments, type SandboxGarment } from './corpus/sample-garments.ts';
import { assertLoopbackRequest, ConnectionDroppedError } from './http/check-request.ts';
import { createDocumentCache, type DocumentRenderer } from './http/downloads.ts';
import { createSandboxApp, toErrorResponse } from './http/sandbox-app.ts';
import {
  createFaultCounters,
  createRateWindow,
  DEFAULT_RATE_LIMIT,
  type SandboxRateLimit,
  type SandboxService,
} from './http/sandbox-service.ts';
import { createSignInState } from './oauth/oauth-state.ts';
import { createSecret, createUuid, type RandomBytes } from './state/profiles-and-drivers.ts';
import { SAMPLE_KEYS, type SampleKey } from './state/purchase-state.ts';
import { type JournalStore, openStateStore } from './state/state-store.ts';

/** The arguments of `createSandbox`. */
export interface SandboxOptions {
  readonly store: JournalStore;
  /** Returns the real time in milliseconds since 1970. The sandbox adds the time by which `advance` moved its clock. */
  readonly clock: { now(): number };
  readonly random: RandomBytes;
  /** The rate limit (default: 300 requests in five minutes). */
  readonly rate?: SandboxRateLimit;
  readonly garments?: readonly SandboxGarment[];
  readonly keys?: readonly SampleKey[];
  /** Loads the renderer of exports and Tech Packs (default: the one of the sandbox). */
  readonly documents?: () => Promise<DocumentRenderer>;
}

/**
 * Creates a sandbox that does not listen on a port. Each request reads the journal in `store` again, because other
 * processes may have written to it.
 */
export const createSandbox = async (options: SandboxOptions) => {
  const { store, clock, random } = options;
  const garments = options.garments ?? listSampleGarments();
  const keys = options.keys ?? SAMPLE_KEYS;
  const stateStore = openStateStore(store, clock, random);
  const service: SandboxService = {
    stateStore,
    garments,
    keys,
    rateWindow: createRateWindow(options.rate ?? DEFAULT_RATE_LIMIT),
    documents: createDocumentCache(
      garments,
      options.documents ?? (() => import('./documents/export-document.ts')),
    ),
    faults: createFaultCounters(),
    signIns: createSignInState(),
  };
  const control = createLocalControl(service);
  const controlSecret = createSecret(random);
  const app = createSandboxApp(createControlRoutes(control, controlSecret));
  let isClosed = false;
  /**
   * The requests of `fetch` that have not ended yet. When a caller aborts a request, `fetch` rejects at once, but the
   * sandbox still handles the request.
   */
  const pendingRequests = new Set<Promise<void>>();

  const handle = async (request: Request): Promise<Response> => {
    if (isClosed) throw new ConnectionDroppedError();
    let now = clock.now();
    let response: Response;
    try {
      assertLoopbackRequest(request);
      const state = await stateStore.state();
      now = stateStore.now(state);
      const host = request.headers.get('host') ?? new URL(request.url).host;
      response = await app.fetch(request, { service, state, now, origin: `http://${host}` });
    } catch (error) {
      if (error instanceof ConnectionDroppedError) throw error;
      response = toErrorResponse(error);
    }
    const { headers } = response;
    headers.set('date', new Date(now).toUTCString());
    headers.set('cache-control', 'no-store');
    headers.set('x-content-type-options', 'nosniff');
    headers.set('x-request-id', createUuid(random));
    return response;
  };

  return {
    /**
     * The base address of the URLs that callers pass to the `fetch` function of the sandbox. No server listens at this
     * address, so a browser cannot open links that begin with it.
     */
    baseUrl: 'http://127.0.0.1:0',
    keys,
    control,
    /** The secret of the control routes. Every sandbox creates a new one. */
    secret: controlSecret,
    /**
     * Returns the response to one HTTP request. Rejects with a ConnectionDroppedError if the server must cut the
     * connection without a response, and for every request after `close`.
     */
    handle,
    /**
     * Returns the response to a request, like the global `fetch`. Rejects with a TypeError if the sandbox simulates a
     * connection that is cut.
     */
    async fetch(url: string, init: RequestInit = {}) {
      const { signal } = init;
      signal?.throwIfAborted();
      const response = handle(new Request(url, { ...init, signal: null })).catch((error: unknown) => {
        throw error instanceof ConnectionDroppedError
          ? new TypeError('fetch failed', { cause: error })
          : error;
      });
      const remove = () => void pendingRequests.delete(done);
      const done = response.then(remove, remove);
      pendingRequests.add(done);
      return signal == null ? response : rejectOnAbort(response, signal);
    },
    /** Makes further requests fail. Resolves when all requests made through `fetch` have ended. */
    async close() {
      isClosed = true;
      await Promise.all(pendingRequests);
    },
  };
};

/**
 * A simulation of the service in this process. It keeps its state in a journal. `serveSandbox` makes it reachable over
 * HTTP.
 */
export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;
