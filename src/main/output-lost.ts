import { typeable } from '../border/shell.ts';
import { Failure, ToileError } from '../errors.ts';

/** Somebody reads, and did not get all of it: a disk is full. */
export const outputLost = (lost: Error): Failure =>
  new Failure(`the answer could not be written to its end: ${lost.message.replace(/, write$/, '')}`, {
    code: 'output_lost',
    cause: lost,
    hint: typeable`what was written is cut short; make room, then type it again`,
  });

export const unread = (): Failure =>
  new Failure('nobody reads the answer any more, so it broke off', { code: 'output_lost' });

/** What ended it from outside, unless what was caught is just that, and says more. */
export const endOf = (caught: unknown, ended: AbortSignal | undefined): unknown => {
  const reason: unknown = ended?.reason;
  const isThat = caught instanceof ToileError && reason instanceof ToileError && caught.code === reason.code;
  return ended === undefined || isThat ? caught : reason;
};
