// biome-ignore-all lint/suspicious/noExplicitAny: a reason can be anything, and Promise says it this way
import type { ApiResponse } from './options.ts';

/**
 * A request that was sent: a promise of the value. `withResponse()` gives the value with raw text, status
 * and headers. The request is sent once, however often the call is awaited. The promise of the value is
 * created on demand: a second promise that is not awaited would report a handled failure as unhandled.
 */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #whole: Promise<ApiResponse<T>>;

  /** @internal */
  constructor(whole: Promise<ApiResponse<T>>) {
    this.#whole = whole;
  }

  /** Returns the value with the raw text of the body, the status and the headers. */
  withResponse(): Promise<ApiResponse<T>> {
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
