import type { ListResult, ResultPage } from '../commands/command-result.ts';
import type { ListViewInput } from '../commands/command-spec.ts';
import { buildFieldTable, pickFields } from '../output/tables/output-fields.ts';
import { formatItemJsonl, formatValueJsonl } from '../output/tables/table-lines.ts';
import { IncompleteList } from '../platform/errors.ts';
import { replaceMembers, sliceListItems } from '../platform/json/json-tokens.ts';
import { toJsonText } from '../platform/json/json-values.ts';
import { type PresentationOptions, writeBody, writeView } from './write-result.ts';
import { writeLines, writeRows } from './write-rows.ts';

const listPageValues = (page: ResultPage): unknown[] => page.items.map((item) => item.value);

/** Returns the JSON texts of the items of a page. An item that the service sent is copied unchanged. */
const listItemTexts = (page: ResultPage, { member, schema }: ListResult): string[] => {
  if (schema !== undefined) return page.items.map(({ value }) => toJsonText(value));
  const texts = sliceListItems(page.text, member);
  return page.items.map(({ at }) => texts[at] ?? 'null');
};

/**
 * Joins the items of all pages into one JSON body. The body of a list that toile computed begins with the member
 * `schema`. The body of any other list has the same members as a page from the service.
 */
const buildListBody = async (list: ListResult): Promise<string> => {
  const { member, pages, schema } = list;
  let first: ResultPage | undefined;
  let last: ResultPage | undefined;
  const items: string[] = [];
  for await (const page of pages) {
    first ??= page;
    last = page;
    for (const text of listItemTexts(page, list)) items.push(text);
  }
  if (schema !== undefined) {
    const otherMembers = Object.entries(list.listOtherMembers?.() ?? {}).map(([key, value]) => [
      key,
      toJsonText(value),
    ]);
    return replaceMembers(toJsonText({ schema }), {
      [member]: `[${items.join(',')}]`,
      ...Object.fromEntries(otherMembers),
    });
  }
  if (!first || !last) return replaceMembers('{}', { [member]: '[]', next_before: 'null' });
  if (first === last && first.isComplete) return first.text;
  return replaceMembers(first.text, {
    [member]: `[${items.join(',')}]`,
    next_before: JSON.stringify(last.nextCursor),
  });
};

const writePage = async (
  page: ResultPage,
  isFirst: boolean,
  list: ListResult,
  presentation: PresentationOptions,
): Promise<void> => {
  const { fields, format } = presentation.output;
  if (format === 'jsonl') {
    const values = listPageValues(page).map((value) => (fields ? pickFields(value, fields) : value));
    const isSentText = fields === undefined && list.schema === undefined;
    const lines = isSentText ? listItemTexts(page, list).map(formatItemJsonl) : values.map(formatValueJsonl);
    return writeLines(lines, presentation);
  }
  const input: ListViewInput = { items: listPageValues(page) };
  const rows = fields
    ? buildFieldTable(listPageValues(page), fields)
    : presentation.command.buildRows?.(input, presentation.options, undefined);
  if (rows) await writeRows(rows, undefined, isFirst, presentation);
};

/**
 * Writes a list in the selected format. Rows are written page by page, so that the next program in a pipe gets the
 * first page while the second is fetched. Other formats are written after the last page. If the list is incomplete,
 * writes the pages that were read, then throws IncompleteList.
 */
export const writeList = async (list: ListResult, presentation: PresentationOptions): Promise<void> => {
  let incomplete: IncompleteList | undefined;
  const readPages = async function* (): AsyncGenerator<ResultPage> {
    try {
      yield* list.pages;
    } catch (error) {
      if (!(error instanceof IncompleteList)) throw error;
      incomplete = error;
    }
  };
  await writePages({ ...list, pages: readPages() }, presentation, () => incomplete !== undefined);
  if (incomplete) throw incomplete;
};

/**
 * Writes the pages, then a note with the command that continues the list. If `isBroken` returns true, an error has
 * ended the list early, and the note is left out.
 */
const writePages = async (
  list: ListResult,
  presentation: PresentationOptions,
  isBroken: () => boolean,
): Promise<void> => {
  const { format, fields } = presentation.output;
  if (format === 'json' || format === 'jq' || presentation.command.buildRows === undefined)
    return writeBody(await buildListBody(list), presentation);
  const isGathered = format === 'view' || format === 'grid';
  const values: unknown[] = [];
  let next: string | null = null;
  let isFirst = true;
  for await (const page of list.pages) {
    next = page.nextCursor;
    if (isGathered) for (const value of listPageValues(page)) values.push(value);
    else await writePage(page, isFirst, list, presentation);
    isFirst = false;
  }
  const continuation = next === null || isBroken() ? undefined : list.formatNextCommand(next);
  if (format === 'view') {
    const input: ListViewInput = {
      items: values,
      ...(continuation === undefined ? {} : { more: continuation }),
    };
    return writeView(
      presentation.command.buildView?.(input, presentation.options, {
        ...presentation.viewContext,
        extra: undefined,
      }) ?? [],
      presentation,
    );
  }
  if (format === 'grid' && fields)
    await writeRows(buildFieldTable(values, fields), undefined, true, presentation);
  // A note gives the command for the next page. Printed rows, unlike JSON, do not contain the cursor of that page, so
  // without the note the list would look complete.
  if (continuation !== undefined) presentation.note(`there are more results; to continue: ${continuation}`);
};
