/**
 * A pulled folder under a real git, set up as `toile help git` says: hunks are named by their nodes, values have their
 * states, and a folder that an older toile named keeps its history.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { putTool, TOILE } from '../support/as-reader.ts';
import { needs } from '../support/needs.ts';
import { cleanEnv, freshFolder } from '../support/program.ts';

const GRAPH = 'graph.technical_designer.json';

/** A repository with a pulled folder in it, and the commands of the help typed as they stand there. */
const repository = async () => {
  const home = await freshFolder();
  const [bin, work] = ['bin', 'work'].map((name) => join(home, name)) as [string, string];
  await mkdir(bin);
  await mkdir(work);
  await putTool(bin, 'toile', TOILE);
  const env = {
    ...cleanEnv(home),
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    TOILE_HOME: join(home, 'toile'),
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const shell = async (command: string): Promise<string> =>
    (await execa('sh', ['-c', command], { cwd: work, env, extendEnv: false })).stdout;
  await shell('git init -q -b main && git config user.name a && git config user.email a@localhost');
  const commands = (await shell('toile help git'))
    .split('\n')
    .filter((line) => line.startsWith('    git config'));
  expect(commands).toHaveLength(3);
  for (const command of commands) await shell(command);
  await shell('toile --sandbox pull season --only graph,brief,confirmations -q');
  const designs = await readdir(join(work, 'season/designs'));
  const design = designs.find((name) => name.startsWith('balmacaan-raglan--')) ?? '';
  return { work, shell, design: `season/designs/${design}`, home };
};

describe.skipIf(needs('git', 'git'))('git', () => {
  it('names the node of a hunk, and shows values with their states', { timeout: 120_000 }, async () => {
    const { work, shell, design, home } = await repository();
    expect(await readFile(join(work, 'season/.gitattributes'), 'utf8')).toBe(
      '* -text\n/designs/**/*.json diff=toile\n/garments/**/*.json diff=toile\n',
    );
    await shell('git add season && git commit -qm monday');

    const file = join(work, design, GRAPH);
    const text = await readFile(file, 'utf8');
    const graph = JSON.parse(text);
    const chest = graph.nodes.find(
      ({ kind, values }: { kind: string; values?: object }) =>
        kind === 'measurement' && values !== undefined && 'spec' in values,
    );
    const { id, kind, label, values } = chest;
    const before = { ...values.spec };
    Object.assign(values.spec, { value: 99.5, state: 'asserted', basis: 'a\u001b[2Jb\u202e' });
    await writeFile(file, `${JSON.stringify(graph, null, 2)}\n`);

    const state = await readdir(join(home, 'toile')).then((names) => names.toSorted());
    const diff = await shell('git diff -U0');
    expect(diff).toMatch(
      new RegExp(`^@@ -\\d+(?:,\\d+)? \\+\\d+(?:,\\d+)? @@ ${id}  ${kind}  ${label.value.slice(0, 10)}`, 'm'),
    );
    expect(diff).toMatch(new RegExp(`^-  spec: .*\\(${before.state}\\)$`, 'm'));
    expect(diff).toContain('+  spec: 99.5 cm (asserted)\n');
    expect(diff).toContain('+  spec.basis: "a\\u001b[2Jb\\u202e"');
    // No sign that does something passes through git, and nothing was kept.
    expect(diff.replaceAll('\n', '')).not.toMatch(/[\p{Cf}\p{Cc}]/u);
    expect((await readdir(join(home, 'toile'))).toSorted()).toEqual(state);

    // What is no JSON any more is compared as it is: git would give up on a failure.
    await writeFile(file, text.replace('{', '<<<<<<< ours\n{'));
    expect(await shell('git diff -U0')).toContain('+<<<<<<< ours\n');
    await writeFile(file, '');
    expect(await shell('git diff --stat')).toContain('1 file changed');

    // A fresh clone has the attributes, and without the two commands the files themselves.
    await shell('git checkout -q . && git clone -q . ../clone');
    await writeFile(join(home, 'clone', design, GRAPH), text.replace('"inferred"', '"asserted"'));
    expect(await shell('git -C ../clone diff -U0')).toMatch(/^\+ +"state": "asserted"/m);
    // A folder that was checked out anew is as it was pulled.
    expect(await shell('toile --sandbox pull season --only graph,brief,confirmations --json')).toContain(
      '"changed":[]',
    );
    expect(await shell('git status --porcelain')).toBe('');
  });

  it('follows a folder that an older toile named', { timeout: 120_000 }, async () => {
    const { work, shell } = await repository();
    const manifest = join(work, 'season/manifest.json');
    const text = await readFile(manifest, 'utf8');
    const folders = (await readdir(join(work, 'season/designs'))).filter((name) => /\P{ASCII}/u.test(name));
    expect(folders.length).toBeGreaterThan(1);
    let older = text;
    for (const name of folders) {
      const id = name.slice(-36);
      older = older.replaceAll(`designs/${name}`, `designs/${id}`);
      await rename(join(work, 'season/designs', name), join(work, 'season/designs', id));
    }
    await writeFile(manifest, older);
    await shell('rm -r season/.toile && git add season && git commit -qm older');
    const said = JSON.parse(
      await shell('toile --sandbox pull season --only graph,brief,confirmations --json'),
    ) as { readonly renamed: readonly object[]; readonly changed: readonly string[] };
    expect(said.renamed).toHaveLength(folders.length);
    expect(said.changed).toEqual([]);
    await shell('git add season && git commit -qm newer');
    const status = (await shell('git show --format= --name-status -M100% HEAD')).split('\n');
    expect(status.every((line) => line.startsWith('R100\t') || line === 'M\tseason/manifest.json')).toBe(
      true,
    );
    const [file = ''] = status
      .filter((line) => line.endsWith(GRAPH))
      .map((line) => line.split('\t')[2] ?? '');
    expect(await shell(`git log --follow --format=%s -- "${file}"`)).toBe('newer\nolder');
  });
});
