import {
  checkNumberArgument,
  checkObjectArgument,
  checkTextArgument,
  createRequestError,
  parseBaseUrl,
} from './check-request.ts';
import { Download } from './download.ts';
import { isSha256Digest } from './download-rules.ts';
import { AnswerError } from './errors.ts';
import type { ApiRequest, ApiResponse, CallOptions, ClientOptions, Signal } from './options.ts';
import { sendWithRetries } from './retry-rules.ts';
import { Routes } from './routes.ts';
import type { DesignList, DesignSummary, OpenObject, TechPackStatus } from './types.ts';
import { PACK_WAIT_DEFAULTS, waitForPack } from './wait-for-pack.ts';

/** The default timeout of a request in milliseconds. */
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_RETRIES = 2;

/** The page size and the start of `Client.designs`. */
export interface WalkOptions extends CallOptions {
  /** Designs per request. The default of the service is 20. */
  readonly pageSize?: number | undefined;
  /** The `next_before` of a page. The iteration starts after that page. */
  readonly before?: string | undefined;
}

/** The times and the callback of `Client.waitForTechPack`. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two requests (default: 10,000). */
  readonly interval?: number | undefined;
  /** Maximum milliseconds of the whole wait (default: 1,800,000, half an hour). */
  readonly atMost?: number | undefined;
  /** Called with the result of every successful request. */
  readonly onStatus?: ((status: TechPackStatus) => void) | undefined;
}

/** An object with a download link: an export, or the `pdf` of a Tech Pack. */
export interface DownloadLink {
  /** The link. It is valid for an hour. Anyone who has it can download the document. */
  readonly download_url?: string;
  /** The export record. If it has `bytes` and `sha256`, the document is checked against them. */
  readonly export?: OpenObject;
}

/** The limits of `Client.download`, and the expected size and digest of the document. */
export interface DownloadOptions {
  /** Aborting rejects the download with the signal's reason. */
  readonly signal?: Signal | undefined;
  /** Milliseconds without a byte after which the download fails. Replaces the timeout of the client. */
  readonly timeout?: number | undefined;
  /** The expected size in bytes. */
  readonly bytes?: number | undefined;
  /**
   * The expected SHA-256 digest in hexadecimal. It is checked only if the runtime has Node's `crypto`, which browsers
   * do not have.
   */
  readonly sha256?: string | undefined;
  /** Called after every chunk. `total` is undefined if the size is unknown. */
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
}

/**
 * A client of the service: a method for each route, and methods that combine them. A client stores only its
 * options, so that it may be used concurrently.
 *
 * @example
 * const client = new Client({ baseUrl, credential });
 * const { plan } = await client.me();
 * console.log(plan);
 */
export class Client extends Routes {
  readonly #options: ClientOptions;

  /** Throws RequestError for options that cannot be used. */
  constructor(options: ClientOptions) {
    super({ ...options, timeout: options?.timeout ?? DEFAULT_TIMEOUT_MS });
    checkNumberArgument(options.maxRetries, 'maxRetries', 0);
    this.#options = { ...options };
  }

