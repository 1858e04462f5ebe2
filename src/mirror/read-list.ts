import { BrokenOff, Incomplete } from '../errors.ts';
import { isStrange, isSummary, listed } from './design-summary.ts';
import { held, type Run } from './folder-types.ts';
import type { ListPage, Pulling } from './pull-types.ts';
import type { Sender } from './request-budget.ts';

/** So few designs may be gone all at once; where there were more, a list without any is no list. */
const FEW = 3;

/** The pages of a list from a cursor on; a failure on the way is thrown as what it is. */
export const pagesOf = async function* (
  { list }: Pick<Pulling, 'list'>,
  { send }: Pick<Sender, 'send'>,
  from: string | undefined,
): AsyncGenerator<ListPage> {
  try {
    yield* list(from, send);
  } catch (error) {
    throw error instanceof BrokenOff ? error.cause : error;
  }
};

/** Reads the list to its end, or to designs that are too old, and writes down what may be missing. */
export const readList = async (pulling: Pulling, sending: Sender, run: Run): Promise<void> => {
  const { folder, since, designs: words } = pulling;
  if (words === undefined || run.next === null) return;
  try {
    for await (const page of pagesOf(pulling, sending, run.next)) {
      const all = page.designs.map(listed);
      const [designs, strange] = [all.filter(isSummary), all.filter(isStrange)];
      const last = all.at(-1);
      const created = last && (isSummary(last) ? Date.parse(String(last.created_at)) : last.created);
      const isOld = since !== undefined && typeof created === 'number' && created < since;
      await folder.page({ designs, strange, next: isOld ? null : page.next });
      if (isOld) return;
    }
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error;
    await folder.page({ designs: [], strange: [], next: null, doubt: error.message });
  }
};

/** Why the list that was read is not to be taken for the whole. */
export const doubtsOf = (
  { folder, designs, since }: Pick<Pulling, 'folder' | 'designs' | 'since'>,
  run: Run,
): readonly string[] => {
  const isAll = designs?.length === 0 && since === undefined;
  const before = held(folder).filter(({ of }) => of.kind === 'design').length;
  const isEmpty = isAll && run.next === null && run.listed.length + run.strange.length === 0;
  return isEmpty && before > FEW
    ? [
        ...run.doubts,
        `the list is empty, and the folder holds ${before} designs; nothing is removed on its word`,
      ]
    : run.doubts;
};
