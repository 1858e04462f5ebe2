import {
  GITHUB_INSTALL_STEPS,
  GITHUB_SERVICE_ENV,
  INSTALL_STEPS,
  renderDocumentRecipes,
} from './ci-document-recipes.ts';
import { indentBlock, wrapParagraph } from './help-layout.ts';

/** The script that runs every night in a clone of the repository with the pulled folder. */
const NIGHTLY_SCRIPT: readonly string[] = [
  '#!/bin/sh',
  'set -eu',
  'status=0',
  'toile pull season --exports svg,json || status=$?',
  'git add season',
  'git diff --cached --quiet || git commit -q -m "Season of $(date -u +%F)"',
  'git push -q',
  'exit "$status"',
];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the placeholders are those of the workflow
const NIGHTLY_WORKFLOW: readonly string[] = [
  'on:',
  '  schedule: [{ cron: "17 2 * * *" }]',
  'concurrency: nightly',
  'permissions: { contents: write }',
  'jobs:',
  '  pull:',
  '    runs-on: ubuntu-latest',
  '    timeout-minutes: 350',
  '    steps:',
  '      - uses: actions/checkout@v5',
  '      - uses: actions/setup-node@v5',
  '        with: { node-version: 22 }',
  ...GITHUB_INSTALL_STEPS,
  '      - uses: actions/cache/restore@v4',
  '        with:',
  '          path: season/.toile',
  '          key: toile-${{ github.run_id }}',
  '          restore-keys: toile-',
  '      - run: git config user.name nightly && git config user.email nightly@localhost',
  ...GITHUB_SERVICE_ENV,
  '        run: sh nightly.sh',
  '      - uses: actions/cache/save@v4',
  '        if: always()',
  '        with:',
  '          path: season/.toile',
  '          key: toile-${{ github.run_id }}',
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the placeholders are those of the workflow

/** A job with two runners that use one key at the same time. */
const SHARED_LIMIT_JOB: readonly string[] = [
  'packs:',
  '  image: node:22',
  '  parallel: { matrix: [{ GARMENT: [GARM-5117, GARM-5118] }] }',
  '  script:',
  ...INSTALL_STEPS.map((line) => `    - ${line.includes(': ') ? `'${line}'` : line}`),
  '    - toile doctor',
  '    - toile techpack request "$GARMENT" --yes --wait --download',
  '    - toile quota',
];

/** Returns the text of `toile help ci`. The scripts are not wrapped, so that they can be copied. */
export const renderCiTopic = (width: number): string =>
  `${[
    'Toile in CI',
    wrapParagraph(
      'The service keeps no earlier versions of a graph. A pull each night, under git, is that history: one value a ' +
        'line, so that a commit shows what changed and nothing else.',
      width,
    ),
    'nightly.sh:',
    indentBlock(NIGHTLY_SCRIPT),
    'As a workflow of GitHub:',
    indentBlock(NIGHTLY_WORKFLOW),
    wrapParagraph(
      'toile.tgz is what `npm pack` makes in a clone; keep it where your team keeps its files, and its SHA-256 with the ' +
        "variables of the job. A package that is asked for by its name alone could be anybody's, and the key would be " +
        'in its environment.',
      width,
    ),
    wrapParagraph(
      'The key is a secret of the runner, in TOILE_API_KEY or in a file that TOILE_API_KEY_FILE names. A pull reads one ' +
        'request a second: count four for each design, and two more for its exports where the graph has changed. For a ' +
        'collection that does not fit into one night, --max-requests 3000 stops in time; the longest unchecked come first ' +
        'the next night, which season/.toile remembers. Git leaves that folder alone, so keep it in a cache.',
      width,
    ),
    wrapParagraph(
      'Where some designs could not be pulled the exit code is 1, and the others are committed all the same. On a runner ' +
        'there is a line a minute about how far it is; -q leaves it out. Runners that share a key do not see each ' +
        "other's requests: let one pull at a time, as concurrency does above, or let them share an engine.",
      width,
    ),
    wrapParagraph(
      'Several runners with one key share a Valkey or Redis of the team: together they keep within the limit, and what ' +
        'one of them requested the others do not request again. A person runs toile shared init once, and it prints the value ' +
        'of TOILE_SHARED with the id of the store. As a job of GitLab, with that value as a masked variable ' +
        '(rediss://ci@engine.example.com#...) and a masked TOILE_SHARED_PASSWORD as variables of the project:',
      width,
    ),
    indentBlock(SHARED_LIMIT_JOB),
    wrapParagraph('What changed between two nights, for people:', width),
    indentBlock([
      '# A checkout has one commit, and diff ends with 1 where something changed.',
      'git rev-parse -q --verify "HEAD~1" > /dev/null || git fetch -q --deepen=1',
      'git worktree add -q ../before "HEAD~1"',
      'toile diff ../before/season season --md > changes.md || [ $? -eq 1 ]',
    ]),
    ...renderDocumentRecipes(width),
    wrapParagraph('To try all this without a key, put this before a command:', width),
    indentBlock(['toile sandbox run -- sh nightly.sh']),
  ].join('\n\n')}\n`;
