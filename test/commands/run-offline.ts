import { type RunSetting, runToile, type ToileRun } from '../support/run-toile.ts';

const refuseNetwork = async (): Promise<never> => {
  throw new Error('something was sent');
};

/** Runs a command that must send nothing: a request fails the run. */
export const runOffline = (argv: readonly string[], setting: RunSetting = {}): Promise<ToileRun> =>
  runToile(argv, { ...setting, network: refuseNetwork });
