import { execFileSync, spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { constants as system } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { runInTerminal } from '../support/run-in-terminal.ts';
import { createEnv, createTempFolder, PROGRAM, runProgram, SHELL_COMMAND } from '../support/run-program.ts';

const { signals } = system;

/** Long enough for a machine with much else to do; without an end these run for minutes. */
const TIMEOUT_MS = 20_000;

/** Waits for what another process is about to do. */
const waitUntil = async (isSo: () => Promise<boolean> | boolean): Promise<void> => {
  const limit = Date.now() + 15_000;
  while (!(await isSo())) {
    if (Date.now() > limit) throw new Error('it never came to that');
    await sleep(5);
  }
};

interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface RunningProgram {
  readonly pid: number;
  readonly home: string;
  readonly stdin: NodeJS.WritableStream;
  out(): string;
  err(): string;
  ends(name: NodeJS.Signals): Promise<ProcessEnd>;
}

const startHere = async (
  argv: readonly string[],
  more: (home: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<RunningProgram> => {
  const home = await createTempFolder();
  const env = createEnv(home, { TOILE_BASE_URL: 'http://127.0.0.1:9', ...more(home) });
  const child = spawn(PROGRAM[0], [...PROGRAM.slice(1), ...argv], { env, cwd: home, stdio: 'pipe' });
  let [out, err] = ['', ''];
  child.stderr.on('data', (part) => {
    err += String(part);
  });
  child.stdout.on('data', (part) => {
    out += String(part);
  });
  child.stdin.on('error', () => undefined);
  const over = new Promise<ProcessEnd>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  return {
    pid: child.pid ?? 0,
    home,
    stdin: child.stdin,
    out: () => out,
    err: () => err,
    async ends(name) {
      child.kill(name);
      const ended = await Promise.race([over, sleep(TIMEOUT_MS, undefined, { ref: false })]);
      if (ended === undefined) {
        child.kill('SIGKILL');
        throw new Error(`${argv.join(' ')} goes on in spite of ${name}`);
      }
      return ended;
    },
  };
};

const createPipe = (home: string): string => {
  const path = join(home, 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
};

const hasContent = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );

/** A process that was killed stays in the process list until its parent reads its exit code. */
const isRunning = async (pid: number): Promise<boolean> =>
  !/^$|\) Z /.test(await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''));

const readPids = async (path: string): Promise<readonly number[]> =>
  (await readFile(path, 'utf8')).trim().split(/\s+/).map(Number);

/** Which signals a process listens to, as the system knows it. */
const isListening = async (pid: number, name: NodeJS.Signals): Promise<boolean> => {
  const [, mask = '0'] = /^SigCgt:\s*(\w+)/m.exec(await readFile(`/proc/${pid}/status`, 'latin1')) ?? [];
  return (BigInt(`0x${mask}`) & (1n << BigInt(signals[name] - 1))) !== 0n;
};

/**
 * After a signal toile has less than a second to end in order. On a busy machine a process may wait that long for the
 * processor, so a failed test is repeated. A command that never ends in order fails each time.
 */
const IN_TIME = { retry: 4 };

describe.skipIf(process.platform !== 'linux')('a signal ends', IN_TIME, () => {
  it.each([
    [['login', '--with-key', '--insecure-storage'], 'SIGTERM', 143],
    [['export', '-'], 'SIGINT', 130],
    [['api', 'v1/x', '-X', 'POST', '--body', '-'], 'SIGHUP', 129],
  ] as const)('reading a pipe: %j', async (argv, name, code) => {
    const running = await startHere(argv, () => ({ TOILE_API_KEY: 'svc_sk_e2e' }));
    // More than a pipe holds, so the write ends when the program reads.
    await new Promise<void>((resolve) => running.stdin.write(Buffer.alloc(300_000, ' '), () => resolve()));
    expect(await running.ends(name)).toMatchObject({ code });
    expect(running.err()).toBe(name === 'SIGTERM' ? 'toile: terminated\n' : '');
  });

  // The thread opens it in its own time, and nothing says so; before that the end is an ordinary one.
  it.concurrent.each([0, 40, 80, 120, 300])(
    'work on a thread that cannot be interrupted, after %i ms',
    async (ms) => {
      const running = await startHere(['api', 'v1/x', '-X', 'POST', '--body', '@pipe'], (home) => {
        createPipe(home);
        return { TOILE_API_KEY: 'svc_sk_e2e' };
      });
      await waitUntil(() => isListening(running.pid, 'SIGTERM'));
      await sleep(ms);
      const { code, signal } = await running.ends('SIGTERM');
      expect(code === 143 || signal === 'SIGTERM').toBe(true);
    },
  );

  it('a filter that never ends', async () => {
    const running = await startHere(['--sandbox', 'me', '--jq', 'def f: f; f']);
    await waitUntil(() => isListening(running.pid, 'SIGTERM'));
    await waitUntil(async () => !(await isListening(running.pid, 'SIGTERM')));
    expect(await running.ends('SIGTERM')).toMatchObject({ signal: 'SIGTERM' });
  });

  it('a request to a service that does not answer: stdout is empty, and nothing is sent again', async () => {
    let requests = 0;
    const base = await startLoopbackServer(() => {
      requests += 1;
    });
    const running = await startHere(['me'], () => ({ TOILE_API_KEY: 'svc_sk_e2e', TOILE_BASE_URL: base }));
    await waitUntil(() => requests > 0);
    expect(await running.ends('SIGINT')).toMatchObject({ code: 130 });
    expect({ out: running.out(), requests }).toEqual({ out: '', requests: 1 });
  });

  it('the key command and its child processes', async () => {
    const running = await startHere(['me'], (home) => ({
      TOILE_KEY_COMMAND: `sleep 600 & echo $$ $! > ${home}/pids; sleep 601; echo x`,
    }));
    const pids = join(running.home, 'pids');
    await waitUntil(() => hasContent(pids));
    expect(await running.ends('SIGTERM')).toMatchObject({ code: 143 });
    // The system takes a moment to end them.
    for (const pid of await readPids(pids)) await waitUntil(async () => !(await isRunning(pid)));
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGTERM', 143],
  ] as const)('the program in the sandbox, which gets the signal first: %s', async (name, code) => {
    const script = `trap 'echo heard ${name} > heard' ${name.slice(3)}; sleep 600 & echo $$ $! > pids; wait; wait`;
    const running = await startHere(['sandbox', 'run', '--', 'sh', '-c', script]);
    const pids = join(running.home, 'pids');
    await waitUntil(() => hasContent(pids));
    // Where the last moment finds a thread at work toile ends by the signal: to a shell the same number.
    const ended = await running.ends(name);
    expect(ended.code === code || ended.signal === name).toBe(true);
    expect(await readFile(join(running.home, 'heard'), 'utf8')).toBe(`heard ${name}\n`);
    // The system takes its moment to carry out what toile has asked for.
    for (const pid of await readPids(pids)) await waitUntil(async () => !(await isRunning(pid)));
  });
});

it('the exit code of a program in the sandbox is 128 plus the signal that ended it', async () => {
  const env = createEnv(await createTempFolder());
  expect(await runProgram(['sandbox', 'run', '--', 'sh', '-c', 'kill -TERM $$'], { env })).toMatchObject({
    exitCode: 143,
    stderr: '',
  });
});

describe.skipIf(process.platform === 'win32' || isToolMissing('script', 'bsdutils'))(
  'on a terminal',
  IN_TIME,
  () => {
    it('a pager that stays ends too, and the keys stay with it until then', async () => {
      const home = await createTempFolder();
      const pids = join(home, 'pids');
      // The signal comes when the pager has the screen.
      const pager = `env; sleep 600 & echo $$ $! > ${pids}; trap '' TERM; kill -TERM $PPID; wait`;
      const { screen, code } = await runInTerminal(
        `TOILE_API_KEY=svc_sk_of_the_pager TOILE_PAGER="${pager.replaceAll('$', '\\$')}" ${SHELL_COMMAND} --sandbox me`,
      );
      expect(code).toBe(143);
      expect(screen).toContain('LESS=');
      expect(screen).not.toMatch(/TOILE_|svc_sk_of/);
      // The system takes its moment to carry out what toile has asked for.
      for (const pid of await readPids(pids)) await waitUntil(async () => !(await isRunning(pid)));
    });

    it('a closed terminal ends the program without a crash', async () => {
      const home = await createTempFolder();
      const end = join(home, 'end');
      // The shell must outlive the terminal.
      const command = `trap : HUP; ${SHELL_COMMAND} login --insecure-storage --base-url http://127.0.0.1:9; echo $? > ${end}`;
      const terminal = spawn('script', ['-qefc', command, '/dev/null'], {
        env: createEnv(home, { TERM: 'xterm' }),
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      let screen = '';
      terminal.stdout.on('data', (part) => {
        screen += String(part);
      });
      await waitUntil(() => screen.includes('API key'));
      terminal.kill('SIGKILL');
      await waitUntil(() => hasContent(end));
      expect(await readFile(end, 'utf8')).toBe('129\n');
    });
  },
);
