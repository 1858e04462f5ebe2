/**
 * A pulled folder under a real git, set up as `toile help git` says: two commits are compared, and a folder that an
 * older toile named keeps its history.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { TOILE_TOOL, writeTool } from '../support/reader-machine.ts';
import { createEnv, createTempFolder } from '../support/run-program.ts';

const GRAPH = 'graph.technical_designer.json';

/** A repository with a pulled folder. The tests type the commands of the help unchanged. */
const createRepository = async () => {
  const home = await createTempFolder();
  const [bin, work] = ['bin', 'work'].map((name) => join(home, name)) as [string, string];
  await mkdir(bin);
  await mkdir(work);
  await writeTool(bin, 'toile', TOILE_TOOL);
  const env = {
    ...createEnv(home),
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    TOILE_HOME: join(home, 'toile'),
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const runShell = async (command: string): Promise<string> =>
    (await execa('sh', ['-c', command], { cwd: work, env, extendEnv: false })).stdout;
  await runShell('git init -q -b main && git config user.name a && git config user.email a@localhost');
  const commands = (await runShell('toile help git'))
    .split('\n')
    .filter((line) => line.startsWith('    git config'));
  expect(commands).toHaveLength(1);
  for (const command of commands) await runShell(command);
  await runShell('toile --sandbox pull season --only graph,brief,confirmations -q');
  const designs = await readdir(join(work, 'season/designs'));
  const design = designs.find((name) => name.startsWith('balmacaan-raglan--')) ?? '';
  return { work, shell: runShell, env, design: `season/designs/${design}` };
};

describe.skipIf(isToolMissing('git', 'git'))('git', () => {
  it('shows what changed between two commits with the lines of the help', { timeout: 120_000 }, async () => {
    const { work, shell, env, design } = await createRepository();
    await shell('git add season && git commit -qm monday');
    const file = join(work, design, GRAPH);
    const graph = JSON.parse(await readFile(file, 'utf8'));
    const chest = graph.nodes.find(
      ({ kind, values }: { kind: string; values?: object }) =>
        kind === 'measurement' && values !== undefined && 'spec' in values,
    );
    Object.assign(chest.values.spec, { value: 99.5, state: 'asserted' });
    await writeFile(file, `${JSON.stringify(graph, null, 2)}\n`);
    await shell('git commit -qam tuesday');

    const [before = '', compare = ''] = (await shell('toile help git'))
      .split('\n')
      .filter((line) => /^ {4}(?:git worktree|toile diff)/.test(line));
    await shell(before);
    const { stdout, exitCode } = await execa('sh', ['-c', compare], {
      cwd: work,
      env,
      extendEnv: false,
      reject: false,
    });
    expect(exitCode).toBe(1);
    expect(stdout).toContain(chest.id);
    expect(stdout).toContain('99.5');

    // Checked out anew, on any system, the folder is as it was pulled.
    await shell('git worktree remove ../before && git reset -q --hard HEAD~1');
    await shell('rm -r season && git checkout -q -- season');
    expect(await shell('toile --sandbox pull season --only graph,brief,confirmations --json')).toContain(
      '"changed":[]',
    );
    expect(await shell('git status --porcelain')).toBe('');
  });

  it('follows a folder that an older version named', { timeout: 120_000 }, async () => {
    const { work, shell } = await createRepository();
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
