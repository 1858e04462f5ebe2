/** The workflow of GitHub that `help ci` prints, whole: each step in its order, as a runner of a fresh machine does it. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { findBlockAfter } from '../support/find-block-after.ts';
import { TOILE_TOOL, writeTool } from '../support/reader-machine.ts';
import { createEnv, createTempFolder, PROGRAM, runProgram } from '../support/run-program.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

/** A sandbox of two designs that runs until the test ends; its address and key. */
const startSandboxService = async (env: Record<string, string>, folder: string) => {
  await runProgram(['--sandbox', 'pull', folder, '3f6a1c58', '8e0f4d7a', '--exports', 'svg,json'], { env });
  const child = execa(PROGRAM[0], [...PROGRAM.slice(1), 'sandbox', 'start', '--from', folder], {
    env,
    extendEnv: false,
    reject: false,
  });
  onTestFinished(async () => {
    child.kill('SIGINT');
    await child;
  });
  let said = '';
  while (!said.includes('\n'))
    said += String(await new Promise((resolve) => child.stdout.once('data', resolve)));
  return JSON.parse(said) as {
    readonly base_url: string;
    readonly keys: readonly { readonly key: string }[];
  };
};

it('runs every night, keeps its cache when a night fails, and continues from it', {
  timeout: 300_000,
}, async () => {
  const home = await createTempFolder();
  const [origin, cache, later] = ['origin.git', 'cache', 'later'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(later);
  await writeTool(later, 'toile', TOILE_TOOL);
  const own = { ...createEnv(home), TOILE_HOME: join(home, 'service') };
  const { base_url: baseUrl, keys } = await startSandboxService(own, join(home, 'pulled'));
  const { stdout: topic } = await runProgram(['help', 'ci'], { env: own });
  const { jobs } = parse(findBlockAfter(topic, 'As a GitHub workflow:')) as Workflow;
  const named: Readonly<Record<string, string>> = {
    'vars.TOILE_PACKAGE_URL': 'https://files.test/toile.tgz',
    'vars.TOILE_PACKAGE_SHA256': createHash('sha256').update('package').digest('hex'),
    'vars.TOILE_BASE_URL': baseUrl,
  };

  /** Runs the job once. Returns the failed steps and the text of the page of the run. */
  const runNight = async (id: string, key = keys[0]?.key ?? '') => {
    const machine = join(home, `machine ${id}`);
    const [work, bin, temp] = ['work', 'bin', 'temp'].map((name) => join(machine, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [machine, bin, temp]) await mkdir(folder);
    await writeTool(
      bin,
      'curl',
      `[ "$*" = "-fsSL -o toile.tgz https://files.test/toile.tgz" ] && printf package > toile.tgz`,
    );
    await writeTool(
      bin,
      'npm',
      `[ "$*" = "install --global ./toile.tgz" ] && ln -s '${join(later, 'toile')}' '${join(bin, 'toile')}'`,
    );
    const [summary, paths] = [join(temp, 'summary'), join(temp, 'paths')];
    for (const file of [summary, paths]) await writeFile(file, '');
    const known: Readonly<Record<string, string>> = {
      ...named,
      'github.run_id': id,
      'secrets.TOILE_API_KEY': key,
    };
    const fillTemplate = (text: string): string =>
      text.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => known[name] ?? '');
    const env = createEnv(machine, {
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_RUN_ID: id,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_PATH: paths,
      GIT_CONFIG_GLOBAL: '/dev/null',
    });
    const runShell = (command: string, cwd: string) =>
      execa('sh', ['-c', command], { cwd, env, extendEnv: false });
    /** The effects of the runner's own actions. */
    const used: Readonly<Record<string, (given: Readonly<Record<string, string>>) => Promise<unknown>>> = {
      'actions/checkout': () => runShell(`git clone -q --depth 1 'file://${origin}' work`, machine),
      'actions/setup-node': async () => undefined,
      'actions/cache/restore': async ({ path = '', 'restore-keys': prefix = '' }) => {
        const kept = (await readdir(cache).catch(() => []))
          .filter((name) => name.startsWith(prefix))
          .toSorted();
        const last = kept.at(-1);
        if (last !== undefined) await cp(join(cache, last), join(work, path), { recursive: true });
      },
      'actions/cache/save': ({ path = '', key = '' }) =>
        cp(join(work, path), join(cache, fillTemplate(key)), { recursive: true }),
    };
    const failed: string[] = [];
    for (const step of jobs.pull?.steps ?? []) {
      if (failed.length > 0 && step.if !== 'always()') continue;
      if (step.uses !== undefined) {
        const [action = ''] = step.uses.split('@');
        const play = used[action];
        if (play === undefined) throw new Error(`nobody plays ${action}`);
        await play(step.with ?? {});
        continue;
      }
      const more = Object.fromEntries(
        Object.entries(step.env ?? {}).map(([name, value]) => [name, fillTemplate(value)]),
      );
      const file = join(temp, 'step.sh');
      await writeFile(file, `${step.run}\n`);
      const { exitCode, stderr } = await execa('bash', ['-e', file], {
        cwd: work,
        env: { ...env, ...more },
        extendEnv: false,
        reject: false,
      });
      if (exitCode !== 0) failed.push(`${step.run?.trim()}: ${stderr}`);
    }
    const page = await readFile(summary, 'utf8');
    await rm(machine, { recursive: true });
    return { failed, page };
  };

  await execa('sh', ['-c', `git init -q --bare -b main '${origin}' && git clone -q '${origin}' first`], {
    cwd: home,
  });
  await writeFile(join(home, 'first', 'nightly.sh'), findBlockAfter(topic, 'nightly.sh:'));
  const git = 'git -c user.name=n -c user.email=n@localhost';
  await execa('sh', ['-c', `git add . && ${git} commit -q -m begin && git push -q origin HEAD:main`], {
    cwd: join(home, 'first'),
  });
  const countCommits = async () =>
    Number((await execa('git', ['rev-list', '--count', 'main'], { cwd: origin })).stdout);

  const first = await runNight('1001');
  expect(first.failed).toEqual([]);
  expect(first.page).toContain('12 new, 0 changed');
  expect(await countCommits()).toBe(2);
  expect(await readdir(cache)).toEqual(['toile-1001']);

  const second = await runNight('1002', 'svc_sk_revoked');
  expect(second.failed).toHaveLength(1);
  expect(second.failed[0]).toMatch(/^sh nightly\.sh: [\s\S]*::error/);
  expect(await readdir(cache)).toEqual(['toile-1001', 'toile-1002']);

  const third = await runNight('1003');
  expect(third.failed).toEqual([]);
  expect(await countCommits()).toBe(2);
});
