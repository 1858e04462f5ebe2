import { checkTextArgument, createRequestError } from './check-request.ts';
import {
  buildRangeHeaders,
  parseDocumentLink,
  RangeMismatchError,
  type ResumePoint,
  readDownloadHeaders,
} from './download-rules.ts';
import { AnswerError, type AnswerReason, NetworkError } from './errors.ts';
import type { Fetch, Signal, Stream } from './options.ts';
import { createApiError } from './response-body.ts';
import { waitBeforeRetry } from './retry-rules.ts';
import { createSha256, getRandomNumber, loadFileSystem, runWithDeadline } from './runtime.ts';

/** The size in bytes and the SHA-256 digest of a complete download. */
export interface DownloadResult {
  readonly bytes: number;
  /** The digest in hexadecimal; undefined in a browser, which has no `node:crypto`. */
  readonly sha256: string | undefined;
}

interface DownloadSettings {
  readonly fetch: Fetch;
  /** The maximum milliseconds between two chunks; 0 for no limit. */
  readonly timeout: number;
  readonly signal: Signal | undefined;
  readonly link: string;
  /** The address of the service, against which a relative link is resolved. */
  readonly service: URL;
  /** The maximum number of retries in a row. The count starts again when a try has received bytes. */
  readonly maxRetries: number;
  /** The expected size in bytes; undefined if unknown. */
  readonly bytes: number | undefined;
  readonly sha256: string | undefined;
  readonly onProgress: ((done: number, total: number | undefined) => void) | undefined;
}

/**
 * The maximum size of a document in bytes if the server does not state its size. Without a limit, the server could send
 * bytes for ever.
 */
const MAX_UNSIZED_BYTES = 2 ** 30;

/** The text that error messages contain instead of the link to the document, because the link is a secret. */
const LINK_ROUTE = 'GET [link]';

const createDocumentError = (reason: AnswerReason, message: string): AnswerError =>
  new AnswerError(LINK_ROUTE, { reason, message, status: 200 });

/**
 * Downloads a document, yields its chunks in order and returns its size and digest at the end. An interrupted download
 * is resumed if the server sent a strong ETag. Throws AnswerError if size or digest are not the expected ones.
 */
async function* downloadChunks(
  options: DownloadSettings,
): AsyncGenerator<Uint8Array, DownloadResult, undefined> {
  // `fetch` is copied to a variable, because the `fetch` of a browser throws "illegal invocation" when called as
  // `options.fetch()`.
  const { fetch, signal, timeout, bytes } = options;
  const url = parseDocumentLink(options.link, options.service);
  if (typeof url === 'string') throw createRequestError(`the link to the document cannot be used: it ${url}`);
  const runInTime = <T>(work: () => Promise<T>): Promise<T> =>
    runWithDeadline(LINK_ROUTE, timeout, signal, () =>
      work().catch((cause) => {
        throw new NetworkError('the connection to the document failed', LINK_ROUTE, cause);
      }),
    );
  const hash = createSha256();
  let at = 0;
  let resumePoint: ResumePoint | undefined;

  for (let tries = 1, lastAt = 0; ; tries += 1) {
    const stop = new AbortController();
    try {
      const response = await runInTime(() =>
        fetch(url.href, {
          method: 'GET',
          headers: buildRangeHeaders(resumePoint),
          // Redirects are safe here, because the request contains no credential.
          redirect: 'follow',
          credentials: 'omit',
          signal: stop.signal,
        }),
      );
      const { status, headers, body } = response;
      if (response.url && typeof parseDocumentLink(response.url, url) === 'string') {
        throw createDocumentError(
          'redirect',
          'the link leads from https to http: others could read the document',
        );
      }
      const found = readDownloadHeaders(status, headers, resumePoint);
      if (!found) throw createApiError(LINK_ROUTE, response, '', undefined);
      const { from, validator, total = bytes, digests } = found;
      if (from !== at) throw new RangeMismatchError();
      const reader = body?.getReader();
      for (;;) {
        const { value } = (await runInTime(async () => reader?.read())) ?? {};
        if (!value) break;
        hash?.update(value);
        at += value.length;
        resumePoint = validator === undefined ? undefined : { at, validator, total, digests };
        if (total === undefined && at > MAX_UNSIZED_BYTES)
          throw createDocumentError(
            'wrong_size',
            `the document is longer than ${MAX_UNSIZED_BYTES} bytes, and states no size`,
          );
        if (at > (total ?? at))
          throw createDocumentError('wrong_size', `the document is longer than ${total} bytes`);
        options.onProgress?.(at, total);
        yield value;
      }
      if (at < (total ?? 0)) throw createDocumentError('cut_short', 'the document ended too early');
      const digest = hash?.digest('hex');
      if (at !== (bytes ?? at))
        throw createDocumentError('wrong_size', `the document has ${at} bytes instead of ${bytes}`);
      const expectedDigests = [...digests, ...(options.sha256 ? [options.sha256.toLowerCase()] : [])];
      if (digest && expectedDigests.some((expected) => expected !== digest)) {
        throw createDocumentError('wrong_digest', 'the document does not match its checksum');
      }
      return { bytes: at, sha256: digest };
    } catch (error) {
      if (error instanceof RangeMismatchError)
        throw createDocumentError(
          'changed',
          'the download was interrupted, and the server then sent another document',
        );
      if (at > lastAt) tries = 1;
      lastAt = at;
      // Once bytes have arrived, a retry needs a strong ETag. Without one, the server could send the rest of another
      // document.
      await waitBeforeRetry(error, tries, at > 0 && !resumePoint ? 0 : options.maxRetries, signal);
    } finally {
      stop.abort();
    }
  }
}

