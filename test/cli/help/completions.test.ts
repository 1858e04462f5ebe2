import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Language, Parser } from '@vscode/tree-sitter-wasm';
import { describe, expect, it } from 'vitest';
import { buildCompletionTree, listFlagValues } from '../../../src/cli/help/completions/completion-tree.ts';
import { encodeCompletionValues } from '../../../src/cli/help/completions/completion-values.ts';
import { renderCompletionFiles, renderCompletionScript } from '../../../src/cli/help/completions/index.ts';
import { TOPIC_NAMES } from '../../../src/cli/help/index.ts';
import { commandTable } from '../../../src/commands/command-table.ts';
import { TRADE_KINDS } from '../../../src/garment/trade-kinds.ts';
import { SANDBOX_SCENARIOS } from '../../../src/sandbox/index.ts';
import { emptyHome, toile } from '../../support/toile.ts';

const known = { topics: TOPIC_NAMES, kinds: TRADE_KINDS, scenarios: Object.keys(SANDBOX_SCENARIOS) };
const grammar = Parser.init().then(() =>
  Language.load(
    fileURLToPath(import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm')),
  ),
);
const folder = fileURLToPath(new URL('../../../completions', import.meta.url));

it('the files are what the table says; if not: npm run completions', () => {
  const files = renderCompletionFiles(commandTable, known);
  expect(readdirSync(folder).toSorted()).toStrictEqual([...files.keys()].toSorted());
  for (const [name, text] of files) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
});

it('every command and every flag that is not hidden is offered somewhere', () => {
  const places = buildCompletionTree(commandTable, known);
  for (const { path, flags = {} } of commandTable) {
    const place = places.find((each) => each.path === path);
    for (const [name, { hidden }] of Object.entries(flags)) {
      expect(place?.flags.some((flag) => flag.name === name)).toBe(!hidden);
    }
    const [last = '', ...above] = path.split(' ').toReversed();
    const before = places.find((each) => each.path === above.toReversed().join(' '));
    expect(before?.nextWords.map(({ word }) => word)).toContain(last);
  }
});

it('offers what a place can be given', () => {
  const places = buildCompletionTree(commandTable, known);
  const words = Object.fromEntries(
    places.map(({ path, args: at }) => [path, at.map(encodeCompletionValues)]),
  );
  expect(words.graph).toStrictEqual(['@ids+@@files']);
  expect(words.diff).toStrictEqual(['@ids+@files', '@ids+@files']);
  expect(words['accounts use']).toStrictEqual(['@accounts']);
  expect(words['techpack status']).toStrictEqual(['@purchases']);
  expect(words.completion).toStrictEqual(['=bash zsh fish powershell']);
  expect(words['sandbox run']).toStrictEqual(['@programs', '@files']);
  expect(words['config set accessible']).toStrictEqual(['=true false']);
  expect(words['config set account']).toStrictEqual(['@accounts']);
  const flags = new Map(listFlagValues(places));
  expect(flags.get('graph:--state')).toBe(',asserted inferred unstated none');
  expect(flags.get('graph:--rows')).toMatch(/^=bom .*\bseam\b/);
  expect(flags.get('techpack status:--download')).toBe('?@files');
  expect(flags.get('designs ls:--limit')).toBe('');
});

it('names nothing that a script would take apart', () => {
  const offered = buildCompletionTree(commandTable, known).flatMap(({ flags, args }) => [
    ...flags.flatMap(({ values }) => values?.choices ?? []),
    ...args.flatMap(({ choices }) => choices),
  ]);
  expect(offered.filter((word) => !/^[\w.*-]+$/.test(word))).toEqual([]);
});

describe('PowerShell reads the script', () => {
  const read = async (script: string) => {
    const language = await grammar;
    const parser = new Parser();
    parser.setLanguage(language);
    const tree = parser.parse(script);
    if (tree === null) throw new Error('nothing was read');
    return tree.rootNode;
  };
  const script = renderCompletionScript('powershell', commandTable, known);

  it('as it is, and no script that lacks a sign', async () => {
    expect((await read(script)).hasError).toBe(false);
    const { length } = script;
    const broken = [
      script.slice(0, Math.floor(length / 2)),
      script.slice(0, script.lastIndexOf('}')),
      script.replace('foreach ($word in', 'foreach ($word of'),
      script.replace(".Split('+')", ".Split('+'"),
      script.replace(/'(?=\n)/, ''),
      renderCompletionScript(
        'powershell',
        [{ ...commandTable[0], summary: "it's", flags: {} } as never],
        known,
      ).replace("it''s", "it's"),
    ];
    for (const each of broken) {
      expect(each).not.toBe(script);
      expect((await read(each)).hasError, each.slice(0, 80)).toBe(true);
    }
  });

  it('with a key once in each table, however it is spelled', async () => {
    const tables = (await read(script)).descendantsOfType('hash_literal_body');
    expect(tables.length).toBeGreaterThan(3);
    for (const each of tables) {
      const keys = each?.descendantsOfType('key_expression').map((key) => key?.text.toLowerCase()) ?? [];
      expect(keys.length).toBeGreaterThan(3);
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    }
  });
});

it('quotes what would mean something to a shell', () => {
  const [command] = commandTable;
  const hostile = { ...command, path: 'odd', summary: `it's $(echo) \`a\` "b" \\ %s`, flags: {} } as never;
  expect(renderCompletionScript('zsh', [hostile], known)).toContain(`'odd:it'\\''s $(echo) \`a\` "b" \\ %s'`);
  expect(renderCompletionScript('fish', [hostile], known)).toContain(`'it\\'s $(echo) \`a\` "b" \\\\ %s'`);
  expect(renderCompletionScript('powershell', [hostile], known)).toContain(`it''s $(echo)`);
});

describe('toile completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints the script for %s', async (shell) => {
    expect(await toile(['completion', shell])).toStrictEqual({
      code: 0,
      out: renderCompletionScript(shell, commandTable, known),
      err: '',
    });
  });

  it('refuses a shell that it does not know', async () => {
    const { code, out, err } = await toile(['completion', 'tcsh']);
    expect([code, out]).toStrictEqual([2, '']);
    expect(err).toContain('bash, zsh, fish, powershell');
  });

  it('writes nothing down for a machine that cannot be written to', async () => {
    const home = await emptyHome();
    const env = { TOILE_HOME: '/dev/null/toile' };
    expect(await toile(['--sandbox', 'designs', 'ls', '-q'], { home, env })).toMatchObject({
      code: 0,
      err: '',
    });
  });
});
