import { IncompleteList, ListWalkError } from '../platform/errors.ts';
import { listPulledSubjects, type PullRun } from './collection-types.ts';
import { classifyListItem, isIdentifiedDesign, isInvalidIdDesign } from './design-summary.ts';
import type { DesignListPage, PullInput } from './pull-types.ts';
import type { RequestSender } from './request-budget.ts';

/** A folder with more designs than this is not emptied because the list is empty. */
const SMALL_COLLECTION = 3;

/** Yields the pages of the list from a cursor on. Unwraps the cause of BrokenOff errors. */
export const readListPages = async function* (
  { list }: Pick<PullInput, 'list'>,
  { send }: Pick<RequestSender, 'send'>,
  from: string | undefined,
): AsyncGenerator<DesignListPage> {
  try {
    yield* list(from, send);
  } catch (error) {
    throw error instanceof ListWalkError ? error.cause : error;
  }
};

/** Reads the list to its end, or to designs that are too old, and records what may be missing. */
export const readDesignList = async (
  pulling: PullInput,
  sending: RequestSender,
  run: PullRun,
): Promise<void> => {
  const { folder, since, designs: words } = pulling;
  if (words === undefined || run.next === null) return;
  try {
    for await (const page of readListPages(pulling, sending, run.next)) {
      const all = page.designs.map(classifyListItem);
      const [designs, strange] = [all.filter(isIdentifiedDesign), all.filter(isInvalidIdDesign)];
      const last = all.at(-1);
      const created = last && (isIdentifiedDesign(last) ? Date.parse(String(last.created_at)) : last.created);
      const isOld = since !== undefined && typeof created === 'number' && created < since;
      await folder.addPage({ designs, strange, next: isOld ? null : page.next });
      if (isOld) return;
    }
  } catch (error) {
    if (!(error instanceof IncompleteList)) throw error;
    await folder.addPage({ designs: [], strange: [], next: null, doubt: error.message });
  }
};

/** Returns the reasons why the list is incomplete. */
export const findListProblems = (
  { folder, designs, since }: Pick<PullInput, 'folder' | 'designs' | 'since'>,
  run: PullRun,
): readonly string[] => {
  const isAll = designs?.length === 0 && since === undefined;
  const before = listPulledSubjects(folder).filter(({ of }) => of.kind === 'design').length;
  const isEmpty = isAll && run.next === null && run.listed.length + run.strange.length === 0;
  return isEmpty && before > SMALL_COLLECTION
    ? [
        ...run.doubts,
        `the list is empty, and the folder holds ${before} designs; nothing is removed on its word`,
      ]
    : run.doubts;
};
