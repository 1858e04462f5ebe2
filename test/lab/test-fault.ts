/** Adds the tests of the laboratory. Each appends its figures to a file that `setup.ts` reads at the end. */
import { appendFileSync } from 'node:fs';
import { it } from 'vitest';
import { FaultRow, FIGURES } from './fault-row.ts';
import { type Service, type ServiceOptions, startService } from './lab-service.ts';
import { createUser, type TestUser } from './test-user.ts';

const MAX_SHOWN = 12;

const formatViolations = ({ wrong }: FaultRow): string => {
  const lines = wrong.slice(0, MAX_SHOWN).map(({ figure, what }) => `${FIGURES[figure]}: ${what}`);
  return [...lines, ...(wrong.length > MAX_SHOWN ? [`and ${wrong.length - MAX_SHOWN} more`] : [])].join('\n');
};

/** A violation. It has no stack, because the place in the laboratory does not help. */
class ViolationError extends Error {
  constructor(message: string) {
    super(message);
    this.stack = '';
  }
}

export interface TestOptions {
  /** Nothing else runs at the same time. */
  readonly alone?: boolean;
  /** Why the test cannot run here: it is skipped, and fails in CI. */
  readonly unless?: string | undefined;
  readonly timeout?: number;
}

/** Adds a test: a command under a fault. */
export const testFault = (
  command: string,
  fault: string,
  body: (row: FaultRow) => Promise<void>,
  { alone = false, unless, timeout }: TestOptions = {},
): void => {
  const name = `${command}: ${fault}`;
  if (unless !== undefined && process.env.CI !== 'true') {
    process.stderr.write(`skipped: ${name}: ${unless}\n`);
    it.skip(name);
    return;
  }
  const run = async (): Promise<void> => {
    if (unless !== undefined) throw new Error(unless);
    const row = new FaultRow(command, fault);
    try {
      await body(row);
    } catch (error) {
      row.report('other', `the test broke off: ${error instanceof Error ? error.stack : String(error)}`);
    }
    const path = process.env.LAB_TALLY;
    if (path !== undefined) appendFileSync(path, `${JSON.stringify(row.counted)}\n`);
    if (row.wrong.length > 0) throw new ViolationError(formatViolations(row));
  };
  if (alone) it.sequential(name, run, timeout);
  else it.concurrent(name, run, timeout);
};

/** A service and a user who is signed in to it. */
export interface Setup {
  readonly row: FaultRow;
  readonly service: Service;
  readonly user: TestUser;
}

/** Adds a test with its own service and user. */
export const testWithService = (
  command: string,
  fault: string,
  options: ServiceOptions,
  body: (setup: Setup) => Promise<void>,
  how?: TestOptions,
): void =>
  testFault(
    command,
    fault,
    async (row) => {
      row.sequences += 1;
      const service = await startService(options);
      const user = await createUser(service, row);
      try {
        await body({ row, service, user });
      } finally {
        await service.close();
        user.remove();
      }
    },
    how,
  );
