import { foldCase } from '../../garment/value-filter.ts';
import { buildDesignRows, DESIGN_COLUMNS, renderDesignsView } from '../../output/views/designs.ts';
import { joinShell, quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import type { DesignSummary } from '../../service/client/index.ts';
import type { ResultPage } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { refuseUnknownWords } from '../flags/filter-flags.ts';
import { readCountFlag, readSinceFlag, readTextFlag } from '../flags/parse-flags.ts';
import { MAX_LIST_PAGE_SIZE, walkDesignPages } from './walk-design-pages.ts';

/** The maximum number of categories that are remembered, to suggest one for a misspelled `--category`. */
const MAX_CATEGORIES = 5_000;

export const designsLsCommand = defineCommand({
  path: 'designs ls',
  resultKind: 'list',
  group: 'Read a design',
  effects: { sends: 'always' },
  outputSchemas: ['designs'],
  summary: 'List your designs, newest first',
  namesInOtherTools: ['list', 'ls', 'designs list', 'list designs'],
  about:
    'Without --limit or --all, you get one page of the list. The service decides how many designs a ' +
    'page has. With a filter such as --search, toile searches all pages, or until it has found --limit designs.',
  flags: {
    limit: { value: 'N', about: 'stop after N designs' },
    all: { about: 'list all designs', excludes: ['limit'] },
    before: { value: 'CURSOR', about: 'continue at CURSOR (next_before in --json)' },
    search: { value: 'TEXT', about: 'only designs with TEXT in name, category or id' },
    category: { value: 'NAME', about: 'only this garment category, ignoring case' },
    minted: { about: 'only minted designs (with a permanent GARM id)' },
    since: { value: 'DATE', about: 'only designs created since DATE: a date, or 7d for 7 days' },
  },
  examples: [
    { why: 'List the newest designs', line: 'toile designs ls' },
    {
      why: 'Print every coat with a GARM id as JSON',
      line: 'toile designs ls --all --minted --category coat --json',
    },
    { why: 'Print the id of every design, one per line', line: 'toile designs ls --all | cut -f1' },
  ],
  json: '{"designs": [{"id", "name", "garment_category", "sgg_garment_id", "created_at"}], "next_before": null}',
  columns: [{ names: DESIGN_COLUMNS }],
  parse: ({ flags }) => {
    const limit = readCountFlag(flags, 'limit');
    const all = flags.all === true;
    return {
      all,
      limit,
      before: readTextFlag(flags, 'before'),
      search: readTextFlag(flags, 'search'),
      category: readTextFlag(flags, 'category'),
      minted: flags.minted === true,
      since: readSinceFlag(flags, 'since'),
      typed: flags,
    };
  },
  hasUnlimitedWait: ({ all, limit, search, category, minted, since: from }) =>
    all ||
    (limit ?? 0) > MAX_LIST_PAGE_SIZE ||
    minted ||
    [search, category, from].some((option) => option !== undefined),
  run: async (deps, { all, limit, before, search, category, minted, since: from, typed }) => {
    const searchText = search === undefined ? undefined : foldCase(search);
    const tests: ((design: DesignSummary) => boolean)[] = [];
    if (searchText !== undefined) {
      tests.push((design) =>
        [design.name, design.garment_category, design.sgg_garment_id, design.id].some(
          (field) => typeof field === 'string' && foldCase(field).includes(searchText),
        ),
      );
    }
    const otherCategories = new Set<string>();
    let hasCategory = false;
    if (category !== undefined) {
      tests.unshift(({ garment_category: ownCategory }) => {
        if (typeof ownCategory !== 'string') return false;
        const isSame = foldCase(ownCategory) === foldCase(category);
        hasCategory ||= isSame;
        if (!isSame && otherCategories.size < MAX_CATEGORIES) otherCategories.add(ownCategory);
        return isSame;
      });
    }
    if (minted) tests.push((design) => typeof design.sgg_garment_id === 'string');
    if (from !== undefined) {
      const earliest = from(deps.clock.now());
      tests.push((design) => Date.parse(design.created_at) >= earliest);
    }
    const isFiltered = tests.length > 0;

    const repeatedFlags = Object.entries(typed)
      .filter(([flag]) => flag !== 'before')
      .map(([flag, value]) =>
        value === true
          ? shellText` --${quoteShellWord(flag)}`
          : shellText` --${quoteShellWord(flag)} ${quoteShellWord(String(value))}`,
      );
    const formatNextCommand = (next: string): ShellSafe =>
      shellText`${deps.toile} designs ls${joinShell(repeatedFlags, '')} --before ${quoteShellWord(next)}`;
    /**
     * Yields the pages unchanged. Throws a UsageError after the last page if no design has the requested category,
     * because an empty list would hide a misspelling.
     */
    const refuseUnknownCategory = async function* (
      all: AsyncIterable<ResultPage>,
    ): AsyncGenerator<ResultPage> {
      // No page is printed before a design with the requested category is found. If there is none, an error can then be
      // thrown while stdout is still empty.
      const pendingPages: ResultPage[] = [];
      for await (const page of all) {
        pendingPages.push(page);
        if (hasCategory) yield* pendingPages.splice(0);
      }
      if (!hasCategory && otherCategories.size > 0)
        refuseUnknownWords({ what: 'category', words: [category ?? ''], available: [...otherCategories] });
      yield* pendingPages;
    };
    const pages = walkDesignPages(await deps.api(), {
      pageSize:
        all || isFiltered
          ? MAX_LIST_PAGE_SIZE
          : limit === undefined
            ? undefined
            : Math.min(limit, MAX_LIST_PAGE_SIZE),
      exactCount: isFiltered ? undefined : limit,
      maxItems: limit,
      singlePage: !all && limit === undefined && !isFiltered,
      before,
      ...(isFiltered && { isSelected: (design: DesignSummary) => tests.every((test) => test(design)) }),
      formatNextCommand,
      signal: deps.signal,
      onPage: deps.recordDesigns,
    });
    return {
      kind: 'list',
      member: 'designs',
      pages: category === undefined || before !== undefined ? pages : refuseUnknownCategory(pages),
      formatNextCommand,
    } as const;
  },
  buildView: (listed, _options, { now }) => renderDesignsView(listed, { now }),
  buildRows: (listed) => buildDesignRows(listed),
});
