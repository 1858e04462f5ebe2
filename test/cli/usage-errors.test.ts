import { describe, expect, it } from 'vitest';
import { commandTable } from '../../src/commands/command-table.ts';
import { runToile } from '../support/run-toile.ts';

/** Command lines, the expected message, and the expected hint. */
it.each([
  ['grahp GARM-101', 'there is no command grahp', 'did you mean graph?'],
  ['whoami', 'there is no command whoami', 'did you mean toile me?'],
  ['auth login', 'there is no command auth', 'did you mean toile login?'],
  ['list', 'there is no command list', 'did you mean toile designs ls?'],
  ['accounts switch me', 'there is no command accounts switch', 'did you mean toile accounts use?'],
  ['version', 'there is no command version', 'did you mean toile --version?'],
  ['designs ls --ndjson', 'unknown flag --ndjson', 'did you mean --jsonl?'],
  ['me --verbose', 'unknown flag --verbose for toile me', 'did you mean --debug?'],
  ['pull season --watch 15m', 'unknown flag --watch for toile pull', 'toile help ci'],
  ['pull season --after=3', 'unknown flag --after=3 for toile pull', 'toile help ci'],
  ['skill install claude', 'there is no command skill install', 'toile skill print > FILE'],
  ['sheet GARM-101 --embed-font x.otf', 'unknown flag --embed-font for toile sheet', 'install the font'],
  ['mcp config claude --write', 'unknown flag --write for toile mcp config', 'the command to run'],
  ['graph GARM-101 --asserted-only', 'unknown flag --asserted-only for toile graph', '--state asserted'],
  ['graph GARM-101 --csv --excel', 'unknown flag --excel for toile graph', '--xlsx FILE'],
  ['graph GARM-101 --csv --delimiter ;', 'unknown flag --delimiter for toile graph', '--xlsx FILE'],
  ['diff a b --summary x.md', 'unknown flag --summary for toile diff', 'page of the run'],
  ['me --pager', 'unknown flag --pager for toile me', 'TOILE_PAGER'],
  ['me --marks word', 'unknown flag --marks for toile me', '--accessible'],
  ['textconv x.json', 'there is no command textconv', 'git config --remove-section diff.toile'],
  ['zzz', 'there is no command zzz', 'toile help'],
  ['zzz --help', 'there is no command zzz', 'toile help'],
  ['garment GARM-101', 'there is no command garment', 'did you mean toile graph?'],
  ['tailor-brief GARM-101', 'there is no command tailor-brief', 'did you mean toile brief?'],
  ['design-trust GARM-101', 'there is no command design-trust', 'did you mean toile trust?'],
  ['bom GARM-101', 'there is no command bom', 'toile graph GARM-101 --rows bom'],
  ['designs lss', 'there is no command designs lss', 'did you mean ls?'],
  ['designs foo', 'there is no command designs foo', 'toile help designs'],
  ['me --jsno', 'unknown flag --jsno for toile me', 'did you mean --json?'],
  ['me --zzz', 'unknown flag --zzz for toile me', 'toile help me'],
  ['--zzz me', 'unknown flag --zzz', 'toile help'],
  ['me extra', 'unexpected argument extra for toile me', 'toile help me'],
  ['designs ls foo', 'unexpected argument foo for toile designs ls', 'toile help designs ls'],
  [
    'sandbox start foo bar',
    'unexpected arguments foo bar for toile sandbox start',
    'toile help sandbox start',
  ],
  ['graph GARM-101 GARM-7', 'unexpected argument GARM-7 for toile graph', 'give one id at a time'],
  [
    'graph 3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01 GARM-7',
    'unexpected argument GARM-7 for toile graph',
    'give one id at a time',
  ],
  ['diff GARM-101 GARM-7 GARM-5117', 'unexpected argument GARM-5117 for toile diff', 'toile help diff'],
  ['accounts use a b', 'unexpected argument b for toile accounts use', "quote a name with spaces: 'a b'"],
  ['graph -5 Fleece Vest', 'unexpected argument', "quote a name with spaces: -- '-5 Fleece Vest'"],
  ['graph GARM-101 --kind', '--kind needs a value: --kind KIND', 'toile help graph'],
  [
    'designs ls --category coat --category dress',
    '--category given twice: "coat" and "dress"',
    'remove one of them',
  ],
  ['--max-wait 1m me --max-wait 2m', '--max-wait given twice', 'remove one of them'],
  ['me --fields', '--fields needs a value: --fields A,B.C', 'toile help'],
  [
    'graph GARM-101 --profile xx',
    '--profile takes technical_designer or factory, not "xx"',
    'toile help graph',
  ],
  ['graph GARM-101 --kind ,', '--kind is empty', '--kind piece,seam'],
  [
    'sandbox start --scenario nope',
    'Unknown scenario nope. The scenarios are rate-limited,',
    'toile help sandbox',
  ],
  [
    '--csv --accessible tour',
    'toile tour takes no --csv: it prints text',
    'without it: toile --accessible tour',
  ],
  ['me --insecure-http', 'unknown flag --insecure-http for toile me', 'set TOILE_INSECURE_HTTP=1'],
  ['graph X --columns a=b --csv', 'unknown flag --columns', '--fields Code=code,Tol+=tol_plus renames'],
  ['graph X --timeout 5', 'unknown flag --timeout', 'TOILE_REQUEST_TIMEOUT=30s limits each request'],
  [
    'graph GARM-101 --view factory --csv',
    'toile graph takes no --csv together with --view',
    'without it: toile graph --view factory GARM-101',
  ],
  // An address with a password is not repeated.
  [
    '--base-url https://u:pw@host.test graph X --csv --format mermaid',
    'toile graph takes no --csv',
    'toile help graph',
  ],
  [
    'sandbox run sh -c true',
    'unknown flag -c for toile sandbox run',
    'put the flags of a program after --: toile sandbox run -- ',
  ],
])('toile %s', async (typed, output, next) => {
  const run = await runToile(typed.split(' '));
  expect(run).toMatchObject({ code: 2, out: '' });
  const [first, last] = run.err.trimEnd().split('\n');
  expect(first).toMatch(/^toile: /);
  expect(first).toContain(output);
  expect(last).toContain(next);
  expect(run.err).not.toContain('pw@');
});

