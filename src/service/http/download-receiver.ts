import { createHash } from 'node:crypto';
import { Failure } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { createDocumentInspector, type DocumentKind } from './document-inspector.ts';
import type { DocumentLink } from './request-part.ts';

/** The destination of a download. If it throws, for example on a full disk, the download ends without a retry. */
export interface DocumentSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Discards everything that was written. Returns false if that is not possible, for example on stdout. */
  startOver(): Promise<boolean>;
}

/**
 * Creates the receiver of a download, which passes bytes to `sink`. It holds the first bytes until they are recognized
 * as a document of this kind.
 */
export const createDownloadReceiver = (sink: DocumentSink, kind: DocumentKind) => {
  let hash = createHash('sha256');
  let inspected = createDocumentInspector(kind);
  /** The chunks that arrived before the document was recognized. */
  let waiting: Uint8Array[] = [];
  let at = 0;
  /** Set if the download restarts and the sink cannot discard its bytes. The server must then repeat the same bytes. */
  let again:
    | { left: number; readonly hash: ReturnType<typeof createHash>; readonly digest: string }
    | undefined;

  const letGo = async (): Promise<void> => {
    const pieces = waiting;
    waiting = [];
    for (const piece of pieces) await sink.write(piece);
  };

  return {
    /** The number of bytes received so far. Bytes that were sent again count once. */
    get position() {
      return at;
    },
    /** True while a server sends bytes again that the sink already has. */
    get isRepeating() {
      return again !== undefined;
    },
    /** Prepares for a response that starts with the first byte of the document. */
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
      // The digest is computed while the disk writes.
      const written = isKnown ? letGo() : undefined;
      hash.update(fresh);
      await written;
      at += fresh.length;
    },
    /** Throws Unavailable if a response that ended too early is another kind of document. */
    checkEarlyEnd() {
      if (!again) inspected.finish();
    },
    /**
     * Completes the download and returns its size and digest. Throws if the document has the wrong kind, size or
     * digest. Returns undefined if it has no recognizable end and neither size nor digest is known.
     */
    async finish({ bytes, sha256 }: DocumentLink, digests: readonly string[] = []) {
      // The second response ended before the position at which the first one was interrupted.
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

/** Receives the bytes of a document: checks, counts and digests them, and passes them to the sink. */
export type DownloadReceiver = ReturnType<typeof createDownloadReceiver>;

const RETRY_HINT = shellText`try again; if it still fails, contact support`;

/** Creates the error for a document with another size than the stated one, both in bytes. */
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
