import { parseUuid, type Uuid } from '../platform/branded.ts';
import { IncompleteList, ListWalkError } from '../platform/errors.ts';
import { listPulledSubjects, type PullRun } from './collection-types.ts';
import { isPlainRecord } from './manifest.ts';
import type { DesignListPage, PullInput } from './pull-types.ts';
import type { RequestSender } from './request-budget.ts';

/** Reads the list of designs (specification 2.4) and separates designs with a valid id from others. */

/** A listed design with a valid id. Its other members are as the service wrote them. */
export type IdentifiedDesign = Readonly<Record<string, unknown>> & { readonly id: Uuid };

/** A listed design with an id that is not a UUID. It is reported and otherwise ignored. */
export interface InvalidIdDesign {
  /** The id, cut to 100 characters; null if there is none. */
  readonly id: string | null;
  readonly name: string | null;
  /** The time of creation in milliseconds since 1970; null if the list does not state it. */
  readonly created: number | null;
}

const MAX_SHOWN_LENGTH = 100;
const truncateValue = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, MAX_SHOWN_LENGTH);
};

/**
 * Returns an item of the list unchanged if its id is a UUID, with the id in lower case. Otherwise returns only its id,
 * name and time of creation, for the report.
 */
export const classifyListItem = (item: unknown): IdentifiedDesign | InvalidIdDesign => {
  const it = isPlainRecord(item) ? item : {};
  const id = parseUuid(it.id);
  if (id !== undefined) return { ...it, id };
  const created = Date.parse(String(it.created_at));
  return {
    id: truncateValue(it.id),
    name: truncateValue(it.name),
    created: Number.isNaN(created) ? null : created,
  };
};

const isInvalidIdDesign = (one: IdentifiedDesign | InvalidIdDesign): one is InvalidIdDesign =>
  !hasValidId(one);

/** Returns true for a listed design with a UUID as its id. */
export const hasValidId = (one: IdentifiedDesign | InvalidIdDesign): one is IdentifiedDesign =>
  parseUuid(one.id) !== undefined;

/** If a folder has more designs than this, an empty list counts as an error of the service. Nothing is removed. */
const SMALL_COLLECTION = 3;

/** Yields the pages of the design list after the cursor `from`. If a page fails, throws its original error. */
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

/**
 * Reads the rest of the design list, up to designs older than `since`, and saves each page in `run` and the journal. If
 * the service does not send the whole list, the reason is saved (`doubts`) and no error thrown. Does nothing if no
 * designs are selected.
 */
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
      const [designs, strange] = [all.filter(hasValidId), all.filter(isInvalidIdDesign)];
      const last = all.at(-1);
      const created = last && (hasValidId(last) ? Date.parse(String(last.created_at)) : last.created);
      const isOld = since !== undefined && typeof created === 'number' && created < since;
      await folder.addPage({ designs, strange, next: isOld ? null : page.next });
      if (isOld) return;
    }
  } catch (error) {
    if (!(error instanceof IncompleteList)) throw error;
    await folder.addPage({ designs: [], strange: [], next: null, doubt: error.message });
  }
};

/** Returns the reasons why the list may be incomplete, for example that it is empty but the folder has designs. */
export const findListProblems = (
  { folder, designs, since }: Pick<PullInput, 'folder' | 'designs' | 'since'>,
  run: PullRun,
): readonly string[] => {
  const isAll = designs?.length === 0 && since === undefined;
  const before = listPulledSubjects(folder).filter(({ of }) => of.kind === 'design').length;
  const isEmpty = isAll && run.next === null && run.listed.length + run.strange.length === 0;
  return isEmpty && before > SMALL_COLLECTION
    ? [...run.doubts, `the list is empty, but the folder has ${before} designs; nothing is removed`]
    : run.doubts;
};
