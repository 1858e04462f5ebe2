import { expect, it } from 'vitest';
import { walkDesignPages } from '../../src/commands/designs/walk-design-pages.ts';
import { RESPONSE_LIMITS } from '../../src/platform/size-limits.ts';
import type { Routes } from '../../src/service/client/routes.ts';

it('an endless list ends with a message and the cursor to continue', async () => {
  let pages = 0;
  const listDesigns = () => ({
    withResponse: async () => {
      pages += 1;
      return { value: { designs: [{ id: String(pages) }], next_before: `cursor-${pages}` }, text: '' };
    },
  });
  const walking = walkDesignPages({ listDesigns } as unknown as Routes, {
    pageSize: 100,
    signal: new AbortController().signal,
  });
  const listAll = async () => {
    for await (const _ of walking);
  };
  await expect(listAll()).rejects.toMatchObject({
    name: 'ListWalkError',
    nextCursor: `cursor-${RESPONSE_LIMITS.pages}`,
    cause: { name: 'BeyondLimit', exit: 3, code: 'list_too_long', hint: expect.anything() },
  });
  expect(pages).toBe(RESPONSE_LIMITS.pages);
});
