import {
  buildPullPlanRows,
  buildPullRows,
  PULL_COLUMNS,
  PULL_PLAN_COLUMNS,
  renderPullPlanView,
  renderPullView,
} from '../../output/views/pull.ts';
import { buildPullReport } from '../../output/views/report-markdown.ts';
import { UsageError } from '../../platform/errors.ts';
import { EXPORT_DRIVERS, GARMENT_RESOURCES } from '../../service/client/resources.ts';
import type { CollectionContext, CommandContext, ServiceContext } from '../command-context.ts';
import { defineCommand } from '../command-spec.ts';
import { RESERVE_FLAG } from '../flags/parse-flags.ts';
import { PULL_PROFILE_FLAG, readPullOptions } from './pull-options.ts';
import { runPull } from './run-pull.ts';

/** The command `toile pull`. */
export const pullCommand = defineCommand({
  path: 'pull',
  resultKind: 'made',
  group: 'Take it away',
  effects: {
    sends: 'always',
    scopes: ['export'],
    writes: 'the folder DIR',
    asks: 'consent to much removal, with --delete',
  },
  outputSchemas: ['toile.pull/1', 'toile.pull-plan/1'],
  summary: 'Mirror your designs into a folder, as text that git can compare',
  namesInOtherTools: ['mirror', 'sync', 'clone'],
  about:
    'Writes the graph, brief, trust and confirmations of every design, and of the GARM- identities that are named or ' +
    'that the folder already holds. Files keep their names when designs are renamed, and one that has not changed is ' +
    'not written. It keeps below the rate limit by itself; when it is ended, the same command goes on where it was. ' +
    'With the id or name of a design only what is named is pulled. What --delete takes away can be had again: each time ' +
    'it goes into a folder of its own in DIR/.toile/removed, which is one that was pulled.',
  args: [
    { name: 'DIR', about: 'the folder; made if it is not there', required: true },
    { name: 'ID', about: 'GARM-<n> beside the designs; or designs, to pull only those', many: true },
  ],
  flags: {
    profile: PULL_PROFILE_FLAG,
    only: {
      value: 'READS',
      about: 'of graph, brief, trust, confirmations, with commas between',
      suggests: Object.values(GARMENT_RESOURCES).map(({ command }) => command),
      commas: true,
    },
    exports: {
      value: 'FORMS',
      about: 'svg, json or both; asked for again only where the graph has changed',
      suggests: Object.values(EXPORT_DRIVERS),
      commas: true,
    },
    since: { value: 'DATE', about: 'only designs created on or after DATE, or within 7d' },
    'garments-only': { about: 'no designs, only GARM- identities' },
    'max-age': { value: 'TIME', about: 'leave alone what was checked within 90s, 15m, 24h, 7d' },
    'max-requests': { value: 'N', about: 'stop after N requests; the longest unchecked come first' },
    reserve: RESERVE_FLAG,
    delete: {
      joined: 'all',
      about:
        'put aside what the service says is gone; more than a third of DIR only with =all, or when you agree',
    },
    prune: { value: 'TIME', about: 'forget what --delete put aside longer ago, such as 30d' },
    'dry-run': { about: 'say how many requests and minutes it would take; only the list is read' },
  },
  examples: [
    { why: 'Everything, into a folder under git', line: 'toile pull season' },
    { why: 'With a published garment beside the designs', line: 'toile pull season GARM-101' },
    {
      why: 'Both profiles and their drawings',
      line: 'toile pull season --profile both --exports svg,json',
    },
    {
      why: 'Without what is gone, and without what went a month ago',
      line: 'toile pull season --delete --prune 30d',
    },
    { why: 'How long would it take?', line: 'toile pull season --dry-run' },
  ],
  json: '{"schema": "toile.pull/1", "dir", "subjects", "new": ["designs/.../graph.technical_designer.json"], "changed": [...], "unchanged", "failed": [{"kind", "id", "name", "file", "why", "code"}], "gone": [{"kind", "id", "removed"}], "renamed": [{"from", "to"}], "pruned", "left" (null: not counted yet), "requests", "seconds", "resumed"}; with --dry-run "toile.pull-plan/1"',
  exitCodes: [
    ['1', 'some could not be pulled, or the list is not whole; the others were'],
    ['5', 'nothing of what was named is there'],
  ],
  columns: [{ names: PULL_COLUMNS }, { when: '--dry-run', names: PULL_PLAN_COLUMNS }],
  parse: ({ args: [dir = '', ...ids], flags }) => {
    if (dir === '') throw new UsageError('the name of the folder is empty');
    return { dir, dryRun: flags['dry-run'] === true, ...readPullOptions(ids, flags) };
  },
  isLongRunning: () => true,
  run: (deps: CommandContext & ServiceContext & CollectionContext, wanted) => runPull(deps, wanted),
  buildView: (value, _options, { toile }) =>
    'failed' in value ? renderPullView(value, toile) : renderPullPlanView(value),
  buildReport: buildPullReport,
  buildRows: (value) => ('failed' in value ? buildPullRows(value) : buildPullPlanRows(value)),
});
