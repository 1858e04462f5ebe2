import { indentBlock, wrapParagraph } from './help-layout.ts';

/** The shell commands that download toile, check its SHA-256 digest and install it. */
export const INSTALL_STEPS: readonly string[] = [
  'curl -fsSL -o toile.tgz "$PACKAGE_URL"',
  'echo "$PACKAGE_SHA256  toile.tgz" | sha256sum --check',
  'npm install --global ./toile.tgz',
];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: GitHub fills in these placeholders, not TypeScript
/** The lines of a GitHub workflow that run INSTALL_STEPS. */
export const GITHUB_INSTALL_STEPS: readonly string[] = [
  '      - env:',
  '          PACKAGE_URL: ${{ vars.TOILE_PACKAGE_URL }}',
  '          PACKAGE_SHA256: ${{ vars.TOILE_PACKAGE_SHA256 }}',
  '        run: |',
  ...INSTALL_STEPS.map((line) => `          ${line}`),
];

/** The `env` lines with the address and key, for the steps of a GitHub workflow that use the service. */
export const GITHUB_SERVICE_ENV: readonly string[] = [
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

/** Returns the GitHub and GitLab jobs of `toile help ci` that save documents. Scripts are not wrapped. */
export const renderDocumentRecipes = (width: number): readonly string[] => [
  wrapParagraph('All drawings and sheets for a factory, as a GitHub workflow that you start by hand:', width),
  indentBlock(GITHUB_WORKFLOW),
  wrapParagraph(
    'The open questions of a garment every morning, as a GitLab job. PACKAGE_URL, PACKAGE_SHA256, TOILE_BASE_URL ' +
      'and a masked TOILE_API_KEY are variables of the project:',
    width,
  ),
  indentBlock(GITLAB_JOB),
];
