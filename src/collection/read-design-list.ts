import { parseUuid, type Uuid } from '../platform/branded.ts';
import { IncompleteList, ListWalkError } from '../platform/errors.ts';
import { isRecord } from '../platform/json/json-values.ts';
import { listPulledSubjects, type PullRun } from './collection-types.ts';
import type { DesignListPage, PullInput } from './pull-types.ts';
import type { RequestSender } from './request-budget.ts';

/** A design in the design list with a valid id. Its other members are as the service sent them. */
export type IdentifiedDesign = Readonly<Record<string, unknown>> & { readonly id: Uuid };

/** A design in the design list with an id that is not a UUID. A pull reports it and does not fetch it. */
export interface InvalidIdDesign {
  /** The invalid id of the design, cut to 100 characters. Null if the design has no id. */
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
 * Returns an item of the design list, with its id in lower case. If the id is not a UUID, returns only the id, the name
 * and the time of creation.
 */
export const classifyListItem = (item: unknown): IdentifiedDesign | InvalidIdDesign => {
  const record = isRecord(item) ? item : {};
  const id = parseUuid(record.id);
  if (id !== undefined) return { ...record, id };
  const created = Date.parse(String(record.created_at));
  return {
    id: truncateValue(record.id),
    name: truncateValue(record.name),
    created: Number.isNaN(created) ? null : created,
  };
};

const isInvalidIdDesign = (design: IdentifiedDesign | InvalidIdDesign): design is InvalidIdDesign =>
  !hasValidId(design);

/** Returns true for a listed design with a UUID as its id. */
export const hasValidId = (design: IdentifiedDesign | InvalidIdDesign): design is IdentifiedDesign =>
  parseUuid(design.id) !== undefined;

/**
 * The maximum number of designs in a pulled folder for which an empty design list is accepted. If the folder has more
 * designs, the empty list counts as an error of the service, and no design is removed from the folder.
 */
const SMALL_COLLECTION = 3;

/**
 * Yields the pages of the design list that follow `cursor`. If reading the list fails, throws the original error, such
 * as RequestLimitReached, and not the ListWalkError that contains it.
 */
export const readListPages = async function* (
  { list }: Pick<PullInput, 'list'>,
  { send }: Pick<RequestSender, 'send'>,
  cursor: string | undefined,
): AsyncGenerator<DesignListPage> {
  try {
    yield* list(cursor, send);
  } catch (error) {
    throw error instanceof ListWalkError ? error.cause : error;
  }
};

/**
 * Reads the rest of the design list, and saves each page in `run` and in the journal. Stops after a page that ends with
 * a design older than `since`. Does nothing if no designs are selected. An IncompleteList error is not thrown: its
 * message is saved in `run.listProblems`.
 */
export const readDesignList = async (
  input: PullInput,
  sender: RequestSender,
  run: PullRun,
): Promise<void> => {
  const { folder, since, designs: selectedWords } = input;
  if (selectedWords === undefined || run.nextCursor === null) return;
  try {
    for await (const page of readListPages(input, sender, run.nextCursor)) {
      const items = page.designs.map(classifyListItem);
      const [designs, invalidDesigns] = [items.filter(hasValidId), items.filter(isInvalidIdDesign)];
      const last = items.at(-1);
      const created = last && (hasValidId(last) ? Date.parse(String(last.created_at)) : last.created);
      const isOld = since !== undefined && typeof created === 'number' && created < since;
      await folder.addPage({ designs, strange: invalidDesigns, next: isOld ? null : page.next });
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
  const knownCount = listPulledSubjects(folder).filter(({ subjectId }) => subjectId.kind === 'design').length;
  const isEmpty =
    isAll && run.nextCursor === null && run.listedDesigns.length + run.invalidDesigns.length === 0;
  return isEmpty && knownCount > SMALL_COLLECTION
    ? [...run.listProblems, `the list is empty, but the folder has ${knownCount} designs; nothing is removed`]
    : run.listProblems;
};