const EMPTY_DOWNLOAD: DownloadResult = { bytes: 0, sha256: undefined };

/** A document to download from a link. A `for await` loop, `stream()` and `save()` each send a new request. */
export class Download implements AsyncIterable<Uint8Array> {
  readonly #settings: DownloadSettings;

  /** @internal */
  constructor(settings: DownloadSettings) {
    this.#settings = settings;
  }

  /**
   * Yields the chunks in order, each once. Rejects at the end if size or digest are not the expected ones.
   * @example
   * const exported = await client.exportDesign(designId, { driver: 'json' });
   * const decoder = new TextDecoder();
   * let text = '';
   * for await (const piece of client.download(exported)) text += decoder.decode(piece, { stream: true });
   * console.log(Object.keys(JSON.parse(text)));
   */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, DownloadResult, undefined> {
    return downloadChunks(this.#settings);
  }

  /**
   * Returns the document as a `ReadableStream`.
   * @example
   * const exported = await client.exportDesign(designId);
   * const svg = await new Response(client.download(exported).stream()).text();
   * console.log(svg.includes('<svg'), svg.length);
   */
  stream(): Stream {
    const all = downloadChunks(this.#settings);
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await all.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await all.return(EMPTY_DOWNLOAD)),
      },
      { highWaterMark: 0 },
    );
  }

  /**
   * Saves the document to a file in Node, Deno or Bun, and returns its size and digest. The file appears, and replaces
   * an existing one, only when the document is complete. Rejects with RequestError in a browser.
   * @example Node, Deno, Bun
   * const exported = await client.exportDesign(designId, { driver: 'json' });
   * const { bytes, sha256 } = await client.download(exported).save('design.json');
   * console.log(bytes, sha256);
   */
  async save(path: string): Promise<DownloadResult> {
    const disk = loadFileSystem();
    if (!disk) throw createRequestError('this runtime has no files: use stream()');
    if (!checkTextArgument(path, 'the path')) throw createRequestError('the path is missing');
    const draft = `${path}.${getRandomNumber().toString(36).slice(2)}.part`;
    const file = await disk.open(draft, 'wx');
    const all = downloadChunks(this.#settings);
    try {
      let next = await all.next();
      for (; !next.done; next = await all.next()) {
        const chunk = next.value;
        for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
      }
      await file.sync();
      await file.close();
      await disk.rename(draft, path);
      return next.value;
    } catch (error) {
      await all.return(EMPTY_DOWNLOAD);
      await file.close().catch(() => undefined);
      await disk.rm(draft, { force: true });
      throw error;
    }
  }
}
