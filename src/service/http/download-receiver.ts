import { createHash } from 'node:crypto';
import { Failure } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { createDocumentInspector, type DocumentKind, RETRY_HINT } from './document-inspector.ts';
import type { DocumentLink } from './request-part.ts';

/** The destination of a download. If it throws, for example because the disk is full, the download fails. */
export interface DocumentSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Discards everything that was written. Returns false if that is not possible, for example on stdout. */
  startOver(): Promise<boolean>;
}

/**
 * Creates the receiver of a download. It checks and counts the bytes, computes their digest and passes them to `sink`.
 * It passes nothing on before it has recognized the bytes as a document of the format `kind`.
 */
export const createDownloadReceiver = (sink: DocumentSink, kind: DocumentKind) => {
  let hash = createHash('sha256');
  let inspector = createDocumentInspector(kind);
  /**
   * The received chunks that are not written yet, because the format of the document has not been recognized so far.
   */
  let waiting: Uint8Array[] = [];
  let position = 0;
  /**
   * Set if the server starts the document again and the sink cannot discard its bytes, for example on stdout. The
   * repeated bytes are then compared and not written. `left` is the number of bytes still to compare. `hash` computes
   * the digest of the repeated bytes, and `digest` is the digest of the original bytes.
   */
  let repetition:
    | { left: number; readonly hash: ReturnType<typeof createHash>; readonly digest: string }
    | undefined;

  const flushWaiting = async (): Promise<void> => {
    const chunks = waiting;
    waiting = [];
    for (const chunk of chunks) await sink.write(chunk);
  };

  return {
    /**
     * The number of bytes received so far. Bytes that the server sent twice, because a download started again, count
     * once.
     */
    get position() {
      return position;
    },
    get isRepeating() {
      return repetition !== undefined;
    },
    /**
     * Prepares for a response that starts again at the first byte of the document. Empties the sink (the output for the
     * downloaded bytes). If the sink cannot be emptied, as with stdout, the repeated bytes are only compared with the
     * bytes already written.
     */
    async startOver() {
      repetition = undefined;
      if (position === 0) return;
      if (await sink.startOver()) {
        hash = createHash('sha256');
        inspector = createDocumentInspector(kind);
        waiting = [];
        position = 0;
      } else repetition = { left: position, hash: createHash('sha256'), digest: hash.copy().digest('hex') };
    },
    async receive(chunk: Uint8Array) {
      let newBytes = chunk;
      if (repetition) {
        const repeated = chunk.subarray(0, repetition.left);
        repetition.hash.update(repeated);
        repetition.left -= repeated.length;
        newBytes = chunk.subarray(repeated.length);
        if (repetition.left > 0) return;
        if (repetition.hash.digest('hex') !== repetition.digest) throw createChangedDocumentError(position);
        repetition = undefined;
      }
      if (newBytes.length === 0) return;
      const isKnown = inspector.inspect(newBytes);
      waiting.push(newBytes);
      // The promise `flushed` is awaited only after `hash.update`. So the sink writes the bytes while their digest is
      // computed.
      const flushed = isKnown ? flushWaiting() : undefined;
      hash.update(newBytes);
      await flushed;
      position += newBytes.length;
    },
    /**
     * Checks the bytes received so far after a response that ended too early. Throws Unavailable if they do not have
     * the expected format, for example if they are a web page.
     */
    checkEarlyEnd() {
      if (!repetition) inspector.finish();
    },
    /**
     * Completes the download and returns the size and the digest of the document. `digests` has the expected digests
     * from the headers of the response. Throws if the format, the size or a digest is wrong. Returns undefined if the
     * document may be incomplete: its end is missing, and no expected size or digest is known.
     */
    async finish({ bytes, sha256 }: DocumentLink, digests: readonly string[] = []) {
      // A download that started again repeats the bytes that were received before. If the response ends before all of
      // them were repeated, the document has changed.
      if (repetition) throw createChangedDocumentError(position);
      const hasEnd = inspector.finish();
      const digest = hash.copy().digest('hex');
      if (bytes !== undefined && bytes !== position) throw createSizeMismatchError(bytes, position);
      const expectedDigests = [...digests, ...(sha256 === undefined ? [] : [sha256.toLowerCase()])];
      if (expectedDigests.some((expected) => expected !== digest)) {
        throw new Failure('the document does not match its stated checksum; it was not saved', {
          code: 'wrong_digest',
          hint: RETRY_HINT,
        });
      }
      if (!hasEnd && bytes === undefined && expectedDigests.length === 0) return undefined;
      await flushWaiting();
      return { bytes: position, sha256: digest };
    },
  };
};

/** Checks, counts and digests the bytes of a document, and passes them to the sink. */
export type DownloadReceiver = ReturnType<typeof createDownloadReceiver>;

/** Creates the error for a document of `received` bytes that should have `expected` bytes. */
export const createSizeMismatchError = (expected: number, received: number): Failure =>
  new Failure(
    `the document should have ${expected} bytes, but has ${received > expected ? 'more' : received}; it was not saved`,
    { code: 'wrong_size', hint: RETRY_HINT },
  );

const createChangedDocumentError = (position: number): Failure =>
  new Failure(`the download stopped after ${position} bytes, and the server then sent another document`, {
    code: 'broken_off',
    hint: shellText`the output is incomplete; write to a file instead of stdout, or run the command again`,
  });
