import type { ListResult, ResultPage } from '../commands/command-result.ts';
import type { ListViewInput } from '../commands/command-spec.ts';
import { formatItemJsonl, formatValueJsonl } from '../output/tables/jsonl.ts';
import { buildFieldTable, pickFields } from '../output/tables/output-fields.ts';
import { IncompleteList } from '../platform/errors.ts';
import { replaceMembers, sliceListItems } from '../platform/json/json-tokens.ts';
import { toJsonText } from '../platform/json/json-values.ts';
import { type PresentationOptions, writeBody, writeView } from './write-result.ts';
import { writeLines, writeRows } from './write-rows.ts';

const listPageValues = (page: ResultPage): unknown[] => page.items.map((item) => item.value);

/** Returns the JSON texts of the selected items. */
const listItemTexts = (page: ResultPage, { member, schema }: ListResult): string[] => {
  if (schema !== undefined) return page.items.map(({ value }) => toJsonText(value));
  const texts = sliceListItems(page.text, member);
  return page.items.map(({ at }) => texts[at] ?? 'null');
};

/** Joins all pages into one JSON body that looks like one page of the service. */
const buildListBody = async (answer: ListResult): Promise<string> => {
  const { member, pages, schema } = answer;
  let first: ResultPage | undefined;
  let last: ResultPage | undefined;
  const items: string[] = [];
  for await (const page of pages) {
    first ??= page;
    last = page;
    for (const text of listItemTexts(page, answer)) items.push(text);
  }
  if (schema !== undefined) {
    const beside = Object.entries(answer.listOtherMembers?.() ?? {}).map(([key, value]) => [
      key,
      toJsonText(value),
    ]);
    return replaceMembers(toJsonText({ schema }), {
      [member]: `[${items.join(',')}]`,
      ...Object.fromEntries(beside),
    });
  }
  if (!first || !last) return replaceMembers('{}', { [member]: '[]', next_before: 'null' });
  if (first === last && first.isComplete) return first.text;
  return replaceMembers(first.text, {
    [member]: `[${items.join(',')}]`,
    next_before: JSON.stringify(last.nextCursor),
  });
};

/** Writes a page as rows, or as JSON lines for `--jsonl`. */
const writePage = async (
  page: ResultPage,
  first: boolean,
  answer: ListResult,
  to: PresentationOptions,
): Promise<void> => {
  const { fields, format } = to.output;
  if (format === 'jsonl') {
    if (fields)
      return writeLines(
        listPageValues(page).map((value) => formatValueJsonl(pickFields(value, fields))),
        to,
      );
    const made = answer.schema !== undefined;
    return writeLines(
      made ? listPageValues(page).map(formatValueJsonl) : listItemTexts(page, answer).map(formatItemJsonl),
      to,
    );
  }
  const listed: ListViewInput = { items: listPageValues(page) };
  const rows = fields
    ? buildFieldTable(listPageValues(page), fields)
    : to.command.buildRows?.(listed, to.options, undefined);
  if (rows) await writeRows(rows, undefined, first, to);
};

/**
 * Writes a list in the selected format: rows page by page, so that a pipe gets the first page while the second is
 * fetched, other formats at the end. An IncompleteList is thrown after the pages were written.
 */
export const writeList = async (answer: ListResult, to: PresentationOptions): Promise<void> => {
  let incomplete: IncompleteList | undefined;
  const given = async function* (): AsyncGenerator<ResultPage> {
    try {
      yield* answer.pages;
    } catch (error) {
      if (!(error instanceof IncompleteList)) throw error;
      incomplete = error;
    }
  };
  await writePages({ ...answer, pages: given() }, to, () => incomplete !== undefined);
  if (incomplete) throw incomplete;
};

/**
 * Writes the pages, then a note with the command that continues the list, unless `isBroken` returns true because the
 * list is incomplete.
 */
const writePages = async (
  answer: ListResult,
  to: PresentationOptions,
  isBroken: () => boolean,
): Promise<void> => {
  const { format, fields } = to.output;
  // A command without rows prints the list as one body.
  if (format === 'json' || format === 'jq' || to.command.buildRows === undefined)
    return writeBody(await buildListBody(answer), to);
  const gathered = format === 'view' || format === 'grid';
  const kept: unknown[] = [];
  let next: string | null = null;
  let first = true;
  for await (const page of answer.pages) {
    next = page.nextCursor;
    if (gathered) for (const value of listPageValues(page)) kept.push(value);
    else await writePage(page, first, answer, to);
    first = false;
  }
  const more = next === null || isBroken() ? undefined : answer.formatNextCommand(next);
  if (format === 'view') {
    const listed: ListViewInput = { items: kept, ...(more === undefined ? {} : { more }) };
    return writeView(
      to.command.buildView?.(listed, to.options, { ...to.around, extra: undefined }) ?? [],
      to,
    );
  }
  if (format === 'grid' && fields) await writeRows(buildFieldTable(kept, fields), undefined, true, to);
  // Rows do not contain the cursor, so without this note the list would look complete.
  if (more !== undefined) to.note(`there are more; to continue: ${more}`);
};
