import type { CheckedFile } from '../mirror/index.ts';
import { staleReport } from '../view/report-markdown.ts';
import { STALE_COLUMNS, staleRows, staleView } from '../view/stale.ts';
import { made } from './answers.ts';
import { define } from './define.ts';
import { unfinishedOf } from './designs/held-bodies.ts';
import type { Base, Folders } from './facets.ts';
import { RESERVE_FLAG, reserveOf } from './flags/parse-flags.ts';

export const stale = define({
  path: 'stale',
  answers: 'made',
  group: 'Take it away',
  does: { sends: 'always' },
  gives: ['toile.stale/1'],
  summary: 'Say which pulled files no longer match the live graph',
  about:
    'One request for each design: its graph, compared with the one in the folder and with the one that each export ' +
    'was made from. Nothing is written. Files that were edited or lost since they were pulled are named, too.',
  words: [
    { name: 'DIR', about: 'a folder that toile pull wrote', required: true },
    { name: 'ID', about: 'only these: ids, names or GARM-<n>', many: true },
  ],
  flags: { reserve: RESERVE_FLAG },
  examples: [
    { why: 'Is the factory working from the latest?', line: 'toile stale season GARM-5117' },
    { why: 'Pull again only if something has changed', line: 'toile stale season -q || toile pull season' },
  ],
  json: '{"schema": "toile.stale/1", "dir", "checked", "stale", "files": [{"kind", "id", "name", "path", "fetched", "status"}], "unfinished": [...]}; status: current, stale, gone, edited, lost, unknown',
  exits: [
    ['0', 'every file is what the service has now'],
    ['1', 'some are not, or could not be compared, or the last pull did not finish'],
  ],
  columns: [{ names: STALE_COLUMNS }],
  parse: ({ words: [dir = '', ...ids], flags }) => ({ dir, ids, reserve: reserveOf(flags) }),
  patient: () => true,
  run: async (deps: Base & Folders, { dir, ids, reserve }) => {
    const unfinished = unfinishedOf(dir, await deps.held(dir));
    const mirror = await deps.mirror(dir);
    const files: CheckedFile[] = [];
    const tell = (done: number, of: number): void =>
      deps.tell({ kind: 'busy', text: `comparing ${dir} with the service: ${done} of ${of}` });
    for await (const file of mirror.stale(ids, reserve, tell)) files.push(file);
    deps.tell({ kind: 'done' });
    const other = files.filter(({ status }) => status !== 'current').length;
    const value = { dir, checked: files.length, stale: other, files, ...unfinished };
    return made('toile.stale/1', value, { exit: other > 0 || unfinished.unfinished ? 1 : 0 });
  },
  view: (value, _options, { toile }) => staleView(value, toile),
  report: (value) => staleReport(value),
  rows: (value) => staleRows(value),
});
