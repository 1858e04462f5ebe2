import { UsageError } from '../../errors.ts';
import { CLASSES, KEPT_BACK, WORDS } from '../../garment/change.ts';
import { compare } from '../../garment/compare.ts';
import { DIFF_COLUMNS, type DiffDesign, diffRows, diffView, NOT_PULLED } from '../../view/diff.ts';
import { countsOf, shownOf } from '../../view/diff-changes.ts';
import { dearestFirst } from '../../view/diff-cost.ts';
import { diffHtml } from '../../view/diff-html.ts';
import { diffMarkdown } from '../../view/diff-markdown.ts';
import { made } from '../answers.ts';
import { define } from '../define.ts';
import type { Base, Files, Folders, Service } from '../facets.ts';
import { pairsOf, sideOf, unfinishedSides } from './diff-sources.ts';

const NOT_PULLED_WORDS = [
  NOT_PULLED,
  'one side lacks it, and the last pull of that folder did not finish',
] as const;
const DESIGN_WORDS = ['design added, design removed', 'only one of the two folders holds it'] as const;

export const diff = define({
  path: 'diff',
  answers: 'made',
  group: 'Take it away',
  does: { sends: 'sometimes' },
  gives: ['toile.diff/1'],
  summary: 'Say what changed between two garments, files or folders: values and their provenance',
  elsewhere: ['compare'],
  about:
    'Each side is a JSON file, a folder of toile pull, - for stdin, or an id; ID@factory is the graph as the factory ' +
    'gets it. Nodes are matched by id, numbers by value, and order is no change. A value and its state are told apart: ' +
    'a promise that was withdrawn shows although the value looks the same. Two folders give the change list of a season, ' +
    'the designs first whose changes cost most when they are overlooked.',
  words: [
    { name: 'A', about: 'a file, a folder, - or an id', required: true, completes: ['ids', 'files'] },
    { name: 'B', about: 'what it is compared with', required: true, completes: ['ids', 'files'] },
  ],
  flags: {
    all: { about: 'reasons, order and spelling of numbers too' },
    md: { about: 'as Markdown, for a message or a review' },
    html: { about: 'as one page, for a browser or paper: by what it costs when overlooked' },
  },
  examples: [
    { why: 'What changed since it was pulled', line: 'toile diff season GARM-5117' },
    { why: 'What the factory is not told', line: 'toile diff GARM-5117 GARM-5117@factory' },
    { why: 'The change list of a season, on paper', line: 'toile diff spring summer --html > changes.html' },
    { why: 'The change list of a season, for a spreadsheet', line: 'toile diff spring summer --csv' },
  ],
  json: '{"schema": "toile.diff/1", "a", "b", "same", "counts": {"changed", "added", "removed", "withheld"}, "minor": {"reason": 3}, "designs": [{"id", "name", "read", "profiles": [..., ...], "word", "changes": [{"class", "word", "department", "node_id", "kind", "label", "role", "field", "before": {"state", "value", "unit"}, "after"}]}], "unfinished": [...]}',
  exits: [
    ['0', 'they say the same'],
    ['1', 'they differ'],
    ['2', 'they could not be compared, for whatever reason, or only what is not pulled differs'],
  ],
  explains: [
    {
      title: 'Words of a change',
      terms: [...Object.entries(WORDS), KEPT_BACK, DESIGN_WORDS, NOT_PULLED_WORDS],
    },
    { title: 'Classes, as "class" in JSON and CSV', terms: Object.entries(CLASSES) },
  ],
  failsWith: 2,
  columns: [{ names: DIFF_COLUMNS }],
  parse: ({ words: [a = '', b = ''], flags }) => {
    if (flags.md === true && flags.html === true) throw new UsageError('--md and --html cannot be combined');
    const page = flags.html === true ? 'html' : flags.md === true ? 'md' : undefined;
    return { a, b, all: flags.all === true, page } as const;
  },
  run: async (deps: Base & Service & Files & Folders, { a, b, all }) => {
    const sides = [await sideOf(deps, a), await sideOf(deps, b)] as const;
    const pairs = await pairsOf(deps, ...sides);
    const minor = new Map<string, number>();
    const found = pairs.flatMap((pair): readonly DiffDesign[] => {
      const about = { id: pair.design?.id ?? null, name: pair.design?.name ?? null, read: pair.read };
      if (pair.a === undefined || pair.b === undefined) {
        const word = pair.isNotPulled ? NOT_PULLED : pair.a === undefined ? 'added' : 'removed';
        return [{ ...about, garment_id: null, profiles: [null, null], word, changes: [] }];
      }
      const comparison = compare(pair.a, pair.b);
      const { profiles, garmentIds } = comparison;
      const { changes: shown, minor: left } = shownOf(comparison, all);
      for (const [word, number] of left) minor.set(word, (minor.get(word) ?? 0) + number);
      if (shown.length === 0 && pairs.length > 1) return [];
      const ids = { garment_id: garmentIds[1] ?? garmentIds[0] ?? null };
      return [{ ...about, ...ids, profiles: profiles.map((it) => it ?? null), word: '', changes: shown }];
    });
    const designs = dearestFirst(found);
    const changes = designs.flatMap((design) => design.changes);
    const whole = (word: string): number => designs.filter((design) => design.word === word).length;
    const notPulled = whole(NOT_PULLED);
    const differs = changes.length + whole('added') + whole('removed') > 0;
    const same = !differs && notPulled === 0;
    const counts = {
      ...countsOf(changes),
      designs_added: whole('added'),
      designs_removed: whole('removed'),
      ...(notPulled > 0 && { not_pulled: notPulled }),
    };
    const unfinished = unfinishedSides(sides);
    const value = { a, b, same, counts, minor: Object.fromEntries(minor), designs, ...unfinished };
    return made('toile.diff/1', value, { exit: same ? 0 : differs ? 1 : 2 });
  },
  form: ({ page }) => (page ? 'written' : undefined),
  report: (value) => ({ markdown: diffMarkdown(value), warnings: [] }),
  written: (value, { page }) => (page === 'html' ? diffHtml(value) : diffMarkdown(value)),
  view: (value) => diffView(value),
  rows: (value) => diffRows(value),
});
