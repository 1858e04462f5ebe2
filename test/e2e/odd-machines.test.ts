/** Small and odd machines: the answer is the same, or one message says what is wanting; nothing inside toile breaks. */
import { chmod, chown } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { BIN, createEnv, createTempFolder, PROGRAM, SHELL_COMMAND } from '../support/run-program.ts';

const READS = ['graph GARM-101', 'designs ls', 'sheet GARM-101 -o -', 'pull season GARM-101 --garments-only'];

const MACHINES: Readonly<Record<string, string>> = {
  '64 MB of heap': 'NODE_OPTIONS=--max-old-space-size=64 "$@"',
  'a terminal of one column': 'COLUMNS=1 "$@"',
  'no TERM': 'unset TERM; "$@"',
  'no LANG but C': 'LANG=C LC_ALL=C "$@"',
  'no HOME': 'unset HOME; "$@"',
  '32 open files': 'ulimit -n 32; "$@"',
  'stdin closed': '"$@" <&-',
};

const runOn = async (machine: string, line: string) => {
  const home = await createTempFolder();
  const env = createEnv(home, { TOILE_HOME: home });
  return execa('sh', ['-c', machine, 'sh', 'sh', '-c', `exec ${SHELL_COMMAND} --sandbox ${line}`], {
    cwd: home,
    env,
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
  });
};

/** Removes the times at which a garment was read. */
const removeTimes = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
    // A sheet shows its minute as text and, escaped, in its style, whose digest it contains.
    .replaceAll(/\d{4}(-|\\2d )\d\d\1\d\d \d\d(:|\\3a )\d\d UTC/g, 'T')
    .replace(/sha256-[\w+/=]+/, 'D')
    .replace(/requests in \d+ s/, 'requests in N s');

it.each(Object.entries(MACHINES))('%s: reads work as usual', async (_, machine) => {
  for (const line of READS) {
    const [usual, odd] = await Promise.all([runOn('"$@"', line), runOn(machine, line)]);
    expect(odd, line).toMatchObject({ exitCode: 0, stderr: usual.stderr });
    expect(removeTimes(odd.stdout), line).toBe(removeTimes(usual.stdout));
  }
});

it.each(['>&-', '>&- 2>&-', '<&- >&- 2>&-'])(
  'streams closed by %s: the command ends properly',
  async (closed) => {
    const run = await runOn(`"$@" ${closed}`, 'graph GARM-101');
    expect([run.exitCode, run.stdout]).toStrictEqual([0, '']);
    expect(run.stderr).not.toMatch(/inside toile|\n\s+at /);
  },
);

/** A user that the system does not list and that has no HOME. Only root can switch to it. */
const UNKNOWN_USER = ['--reuid', '54321', '--clear-groups'];
const isRoot = process.getuid?.() === 0;
it.runIf(isRoot)(
  'a user without a home: TOILE_HOME is enough, and without it one message names it',
  async ({ skip }) => {
    const home = await createTempFolder();
    // An executable under test lies in a folder of this user alone.
    const program = PROGRAM.at(-1) ?? '';
    if (!PROGRAM.includes(BIN)) await chmod(dirname(program), 0o755);
    const canRead = await execa('setpriv', [...UNKNOWN_USER, 'test', '-x', program], { reject: false });
    if (canRead.exitCode !== 0) skip('other users cannot enter the folder of the program');
    await chown(home, 54321, 54321);
    const runAsUnknownUser = (variables: Readonly<Record<string, string>>, line: string) =>
      execa('setpriv', [...UNKNOWN_USER, 'sh', '-c', `exec ${SHELL_COMMAND} ${line}`], {
        cwd: '/',
        env: { PATH: process.env.PATH, ...variables },
        extendEnv: false,
        reject: false,
      });
    const own = { TOILE_HOME: join(home, 'toile') };
    const order = '--sandbox techpack request GARM-5117 --yes --json';
    expect(await runAsUnknownUser(own, order)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await runAsUnknownUser({}, '--version')).toMatchObject({ exitCode: 0 });
    const refused = await runAsUnknownUser({}, order);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(JSON.parse(refused.stderr).error).toMatchObject({
      message: 'this user has no home folder',
      hint: 'set TOILE_HOME to a folder that toile may write to',
    });
  },
);
