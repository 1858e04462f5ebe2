import { AnswerError } from './errors.ts';
import type { DesignList, DesignSummary } from './types.ts';

/**
 * Iterates over the designs of all pages after the cursor `first`, each design once. The next page is
 * requested when the previous one is used up. Throws AnswerError for a cursor that appears again, because
 * such a list has no end.
 */
export async function* walkAllDesigns(
  page: (before: string | undefined) => PromiseLike<DesignList>,
  first: string | undefined,
): AsyncGenerator<DesignSummary, void, undefined> {
  const asked = new Set<string | undefined>();
  const given = new Set<unknown>();
  for (let before = first; ; ) {
    asked.add(before);
    const { designs, next_before: next } = await page(before);
    for (const design of designs) {
      // A design may be created while the list is read; the pages then overlap.
      if (given.has(design.id)) continue;
      given.add(design.id);
      yield design;
    }
    if (next === null || next === undefined) return;
    if (asked.has(next)) {
      const message = 'a cursor came again: the list does not come to its end';
      throw new AnswerError('GET /v1/designs', { reason: 'wrong_shape', message, status: 200 });
    }
    before = next;
  }
}
