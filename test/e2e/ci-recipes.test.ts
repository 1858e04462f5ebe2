import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isQuick } from '../support/effort.ts';
import { TOILE_TOOL, writeTool } from '../support/reader-machine.ts';
import { createEnv, createTempFolder, runProgram, SHELL_COMMAND } from '../support/run-program.ts';

/** The indented block that begins with this line, as it would be copied into a file. */
const findRecipe = (topic: string, firstLine: string): string => {
  const lines = topic.split('\n');
  const start = lines.indexOf(`    ${firstLine}`);
  expect(start).toBeGreaterThan(0);
  const rest = lines.slice(start);
  const end = rest.findIndex((line) => !line.startsWith('    '));
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .map((line) => line.slice(4))
    .join('\n');
};

interface GitHub {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/**
 * A runner on a new machine: it runs the steps one after the other, each in its own shell.
 * Nothing is called toile there until a step installs it; the place that keeps the package, and npm, are all that is played.
 */
const createRunner = async () => {
  const home = await createTempFolder();
  const [work, bin, later] = ['work', 'bin', 'later'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [work, bin, later]) await mkdir(folder);
  // A studio of two designs where there is time for no more.
  const studio = `case "$1 $2" in "designs ls") ${SHELL_COMMAND} "$@" | head -n 2 ;; *) ${TOILE_TOOL} ;; esac`;
  await writeTool(later, 'toile', isQuick ? studio : TOILE_TOOL);
  // Only what has the digest that the job knows is installed.
  const tools = {
    curl: `[ "$*" = "-fsSL -o toile.tgz https://files.test/toile.tgz" ] && printf package > toile.tgz`,
    npm: `[ "$*" = "install --global ./toile.tgz" ] && ln -s ${join(later, 'toile')} ${join(bin, 'toile')}`,
  };
  for (const [name, text] of Object.entries(tools)) await writeTool(bin, name, text);
  const env = createEnv(home, {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    CI: 'true',
    PACKAGE_URL: 'https://files.test/toile.tgz',
    PACKAGE_SHA256: createHash('sha256').update('package').digest('hex'),
  });
  const runSteps = async (shell: readonly [string, ...string[]], all: readonly string[]): Promise<void> => {
    const files = await Promise.all(
      all.map(async (text, at) => {
        const file = join(home, `step-${at}.sh`);
        await writeFile(file, `${text}\n`);
        return file;
      }),
    );
    const [command, ...args] = shell;
    const lines = files.map((file) => [command, ...args, file].join(' ')).join('\n');
    await writeFile(join(home, 'all.sh'), `set -e\n${lines}\n`);
    const run = await execa('sh', ['-c', `${SHELL_COMMAND} sandbox run -- sh ${join(home, 'all.sh')}`], {
      cwd: work,
      env,
      extendEnv: false,
      reject: false,
    });
    expect(run, run.stderr).toMatchObject({ exitCode: 0 });
  };
  return { steps: runSteps, documents: join(work, 'documents') };
};

describe('the recipes of help ci', { timeout: 120_000 }, () => {
  const readTopic = async (): Promise<string> =>
    (await runProgram(['help', 'ci'], { env: createEnv(await createTempFolder()) })).stdout;

  it('export every drawing, sheet and table of measurements on GitHub', async () => {
    const { jobs } = parse(findRecipe(await readTopic(), 'on: workflow_dispatch')) as GitHub;
    const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs.length).toBeGreaterThan(1);
    const { steps, documents } = await createRunner();
    // As GitHub starts `shell: bash`.
    await steps(['bash', '--noprofile', '--norc', '-eo', 'pipefail'], runs);
    const names = await readdir(documents);
    const minted = names.filter((name) => name.endsWith('.svg'));
    if (isQuick) expect(minted).toHaveLength(2);
    else expect(minted.length).toBeGreaterThan(4);
    expect(names.filter((name) => name.endsWith('_sheet.html')).length).toBe(minted.length);
    expect(names.filter((name) => name.endsWith('.csv')).length).toBe(minted.length);
    for (const name of names) expect((await stat(join(documents, name))).size).toBeGreaterThan(50);
  });

  it('report what changed between two nights, in a checkout of one commit and with bash -e', async () => {
    const home = await createTempFolder();
    const bin = join(home, 'bin');
    await mkdir(bin);
    await writeTool(bin, 'toile', TOILE_TOOL);
    const env = createEnv(home, { PATH: `${bin}${delimiter}${process.env.PATH}` });
    const runTyped = (lines: readonly string[], cwd: string) =>
      execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', lines.join('\n')], {
        cwd,
        env,
        extendEnv: false,
      });
    const commit = 'git -c user.name=n -c user.email=n@localhost commit -q';
    await mkdir(join(home, 'kept'));
    await runTyped(
      [
        'git init -q',
        'toile --sandbox pull season GARM-101 --garments-only -q',
        `git add season && ${commit} -m one`,
        'toile --sandbox pull season GARM-101 GARM-7 --garments-only -q',
        `git add season && ${commit} -m two`,
        `git clone -q --depth 1 "file://$PWD" ../fresh`,
      ],
      join(home, 'kept'),
    );
    const text = findRecipe(
      await readTopic(),
      '# A checkout has one commit. diff exits with 1 when something changed.',
    );
    await runTyped([text], join(home, 'fresh'));
    expect(await readFile(join(home, 'fresh', 'changes.md'), 'utf8')).toContain('Five-pocket jean');
  });

  it('keep the state of a pull in which a design failed', async () => {
    const { jobs } = parse(findRecipe(await readTopic(), 'on:')) as {
      jobs: Readonly<Record<string, { readonly steps: readonly Readonly<Record<string, unknown>>[] }>>;
    };
    const saving = jobs.pull?.steps.find(({ uses }) => String(uses).startsWith('actions/cache/save@'));
    expect(saving).toMatchObject({ if: 'always()', with: { path: 'season/.toile' } });
  });

  it('print the open questions of a garment on GitLab', async () => {
    const job = parse(findRecipe(await readTopic(), 'questions:')) as {
      questions: { script: readonly string[] };
    };
    const { steps, documents } = await createRunner();
    // GitLab runs the lines of a script in one shell that ends at the first failure.
    await steps(['bash', '-eo', 'pipefail'], [job.questions.script.join('\n')]);
    const text = (name: string) => readFile(join(documents, name), 'utf8');
    const questions = (await text('questions.csv')).trim().split('\r\n');
    expect(questions[0]).toMatch(/^garment_id,id,/);
    expect(Number(await text('questions.txt'))).toBeGreaterThan(0);
    expect(await text('coat.html')).toContain('GARM-5117');
    for (const line of (await text('values.jsonl')).trim().split('\n'))
      expect(JSON.parse(line)).toHaveProperty('state');
  });
});
