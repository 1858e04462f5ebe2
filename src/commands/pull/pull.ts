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
import { defineCommand } from '../command-spec.ts';
import { readIdArguments } from '../designs/body-input.ts';
import { RESERVE_FLAG } from '../flags/parse-flags.ts';
import { PULL_PROFILE_FLAG, readPullOptions, runPull } from './run-pull.ts';

export const pullCommand = defineCommand({
  path: 'pull',
  resultKind: 'data',
  group: 'Keep a season',
  effects: {
    sends: 'always',
    scopes: ['export'],
    writes: 'the folder DIR',
    asks: 'consent to the removal of more than a third, with --delete',
  },
  outputSchemas: ['toile.pull/1', 'toile.pull-plan/1'],
  summary: 'Save your designs as JSON files, ready for git',
  namesInOtherTools: ['mirror', 'sync', 'clone'],
  about:
    'Saves the graph, brief, Design Trust counts and confirmations (open questions) of each of your designs. ' +
    'If you give GARM ids, it saves these garments too, and later pulls include them again.\n\n' +
    'In an existing folder, only changed files are written. When a design is renamed, its files keep ' +
    'their names.\n\n' +
    'To pull only some of your designs, give their uuids or exact names. To pull only garments that ' +
    'you added by GARM id, now or earlier, use --garments-only. "-" reads ids from stdin.\n\n' +
    'The pull stays below the rate limit. After an interruption, run the same command again to resume.\n\n' +
    '--delete removes the designs that the service no longer has. It moves their files to a new folder ' +
    'in DIR/.toile/removed, from which you can restore them. Removing more than a third of DIR needs ' +
    '--delete=all or your consent.',
  args: [
    { name: 'DIR', about: 'the folder to write; created if it does not exist', required: true },
    {
      name: 'ID',
      about: 'a GARM id adds a garment; uuids or names limit the pull',
      many: true,
      stdin: 'ids',
    },
  ],
  flags: {
    profile: PULL_PROFILE_FLAG,
    only: {
      value: 'READS',
      about: 'save only these: graph, brief, trust, confirmations',
      suggests: Object.values(GARMENT_RESOURCES).map(({ command }) => command),
      commas: true,
    },
    exports: {
      value: 'FORMS',
      about: 'also save exports: svg or json, or both (svg,json)',
      suggests: Object.values(EXPORT_DRIVERS),
      commas: true,
    },
    since: { value: 'DATE', about: 'only designs created since DATE: a date, or 7d for 7 days' },
    'garments-only': {
      about: 'pull only garments added by GARM id, now or earlier',
      // `--exports` and `--since` apply only to the user's own designs: a garment pulled by its GARM id has no exports
      // and no creation date.
      excludes: ['exports', 'since'],
    },
    'max-age': { value: 'TIME', about: 'skip files checked in the last TIME, for example 15m' },
    'max-requests': { value: 'N', about: 'make at most N requests; start with the oldest checks' },
    reserve: RESERVE_FLAG,
    delete: { joined: 'all', about: 'remove designs that the service no longer has' },
    prune: { value: 'TIME', about: 'erase files moved away more than TIME ago, such as 30d' },
    'dry-run': { about: 'only estimate how many requests and minutes a pull takes' },
  },
  examples: [
    { why: 'Pull everything into a folder under git', line: 'toile pull season' },
    { why: 'Also pull a garment that is not one of your designs', line: 'toile pull season GARM-101' },
    {
      why: 'Pull both profiles and their drawings',
      line: 'toile pull season --profile both --exports svg,json',
    },
    {
      why: 'Move deleted designs away, and erase them after a month',
      line: 'toile pull season --delete --prune 30d',
    },
    { why: 'Estimate how long a pull takes', line: 'toile pull season --dry-run' },
  ],
  json: '{"schema": "toile.pull/1", "dir", "subjects", "new": ["designs/.../graph.technical_designer.json"], "changed": [...], "unchanged", "failed": [{"kind", "id", "name", "file", "why", "code"}], "gone": [{"kind", "id", "removed"}], "renamed": [{"from", "to"}], "pruned", "left" (null if unknown), "requests", "seconds", "resumed"}\n\nwith --dry-run "toile.pull-plan/1"',
  exitCodes: [
    ['1', 'some designs could not be pulled, or the list of designs is incomplete'],
    ['2', 'the folder cannot be written; nothing was sent'],
    ['5', 'none of the given ids was found'],
  ],
  columns: [{ names: PULL_COLUMNS }, { when: '--dry-run', names: PULL_PLAN_COLUMNS }],
  parse: ({ args: [dir = '', ...ids], flags }) => {
    if (dir === '') throw new UsageError('the name of the folder is empty');
    readPullOptions(
      ids.filter((id) => id !== '-'),
      flags,
    );
    return { dir, dryRun: flags['dry-run'] === true, ids, flags };
  },
  hasUnlimitedWait: () => true,
  run: async (deps, { ids, flags, ...options }) =>
    runPull(deps, { ...options, ...readPullOptions(await readIdArguments(deps, ids), flags) }),
  buildView: (value, _options, { toile }) =>
    'failed' in value ? renderPullView(value, toile) : renderPullPlanView(value),
  buildReport: buildPullReport,
  buildRows: (value) => ('failed' in value ? buildPullRows(value) : buildPullPlanRows(value)),
});
