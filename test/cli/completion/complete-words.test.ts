import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Language, Parser } from '@vscode/tree-sitter-wasm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { quoteForBash, splitBashLine } from '../../../src/cli/completion/bash-line.ts';
import { completeWords } from '../../../src/cli/completion/complete-words.ts';
import { findCompletionPlace } from '../../../src/cli/completion/completion-place.ts';
import { commandTable } from '../../../src/commands/command-table.ts';
import { COMPLETION_SCRIPTS } from '../../../src/commands/completion/completion-scripts.ts';
import { createFolder as emptyFolder } from '../../support/create-folder.ts';
import { createHome, runToile } from '../../support/run-toile.ts';

/** The answer to a script: its first line, and the offered words. */
const ask = async (line: string, cwd = '/'): Promise<{ adds: string; lead: string; words: string[] }> => {
  const words = line.split(' ').slice(1);
  const now = words.pop() ?? '';
  const host = { env: process.env, platform: process.platform, cwd: () => cwd };
  const [first = '', ...rest] = (await completeWords(['zsh', `.${now}`, ...words], host)).split('\n');
  const [adds = '', lead = ''] = first.split('\t');
  return { adds, lead, words: rest.slice(0, -1).map((each) => each.split('\t')[0] ?? '') };
};

it('a name that several designs have is not offered, because toile would refuse it', async () => {
  const home = await createHome();
  expect((await runToile(['--sandbox', 'designs', 'ls', '--all'], { home })).code).toBe(0);
  vi.stubEnv('TOILE_HOME', join(home, 'toile'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const completeGarment = async (begins: string) => (await ask(`toile --sandbox graph ${begins}`)).words;
  expect(await completeGarment('Untit')).toEqual([]);
  // A design with a unique name is offered.
  expect(await completeGarment('')).toContain('GARM-5117');
  expect(await completeGarment('縮緬')).toEqual(['縮緬ノーカラーコート(試作二号)']);
});

it('every command and every flag that is not hidden is offered', () => {
  const completePath = (path: string, now: string) =>
    findCompletionPlace(path.split(' ').filter(Boolean), now, commandTable).words.map(([word]) => word);
  for (const { path, flags = {} } of commandTable) {
    const [last = '', ...above] = path.split(' ').toReversed();
    expect(completePath(above.toReversed().join(' '), '')).toContain(last);
    const words = completePath(path, '-');
    expect(words, path).toEqual(expect.arrayContaining(Object.keys(flags).map((name) => `--${name}`)));
    expect(words).toEqual(expect.arrayContaining(['--debug', '-q', '--help']));
  }
  expect(completePath('', '--v')).toContain('--version');
});

it.each([
  ['toile graph ', { adds: 'words', words: [] }],
  ['toile tools call get_tailor_brief --args @', { adds: 'files', lead: '@' }],
  ['toile diff ', { adds: 'files' }],
  ['toile season --html ', { adds: 'files', lead: '' }],
  ['toile techpack status --download ', { adds: 'files' }],
  ['toile techpack status --download --wa', { words: ['--wait'] }],
  ['toile completion ', { words: ['bash', 'zsh', 'fish', 'powershell'] }],
  ['toile sandbox run -- ', { adds: 'programs' }],
  ['toile sandbox run -- sh ', { adds: 'files' }],
  ['toile config set accessible ', { words: ['true', 'false'] }],
  ['toile designs ls --limit ', { adds: 'words', words: [] }],
  [
    'toile graph --state=asserted,',
    { lead: '--state=asserted,', words: expect.arrayContaining(['inferred']) },
  ],
  ['toile --account x gra', { words: ['graph'] }],
  ['toile graph --kind seam --prof', { words: ['--profile'] }],
  ['toile graph GARM-1 -- --prof', { words: [] }],
  ['toile help designs ', { words: ['ls'] }],
  ['toile help exit', { words: ['exit-codes'] }],
  ['toile sandbox scenario no', { words: ['none'] }],
  ['toile pull season --delete', { words: ['--delete', '--delete=all'] }],
])('%s', async (line, expected) => {
  vi.stubEnv('TOILE_HOME', await createHome());
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await ask(line)).toMatchObject(expected);
});

describe('bash', () => {
  const BREAKS = ' \t\n"\'@><=;|&(:';

  it.each([
    ['toile a\\ b "c d"', { previousWords: ['toile', 'a b'], currentWord: 'c d', quote: '', keptLength: 3 }],
    ['toile x ', { previousWords: ['toile', 'x'], currentWord: '', quote: '' }],
    ["toile --kind='a b", { currentWord: '--kind=a b', quote: "'", keptLength: 7 }],
    ['toile --kind=a', { currentWord: '--kind=a', keptLength: 7 }],
    ['toile @fi', { currentWord: '@fi', keptLength: 0 }],
    ['toile "a\\"b\\c', { currentWord: 'a"b\\c', quote: '"' }],
    ['toile x >fi', { previousWords: ['toile', 'x'], currentWord: 'fi', isRedirection: true }],
    ['toile x > fi y', { previousWords: ['toile', 'x'], currentWord: 'y', isRedirection: false }],
  ])('reads %s', (line, expected) => {
    expect(splitBashLine(line, BREAKS)).toMatchObject(expected);
  });

  it('quotes a word so that bash reads it unchanged, or does not offer it', () => {
    const names = [
      '$(touch PWNED)',
      "Lin's",
      '`id`',
      'a"q',
      '!x',
      'b\\b',
      '; id',
      '~',
      '*',
      '#x',
      'ä{1,2}',
      '^a',
    ];
    for (const quote of ['', '"', "'"]) {
      const words = names.flatMap((name) => {
        const word = quoteForBash(name, quote);
        return word === undefined ? [] : [[name, `${quote}${word}${quote}`] as const];
      });
      expect(words.length).toBeGreaterThan(6);
      const script = `printf '%s\\0' ${words.map(([, word]) => word).join(' ')}`;
      const read = execFileSync('bash', ['-c', script], {
        cwd: emptyFolder(),
        env: {},
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      expect(read.split('\0').slice(0, -1)).toStrictEqual(words.map(([name]) => name));
    }
  });

  it('lists files itself beside other offers, and when readline sees another beginning', async () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, 'bodies'));
    writeFileSync(join(cwd, 'bo dy.json'), '');
    vi.stubEnv('TOILE_HOME', await createHome());
    onTestFinished(() => void vi.unstubAllEnvs());
    const answer = (line: string) =>
      completeWords(['bash', line, BREAKS], { env: process.env, platform: 'linux', cwd: () => cwd });
    expect(await answer('toile tools call x --args @bo')).toBe('words\n@bo\\ dy.json\n@bodies/\n');
    expect(await answer('toile season bo')).toBe('files\n');
    expect(await answer('toile graph x > bo')).toBe('files\n');
  });
});

