import { parseUuid, type Uuid } from '../platform/branded.ts';
import { IncompleteList, ListWalkError } from '../platform/errors.ts';
import { listPulledSubjects, type PullRun } from './collection-types.ts';
import { isPlainRecord } from './manifest.ts';
import type { DesignListPage, PullInput } from './pull-types.ts';
import type { RequestSender } from './request-budget.ts';

/** Designs from the list (specification 2.4), separated by whether their id is valid. */

/** A listed design with a valid id. */
export type IdentifiedDesign = Readonly<Record<string, unknown>> & { readonly id: Uuid };

/** A listed design with an id that is not a UUID. It is reported and otherwise ignored. */
export interface InvalidIdDesign {
  /** The first characters of the id; null if there is none. */
  readonly id: string | null;
  readonly name: string | null;
  /** Milliseconds since 1970; null if the list does not say. */
  readonly created: number | null;
}

const MAX_SHOWN_LENGTH = 100;
const truncateValue = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, MAX_SHOWN_LENGTH);
};

/** Checks one item of the list. */
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

/** Returns true if the id is not a UUID. */
const isInvalidIdDesign = (one: IdentifiedDesign | InvalidIdDesign): one is InvalidIdDesign =>
  !isIdentifiedDesign(one);

/** Returns true if the id is a UUID. */
export const isIdentifiedDesign = (one: IdentifiedDesign | InvalidIdDesign): one is IdentifiedDesign =>
  parseUuid(one.id) !== undefined;

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
    ? [...run.doubts, `the list is empty, but the folder has ${before} designs; nothing is removed`]
    : run.doubts;
};
