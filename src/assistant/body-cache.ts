import { parseJson } from '../platform/json/parse-json.ts';
import { computeTextDigest } from './service-tools/result-cursor.ts';

/** A body that was read once. */
export interface CachedBody {
  readonly digest: string;
  readonly text: string;
  /** The parsed body. The same text is parsed once. */
  readonly value: unknown;
  /** A newer read of the same resource returned another body. */
  readonly changed: boolean;
}

/** Milliseconds after the last part for which a body is cached. */
const BODY_LIFE_MS = 5 * 60 * 1000;
/** Characters of all cached bodies together. */
const MAX_CACHED_CHARACTERS = 16_000_000;

interface CacheRecord {
  readonly text: string;
  readonly digest: string;
  readonly from: string;
  readonly until: number;
  /** Returns the parsed text. */
  readonly parse: () => unknown;
}

const createParser = (text: string): (() => unknown) => {
  let parsed: { readonly value: unknown } | undefined;
  return () => {
    parsed ??= { value: parseJson(text) };
    return parsed.value;
  };
};

/**
 * Caches bodies for a short time, so that the parts of one body need one request and match each other. Only
 * a call with `after` uses the cached text; any other call reads the body again, and parses it if it changed.
 */
export class BodyCache {
  readonly #now: () => number;
  readonly #kept = new Map<string, CacheRecord>();
  readonly #newest = new Map<string, string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  addBody(from: string, text: string): CachedBody {
    const digest = computeTextDigest(text);
    const parse = this.#kept.get(`${digest} ${from}`)?.parse ?? createParser(text);
    this.#newest.set(from, digest);
    return this.#put({ text, digest, from, until: this.#now() + BODY_LIFE_MS, parse });
  }

  findBody(from: string, digest: string): CachedBody | undefined {
    const kept = this.#kept.get(`${digest} ${from}`);
    if (kept === undefined || kept.until < this.#now()) return undefined;
    return this.#put({ ...kept, until: this.#now() + BODY_LIFE_MS });
  }

  /** Clears the cache, because its bodies were read with a credential that may be invalid now. */
  clearBodies(): void {
    this.#kept.clear();
    this.#newest.clear();
  }

  /** Adds a record as the newest one. The oldest ones are removed when there is no room. */
  #put(kept: CacheRecord): CachedBody {
    const name = `${kept.digest} ${kept.from}`;
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    let room = MAX_CACHED_CHARACTERS;
    for (const [other, { text, from, digest, until }] of [...this.#kept].toReversed()) {
      room -= text.length;
      if (other === name || (room >= 0 && until >= this.#now())) continue;
      this.#kept.delete(other);
      if (this.#newest.get(from) === digest) this.#newest.delete(from);
    }
    const { text, digest, from, parse } = kept;
    return {
      digest,
      text,
      get value() {
        return parse();
      },
      changed: this.#newest.get(from) !== digest,
    };
  }
}
