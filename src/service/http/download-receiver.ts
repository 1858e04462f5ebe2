import { createHash } from 'node:crypto';
import { Failure } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { createDocumentInspector, type DocumentKind } from './document-inspector.ts';
import type { DocumentLink } from './request-part.ts';

/** The destination of a download. If it throws, for example because the disk is full, the download fails. */
export interface DocumentSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Discards everything that was written. Returns false if that is not possible, for example on stdout. */
  startOver(): Promise<boolean>;
}

/**
 * Creates the receiver of a download: it checks, counts and digests the bytes and passes them to `sink`. It holds the
 * first bytes back until it recognizes a document of this kind.
 */
export const createDownloadReceiver = (sink: DocumentSink, kind: DocumentKind) => {
  let hash = createHash('sha256');
  let inspected = createDocumentInspector(kind);
  /** The chunks that arrived before the document was recognized. */
  let waiting: Uint8Array[] = [];
  let at = 0;
  /**
   * Set while the server repeats bytes that the sink already has and cannot remove, for example stdout. `left` is how
   * many are still to come, and `digest` what the hash of the repeated bytes must be.
   */
  let again:
    | { left: number; readonly hash: ReturnType<typeof createHash>; readonly digest: string }
    | undefined;

  const letGo = async (): Promise<void> => {
    const pieces = waiting;
    waiting = [];
    for (const piece of pieces) await sink.write(piece);
  };

  return {
    /** The number of received bytes. Bytes that were sent again count once. */
    get position() {
      return at;
    },
    /** True while a server sends bytes again that the sink already has. */
    get isRepeating() {
      return again !== undefined;
    },
    /** Prepares for a response that starts with the first byte of the document. Empties the sink if it can. */
    async startOver() {
      again = undefined;
      if (at === 0) return;
      if (await sink.startOver()) {
        hash = createHash('sha256');
        inspected = createDocumentInspector(kind);
        waiting = [];
        at = 0;
      } else again = { left: at, hash: createHash('sha256'), digest: hash.copy().digest('hex') };
    },
    async receive(piece: Uint8Array) {
      let fresh = piece;
      if (again) {
        const known = piece.subarray(0, again.left);
        again.hash.update(known);
        again.left -= known.length;
        fresh = piece.subarray(known.length);
        if (again.left > 0) return;
        if (again.hash.digest('hex') !== again.digest) throw createChangedDocumentError(at);
        again = undefined;
      }
      if (fresh.length === 0) return;
      const isKnown = inspected.inspect(fresh);
      waiting.push(fresh);
      // The hash is computed while the sink writes.
      const written = isKnown ? letGo() : undefined;
      hash.update(fresh);
      await written;
      at += fresh.length;
    },
    /** Throws Unavailable if an incomplete response is another kind of document. */
    checkEarlyEnd() {
      if (!again) inspected.finish();
    },
    /**
     * Completes the download and returns its size and digest. Throws if the kind, size or digest is wrong. Returns
     * undefined if the end of the document is missing and neither size nor digest is known.
     */
    async finish({ bytes, sha256 }: DocumentLink, digests: readonly string[] = []) {
      // The new response ended before the byte at which the first one was interrupted.
      if (again) throw createChangedDocumentError(at);
      const hasEnd = inspected.finish();
      const digest = hash.copy().digest('hex');
      if (bytes !== undefined && bytes !== at) throw createSizeMismatchError(bytes, at);
      const stated = [...digests, ...(sha256 === undefined ? [] : [sha256.toLowerCase()])];
      if (stated.some((one) => one !== digest)) {
        throw new Failure('the document does not match its stated checksum; it was not saved', {
          code: 'wrong_digest',
          hint: RETRY_HINT,
        });
      }
      if (!hasEnd && bytes === undefined && stated.length === 0) return undefined;
      await letGo();
      return { bytes: at, sha256: digest };
    },
  };
};

/** Checks, counts and digests the bytes of a document, and passes them to the sink. */
export type DownloadReceiver = ReturnType<typeof createDownloadReceiver>;

const RETRY_HINT = shellText`try again; if it still fails, contact support`;

/** Creates the error for a document of `found` bytes that should have `stated` bytes. */
export const createSizeMismatchError = (stated: number, found: number): Failure =>
  new Failure(
    `the document should have ${stated} bytes and has ${found > stated ? 'more' : found}; it was not kept`,
    { code: 'wrong_size', hint: RETRY_HINT },
  );

const createChangedDocumentError = (at: number): Failure =>
  new Failure(`the download stopped after ${at} bytes, and the server then sent another document`, {
    code: 'broken_off',
    hint: shellText`the output is incomplete; write to a file instead of stdout, or run the command again`,
  });
