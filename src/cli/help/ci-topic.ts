import { indentBlock, wrapParagraph } from './help-layout.ts';

const INSTALL_STEPS: readonly string[] = [
  'curl -fsSL -o toile.tgz "$PACKAGE_URL"',
  'echo "$PACKAGE_SHA256  toile.tgz" | sha256sum --check',
  'npm install --global ./toile.tgz',
];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: GitHub fills in these placeholders, not TypeScript
const GITHUB_INSTALL_STEPS: readonly string[] = [
  '      - env:',
  '          PACKAGE_URL: ${{ vars.TOILE_PACKAGE_URL }}',
  '          PACKAGE_SHA256: ${{ vars.TOILE_PACKAGE_SHA256 }}',
  '        run: |',
  ...INSTALL_STEPS.map((line) => `          ${line}`),
];

const GITHUB_SERVICE_ENV: readonly string[] = [
  '      - env:',
  '          TOILE_BASE_URL: ${{ vars.TOILE_BASE_URL }}',
  '          TOILE_API_KEY: ${{ secrets.TOILE_API_KEY }}',
];

const GITHUB_WORKFLOW: readonly string[] = [
  'on: workflow_dispatch',
  'jobs:',
  '  documents:',
  '    runs-on: ubuntu-latest',
  '    defaults: { run: { shell: bash } }',
  '    steps:',
  '      - uses: actions/setup-node@v5',
  '        with: { node-version: 22 }',
  ...GITHUB_INSTALL_STEPS,
  ...GITHUB_SERVICE_ENV,
  '        run: |',
  '          mkdir -p documents',
  '          toile designs ls --all --minted | toile export - --profile factory -o documents/',
  '          toile designs ls --all --minted | cut -f 1 | while read -r id; do',
  '            toile sheet "$id" --profile factory -o documents/',
  '            toile graph "$id" --profile factory --rows pom --csv > "documents/$id.measurements.csv"',
  '          done',
  '      - uses: actions/upload-artifact@v4',
  '        with: { name: documents, path: documents/ }',
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: GitHub fills in these placeholders, not TypeScript

const GITLAB_JOB: readonly string[] = [
  'questions:',
  '  image: node:22',
  '  rules: [{ if: $CI_PIPELINE_SOURCE == "schedule" }]',
  '  script:',
  ...INSTALL_STEPS.map((line) => `    - ${line.includes(': ') ? `'${line}'` : line}`),
  '    - mkdir -p documents',
  '    - toile sheet GARM-5117 --profile factory -o documents/coat.html',
  '    - toile confirmations GARM-5117 --csv > documents/questions.csv',
  '    - toile confirmations GARM-5117 --json --jq ".unresolved | length" > documents/questions.txt',
  '    - toile graph GARM-5117 --jsonl > documents/values.jsonl',
  '  artifacts: { paths: [documents/] }',
];

const renderDocumentRecipes = (width: number): readonly string[] => [
  wrapParagraph('All drawings and sheets for a factory, as a GitHub workflow that you start by hand:', width),
  indentBlock(GITHUB_WORKFLOW),
  wrapParagraph(
    'The open questions of a garment every morning, as a GitLab job. PACKAGE_URL, PACKAGE_SHA256, TOILE_BASE_URL ' +
      'and a masked TOILE_API_KEY are variables of the project:',
    width,
  ),
  indentBlock(GITLAB_JOB),
];

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

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: GitHub fills in these placeholders, not TypeScript
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
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: GitHub fills in these placeholders, not TypeScript

/**
 * An example of a GitLab job for `toile help ci`. GitLab runs two copies of it at the same time, and both use the same
 * API key.
 */
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

/** Returns the text of `toile help ci`. */
export const renderCiTopic = (width: number): string =>
  `${[
    'Toile in CI',
    wrapParagraph(
      'The service keeps no earlier versions of a graph. With a pull into a git repository every night, you have them. ' +
        'A file has one value per line, so a commit shows only what changed.',
      width,
    ),
    'nightly.sh:',
    indentBlock(NIGHTLY_SCRIPT),
    'As a GitHub workflow:',
    indentBlock(NIGHTLY_WORKFLOW),
    wrapParagraph(
      '`npm pack` in a clone of toile creates toile.tgz. Store it where your team keeps its files, and its SHA-256 as ' +
        'a variable of the job. Do not install toile by its package name: another package of that name could read the ' +
        'key in the environment.',
      width,
    ),
    wrapParagraph(
      'On GitHub, action.yml in the repository of toile does the same as one step: it installs toile.tgz only if the ' +
        'SHA-256 and the version match. Its inputs are package-url, sha256 and version.',
      width,
    ),
    wrapParagraph(
      'Store the key as a secret of the runner. Pass it in TOILE_API_KEY, or in a file with TOILE_API_KEY_FILE. A pull ' +
        'sends one request per second. A design takes four requests, and two more for the exports of a changed graph. ' +
        'If one night is too short, add --max-requests 3000. The next night then begins with the designs that were ' +
        'checked longest ago. toile records this in season/.toile. git ignores that folder, so keep it in a cache.',
      width,
    ),
    wrapParagraph(
      'If some designs cannot be pulled, the script commits the others and ends with exit code 1. Without a ' +
        'terminal, toile prints one line of progress per minute. -q turns it off. Runners that share a key do not know ' +
        'about the requests of the others. Run one pull at a time (concurrency above), or use a shared server.',
      width,
    ),
    wrapParagraph(
      'Several runners with one key can share a Valkey or Redis server. Together they stay below the rate limit, and ' +
        'no runner repeats a Tech Pack request of another. Run toile shared init once: it prints the value of ' +
        'TOILE_SHARED, such as rediss://ci@engine.example.com#... As a GitLab job, with TOILE_SHARED and ' +
        'TOILE_SHARED_PASSWORD as masked variables of the project:',
      width,
    ),
    indentBlock(SHARED_LIMIT_JOB),
    wrapParagraph('A readable report of the changes between two nights:', width),
    indentBlock([
      '# A checkout has one commit. diff exits with 1 when something changed.',
      'git rev-parse -q --verify "HEAD~1" > /dev/null || git fetch -q --deepen=1',
      'git worktree add -q ../before "HEAD~1"',
      'toile diff ../before/season season --md > changes.md || [ $? -eq 1 ]',
    ]),
    ...renderDocumentRecipes(width),
    wrapParagraph('To try this without a key, run it against the sandbox:', width),
    indentBlock(['toile sandbox run -- sh nightly.sh']),
  ].join('\n\n')}\n`;
