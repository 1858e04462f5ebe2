/** Runs a command line in this process, or with the executable under test. */
import { join } from 'node:path';
import { EXECUTABLE } from '../support/run-program.ts';
import { createHome, type RunSetting, runToile, type ToileRun } from '../support/run-toile.ts';
import { runProcess } from './run-in-jail.ts';

/** An executable runs without a terminal here; interactive-commands.test.ts tests terminals. */
export const runToileOrExecutable = async (
  argv: readonly string[],
  setting: RunSetting = {},
): Promise<ToileRun> => {
  if (EXECUTABLE === undefined) return runToile(argv, setting);
  const home = setting.home ?? (await createHome());
  return runProcess(argv, {
    cwd: setting.cwd ?? home,
    env: { HOME: home, TOILE_HOME: join(home, 'toile'), ...setting.env },
    stdin: setting.stdin,
    stopWhen: () => setting.signal?.aborted === true,
  });
};
