// biome-ignore-all lint/suspicious/noExplicitAny: a reason can be anything, and Promise says it this way
import type { Whole } from './options.ts';

/**
 * A request under way: a promise of the value, or through `whole()` of the value with its raw text.
 * The request is sent once, whatever is awaited. The value's own promise is made only when asked for:
 * a second one that nobody awaits would report a failure that was in fact handled.
 */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #whole: Promise<Whole<T>>;

  /** @internal */
  constructor(whole: Promise<Whole<T>>) {
    this.#whole = whole;
  }

  /** The value, the text it was read from, the status and the headers. */
  whole(): Promise<Whole<T>> {
    return this.#whole;
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaited is what a call is for
  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#whole.then((whole) => whole.value).then(fulfilled, rejected);
  }

  catch<B = never>(rejected?: ((reason: any) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, rejected);
  }

  finally(ended?: (() => void) | null): Promise<T> {
    return this.then().finally(ended);
  }
}
