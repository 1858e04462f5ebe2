/**
 * Every command that help, documents and hints print is typed on the built program, in the shells that its reader may
 * use. None ends with 2, and no shell refuses it. The run ends with the counts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, expect, it } from 'vitest';
import { TOPIC_NAMES } from '../../src/cli/help/index.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { LOGIN_TOOL, writeTool } from '../support/reader-machine.ts';
import { createEnv, PROGRAM, runProgram } from '../support/run-program.ts';
import { runToile } from '../support/run-toile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A line and the place that prints it. */
interface PrintedLine {
  readonly from: string;
  readonly text: string;
}

const SHELLS = {
  bash: ['bash', '--noprofile', '--norc'],
  zsh: ['zsh', '-f'],
  fish: ['fish', '--no-config'],
} as const;
type Shell = keyof typeof SHELLS;

/** Every shell reads these characters alike, so one shell is enough. */
const PLAIN = /^[\w ./-]*$/;

/** Examples for one shell, which the others refuse. */
const NAMED_SHELL = /completion (bash|zsh|fish|powershell)|Invoke-Expression/;

/** Words that the reader replaces with an own value. */
const PLACEHOLDERS: readonly (readonly [RegExp, string])[] = [
  [/ +#.*$/, ''],
  [/sheet --lang LANG/, 'sheet GARM-5117 --lang vi'],
  [/https:\/\/(api|connect)\.example\.com/, '$TOILE_BASE_URL'],
  [/\bCOMMAND\b|\[NAME\]/, 'graph'],
  [/\bTOPIC\b/, 'ci'],
  [/\bLANG\b/, 'vi'],
  [/\bCLIENT\b/, 'claude'],
  [/\bCMD\b/, 'true'],
  [/\bPURCHASE\b/, '$PURCHASE'],
  [/\bNAME\b/, 'studio'],
  [/--base-url URL\b/, '--base-url $TOILE_BASE_URL'],
  [/\bFILE\b/, 'made.out'],
  [/v1\/designs\/ID\b/, 'v1/designs/3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01'],
  [/\bID\b/, 'GARM-5117'],
  [/ …/, ' GARM-101 GARM-101'],
  [/ls\|get\|set\|unset/, 'ls'],
];
const fillIn = (text: string): string =>
  PLACEHOLDERS.reduce((filled, [word, value]) => filled.replaceAll(new RegExp(word, 'g'), value), text);

/** On a terminal these ask for consent. */
const ASKS = /toile (?:--sandbox )?techpack (?:request|forget)\b(?!.*--(?:yes|help))|toile shared init/;

/** Commands that serve until they are ended, or wait for the rate limit. */
const SERVES = /toile (--sandbox )?(sandbox start|login --web)|--profile both --exports/;

/** Commands that sign in, which the sandbox inside toile refuses; they use one that serves. */
const SIGNS_IN = /toile (?:login|logout|accounts|shared|--account)|--account/;

/** Commands for machines that share a store. */
const SHARED = /toile shared/;

/** The machine on which each line is typed: a pulled season in git, files that examples name, a sandbox. */
const machine = mkdtempSync(join(tmpdir(), 'toile-documented-'));
const path = (...names: readonly string[]): string => join(machine, ...names);
const env = createEnv(machine, {
  PATH: `${path('bin')}${delimiter}${process.env.PATH}`,
  GIT_CONFIG_GLOBAL: path('gitconfig'),
  TERM: 'dumb',
});

const FILES: Readonly<Record<string, string>> = {
  'request.json': '{"brand": "Atelier"}',
  'export.json': '{"id": "GARM-101", "driver": "json"}',
  'pull-designs.sh': '#!/bin/sh\nexec toile designs ls',
};

/** Folders that some examples name, each a copy of the pulled season. */
const COPIES = ['spring', 'summer', 'season-october', 'fw27', 'fw27-october', 'before', '../before/season'];

/** Creates the files that the examples name, once. */
const FIXTURE = `
export TOILE_SANDBOX=1 && toile pull season GARM-101 -q
cp -r ${root}/examples .
git init -q -b main . && git add season && for n in 1 2 3 4 5 6 7 8; do git commit -q --allow-empty -m $n; done && git gc -q
toile workbook write GARM-5117 --profile factory -q && toile workbook write GARM-5117 -o back.xlsx -q
for name in studio factory; do printenv TOILE_API_KEY | TOILE_SANDBOX=0 toile login --with-key --account $name --insecure-storage -q; done
toile techpack request GARM-5117 --yes --json > order.json
`;

beforeAll(async () => {
  await mkdir(path('bin'));
  await mkdir(path('fixture', 'work'), { recursive: true });
  await writeTool(path('bin'), 'toile', LOGIN_TOOL);
  await writeTool(path('bin'), 'op', 'printenv TOILE_API_KEY');
  await writeFile(path('gitconfig'), '[user]\n\tname = n\n\temail = n@localhost\n');
  for (const [name, text] of Object.entries(FILES)) await writeFile(path('fixture', 'work', name), text);
  await chmod(path('fixture', 'work', 'pull-designs.sh'), 0o755);
  const engine = execa('redis-server', ['--port', '0', '--unixsocket', path('engine'), '--save', ''], {
    cwd: machine,
    reject: false,
  });
  return async () => {
    engine.kill();
    await engine;
    rmSync(machine, { recursive: true, force: true });
  };
}, 300_000);

interface TypedLine extends PrintedLine {
  readonly shell: Shell;
  readonly code: number;
  readonly output: string;
}

/** Types each line in a shell, in its own copy of the fixture, while one sandbox runs. */
const typeAll = async (
  lines: readonly PrintedLine[],
  shells: readonly Shell[],
): Promise<readonly TypedLine[]> => {
  const typed = lines.flatMap((line) =>
    shells.flatMap((shell) => {
      const named = NAMED_SHELL.exec(line.text);
      const isOther = named ? named[1] !== shell : shell !== shells[0] && PLAIN.test(line.text);
      return isOther ? [] : [{ ...line, shell }];
    }),
  );
  const all = path(`typed-${shells.join('-')}-${lines.length}`);
  await mkdir(all);
  const scripts = await Promise.all(
    typed.map(async ({ text, shell }, number) => {
      const at = join(all, String(number));
      await mkdir(at);
      await writeFile(join(at, 'line'), `${fillIn(text)}${ASKS.test(text) ? ' --yes' : ''}\n`);
      const limit = SERVES.test(text) ? 5 : 120;
      return `(cp -r '${path('fixture')}' '${at}/place' && cp -r '${path('home')}' '${at}/home' && cd '${at}/place/work' && mkdir ../before &&
        ${COPIES.map((name) => (text.includes(name) ? `cp -r season '${name}' && ` : '')).join('')}${SHARED.test(text) ? `export TOILE_SHARED='unix:${path('engine')}' && ` : ''}${SIGNS_IN.test(text) ? '' : 'export TOILE_SANDBOX=1; unset TOILE_API_KEY && '}export TOILE_HOME='${at}/home' PURCHASE=$(sed 's/.*"purchase_id":"\\([^"]*\\)".*/\\1/' order.json) &&
        timeout -s INT ${limit} ${SHELLS[shell].join(' ')} '${at}/line' > '${at}/output' 2>&1 < /dev/null; echo $? > '${at}/code'; rm -r '${at}/place')`;
    }),
  );
  const queues = Array.from({ length: availableParallelism() }, (_, part) =>
    scripts.filter((_script, number) => number % availableParallelism() === part),
  );
  const file = join(all, 'all.sh');
  const begin = `export TOILE_HOME='${path('home')}'; [ -d '${path('home')}' ] || (cd '${path('fixture', 'work')}' && set -e; ${FIXTURE})`;
  await writeFile(
    file,
    `${begin}\n${queues.map((queue) => `(\n${queue.join('\n')}\n) &`).join('\n')}\nwait\n`,
  );
  const [command, ...args] = PROGRAM;
  await execa(command, [...args, 'sandbox', 'run', '--', 'sh', file], {
    cwd: machine,
    env,
    extendEnv: false,
  });
  return Promise.all(
    typed.map(async ({ from, text, shell }, number) => ({
      from,
      text,
      shell,
      code: Number(await readFile(join(all, String(number), 'code'), 'utf8')),
      output: (await readFile(join(all, String(number), 'output'), 'latin1')).slice(-600),
    })),
  );
};

/** Errors of a shell about a line. */
const REFUSED =
  /no matches found|command not found|Unknown command|parse error|syntax error|unmatched|fish: /i;
const findWrong = (ended: readonly TypedLine[]): readonly string[] =>
  ended
    .filter(
      ({ text, code, output }) =>
        code === 2 || code > 125 || REFUSED.test(output) || (code === 124 && !SERVES.test(text)),
    )
    .map(
      ({ from, text, shell, code, output }) => `${from}, ${shell}: ${text}\n  ended with ${code}: ${output}`,
    );

const removeDuplicates = (lines: readonly PrintedLine[]): readonly PrintedLine[] => [
  ...new Map(lines.map((line) => [fillIn(line.text), line])).values(),
];

const listHelpLines = async (): Promise<readonly PrintedLine[]> => {
  const examples = commandTable.flatMap(({ path: name, examples: all }) =>
    all.map(({ line }) => ({ from: `help ${name}`, text: line })),
  );
  const topics = await Promise.all(
    TOPIC_NAMES.map(async (name) => {
      const { stdout } = await runProgram(['help', name], { env });
      // A scenario of the sandbox is set by the line above the command that meets it.
      const shown = [...stdout.matchAll(/^ *\$ (toile .*)(?:\n *\$ (toile .*))?$/gm)];
      return shown.map(([, first, second]) => ({
        from: `help ${name}`,
        text: [first, second].filter(Boolean).join('\n'),
      }));
    }),
  );
  return removeDuplicates([...examples, ...topics.flat()]);
};

const isMissing = [
  isToolMissing('zsh', 'zsh'),
  isToolMissing('fish', 'fish'),
  isToolMissing('git', 'git'),
  isToolMissing('jq', 'jq'),
  isToolMissing('redis-server', 'redis-server'),
].some(Boolean);

it.skipIf(isMissing)('help: each example works in each shell', async ({ task }) => {
  const lines = await listHelpLines();
  const ended = await typeAll(lines, ['bash', 'zsh', 'fish']);
  expect(findWrong(ended)).toEqual([]);
  task.meta.summary = [`help: ${lines.length} commands, typed ${ended.length} times in bash, zsh and fish`];
});

/** A command that is only mentioned, for example `toile pull`. */
const isName = (code: string): boolean => commandTable.some(({ path: name }) => code === `toile ${name}`);

it.skipIf(isMissing)('documents: each command works in bash', async ({ task }) => {
  const docs = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  const pages = [
    'README.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'examples/README.md',
    ...docs.map((name) => `docs/${name}`),
  ];
  const lines = await Promise.all(
    pages.map(async (from) => {
      const text = await readFile(join(root, from), 'utf8');
      const typed = [...text.matchAll(/^```(?:sh|console)\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
        block.split('\n').map((line) => line.replace(/^\$ /, '')),
      );
      const inline = [...text.matchAll(/`((?:[A-Z_]+=\S+ )?toile [^`]+)`/g)].map(([, code = '']) =>
        code.replaceAll(/\s+/g, ' '),
      );
      const names = inline.map((code) => (isName(code) ? `${code} --help` : code));
      return [...typed, ...names]
        .filter((line) => !/GARM-12a|nonesuch/.test(line))
        .filter((line) => /^(?:[A-Z_]+=\S+ |[^#:]*\| |op .*)?toile /.test(line))
        .map((line) => ({ from, text: line }));
    }),
  );
  const all = removeDuplicates(lines.flat());
  expect(all.length).toBeGreaterThan(60);
  const ended = await typeAll(all, ['bash']);
  expect(findWrong(ended)).toEqual([]);
  task.meta.summary = [`documents: ${all.length} commands, typed ${ended.length} times in bash`];
});

/** Lines that fail, or that print what to type next: every command without words, with wrong ones, and others. */
const listHintingLines = (): readonly (readonly string[])[] => {
  const wrongIds = ['nobody', 'GARM-12a', 'GARM-404', 'coat', 'nofolder'];
  const generated = commandTable.flatMap(({ path: name, flags, args = [] }) => {
    const words = name.split(' ');
    const first = args.length > 0 ? ['GARM-5117'] : [];
    const choices = Object.entries(flags ?? {}).flatMap(([flag, { value, choices: known }]) =>
      value === undefined || !known ? [] : [[...words, ...first, `--${flag}`, 'nonesuch']],
    );
    return [
      words,
      [...words, '--nonesuch'],
      [...words, 'one', 'two', 'three'],
      [...words, ...first, '--json', '--csv'],
      [...words, ...first, '--json', 'id,label'],
      [...words, ...first, '--sandbx'],
      ...wrongIds.map((id) => [...words, id]),
      ...choices,
    ];
  });
  const others = [
    'bom',
    'garment',
    'design-trust',
    'tailor-brief',
    'designs',
    'nonesuch',
    'techpacks ls',
    'help nonesuch',
    'help topics',
    'graph GARM-101 --kind mesurement',
    'graph GARM-101 --field tol_pls',
    'graph GARM-101 --state infered',
    'graph GARM-101 --rows bomm',
    'designs ls --category cot',
    'designs ls --limit 0',
    'api v2/nothing',
    'api designs',
    'techpack status',
    'techpack status 00000000-0000-4000-8000-000000000000',
    'techpack request GARM-5117',
    'techpack request GARM-101 --yes',
    'export GARM-5117 -o nofolder/x/coat.svg',
    'graph GARM-101 GARM-7',
    'config set rate x',
    'config get nothing',
    'accounts use nobody',
    'logout --account nobody',
    'sheet GARM-5117 --lang xx',
    'pull',
    'values',
    'diff season',
    'diff season-october season',
    'trims GARM-5117',
    'tools call nothing',
    'designs ls',
    'designs ls --limit 1 --json',
    'graph GARM-101 --asserted-only',
    'designs ls --excel',
    'pull season --watch',
    'login --web',
    'login --with-key',
    'me --account nobody',
    '--account nobody me',
    '--base-url nothing me',
    '--max-wait x me',
    'season season',
    'stale season',
    'doctor',
    'completion tcsh',
    'skill install',
    'mcp config nothing',
  ].map((line) => line.split(' '));
  return [...generated, ...others];
};

/** Never typed: they serve or ask. */
const NOT_TYPED = /^(login|tour|mcp serve|sandbox (start|run))\b/;

/** The text of a hint after its command. */
const PROSE =
  /(?: (?:adds|asks|checks|creates|deletes|explains|has|keeps|lists|makes|prints|reads|removes|renames|replaces|says|shows|stores|takes|writes)\b|[;,?)]|\.$| or toile ).*$/;

/** The commands of the hints on stderr, which follow the message. */
const findHints = (err: string): readonly string[] =>
  err
    .split('\n')
    .filter((line) => !line.startsWith('toile: '))
    .flatMap((line) => line.split(/(?<=[;:,?]|\bor) (?=toile )/))
    .filter((part) => /^toile (?!.*(?:\.\.|"$))/.test(part))
    .map((part) => part.replace(PROSE, ''));

it.skipIf(isMissing)('hints: each printed command works in bash', async ({ task }) => {
  const lines: PrintedLine[] = [];
  const known = listHintingLines().filter(
    (argv) => !NOT_TYPED.test(argv.join(' ')) && !argv.includes('--json'),
  );
  for (const argv of known)
    for (const words of [['--sandbox', ...argv], argv]) {
      const { err } = await runToile(words);
      lines.push(...findHints(err).map((text) => ({ from: `toile ${words.join(' ')}`, text })));
    }
  const all = removeDuplicates(lines);
  expect(all.length).toBeGreaterThan(20);
  const ended = await typeAll(all, ['bash']);
  expect(findWrong(ended)).toEqual([]);
  task.meta.summary = [`hints: ${all.length} commands after ${known.length * 2} lines, typed in bash`];
});
