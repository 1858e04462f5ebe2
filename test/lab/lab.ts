/** A row of the laboratory as a test; its figures go where `setup.ts` finds them at the end. */
import { appendFileSync } from 'node:fs';
import { it } from 'vitest';
import { newPlace, type Place } from './running.ts';
import { type Options, type Service, startService } from './service.ts';
import { FIGURES, Row } from './tally.ts';

const MOST_SHOWN = 12;

const shown = ({ wrong }: Row): string => {
  const lines = wrong.slice(0, MOST_SHOWN).map(({ figure, what }) => `${FIGURES[figure]}: ${what}`);
  return [...lines, ...(wrong.length > MOST_SHOWN ? [`and ${wrong.length - MOST_SHOWN} more`] : [])].join(
    '\n',
  );
};

/** What the laboratory found. Where in the laboratory tells nobody anything. */
class NotSo extends Error {
  constructor(message: string) {
    super(message);
    this.stack = '';
  }
}

export interface Trying {
  /** Nothing else runs meanwhile: it measures time. */
  readonly alone?: boolean;
  /** Says why it cannot be tried here. In CI that fails. */
  readonly unless?: string | undefined;
  readonly timeout?: number;
}

/** A row of the laboratory, as a test. */
export const lab = (
  command: string,
  fault: string,
  body: (row: Row) => Promise<void>,
  { alone = false, unless, timeout }: Trying = {},
): void => {
  const name = `${command}: ${fault}`;
  if (unless !== undefined && process.env.CI !== 'true') {
    process.stderr.write(`skipped: ${name}: ${unless}\n`);
    it.skip(name);
    return;
  }
  const run = async (): Promise<void> => {
    if (unless !== undefined) throw new Error(unless);
    const row = new Row(command, fault);
    try {
      await body(row);
    } catch (error) {
      row.is('other', `the test broke off: ${error instanceof Error ? error.stack : String(error)}`);
    }
    const path = process.env.LAB_TALLY;
    if (path !== undefined) appendFileSync(path, `${JSON.stringify(row.counted)}\n`);
    if (row.wrong.length > 0) throw new NotSo(shown(row));
  };
  if (alone) it.sequential(name, run, timeout);
  else it.concurrent(name, run, timeout);
};

/** A row with a service of its own and a place to type commands in. */
export const trying = (
  command: string,
  fault: string,
  options: Options,
  body: (at: { row: Row; service: Service; place: Place }) => Promise<void>,
  how?: Trying,
): void =>
  lab(
    command,
    fault,
    async (row) => {
      const service = await startService(options);
      const place = await newPlace(service);
      try {
        await body({ row, service, place });
      } finally {
        await service.close();
        place.remove();
      }
    },
    how,
  );
