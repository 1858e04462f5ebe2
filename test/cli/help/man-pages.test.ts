import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { renderHelpText } from '../../../src/cli/help/index.ts';
import { renderManPages } from '../../../src/cli/help/man-pages.ts';
import { commandTable } from '../../../src/commands/command-table.ts';
import { GLOBAL_FLAGS } from '../../../src/commands/flags/global-flags.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const pages = renderManPages(commandTable, version);
const toFileName = (path: string): string => `${['toile', ...path.split(' ')].join('-')}.1`;

/** Long flags named anywhere in a text. */
const findFlags = (text: string): string[] =>
  [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, name = '']) => name);

const everyFlag = new Set([
  'help',
  'version',
  ...Object.keys(GLOBAL_FLAGS),
  ...commandTable.flatMap(({ flags = {} }) => Object.keys(flags)),
]);

describe.each(commandTable.map((command) => [command.path, command] as const))(
  '%s',
  (path, { flags = {} }) => {
    const texts = {
      manual: (pages.get(toFileName(path)) ?? '').replaceAll('\\-', '-').replaceAll(/\\f[BIR]/g, ''),
      help: renderHelpText(commandTable, path.split(' '), 100) ?? '',
    };

    it.each(['manual', 'help'] as const)('describes every flag, and only existing ones: %s', (where) => {
      const named = findFlags(texts[where]);
      for (const name of Object.keys(flags)) expect(named).toContain(name);
      for (const name of named) expect(everyFlag, name).toContain(name);
    });
  },
);

it('the page of the program describes every command, flag and variable', () => {
  const text = (pages.get('toile.1') ?? '').replaceAll('\\-', '-').replaceAll(/\\f[BIR]/g, '');
  for (const { path } of commandTable) expect(text).toContain(['toile', ...path.split(' ')].join('-'));
  for (const name of Object.keys(GLOBAL_FLAGS)) expect(findFlags(text)).toContain(name);
  for (const name of ['TOILE_API_KEY', 'TOILE_HOME', 'NO_COLOR']) expect(text).toContain(name);
});

it('README names only existing flags', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const lines = readme.split('\n').filter((line) => /(^|[\s`$|])toile [a-z-]/.test(line));
  const typed = lines.flatMap((line) =>
    [...line.matchAll(/\btoile [^`|#]*/g)].flatMap(([text]) => findFlags(text.split(' -- ')[0] ?? '')),
  );
  for (const name of typed) expect(everyFlag, name).toContain(name);
});

it('the built pages are up to date', () => {
  const folder = join(root, 'dist/man');
  expect(readdirSync(folder).toSorted()).toStrictEqual([...pages.keys()].toSorted());
  for (const [name, text] of pages) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
});

describe.skipIf(isToolMissing('man', 'man-db'))('man', () => {
  it.each([...pages.keys()])('sets %s without a warning', (name) => {
    const options = {
      cwd: root,
      env: { ...process.env, MANWIDTH: '80', LANG: 'C.UTF-8', MAN_KEEP_FORMATTING: '' },
    };
    const set = execFileSync('man', ['--warnings=w', '-l', join('dist/man', name)], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(set.toString()).toMatch(/NAME\n\s+toile/);
  });

  it('escapes what roff would interpret', () => {
    const [command] = commandTable;
    const hostile = {
      ...command,
      path: 'odd',
      summary: "it's \\fBodd",
      about: '.so /etc/passwd\n\'br "quoted" \\n(x',
      flags: {},
      examples: [],
    };
    const text = renderManPages([hostile as never], version).get('toile-odd.1') ?? '';
    const set = execFileSync('man', ['-l', '-'], {
      input: text,
      env: { ...process.env, MANWIDTH: '80', LANG: 'C.UTF-8' },
    }).toString();
    expect(set).toContain("it's \\fBodd");
    expect(set).toContain('.so /etc/passwd');
    expect(set).toContain('"quoted" \\n(x');
  });
});
