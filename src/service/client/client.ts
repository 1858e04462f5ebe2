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

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_RETRIES = 2;

/** The options of `Client.designs`: the page size, and the cursor after which the list starts. */
export interface WalkOptions extends CallOptions {
  /** The number of designs per request (default of the service: 20). */
  readonly pageSize?: number | undefined;
  /** The value of `next_before` in an earlier page of the list. The list then starts after that page. */
  readonly before?: string | undefined;
}

/** The options of `Client.waitForTechPack`: the interval, the maximum wait and a callback. */
export interface WaitOptions extends CallOptions {
  /** The milliseconds between two requests for the status (default: 10,000). */
  readonly interval?: number | undefined;
  /** The maximum time in milliseconds to wait for the Tech Pack (default: 1,800,000, half an hour). */
  readonly atMost?: number | undefined;
  /** Called with the status after each successful request. */
  readonly onStatus?: ((status: TechPackStatus) => void) | undefined;
}

/**
 * An object with a download link. Both the result of `exportDesign` and the member `pdf` of a Tech Pack status are such
 * objects.
 */
export interface DownloadLink {
  /**
   * The address from which the document can be downloaded, valid for an hour. Anyone who has it can download the
   * document.
   */
  readonly download_url?: string;
  /** The service's record of the export. If it has `bytes` and `sha256`, the document is checked against them. */
  readonly export?: OpenObject;
}

/** The options of `Client.download`: signal, timeout, progress callback, and the expected size and digest. */
export interface DownloadOptions {
  /** A signal that aborts the download. The download then rejects with the reason of the signal. */
  readonly signal?: Signal | undefined;
  /**
   * If no byte arrives for this number of milliseconds, the download fails. For this download, it replaces the timeout
   * in the options of the client.
   */
  readonly timeout?: number | undefined;
  /** The expected size of the document in bytes. */
  readonly bytes?: number | undefined;
  /**
   * The expected SHA-256 digest of the document in hexadecimal. It is not checked if the client runs in a browser,
   * because browsers have no `node:crypto`.
   */
  readonly sha256?: string | undefined;
  /**
   * Called after every chunk. `done` is the number of bytes received so far. `total` is the size of the document;
   * undefined if the size is unknown.
   */
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
}

/**
 * A client of the service. It has a method for each route, and methods for paging, downloads and waiting. GET requests
 * are retried after temporary failures. A client may be used concurrently.
 * @example
 * const client = new Client({ baseUrl, credential });
 * const { plan } = await client.me();
 * console.log(plan);
 */
export class Client extends Routes {
  readonly #options: ClientOptions;

  /** Throws RequestError for invalid options. */
  constructor(options: ClientOptions) {
    super({ ...options, timeout: options?.timeout ?? DEFAULT_TIMEOUT_MS });
    checkNumberArgument(options.maxRetries, 'maxRetries', 0);
    this.#options = { ...options };
  }

  /**
   * Returns a new client with some options changed. This client stays unchanged.
   * @example
   * const patient = client.withOptions({ timeout: 300_000, maxRetries: 5, headers: { 'x-job': 'nightly' } });
   * const { scopes } = await patient.me();
   * console.log(scopes);
   */
  withOptions(changed: Partial<ClientOptions>): Client {
    return new Client({ ...this.#options, ...checkObjectArgument(changed, 'the options') });
  }

  /**
   * Iterates over all designs of the caller, newest first. Each page is requested when the loop reaches it.
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
   * Requests the status of a purchase again and again until `pack.ready` is true, and returns that status. Orders
   * nothing. Temporary failures are retried. Rejects with NotReadyError if the Tech Pack is not ready within `atMost`
   * milliseconds.
   * @example
   * const { pdf } = await client.waitForTechPack(purchaseId, {
   *   interval: 5_000,
   *   onStatus: ({ status }) => console.log(status),
   * });
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
   * Returns the download of the document behind a link. Nothing is sent before `for await`, `stream()` or `save(path)`,
   * and the credential is never sent. An interrupted download is resumed. Size and digest are checked if they are
   * known. For an expired link, the download rejects with an ApiError, for example ForbiddenError.
   * @example
   * const exported = await client.exportDesign(designId, { driver: 'json' });
   * let bytes = 0;
   * for await (const piece of client.download(exported, { onProgress: console.log })) bytes += piece.length;
   * console.log(bytes);
   */
  download(link: DownloadLink | string, options: DownloadOptions = {}): Download {
    const { signal, timeout, onProgress, ...expected } = checkObjectArgument(options, 'the options');
    const { fetch = globalThis.fetch, baseUrl, maxRetries = DEFAULT_MAX_RETRIES } = this.#options;
    const expectedDocument = { ...readExpectedDocument(link), ...expected };
    return new Download({
      fetch,
      timeout: checkNumberArgument(timeout, 'timeout') ?? this.#options.timeout ?? DEFAULT_TIMEOUT_MS,
      signal,
      link: readDownloadUrl(link),
      service: new URL(parseBaseUrl(baseUrl).origin),
      maxRetries,
      bytes: checkNumberArgument(expectedDocument.bytes, 'bytes'),
      sha256: checkTextArgument(expectedDocument.sha256, 'sha256'),
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

/**
 * Returns the download address. `link` is the address itself, or an object with the member `download_url`. Throws
 * RequestError if there is no address.
 */
function readDownloadUrl(link: DownloadLink | string): string {
  const url = typeof link === 'string' ? link : checkObjectArgument(link, 'the link').download_url;
  if (url) return url;
  throw createRequestError('the body has no download_url');
}

/**
 * Returns the expected size and SHA-256 digest of a document, from `bytes` and `sha256` of its export record. An
 * invalid size or digest is left out.
 */
function readExpectedDocument(link: DownloadLink | string): {
  readonly bytes?: number;
  readonly sha256?: string;
} {
  const { bytes, sha256 } = Object(Object(link).export) as OpenObject;
  // The member `bytes` of an export record may be an empty text, which `Number` would convert to the size 0. An empty
  // text is therefore converted to NaN.
  const size = Number(String(bytes ?? '').trim() || Number.NaN);
  return {
    ...(Number.isSafeInteger(size) && size >= 0 && { bytes: size }),
    ...(isSha256Digest(sha256) && { sha256 }),
  };
}

/**
 * Yields the designs of all pages after the cursor `first`, each design once. Throws AnswerError if the service sends
 * the same cursor twice, because the list would never end.
 */
async function* walkAllDesigns(
  page: (before: string | undefined) => PromiseLike<DesignList>,
  first: string | undefined,
): AsyncGenerator<DesignSummary, void, undefined> {
  const requestedCursors = new Set<string | undefined>();
  const yieldedIds = new Set<unknown>();
  for (let before = first; ; ) {
    requestedCursors.add(before);
    const { designs, next_before: next } = await page(before);
    for (const design of designs) {
      // If a design is created during the iteration, a page can repeat the last design of the page before it.
      if (yieldedIds.has(design.id)) continue;
      yieldedIds.add(design.id);
      yield design;
    }
    if (next === null || next === undefined) return;
    if (requestedCursors.has(next)) {
      const message = 'the service repeated a cursor: the list does not end';
      throw new AnswerError('GET /v1/designs', { reason: 'wrong_shape', message, status: 200 });
    }
    before = next;
  }
}