it('reports a missing id before it asks for a sign-in', async () => {
  for (const command of ['graph', 'brief', 'trust', 'confirmations']) {
    const run = await runToile([command]);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain('no design ID given');
  }
});

describe('a command that keeps running', () => {
  it.each([['--fields', 'base_url'], ['--jq', '.base_url'], ['--csv'], ['--jsonl']])(
    'refuses %s',
    async (...flags) => {
      const run = await runToile(['sandbox', 'start', ...flags]);
      expect(run).toMatchObject({ code: 2, out: '' });
    },
  );
});

it('suggests no existing command for a name, and one command for each name', () => {
  const names = commandTable.flatMap(({ namesInOtherTools = [] }) => namesInOtherTools);
  const paths = commandTable.map(({ path }) => path);
  expect(names.filter((name, at) => paths.includes(name) || names.indexOf(name) !== at)).toEqual([]);
});

it.each(['-iq', '-qi'])('accepts joined switches of one letter: %s', async (together) => {
  const { code, out } = await runToile(['--sandbox', 'api', 'v1/me', together]);
  expect(code).toBe(0);
  expect(out).toMatch(/^HTTP 200/);
});

it('does not split a value, or letters that are not all switches', async () => {
  const value = await runToile(['--sandbox', 'api', 'v1/me', '-f', '-iq']);
  expect(value.err).toContain('-iq');
  expect((await runToile(['--sandbox', 'api', 'v1/me', '-iz'])).code).toBe(2);
});
