import { unlessAborted } from '../wait.ts';
import type { SandboxControl } from './control/control.ts';
import { controlOf } from './control/world-control.ts';
import { corpus, type Garment } from './corpus/index.ts';
import { refused, routing } from './http/app.ts';
import { cabinet, type Documents } from './http/cabinet.ts';
import { controlRoutes } from './http/control-routes.ts';
import { noFaults } from './http/faults.ts';
import { onlyLoopback } from './http/loopback.ts';
import { RATE, type Rate, rateWindow } from './http/rate.ts';
import { Dropped } from './http/refusal.ts';
import type { Service } from './http/service.ts';
import { noSignIns } from './oauth/pending-sign-ins.ts';
import { type Random, secret, uuid } from './world/random-id.ts';
import { SAMPLE_KEYS, type SampleKey } from './world/sample-keys.ts';
import type { Store } from './world/store.ts';
import { SURCHARGE } from './world/surcharge.ts';
import { openWorld } from './world/world.ts';

export interface SandboxOptions {
  readonly store: Store;
  /** Milliseconds since 1970; the sandbox adds what `advance` moved it ahead. */
  readonly clock: { now(): number };
  readonly random: Random;
  /** 300 in five minutes unless told otherwise. */
  readonly rate?: Rate;
  /** EUR on top of the base price; null for a service where it is not configured. */
  readonly surcharge?: number | null;
  /** Other garments than the sample ones. */
  readonly garments?: readonly Garment[];
  /** Other keys than the sample ones. */
  readonly keys?: readonly SampleKey[];
  /** Who draws exports and Tech Packs, if not the sandbox itself. */
  readonly documents?: () => Promise<Documents>;
}

/** The service over one journal. */
export interface Sandbox {
  /** Where `fetch` answers without a network. No server is there: a browser cannot open its links. */
  readonly baseUrl: string;
  /** Shaped like the global one: rejects with a TypeError where a connection would break. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** One request of a server; rejects where the connection is to be cut. */
  handle(request: Request): Promise<Response>;
  readonly keys: readonly SampleKey[];
  readonly control: SandboxControl;
  /** Opens the control routes; made anew for every sandbox. */
  readonly secret: string;
  /** Answers nothing more; resolves when what `fetch` was asked has been written down. */
  close(): Promise<void>;
}

const EMBEDDED_ADDRESS = 'http://127.0.0.1:0';

export const createSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { store, clock, random } = options;
  const garments = options.garments ?? corpus();
  const keys = options.keys ?? SAMPLE_KEYS;
  const world = openWorld(store, clock, random);
  const service: Service = {
    world,
    garments,
    keys,
    rate: rateWindow(options.rate ?? RATE),
    surcharge: options.surcharge === undefined ? SURCHARGE : options.surcharge,
    cabinet: cabinet(garments, options.documents ?? (() => import('./documents/index.ts'))),
    faults: noFaults(),
    signIns: noSignIns(),
  };
  const control = controlOf(service);
  const controlSecret = secret(random);
  const app = routing(controlRoutes(control, controlSecret));
  let closed = false;
  /** Requests made by `fetch`, whose answers nobody may be waiting for any more. */
  const underWay = new Set<Promise<void>>();

  const handle = async (request: Request): Promise<Response> => {
    if (closed) throw new Dropped();
    let now = clock.now();
    let response: Response;
    try {
      onlyLoopback(request);
      const state = await world.state();
      now = world.now(state);
      const host = request.headers.get('host') ?? new URL(request.url).host;
      response = await app.fetch(request, { service, state, now, origin: `http://${host}` });
    } catch (error) {
      if (error instanceof Dropped) throw error;
      response = refused(error);
    }
    const { headers } = response;
    headers.set('date', new Date(now).toUTCString());
    headers.set('cache-control', 'no-store');
    headers.set('x-content-type-options', 'nosniff');
    headers.set('x-request-id', uuid(random));
    return response;
  };

  return {
    baseUrl: EMBEDDED_ADDRESS,
    keys,
    control,
    secret: controlSecret,
    handle,
    async fetch(url, init = {}) {
      const { signal } = init;
      signal?.throwIfAborted();
      const answered = handle(new Request(url, { ...init, signal: null })).catch((error: unknown) => {
        throw error instanceof Dropped ? new TypeError('fetch failed', { cause: error }) : error;
      });
      const ended = answered.then(
        () => void underWay.delete(ended),
        () => void underWay.delete(ended),
      );
      underWay.add(ended);
      return signal == null ? answered : unlessAborted(answered, signal);
    },
    async close() {
      closed = true;
      await Promise.all(underWay);
    },
  };
};
