import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { updateRoomsTable } from './rooms/rooms-table.ts';
import { isToolMissing } from './support/is-tool-missing.ts';
import { createReaderMachine, LOGIN_TOOL } from './support/reader-machine.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readPage = (name: string) => readFile(join(root, name), 'utf8');

const findBlocks = (text: string, language: string): readonly string[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, named, block]) =>
    named === language && block ? [block] : [],
  );

it.skipIf(isToolMissing('script', 'bsdutils'))('README shows what the program prints', async () => {
  const run = await execa(process.execPath, ['scripts/run.mjs', 'scripts/readme.ts', '--check'], {
    reject: false,
  });
  expect(run.stdout).toBe('');
  expect(run.exitCode).toBe(0);
});

it('README can be read in a few minutes', async () => {
  expect((await readPage('README.md')).split(/\s+/).length).toBeLessThan(2000);
});

/** What has to be so before a line is typed. */
const BEFORE: Readonly<Record<string, string>> = {
  'toile diff fw27-october': `cp -r fw27 fw27-october && sed -i 's/"value": 56.0/"value": 55.5/' fw27-october/designs/*/graph.*.json`,
  'toile techpack request GARM-5117 --yes --wait': 'toile sandbox advance 5m > /dev/null',
};

/** Lines that may print nothing: a season need not contradict itself. */
const SILENT = /^toile conflicts\b/;

/** Lines that end with 1 where they have found something. */
const FINDS = /^toile (?:diff|stale|doctor)\b/;

describe('every shell line in README works as described', async () => {
  const shell = findBlocks(await readPage('README.md'), 'sh');
  it.each(shell.map((block) => [block.split('\n')[0] ?? '', block]))('%s', async (_first, block) => {
    const { tool, type } = await createReaderMachine();
    // toile asks for a key on a terminal and stores it in a keychain; the test has neither.
    await tool('toile', LOGIN_TOOL);
    await tool('op', 'printenv TOILE_API_KEY');
    // What runs this test has installed it; of npm's own commands only the names are tried.
    await tool(
      'npm',
      `case $1 in ci | cit) ;; *) cd '${root}' && exec "$(which -a npm | sed -n 2p)" "$@" ;; esac`,
    );
    // A printed page shows its digest.
    const digest = "$(toile sheet GARM-5117 -o - | grep -oE '\\b[0-9a-f]{12}\\b' | tail -n 1)";
    const lines = block
      .replaceAll('https://api.example.com', '$TOILE_BASE_URL')
      .replaceAll('3f9a12c4e07b', () => digest)
      .trim()
      .split('\n');
    const steps = await type(
      lines.map((line) => {
        const before = Object.entries(BEFORE).find(([start]) => line.startsWith(start))?.[1];
        return before === undefined ? line : `${before}\n${line}`;
      }),
    );
    for (const [at, { code, out, err }] of steps.entries()) {
      const line = lines[at] ?? '';
      expect(FINDS.test(line) ? [0, 1] : [0], `${line}\n${err}`).toContain(code);
      // A completion that is sourced and what npm's shim leaves out say nothing.
      if (line.startsWith('toile ') && !line.includes(' > ') && !SILENT.test(line))
        expect(out + err, line).not.toBe('');
    }
  });
});

it.each([
  ['bash', 'bash --norc --noprofile', 'complete -p toile'],
  ['zsh', 'zsh -f', 'print $_comps[toile]'],
  ['fish', 'fish --no-config', 'complete -c toile'],
] as const)('The help of completion sets it up in %s', async (shell, start, check) => {
  if (isToolMissing(shell, shell)) return;
  const { work, type } = await createReaderMachine();
  const [help] = await type(['toile help completion']);
  const line = help?.out.split('$ ').find((example) => example.includes(`toile completion ${shell}`));
  await writeFile(join(work, 'rc'), `${line?.split('\n')[0]}\n${check}\n`);
  const [ran] = await type([`${start} rc`]);
  expect(ran).toMatchObject({ code: 0, err: '', out: expect.stringContaining('_toile') });
});

it('the program in README reads a design', async () => {
  const [program = ''] = findBlocks(await readPage('README.md'), 'js');
  const { work, type } = await createReaderMachine();
  await mkdir(join(work, 'node_modules'));
  await symlink(root, join(work, 'node_modules', 'toile'));
  await writeFile(join(work, 'program.mjs'), program);
  const [ran] = await type([`'${process.execPath}' program.mjs`]);
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran?.out).toMatch(/^\S+ \d+\n$/);
});

describe('the documents', async () => {
  const docs = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'examples/README.md',
    ...docs.map((name) => `docs/${name}`),
  ];

  it.each(pages)('%s names only files that exist', async (name) => {
    const text = await readPage(name);
    const links = [...text.matchAll(/(?:\]\(|srcset="|src=")([^):"#]+)/g)].map(([, link = '']) =>
      join(dirname(name), link),
    );
    // "`file`:" is one to be written.
    const paths = [...text.matchAll(/`((?:src|test|scripts|bin|docs|examples)\/[\w./-]*\w)`(?!:)/g)].map(
      ([, path = '']) => path,
    );
    expect([...links, ...paths].filter((path) => !existsSync(join(root, path)))).toStrictEqual([]);
  });

  it('CONTRIBUTING lists every long run, in the order of their files', async () => {
    const rows = [...(await readPage('CONTRIBUTING.md')).matchAll(/^\| - `([\w-]+)` \|/gm)].map(
      ([, name]) => name,
    );
    const files = (await readdir(join(root, 'test/long'))).filter((name) => name.endsWith('.test.ts'));
    expect(rows).toStrictEqual(files.map((name) => name.replace('.test.ts', '')).toSorted());
  });

  it('show the folders in the order of the law', async () => {
    const text = await readPage('docs/architecture.md');
    expect(updateRoomsTable(text), 'npm run docs').toBe(text);
  });
});