it('the files match the scripts (otherwise run npm run completions)', () => {
  const folder = fileURLToPath(new URL('../../../completions', import.meta.url));
  const scripts = Object.values(COMPLETION_SCRIPTS);
  expect(readdirSync(folder).toSorted()).toStrictEqual(scripts.map(({ file }) => file).toSorted());
  for (const { file, text } of scripts) expect(readFileSync(join(folder, file), 'utf8'), file).toBe(text);
});

it('PowerShell passes an empty word with its quotes', () => {
  expect(COMPLETION_SCRIPTS.powershell?.text).toContain(
    'StringConstantExpressionAst] -and $_.Value) { $_.Value } else { $_.ToString() }',
  );
});

it('PowerShell accepts its script, and rejects one that lacks a character', async () => {
  const grammar = import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm');
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(fileURLToPath(grammar)));
  const hasError = (script: string) => parser.parse(script)?.rootNode.hasError;
  const script = COMPLETION_SCRIPTS.powershell?.text ?? '';
  expect(hasError(script)).toBe(false);
  expect(hasError(script.replace('foreach ($each in', 'foreach ($each of'))).toBe(true);
  expect(hasError(script.slice(0, script.lastIndexOf('}')))).toBe(true);
});

describe('toile completion', () => {
  it.each(Object.entries(COMPLETION_SCRIPTS))('prints the script for %s', async (shell, { text }) => {
    expect(await runToile(['completion', shell])).toStrictEqual({ code: 0, out: text, err: '' });
  });

  it('refuses an unknown shell', async () => {
    const { code, out, err } = await runToile(['completion', 'tcsh']);
    expect([code, out]).toStrictEqual([2, '']);
    expect(err).toContain('bash, zsh, fish, powershell');
  });

  it('stores nothing on a read-only machine', async () => {
    const home = await createHome();
    const env = { TOILE_HOME: '/dev/null/toile' };
    expect(await runToile(['--sandbox', 'designs', 'ls', '-q'], { home, env })).toMatchObject({
      code: 0,
      err: '',
    });
  });
});
