/** Runs command lines one after the other in one process, each on a disk that refuses: see errno.c and errnos.test.ts. */
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMain } from '../../src/cli/main.ts';
import { createStandardStreams } from '../../src/cli/terminal/standard-streams.ts';
import { Interrupted } from '../../src/platform/errors.ts';
import { chooseSingleSender } from '../../src/service/http/choose-fetch.ts';
import { createHttpFetch } from '../../src/service/http/http-fetch.ts';

export interface FailingDiskRun {
  readonly argv: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly refuse: Readonly<Record<'REFUSE_BELOW' | 'REFUSE_WITH' | 'REFUSE_WHAT', string>>;
  /** Milliseconds after which it is interrupted. */
  readonly patience: number;
}

class Capture extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const runOnFailingDisk = async ({ argv, stdin, env, cwd, refuse, patience }: FailingDiskRun) => {
  const [stdout, stderr] = [new Capture(), new Capture()];
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(new Interrupted()), patience);
  Object.assign(process.env, refuse);
  try {
    const code = await runMain(argv, {
      env,
      reservedStdout: { output: stdout, release: () => undefined },
      io: createStandardStreams({ env, stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr }),
      clock: {
        now: () => Date.now(),
        sleep: (ms, signal) => sleep(ms, undefined, { ...(signal && { signal }) }),
      },
      random: Math.random,
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      signal: stop.signal,
      runBlocking: (work) => work(),
      version: '0.0.0-test',
      runtime: 'Node',
      self: { command: process.execPath, args: [] },
      platform: {
        platform: process.platform,
        home: env.HOME ?? cwd,
        cwd,
        uid: process.getuid?.(),
        pid: process.pid,
      },
      isProcessAlive: () => true,
      network: async () => createHttpFetch(),
      singleSender: () => chooseSingleSender({}),
      isDebug: () => false,
    });
    return { code, out: stdout.text, err: stderr.text };
  } finally {
    clearTimeout(late);
    for (const name of Object.keys(refuse)) delete process.env[name];
  }
};

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await runOnFailingDisk(JSON.parse(line) as FailingDiskRun))}\n`);
process.exit(0);
