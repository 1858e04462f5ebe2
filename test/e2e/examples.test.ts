import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createReaderMachine } from '../support/reader-machine.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = join(root, 'examples');

const createMachine = async () => {
  const reader = await createReaderMachine();
  await cp(examples, reader.work, { recursive: true });
  const text = (name: string) => readFile(join(reader.work, name), 'utf8');
  return { ...reader, text };
};

it('the nightly pull keeps the season in git, and says what changed since the night before', async () => {
  const { type } = await createMachine();
  // A season of one coat, so that a night is short.
  await type(['toile pull coats 3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01']);
  const nights = [
    `git init -q -b main . && git config user.name n && git config user.email n@localhost
     printf '*\\n!season/\\n!season/**\\n' > .gitignore && git commit -q --allow-empty -m begin
     sh nightly-pull.sh`,
    'sh nightly-pull.sh',
    `sed -i '0,/"value": 0.6/s//"value": 0.7/' season/designs/*/graph.technical_designer.json
     git commit -qam yesterday && sh nightly-pull.sh`,
    'git log --format=%s && git worktree list | wc -l && git status --porcelain',
  ];
  const [first, second, third, log] = await type(nights, ['--from', 'coats']);
  expect([first, second]).toMatchObject([
    { code: 0, out: '', err: '' },
    { code: 0, out: '', err: '' },
  ]);
  expect(third).toMatchObject({ code: 0 });
  expect(third?.out).toMatch(/\| 0\.7 cm \(asserted\) \| 0\.6 cm \(asserted\) \| REVISED \|/);
  expect(log?.out).toMatch(/^Season of \S+\nyesterday\nSeason of \S+\nbegin\n1\n$/);
});

it('the files for CI are those that help shows', async () => {
  const { type, text } = await createMachine();
  const [written, help] = await type(['sh ci.sh', 'toile help ci']);
  expect(written).toMatchObject({ code: 0, out: '', err: '' });
  const shown = help?.out.replaceAll(/^ {4}/gm, '') ?? '';
  const files = [
    'nightly.sh',
    '.gitlab-ci.yml',
    '.github/workflows/nightly.yml',
    '.github/workflows/documents.yml',
  ];
  const [script = '', gitlab = '', ...github] = await Promise.all(files.map(text));
  for (const file of [script, gitlab, ...github]) expect(shown).toContain(file);
  expect(script).toMatch(/^#!\/bin\/sh\n(.*\n)*toile pull (.*\n)*exit "\$status"\n$/);
  expect(parse(gitlab)).toMatchObject({ questions: { script: expect.arrayContaining([]) } });
  const jobs = github.map((file) => Object.keys((parse(file) as { jobs: object }).jobs));
  expect(jobs).toStrictEqual([['pull'], ['documents']]);
});

it('the program reads every design of every page', async () => {
  const { work, type, text } = await createMachine();
  // As a package that was installed: by its name, and without types.
  await mkdir(join(work, 'node_modules'));
  await symlink(root, join(work, 'node_modules', 'toile'));
  const { code } = await transform(await text('open-values.ts'), { loader: 'ts', target: 'node20' });
  await writeFile(join(work, 'open-values.mjs'), code);
  const [ran, listed, counted] = await type([
    `'${process.execPath}' open-values.mjs`,
    'toile designs ls --all --fields id',
    'toile graph GARM-5117 --profile factory',
  ]);
  expect(ran).toMatchObject({ code: 0 });
  const rows =
    ran?.out
      .trim()
      .split('\n')
      .map((row) => row.split('\t')) ?? [];
  const ids = listed?.out.trim().split('\n');
  expect(rows.map(([id]) => id)).toStrictEqual(ids);
  const unstated = counted?.out.split('\n').filter((row) => row.endsWith('\tunstated')).length;
  expect(rows.find(([id]) => id?.startsWith('3f6a1c58'))?.[3]).toBe(String(unstated));
});

it('an assistant starts the tools as the file says', async () => {
  const { type, text } = await createMachine();
  const { mcpServers } = JSON.parse(await text('mcp.json')) as {
    mcpServers: { toile: { command: string; args: readonly string[] } };
  };
  const { command, args } = mcpServers.toile;
  const opening = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'an assistant', version: '1' },
  };
  const said = [
    { id: 1, method: 'initialize', params: opening },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'run_design_trust', arguments: { id: 'GARM-101' } } },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  const [talk] = await type([`printf '%s\\n' '${said.join("' '")}' | ${[command, ...args].join(' ')}`]);
  expect(talk).toMatchObject({ code: 0 });
  const answers = talk?.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number });
  expect(answers).toMatchObject([
    { id: 1, result: { serverInfo: { name: 'toile' } } },
    { id: 2, result: { structuredContent: { garment_id: 'GARM-101' } } },
  ]);
});
