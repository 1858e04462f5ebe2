import { digestOf } from '../tools/cursor.ts';

/** A body as it was read once. */
export interface HeldBody {
  readonly digest: string;
  readonly text: string;
  /** A newer reading of the same was another. */
  readonly changed: boolean;
}

/** Whoever goes on with a part does so soon. Milliseconds since the last part. */
const LIFE = 5 * 60 * 1000;
/** Characters of all bodies together. */
const ROOM = 32_000_000;

interface Kept {
  readonly text: string;
  readonly digest: string;
  readonly from: string;
  until: number;
}

/**
 * Bodies for a short while, so that the parts of one are one request and fit to one another. A question is asked anew;
 * only who goes on with a part is given what it was a part of.
 */
export class HeldBodies {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  readonly #newest = new Map<string, string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  keep(from: string, text: string): HeldBody {
    const digest = digestOf(text);
    this.#put({ text, digest, from, until: this.#now() + LIFE });
    this.#newest.set(from, digest);
    return { digest, text, changed: false };
  }

  find(from: string, digest: string): HeldBody | undefined {
    const kept = this.#kept.get(`${digest} ${from}`);
    if (kept === undefined || kept.until < this.#now()) return undefined;
    this.#put({ ...kept, until: this.#now() + LIFE });
    return { digest, text: kept.text, changed: this.#newest.get(from) !== digest };
  }

  /** They were read with a credential that may no longer hold. */
  forget(): void {
    this.#kept.clear();
    this.#newest.clear();
  }

  /** As the last; the first ones go where there is no room. */
  #put(kept: Kept): void {
    const name = `${kept.digest} ${kept.from}`;
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    let room = ROOM;
    for (const [other, { text, from, digest, until }] of [...this.#kept].toReversed()) {
      room -= text.length;
      if (other === name || (room >= 0 && until >= this.#now())) continue;
      this.#kept.delete(other);
      if (this.#newest.get(from) === digest) this.#newest.delete(from);
    }
  }
}