  /**
   * Returns a new client with some options changed. This client stays unchanged.
   *
   * @example
   * const patient = client.withOptions({ timeout: 300_000, maxRetries: 5, headers: { 'x-job': 'nightly' } });
   * const { scopes } = await patient.me();
   * console.log(scopes);
   */
  withOptions(changed: Partial<ClientOptions>): Client {
    return new Client({ ...this.#options, ...checkObjectArgument(changed, 'the options') });
  }

  /**
   * Iterates over all designs of the caller, newest first. The next page is requested after the last design of a page.
   * @example
   * for await (const design of client.designs({ pageSize: 50 })) {
   *   if (design.sgg_garment_id === null) continue;
   *   console.log(design.sgg_garment_id, design.name);
   *   break; // no further request is sent
   * }
   */
  designs(options: WalkOptions = {}): AsyncGenerator<DesignSummary, void, undefined> {
    const { pageSize, before, ...call } = checkObjectArgument(options, 'the options');
    const limit = checkNumberArgument(pageSize, 'pageSize', 1);
    return walkAllDesigns(
      (next) => this.listDesigns({ ...call, limit, before: next }),
      checkTextArgument(before, 'before'),
    );
  }

  /**
   * Requests the status of a purchase until `pack.ready` is true, and returns that status. It orders nothing and pays
   * nothing. A request that fails temporarily is repeated. Rejects with NotReadyError when the time is up.
   *
   * @example
   * const { pdf } = await client.waitForTechPack(purchaseId, { interval: 5_000, onStatus: ({ status }) => console.log(status) });
   * let bytes = 0;
   * if (pdf) for await (const piece of client.download(pdf)) bytes += piece.length;
   * console.log(bytes);
   */
  async waitForTechPack(purchaseId: string, options: WaitOptions = {}): Promise<TechPackStatus> {
    const { interval, atMost, onStatus, ...call } = checkObjectArgument(options, 'the options');
    return waitForPack({
      interval: checkNumberArgument(interval, 'interval') ?? PACK_WAIT_DEFAULTS.interval,
      atMost: checkNumberArgument(atMost, 'atMost') ?? PACK_WAIT_DEFAULTS.atMost,
      signal: call.signal,
      onStatus,
      poll: () => this.techPack(purchaseId, call),
    });
  }

  /**
   * Returns a download of the document that a link leads to. The document is fetched by `for await`, `stream()` or
   * `save(path)`. A broken connection is resumed, and size and digest are checked if they are known. No credential is
   * sent. The download rejects like other calls, and with NotFoundError or ForbiddenError if the link has expired (after
   * an hour).
   *
   * @example
   * const exported = await client.exportDesign(designId, { driver: 'json' });
   * let bytes = 0;
   * for await (const piece of client.download(exported, { onProgress: console.log })) bytes += piece.length;
   * console.log(bytes);
   */
  download(link: DownloadLink | string, options: DownloadOptions = {}): Download {
    const { signal, timeout, onProgress, ...expected } = checkObjectArgument(options, 'the options');
    const { fetch = globalThis.fetch, baseUrl, maxRetries = DEFAULT_MAX_RETRIES } = this.#options;
    const known = { ...readExpectedDocument(link), ...expected };
    return new Download({
      fetch,
      timeout: checkNumberArgument(timeout, 'timeout') ?? this.#options.timeout ?? DEFAULT_TIMEOUT_MS,
      signal,
      link: readDownloadUrl(link),
      service: new URL(parseBaseUrl(baseUrl).origin),
      maxRetries,
      bytes: checkNumberArgument(known.bytes, 'bytes'),
      sha256: checkTextArgument(known.sha256, 'sha256'),
      onProgress,
    });
  }

  protected override deliver(requested: ApiRequest): Promise<ApiResponse<unknown>> {
    const { method, signal } = requested;
    return sendWithRetries(method, this.#options.maxRetries ?? DEFAULT_MAX_RETRIES, signal, () =>
      super.deliver(requested),
    );
  }
}

/** Returns the address of a download link. Throws RequestError if there is none. */
function readDownloadUrl(link: DownloadLink | string): string {
  const url = typeof link === 'string' ? link : checkObjectArgument(link, 'the link').download_url;
  if (url) return url;
  throw createRequestError('the body has no download_url');
}

/**
 * Returns the members `bytes` and `sha256` of the export record if they are a number and a SHA-256 digest. Their types
 * are checked, because the specification shows neither member.
 */
function readExpectedDocument(link: DownloadLink | string): {
  readonly bytes?: number;
  readonly sha256?: string;
} {
  const { bytes, sha256 } = Object(Object(link).export) as OpenObject;
  const size = Number(bytes ?? Number.NaN);
  return { ...(size >= 0 && { bytes: size }), ...(isSha256Digest(sha256) && { sha256 }) };
}

/**
 * Iterates over the designs of all pages after the cursor `first`, each design once. Throws AnswerError if the service
 * sends the same cursor twice, because such a list has no end.
 */
async function* walkAllDesigns(
  page: (before: string | undefined) => PromiseLike<DesignList>,
  first: string | undefined,
): AsyncGenerator<DesignSummary, void, undefined> {
  const asked = new Set<string | undefined>();
  const given = new Set<unknown>();
  for (let before = first; ; ) {
    asked.add(before);
    const { designs, next_before: next } = await page(before);
    for (const design of designs) {
      // Pages overlap if a design is created during the iteration, so designs that were already yielded are skipped.
      if (given.has(design.id)) continue;
      given.add(design.id);
      yield design;
    }
    if (next === null || next === undefined) return;
    if (asked.has(next)) {
      const message = 'the service repeated a cursor: the list does not end';
      throw new AnswerError('GET /v1/designs', { reason: 'wrong_shape', message, status: 200 });
    }
    before = next;
  }
}
