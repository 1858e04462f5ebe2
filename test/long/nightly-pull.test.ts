import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { listSampleGarments, SANDBOX_USER_IDS } from '../../src/sandbox/corpus/sample-garments.ts';
import { findBlockAfter } from '../support/find-block-after.ts';
import { TOILE_TOOL, writeTool } from '../support/reader-machine.ts';
import { createEnv, createTempFolder, runProgram } from '../support/run-program.ts';

it('the nightly pull of help ci commits changes, and makes no commit without a change', {
  timeout: 120_000,
}, async () => {
  const home = await createTempFolder();
  const { stdout: topic } = await runProgram(['help', 'ci'], { env: createEnv(home) });
  const [repository, origin, bin] = ['clone', 'origin.git', 'bin'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(bin);
  await writeTool(bin, 'toile', TOILE_TOOL);
  const env = {
    ...createEnv(home),
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const runShell = (command: string, cwd = repository) =>
    execa('sh', ['-c', command], { cwd, env, extendEnv: false });
  await runShell(`git init -q --bare -b main ${origin} && git clone -q ${origin} ${repository}`, home);
  await runShell('git config user.name nightly && git config user.email nightly@localhost');
  await runShell(
    'git commit -q --allow-empty -m begin && git push -q origin HEAD:main && git branch -q -u origin/main',
  );
  await writeFile(join(repository, 'nightly.sh'), findBlockAfter(topic, 'nightly.sh:'));

  const countCommits = async () => Number((await runShell('git rev-list --count origin/main')).stdout);
  const runNight = () => runShell('toile sandbox run -- sh nightly.sh');
  await runNight();
  expect(await countCommits()).toBe(2);
  expect((await runShell('git status --porcelain')).stdout).toBe('?? nightly.sh');
  const designs = await readdir(join(repository, 'season', 'designs'));
  expect(designs).toHaveLength(
    listSampleGarments().filter(({ owner }) => owner === SANDBOX_USER_IDS.designer).length,
  );
  expect((await runShell('git -c core.quotePath=false ls-files season | grep -c "\\.svg$"')).stdout).toBe(
    String(designs.length),
  );

  await runNight();
  expect(await countCommits()).toBe(2);

  // An older value was committed: tonight's commit shows only that line.
  await runShell(
    `sed -i '0,/"value": 56.0/s//"value": 55.5/' season/designs/*/graph.technical_designer.json && git commit -qam yesterday && git push -q`,
  );
  await runNight();
  expect(await countCommits()).toBe(4);
  const changed = (await runShell('git show --format= --unified=0 HEAD -- "season/designs/*"')).stdout.split(
    '\n',
  );
  const lines = changed.filter((line) => /^[-+](?![-+])/.test(line));
  expect(lines.length).toBeGreaterThan(0);
  expect(new Set(lines.map((line) => line.replaceAll(/\s/g, '')))).toEqual(
    new Set(['-"value":55.5', '+"value":56.0']),
  );

  const between = findBlockAfter(topic, 'A readable report of the changes between two nights');
  const { exitCode } = await execa('sh', ['-c', between], {
    cwd: repository,
    env,
    extendEnv: false,
    reject: false,
  });
  // A difference is no failure of the job.
  expect(exitCode).toBe(0);
  expect(await readFile(join(repository, 'changes.md'), 'utf8')).toMatch(
    /\| 55\\?\.5 cm .*\| 56\\?\.0 cm .*\| REVISED \|/,
  );
});
