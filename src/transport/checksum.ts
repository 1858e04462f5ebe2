import { createHash } from 'node:crypto';
import { typeable } from '../border/shell.ts';
import { Failure } from '../errors.ts';
import { type DocumentKind, inspection } from './document-check.ts';
import type { Link } from './link.ts';

/** Where the bytes go. What it rejects with ends the download: a full disk does not get better by trying. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Forgets all that was written; false where it has left already. */
  startOver(): Promise<boolean>;
}

export interface Received {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The bytes that have arrived for good, counted and digested as they pass. */
export interface Receiver {
  /** How many there are. */
  readonly at: number;
  /** True while bytes come again that have left already. */
  readonly repeating: boolean;
  take(piece: Uint8Array): Promise<void>;
  /** The next piece is the first of the document. */
  startOver(): Promise<void>;
  /** An answer ended in good order, and too early for the whole. Throws where it is of another kind altogether. */
  endedEarly(): void;
  /**
   * The last byte was there; `digests` are those that the answer stated. Throws where the document is of another kind,
   * or not the one described; undefined where it has no end and neither size nor digest say that it is whole.
   */
  finished(link: Link, digests?: readonly string[]): Promise<Received | undefined>;
}

export const receiver = (sink: Sink, kind: DocumentKind): Receiver => {
  let hash = createHash('sha256');
  let inspected = inspection(kind);
  /** What came before it was clear that it is such a document. */
  let waiting: Uint8Array[] = [];
  let at = 0;
  /** Where nothing can be taken back, the same bytes have to come again before new ones do. */
  let again:
    | { left: number; readonly hash: ReturnType<typeof createHash>; readonly digest: string }
    | undefined;

  const letGo = async (): Promise<void> => {
    const pieces = waiting;
    waiting = [];
    for (const piece of pieces) await sink.write(piece);
  };

  return {
    get at() {
      return at;
    },
    get repeating() {
      return again !== undefined;
    },
    async startOver() {
      again = undefined;
      if (at === 0) return;
      if (await sink.startOver()) {
        hash = createHash('sha256');
        inspected = inspection(kind);
        waiting = [];
        at = 0;
      } else again = { left: at, hash: createHash('sha256'), digest: hash.copy().digest('hex') };
    },
    async take(piece) {
      let fresh = piece;
      if (again) {
        const known = piece.subarray(0, again.left);
        again.hash.update(known);
        again.left -= known.length;
        fresh = piece.subarray(known.length);
        if (again.left > 0) return;
        if (again.hash.digest('hex') !== again.digest) throw changedInBetween(at);
        again = undefined;
      }
      if (fresh.length === 0) return;
      const isKnown = inspected.take(fresh);
      waiting.push(fresh);
      // The digest is made while the disk writes.
      const written = isKnown ? letGo() : undefined;
      hash.update(fresh);
      await written;
      at += fresh.length;
    },
    endedEarly() {
      if (!again) inspected.end();
    },
    async finished({ bytes, sha256 }, digests = []) {
      // The second answer was shorter than the first had been when it broke off.
      if (again) throw changedInBetween(at);
      const hasEnd = inspected.end();
      const digest = hash.copy().digest('hex');
      if (bytes !== undefined && bytes !== at) throw wrongSize(bytes, at);
      const stated = [...digests, ...(sha256 === undefined ? [] : [sha256.toLowerCase()])];
      if (stated.some((one) => one !== digest)) {
        throw new Failure('the document does not have the digest that was stated for it; it was not kept', {
          code: 'wrong_digest',
          hint: AGAIN,
        });
      }
      if (!hasEnd && bytes === undefined && stated.length === 0) return undefined;
      await letGo();
      return { bytes: at, sha256: digest };
    },
  };
};

const AGAIN = typeable`type it again; if it stays so, tell whoever runs the service`;

export const wrongSize = (stated: number, found: number): Failure =>
  new Failure(
    `the document should have ${stated} bytes and has ${found > stated ? 'more' : found}; it was not kept`,
    { code: 'wrong_size', hint: AGAIN },
  );

const changedInBetween = (at: number): Failure =>
  new Failure(`the download broke off after ${at} bytes, and the server then sent another document`, {
    code: 'broken_off',
    hint: typeable`what was written is not complete; write to a file instead of stdout, or type it again`,
  });
