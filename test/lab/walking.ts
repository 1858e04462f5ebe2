/** A command that is killed at its first step, at its second, and so on until it comes to its end. */
import { lab } from './lab.ts';
import { type Ended, type How, judged, type Mode, newPlace, type Place, type Step, said } from './running.ts';
import { type Options, type Service, startService } from './service.ts';
import { each, hasTime, type Row, scaled } from './tally.ts';

/** One time that it was killed, or brought down in another way. */
export interface Fallen {
  readonly row: Row;
  readonly service: Service;
  readonly place: Place;
  /** Where, in words. */
  readonly where: string;
  readonly mode: Mode;
}

export interface Walk<T> {
  readonly command: string;
  readonly fault: string;
  readonly modes: readonly Mode[];
  readonly errno?: number;
  readonly service?: Options;
  readonly argv: readonly string[];
  readonly how?: How;
  /** Only every so manieth step, unless the laboratory has time. */
  readonly every?: number;
  /** Before the command: what there is already. Done once; then all attempts have the same service. */
  prepare?(place: Place, service: Service): Promise<void>;
  /** What a run without a fault comes to. */
  reference?(place: Place, service: Service, ended: Ended, row: Row): T | Promise<T>;
  /** Looks at what is left, types it again, and says what does not hold. */
  check(fallen: Fallen, right: T): Promise<void>;
}

/** Beyond this no command is walked: it would not be the walk that never ends. */
const MOST_STEPS = 400;

/** On a full disk these are not refused (preload.c): it is the same as full from the next step on. */
const FREE = /^(unlink|rename|sync|chmod)$/;

/** Whether it leaves anything else behind than at the step before: unless the laboratory has time, such are left out. */
const isAnother = (mode: Mode, steps: readonly Step[], at: number): boolean => {
  const step = steps[at - 1];
  if (mode === 'half') return step?.what === 'write';
  if (step === undefined || hasTime) return true;
  if (mode === 'full') return !FREE.test(step.what) && step.path !== 'network';
  // Only a loss of power tells what was synced from what was not.
  return mode !== 'kill' || steps[at - 2]?.what !== 'sync';
};

const stepAt = (steps: readonly Step[], at: number): string => {
  const step = steps[at - 1];
  return step === undefined ? `step ${at}` : `step ${at}, ${step.what} ${step.path}`;
};

export const walk = <T>(walking: Walk<T>): void =>
  lab(
    walking.command,
    walking.fault,
    async (row) => {
      const { argv, how = {}, modes, errno = 0, every = 1 } = walking;
      const shared = walking.prepare && (await startService(walking.service));
      const base = shared && (await newPlace(shared));
      if (base) await walking.prepare?.(base, shared);

      /** Runs it in a place of its own with the fault at that step. */
      const attempt = async (
        mode: Mode,
        at: number,
        then: (fallen: Fallen, ended: Ended) => Promise<void>,
      ) => {
        const service = shared ?? (await startService(walking.service));
        const place = base?.copy() ?? (await newPlace(service));
        try {
          const ended = await place.run(argv, { ...how, fault: { mode, at, errno } });
          const where = `${mode} at ${stepAt(ended.steps, at)}`;
          await then({ row, service, place, where, mode }, ended);
        } finally {
          if (!shared) await service.close();
          place.remove();
        }
      };

      let steps: readonly Step[] = [];
      let right = undefined as T;
      await attempt('count', 0, async ({ place, service }, ended) => {
        steps = ended.steps;
        row.holds(steps.length > 0 && steps.length < MOST_STEPS, `${steps.length} steps: ${said(ended)}`);
        if (walking.reference) right = await walking.reference(place, service, ended, row);
      });

      // Threads do not take the same turns each time: a few more steps than were counted.
      const stride = Math.max(1, Math.floor(every / scaled(1)));
      const count = Math.min(MOST_STEPS, steps.length + 3);
      const points = modes.flatMap((mode) =>
        Array.from({ length: count }, (_, at) => ({ mode, at: at + 1 })).filter(
          ({ at }) => isAnother(mode, steps, at) && (mode === 'half' || at % stride === 0),
        ),
      );
      await each(points, async ({ mode, at }) => {
        await attempt(mode, at, async (fallen, ended) => {
          judged(row, ended);
          if (ended.signal === 'SIGKILL') row.kills += 1;
          // It came to its end before that step.
          else if (ended.steps.length < at) return;
          row.sequences += 1;
          await walking.check(fallen, right);
        });
      });
      await shared?.close();
      base?.remove();
    },
    // As many programs as may run at once run in it.
    { alone: true },
  );
