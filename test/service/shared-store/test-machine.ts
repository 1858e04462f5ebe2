import { execa } from 'execa';
import { removeFakedClocks } from '../../support/remove-faked-clocks.ts';
import { createEnv, createTempFolder, PROGRAM } from '../../support/run-program.ts';
import { runToile } from '../../support/run-toile.ts';

export const KEY = 'svc_sk_shared_program';

/** Creates a machine with its own home and with a clock shifted by `faketime`. */
export const createTestMachine = async (
  url: string,
  shared: string | undefined,
  more: Readonly<Record<string, string>> = {},
  clock?: string,
) => {
  const home = await createTempFolder();
  const env = createEnv(home, {
    TOILE_HOME: home,
    TOILE_BASE_URL: url,
    TOILE_API_KEY: KEY,
    TOILE_RATE: '300/5m',
    ...(shared !== undefined && { TOILE_SHARED: shared }),
    // Whoever sets a clock does not touch the one that counts from the start of the machine.
    ...(clock !== undefined && { FAKETIME_DONT_FAKE_MONOTONIC: '1' }),
    ...more,
  });
  const before = clock === undefined ? [] : ['faketime', '-f', clock];
  /** Any program on that machine; never rejects. */
  const start = (argv: readonly string[]) => {
    if (clock !== undefined) removeFakedClocks();
    const [command = '', ...words] = [...before, ...argv];
    return execa(command, words, { env, input: '', reject: false, extendEnv: false });
  };
  const run = (...argv: readonly string[]) => start([...PROGRAM, ...argv]);
  /** The same in this process, by its clock: where the process is not the point, it is quicker. */
  const runHere = async (...argv: readonly string[]) => {
    const { code, out, err } = await runToile(argv, { home, env, now: Date.now(), stdin: '', haste: 1 });
    return { exitCode: code, stdout: out.trimEnd(), stderr: err.trimEnd() };
  };
  return { home, env, start, run, here: runHere };
};

export type TestMachine = Awaited<ReturnType<typeof createTestMachine>>;
