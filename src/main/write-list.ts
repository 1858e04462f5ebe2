import type { ListAnswer, Page } from '../commands/answers.ts';
import type { Listed } from '../commands/define.ts';
import { Incomplete } from '../errors.ts';
import { fieldTable, pickFields } from '../format/fields.ts';
import { itemJsonl, valueJsonl } from '../format/jsonl.ts';
import { writeJson } from '../json/lossless.ts';
import { itemTexts, withMembers } from '../json/slices.ts';
import { type Presenting, writeBody, writeView } from './write-answer.ts';
import { writeLines, writeRows } from './write-rows.ts';

const values = (page: Page): unknown[] => page.items.map((item) => item.value);

const pageTexts = (page: Page, { member, schema }: ListAnswer): string[] => {
  if (schema !== undefined) return page.items.map(({ value }) => writeJson(value));
  const texts = itemTexts(page.text, member);
  return page.items.map(({ at }) => texts[at] ?? 'null');
};

/** One body of the service's shape, whatever number of pages it took. */
const listBody = async (answer: ListAnswer): Promise<string> => {
  const { member, pages, schema } = answer;
  let first: Page | undefined;
  let last: Page | undefined;
  const items: string[] = [];
  for await (const page of pages) {
    first ??= page;
    last = page;
    for (const text of pageTexts(page, answer)) items.push(text);
  }
  if (schema !== undefined) {
    const beside = Object.entries(answer.beside?.() ?? {}).map(([key, value]) => [key, writeJson(value)]);
    return withMembers(writeJson({ schema }), {
      [member]: `[${items.join(',')}]`,
      ...Object.fromEntries(beside),
    });
  }
  if (!first || !last) return withMembers('{}', { [member]: '[]', next_before: 'null' });
  if (first === last && first.whole) return first.text;
  return withMembers(first.text, {
    [member]: `[${items.join(',')}]`,
    next_before: JSON.stringify(last.next),
  });
};

/** A page as it arrives; the fields of `--fields` are those of the service's own items. */
const writePage = async (page: Page, first: boolean, answer: ListAnswer, to: Presenting): Promise<void> => {
  const { fields, form } = to.mode;
  if (form === 'jsonl') {
    if (fields)
      return writeLines(
        values(page).map((value) => valueJsonl(pickFields(value, fields))),
        to,
      );
    const made = answer.schema !== undefined;
    return writeLines(made ? values(page).map(valueJsonl) : pageTexts(page, answer).map(itemJsonl), to);
  }
  const listed: Listed = { items: values(page) };
  const rows = fields ? fieldTable(values(page), fields) : to.command.rows?.(listed, to.options, undefined);
  if (rows) await writeRows(rows, undefined, first, to);
};

/** A list page by page, so that a pipe has the first while the second is fetched. */
export const writeList = async (answer: ListAnswer, to: Presenting): Promise<void> => {
  let incomplete: Incomplete | undefined;
  const given = async function* (): AsyncGenerator<Page> {
    try {
      yield* answer.pages;
    } catch (error) {
      if (!(error instanceof Incomplete)) throw error;
      incomplete = error;
    }
  };
  await writePages({ ...answer, pages: given() }, to, () => incomplete !== undefined);
  // It is an answer all the same, and what is wrong with it is said behind it.
  if (incomplete) throw incomplete;
};

/** `isBroken` is asked behind the last page: then the cursor leads nowhere that is worth a word. */
const writePages = async (answer: ListAnswer, to: Presenting, isBroken: () => boolean): Promise<void> => {
  const { form, fields } = to.mode;
  // Where there are no rows, it is a body like any other.
  if (form === 'json' || form === 'jq' || to.command.rows === undefined)
    return writeBody(await listBody(answer), to);
  const gathered = form === 'view' || form === 'grid';
  const kept: unknown[] = [];
  let next: string | null = null;
  let first = true;
  for await (const page of answer.pages) {
    next = page.next;
    if (gathered) for (const value of values(page)) kept.push(value);
    else await writePage(page, first, answer, to);
    first = false;
  }
  const more = next === null || isBroken() ? undefined : answer.continueWith(next);
  if (form === 'view') {
    const listed: Listed = { items: kept, ...(more === undefined ? {} : { more }) };
    return writeView(to.command.view?.(listed, to.options, { ...to.around, aside: undefined }) ?? [], to);
  }
  if (form === 'grid' && fields) await writeRows(fieldTable(kept, fields), undefined, true, to);
  // Rows have no place for the cursor, and a list that ends without a word is taken for the whole.
  if (more !== undefined) to.note(`there are more; to go on: ${more}`);
};
