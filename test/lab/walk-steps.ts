/** Kills a command at its first step, at its second, and so on until it ends. */

import { readdirSync } from 'node:fs';
import { type FaultRow, isThorough, runInParallel, scaleCount } from './fault-row.ts';
import { type Service, type ServiceOptions, startService } from './lab-service.ts';
import { testFault } from './test-fault.ts';
import {
  createUser,
  type FaultMode,
  type ProgramStep,
  type RunOptions,
  type RunResult,
  type TestUser,
} from './test-user.ts';

/** A run that a fault has ended. */
export interface FaultedRun {
  readonly row: FaultRow;
  readonly service: Service;
  readonly user: TestUser;
  /** A description of the step. */
  readonly where: string;
  readonly mode: FaultMode;
}

export interface StepWalk<T> {
  readonly command: string;
  readonly fault: string;
  readonly modes: readonly FaultMode[];
  readonly errno?: number;
  readonly service?: ServiceOptions;
  readonly argv: readonly string[];
  readonly how?: RunOptions;
  /** Tests only every n-th step, unless LAB_SCALE is set. */
  readonly every?: number;
  /** Prepares the user once; all attempts then share the service. */
  prepare?(user: TestUser, service: Service): Promise<void>;
  /** Returns the result of a run without a fault. */
  reference?(user: TestUser, service: Service, ended: RunResult, row: FaultRow): T | Promise<T>;
  /** Checks what is left, and repeats the command. */
  check(fallen: FaultedRun, right: T): Promise<void>;
}

/** The maximum number of steps. */
const MOST_STEPS = 400;

/** Steps that a full disk does not refuse (preload.c). */
const FREE = /^(unlink|rename|sync|chmod)$/;

/** Whether a fault at this step leaves another state than a fault at the step before. Others run only with LAB_SCALE. */
const leavesOtherState = (mode: FaultMode, steps: readonly ProgramStep[], at: number): boolean => {
  const step = steps[at - 1];
  if (mode === 'half') return step?.what === 'write';
  if (step === undefined || isThorough) return true;
  if (mode === 'full') return !FREE.test(step.what) && step.path !== 'network';
  // Only a power loss distinguishes synced files.
  return mode !== 'kill' || steps[at - 2]?.what !== 'sync';
};

const describeStep = (steps: readonly ProgramStep[], at: number): string => {
  const step = steps[at - 1];
  return step === undefined ? `step ${at}` : `step ${at}, ${step.what} ${step.path}`;
};

export const walkSteps = <T>(walking: StepWalk<T>): void =>
  testFault(
    walking.command,
    walking.fault,
    async (row) => {
      const { argv, how = {}, modes, errno = 0, every = 1 } = walking;
      const shared = walking.prepare && (await startService(walking.service));
      const base = shared && (await createUser(shared, row));
      if (base) await walking.prepare?.(base, shared);

      /** Runs the command as a new user with the fault at that step. */
      const runAttempt = async (
        mode: FaultMode,
        at: number,
        then: (fallen: FaultedRun, ended: RunResult) => Promise<void>,
      ) => {
        const service = shared ?? (await startService(walking.service));
        const user = base?.copy() ?? (await createUser(service, row));
        try {
          const ended = await user.run(argv, { ...how, fault: { mode, at, errno } });
          const where = `${mode} at ${describeStep(ended.steps, at)}`;
          await then({ row, service, user, where, mode }, ended);
        } finally {
          if (!shared) await service.close();
          user.remove();
        }
      };

      let steps: readonly ProgramStep[] = [];
      let right = undefined as T;
      await runAttempt('count', 0, async ({ user, service }, ended) => {
        steps = ended.steps;
        row.check(steps.length > 0 && steps.length < MOST_STEPS, `${steps.length} steps: ${ended}`);
        if (walking.reference) right = await walking.reference(user, service, ended, row);
      });

      // The order of threads varies, so a few more steps are tried than were counted.
      const stride = Math.max(1, Math.floor(every / scaleCount(1)));
      const count = Math.min(MOST_STEPS, steps.length + 3);
      const points = modes.flatMap((mode) =>
        Array.from({ length: count }, (_, at) => ({ mode, at: at + 1 })).filter(
          ({ at }) => leavesOtherState(mode, steps, at) && (mode === 'half' || at % stride === 0),
        ),
      );
      await runInParallel(points, async ({ mode, at }) => {
        await runAttempt(mode, at, async (fallen, ended) => {
          if (ended.signal === 'SIGKILL') row.kills += 1;
          // The command ended before that step.
          else if (ended.steps.length < at) return;
          row.sequences += 1;
          await walking.check(fallen, right);
          // A kill must leave no torn file, which the next command would rename before it continues without it.
          const torn = readdirSync(fallen.user.root, { recursive: true, encoding: 'utf8' }).filter((name) =>
            name.includes('.corrupted-'),
          );
          row.check(torn.length === 0, `damaged after ${mode} at step ${at}: ${torn.join(', ')}`);
        });
      });
      await shared?.close();
      base?.remove();
    },
    // The walk itself runs as many programs at once as allowed.
    { alone: true },
  );
