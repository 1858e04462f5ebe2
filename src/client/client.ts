import { readBase } from './address.ts';
import { numberIn, objectIn, refused, textIn } from './arguments.ts';
import type { CallOptions } from './call-options.ts';
import { isDigest } from './document-link.ts';
import { Download } from './download.ts';
import type { ClientOptions, Requested, Whole } from './options.ts';
import { WAITING } from './pack.ts';
import type { Signal } from './platform.ts';
import { retrying } from './retrying.ts';
import { Routes } from './routes.ts';
import type { DesignSummary, Open, TechPackStatus } from './types.ts';
import { untilReady } from './wait-for-pack.ts';
import { walked } from './walk.ts';

/** Milliseconds. */
const TIMEOUT = 60_000;
const MAX_RETRIES = 2;

/** How the designs are walked. */
export interface WalkOptions extends CallOptions {
  /** How many designs are asked for at a time; the service's default is 20. */
  readonly pageSize?: number | undefined;
  /** The `next_before` of a page: the walk begins behind it. */
  readonly before?: string | undefined;
}

/** How a Tech Pack is waited for. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two looks; 10,000 unless said. */
  readonly interval?: number | undefined;
  /** Milliseconds in all; 1,800,000 (half an hour) unless said. */
  readonly atMost?: number | undefined;
  /** Told of every look. */
  readonly onLook?: ((status: TechPackStatus) => void) | undefined;
}

/** What has a link in it: an export, or the `pdf` of a Tech Pack. */
export interface Linked {
  /** Whoever has it has the document, for an hour. */
  readonly download_url?: string;
  /** Its `bytes` and `sha256`, where it has them, are what the document is held to. */
  readonly export?: Open;
}

/** How a document is fetched, and what it has to be to be accepted. */
export interface DownloadOptions {
  /** Aborting rejects the reading with the signal's reason. */
  readonly signal?: Signal | undefined;
  /** Milliseconds without a byte, in place of the client's own time. */
  readonly timeout?: number | undefined;
  /** Its size. */
  readonly bytes?: number | undefined;
  /** Its digest, in hexadecimal; held to where the runtime has Node's `crypto`, which a browser has not. */
  readonly sha256?: string | undefined;
  /** Told of every piece; `total` is undefined where nobody has said. */
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
}

/**
 * The service, a method a route and what programs need beside them. A client keeps nothing between calls but its
 * options, and may be used from everywhere at once.
 * @example
 * const client = new Client({ baseUrl, credential });
 * const { plan } = await client.me();
 * console.log(plan);
 */
export class Client extends Routes {
  readonly #options: ClientOptions;

  /** Throws RequestError for options that cannot be used. */
  constructor(options: ClientOptions) {
    super({ ...options, timeout: options?.timeout ?? TIMEOUT });
    numberIn(options.maxRetries, 'maxRetries', 0);
    this.#options = { ...options };
  }

  /**
   * Another client with some of its options changed; this one stays as it is.
   * @example
   * const patient = client.withOptions({ timeout: 300_000, maxRetries: 5, headers: { 'x-job': 'nightly' } });
   * const { scopes } = await patient.me();
   * console.log(scopes);
   */
  withOptions(changed: Partial<ClientOptions>): Client {
    return new Client({ ...this.#options, ...objectIn(changed, 'the options') });
  }

  /**
   * All designs of the caller, newest first: as many `listDesigns` as it takes, each asked for when the page before it
   * is used up.
   * @example
   * for await (const design of client.designs({ pageSize: 50 })) {
   *   if (design.sgg_garment_id === null) continue;
   *   console.log(design.sgg_garment_id, design.name);
   *   break; // nothing more is asked for
   * }
   */
  designs(options: WalkOptions = {}): AsyncGenerator<DesignSummary, void, undefined> {
    const { pageSize, before, ...call } = objectIn(options, 'the options');
    const limit = numberIn(pageSize, 'pageSize', 1);
    return walked((next) => this.listDesigns({ ...call, limit, before: next }), textIn(before, 'before'));
  }

  /**
   * Looks at a Tech Pack until its `pack.ready` is true, and gives what it then is. It requests nothing and pays
   * nothing. A look that fails in a way that can pass is taken again; NotReadyError when the time is up.
   * @example
   * const { pdf } = await client.waitForTechPack(purchaseId, { interval: 5_000, onLook: ({ status }) => console.log(status) });
   * let bytes = 0;
   * if (pdf) for await (const piece of client.download(pdf)) bytes += piece.length;
   * console.log(bytes);
   */
  async waitForTechPack(purchaseId: string, options: WaitOptions = {}): Promise<TechPackStatus> {
    const { interval, atMost, onLook, ...call } = objectIn(options, 'the options');
    return untilReady({
      interval: numberIn(interval, 'interval') ?? WAITING.interval,
      atMost: numberIn(atMost, 'atMost') ?? WAITING.atMost,
      signal: call.signal,
      onLook,
      look: () => this.techPack(purchaseId, call),
    });
  }

  /**
   * The document behind a link, fetched when it is read: `for await`, `stream()` or `save(path)`. A connection that
   * breaks is taken up again where it broke, and size and digest are held to those that are known. No credential is
   * sent. Rejects with the errors of any read; with NotFoundError or ForbiddenError where the link has expired, which
   * it has after an hour.
   * @example
   * const exported = await client.exportDesign(designId, { driver: 'json' });
   * let bytes = 0;
   * for await (const piece of client.download(exported, { onProgress: console.log })) bytes += piece.length;
   * console.log(bytes);
   */
  download(link: Linked | string, options: DownloadOptions = {}): Download {
    const { signal, timeout, onProgress, ...expected } = objectIn(options, 'the options');
    const { fetch = globalThis.fetch, baseUrl, maxRetries = MAX_RETRIES } = this.#options;
    const known = { ...recorded(link), ...expected };
    return new Download({
      fetch,
      timeout: numberIn(timeout, 'timeout') ?? this.#options.timeout ?? TIMEOUT,
      signal,
      link: urlOf(link),
      service: new URL(readBase(baseUrl).origin),
      maxRetries,
      bytes: numberIn(known.bytes, 'bytes'),
      sha256: textIn(known.sha256, 'sha256'),
      onProgress,
    });
  }

  protected override deliver(requested: Requested): Promise<Whole<unknown>> {
    const { method, signal } = requested;
    return retrying(method, this.#options.maxRetries ?? MAX_RETRIES, signal, () => super.deliver(requested));
  }
}

function urlOf(link: Linked | string): string {
  const url = typeof link === 'string' ? link : objectIn(link, 'the link').download_url;
  if (url) return url;
  throw refused('there is no download_url');
}

/** Size and digest where an export's record has them in the usual form; the specification shows neither. */
function recorded(link: Linked | string): { readonly bytes?: number; readonly sha256?: string } {
  const { bytes, sha256 } = Object(Object(link).export) as Open;
  const size = Number(bytes ?? Number.NaN);
  return { ...(size >= 0 && { bytes: size }), ...(isDigest(sha256) && { sha256 }) };
}
