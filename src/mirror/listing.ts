import { BrokenOff } from '../errors.ts';
import type { ListPage } from './pulling.ts';
import type { Sender } from './sending.ts';

/** The pages of a list from a cursor on. A walk that breaks off for the rate limit is taken up at its last cursor. */
export async function* pagesOf(
  list: (before: string | undefined) => AsyncIterator<ListPage>,
  { send }: Sender,
  from: string | undefined,
): AsyncGenerator<ListPage> {
  let cursor = from;
  let pages: AsyncIterator<ListPage> | undefined;
  const step = async (): Promise<IteratorResult<ListPage>> => {
    try {
      pages ??= list(cursor);
      return await pages.next();
    } catch (error) {
      // A generator that has thrown is at its end, and its end would be taken for that of the list.
      pages = undefined;
      throw error instanceof BrokenOff ? error.cause : error;
    }
  };
  while (true) {
    const page = await send(step);
    if (page.done) return;
    yield page.value;
    if (page.value.next === null) return;
    cursor = page.value.next;
  }
}
