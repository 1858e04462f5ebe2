import { block, paragraph } from './layout.ts';

/**
 * By an address of one's own and a digest: nobody else can put another program there. The key is in the environment of
 * the steps behind it only.
 */
export const INSTALL: readonly string[] = [
  'curl -fsSL -o toile.tgz "$PACKAGE_URL"',
  'echo "$PACKAGE_SHA256  toile.tgz" | sha256sum --check',
  'npm install --global ./toile.tgz',
];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the placeholders are those of the workflow
export const GITHUB_INSTALL: readonly string[] = [
  '      - env:',
  '          PACKAGE_URL: ${{ vars.TOILE_PACKAGE_URL }}',
  '          PACKAGE_SHA256: ${{ vars.TOILE_PACKAGE_SHA256 }}',
  '        run: |',
  ...INSTALL.map((line) => `          ${line}`),
];

/** The service, for the steps that talk to it. */
export const GITHUB_SERVICE: readonly string[] = [
  '      - env:',
  '          TOILE_BASE_URL: ${{ vars.TOILE_BASE_URL }}',
  '          TOILE_API_KEY: ${{ secrets.TOILE_API_KEY }}',
];

const GITHUB: readonly string[] = [
  'on: workflow_dispatch',
  'jobs:',
  '  documents:',
  '    runs-on: ubuntu-latest',
  '    defaults: { run: { shell: bash } }',
  '    steps:',
  '      - uses: actions/setup-node@v5',
  '        with: { node-version: 22 }',
  ...GITHUB_INSTALL,
  ...GITHUB_SERVICE,
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
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the placeholders are those of the workflow

const GITLAB: readonly string[] = [
  'questions:',
  '  image: node:22',
  '  rules: [{ if: $CI_PIPELINE_SOURCE == "schedule" }]',
  '  script:',
  ...INSTALL.map((line) => `    - ${line.includes(': ') ? `'${line}'` : line}`),
  '    - mkdir -p documents',
  '    - toile sheet GARM-5117 --profile factory -o documents/coat.html',
  '    - toile confirmations GARM-5117 --csv > documents/questions.csv',
  '    - toile confirmations GARM-5117 --json --jq ".unresolved | length" > documents/questions.txt',
  '    - toile graph GARM-5117 --jsonl > documents/values.jsonl',
  '  artifacts: { paths: [documents/] }',
];

/** Documents on demand, for two systems; not wrapped, since they are there to be copied. */
export const documentRecipes = (width: number): readonly string[] => [
  paragraph('Every drawing and sheet for a factory, as a workflow of GitHub that somebody starts:', width),
  block(GITHUB),
  paragraph(
    'The open questions of one garment each morning, as a job of GitLab; PACKAGE_URL and PACKAGE_SHA256, TOILE_BASE_URL ' +
      'and a masked TOILE_API_KEY are variables of the project:',
    width,
  ),
  block(GITLAB),
];
