import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  disableWorkflowCommands,
  formatWorkflowAnnotation,
} from '../../src/platform/escape/workflow-commands.ts';
import { createHome, runToile } from '../support/run-toile.ts';

const RUNNER = { GITHUB_ACTIONS: 'true' };

/** Lines that the runner would take for commands: it looks behind blanks, and for the old form anywhere. */
const findCommands = (text: string): readonly string[] =>
  text.split(/\r?\n/).filter((line) => /^[\s\u0085]*::/.test(line) || /##(vso|teamcity)?\[/i.test(line));

describe('annotations', () => {
  it('escape text that would end them or add to them', () => {
    expect(formatWorkflowAnnotation('error', 'a:b,c%\n', 'one\r\n::warning::50%')).toBe(
      '::error title=a%3Ab%2Cc%25%0A::one%0D%0A::warning::50%25\n',
    );
  });

  it('are never made from other text on stderr', () => {
    const log = '::error::x\n  ::add-mask::y\n\t::stop-commands::z\na ##[error]b\n::: c';
    expect(findCommands(disableWorkflowCommands(log))).toEqual([]);
    expect(disableWorkflowCommands('plain: a::b')).toBe('plain: a::b');
  });

  it('report a failure to the runner in one line, for any arguments', async () => {
    const typed = 'x\n::add-mask::y\n##[error]z';
    const run = await runToile(['--sandbox', 'graph', typed], { env: RUNNER });
    expect(run.code).not.toBe(0);
    expect(findCommands(run.err).filter((line) => line.startsWith('::error title=toile%3A '))).toHaveLength(
      1,
    );
    expect(
      findCommands(run.err).filter((line) => /add-mask/.test(line) && !line.startsWith('::error ')),
    ).toEqual([]);
  });

  it('are not written elsewhere, nor with JSON', async () => {
    expect(findCommands((await runToile(['--sandbox', 'graph', 'x'])).err)).toEqual([]);
    const run = await runToile(['--sandbox', 'graph', 'x', '--json'], { env: RUNNER });
    expect(run.err.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(run.err)).toBeTypeOf('object');
  });
});

/** Names of designs that are commands of one system or another. */
const COMMANDS = [
  '::add-mask::x',
  '\u0085 ::set-env name=A::b',
  'a ##[error]b',
  '##vso[task.setvariable variable=A]b',
  "##TeamCity[setParameter name='a' value='b']",
];
const answerHostile = async () =>
  Response.json({
    designs: COMMANDS.map((name, at) => ({
      id: `3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d0${at}`,
      name,
      garment_id: null,
      category: name,
      created_at: '2026-11-20T09:00:00Z',
      updated_at: '2026-11-20T09:00:00Z',
    })),
    next_before: null,
  });

describe.each<Record<string, string>>([
  { GITHUB_ACTIONS: 'true' },
  { TF_BUILD: 'True' },
  { TEAMCITY_VERSION: '2026.1' },
  { CI: 'true' },
])('in the log of CI, by %j', (ci) => {
  const env = { ...ci, TOILE_BASE_URL: 'https://api.example', TOILE_API_KEY: 'svc_sk_one' };
  const run = (...argv: string[]) => runToile(argv, { env, network: async () => answerHostile as never });

  it.each([[], ['--csv'], ['--jq', '.designs[].name'], ['--fields', 'name'], ['-q']])(
    'no line of an answer is a command: %j',
    async (...form) => {
      const { code, out, err } = await run('designs', 'ls', ...form);
      expect(code).toBe(0);
      expect(out).toMatch(/add-mask/);
      for (const text of [out, err]) expect(findCommands(text)).toEqual([]);
    },
  );

  it('no line of JSON is a command, and the JSON is the same as elsewhere', async () => {
    const { out } = await run('designs', 'ls', '--json');
    expect(findCommands(out)).toEqual([]);
    expect(JSON.parse(out).designs.map(({ name }: { name: string }) => name)).toEqual(COMMANDS);
    const lines = (await run('designs', 'ls', '--jsonl')).out;
    expect(findCommands(lines)).toEqual([]);
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).name),
    ).toEqual(COMMANDS);
  });

  it('no line of an error is a command', async () => {
    for (const form of [[], ['--json']]) {
      const { err } = await run('graph', COMMANDS.join('\n'), ...form);
      expect(err).toMatch(/add-mask/);
      expect(findCommands(err).filter((line) => !line.startsWith('::error title=toile'))).toEqual([]);
    }
  });
});

it('elsewhere an answer is unchanged', async () => {
  const env = { TOILE_BASE_URL: 'https://api.example', TOILE_API_KEY: 'svc_sk_one', CI: 'false' };
  const network = async () => answerHostile as never;
  const { out } = await runToile(['designs', 'ls', '--jq', '.designs[].name'], { env, network });
  for (const name of COMMANDS) expect(out).toContain(name.replace('\u0085', ''));
});

describe('a summary', () => {
  it('lists what pull, stale, diff and export did, one after the other', async () => {
    const home = await createHome();
    const env = { ...RUNNER, GITHUB_STEP_SUMMARY: join(home, 'all.md') };
    const run = (...argv: string[]) => runToile(['--sandbox', ...argv], { home, env });
    expect((await run('pull', 'season', 'GARM-101', '--garments-only')).code).toBe(0);
    expect((await run('stale', 'season')).code).toBe(0);
    expect((await run('diff', 'GARM-101', 'GARM-101@factory')).code).toBe(1);
    expect((await run('export', 'GARM-5117', 'GARM-5109', 'nobody', '-o', './')).code).toBe(1);
    const text = readFileSync(join(home, 'all.md'), 'utf8');
    expect(text).toMatch(/^## season: 4 new, 0 changed/);
    expect(text).toContain('## season: 0 of 1 file differs');
    expect(text).toContain('| where | field | before | after | |');
    expect(text).toContain('## 2 exported, 1 failed');
    expect(text).toMatch(/\| nobody \| /);
  });

  it('is added to the page of the run, with a warning for each failure', async () => {
    const home = await createHome();
    const page = join(home, 'page.md');
    writeFileSync(page, '');
    const env = { ...RUNNER, GITHUB_STEP_SUMMARY: page };
    const argv = ['--sandbox', 'export', 'GARM-5117', 'nobody', '-o', './'];
    const { err } = await runToile(argv, { home, env });
    expect(readFileSync(page, 'utf8')).toContain('## 1 exported, 1 failed');
    expect(err).toMatch(/^::warning title=toile export::nobody%?/m);
    const elsewhere = await runToile(argv, { home, env: { GITHUB_STEP_SUMMARY: page } });
    expect(findCommands(elsewhere.err)).toEqual([]);
  });
});
