import type { CheckedFile } from '../collection/check-file-freshness.ts';
import { buildStaleReport } from '../output/views/report-markdown.ts';
import { buildStaleRows, renderStaleView, STALE_COLUMNS } from '../output/views/stale.ts';
import { buildDataResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';
import { COLLECTION_ARGUMENT, toUnfinishedPulls } from './designs/collection-bodies.ts';
import { RESERVE_FLAG, readReserveFlag } from './flags/parse-flags.ts';

export const staleCommand = defineCommand({
  path: 'stale',
  resultKind: 'data',
  group: 'Keep a season',
  effects: { sends: 'always' },
  outputSchemas: ['toile.stale/1'],
  summary: 'List pulled files that no longer match the service',
  about:
    'Sends one request per design and writes nothing. toile compares the graph of the service with the ' +
    'graph in the folder. An export is stale if its graph has changed since. Files that were edited ' +
    'or lost since the pull are listed too.',
  args: [
    COLLECTION_ARGUMENT,
    { name: 'ID', about: 'only these designs: ids, names or GARM-<n>', many: true },
  ],
  flags: { reserve: RESERVE_FLAG },
  examples: [
    { why: 'Check that the files of a garment are current', line: 'toile stale season GARM-5117' },
    { why: 'Pull only if something changed', line: 'toile stale season -q || toile pull season' },
  ],
  json: '{"schema": "toile.stale/1", "dir", "checked", "stale", "files": [{"kind", "id", "name", "path", "fetched", "status"}], "unfinished": [...]}\n\nstatus: current, stale, gone, edited, lost, unknown',
  exitCodes: [
    ['0', 'every file matches the service'],
    ['1', 'some are stale or could not be compared, or the last pull did not finish'],
  ],
  columns: [{ names: STALE_COLUMNS }],
  parse: ({ args: [dir = '', ...ids], flags }) => ({ dir, ids, reserve: readReserveFlag(flags) }),
  hasUnlimitedWait: () => true,
  run: async (deps, { dir, ids, reserve }) => {
    const unfinished = toUnfinishedPulls(dir, await deps.readCollection(dir));
    const collection = await deps.openCollection(dir);
    const files: CheckedFile[] = [];
    const reportProgress = (done: number, total: number): void =>
      deps.report({ kind: 'busy', text: `comparing ${dir} with the service: ${done} of ${total}` });
    for await (const file of collection.checkFileFreshness(ids, reserve, reportProgress)) files.push(file);
    deps.report({ kind: 'done' });
    const staleCount = files.filter(({ status }) => status !== 'current').length;
    const value = { dir, checked: files.length, stale: staleCount, files, ...unfinished };
    return buildDataResult('toile.stale/1', value, { exit: staleCount > 0 || unfinished.unfinished ? 1 : 0 });
  },
  buildView: (value, _options, { toile }) => renderStaleView(value, toile),
  buildReport: (value) => buildStaleReport(value),
  buildRows: (value) => buildStaleRows(value),
});
