import { typeable } from '../border/shell.ts';
import { Failure } from '../errors.ts';

/** Somebody reads, and did not get all of it: a disk is full. */
export const outputLost = (lost: Error): Failure =>
  new Failure(`the answer could not be written to its end: ${lost.message.replace(/, write$/, '')}`, {
    code: 'output_lost',
    cause: lost,
    hint: typeable`what was written is cut short; make room, then type it again`,
  });
