import {
  type ErrorDetails,
  Failure,
  NotFound,
  PendingWork,
  type ToileError,
  Unavailable,
} from '../../platform/errors.ts';
import { type Hint, shellText } from '../../platform/escape/shell.ts';
import { buildResumeCommand, type ChargedOrder } from './charge-notice.ts';
import { formatTransitionText, type OrderTransition } from './order-machine.ts';

/** Code, hint and details of an order failure. */
interface OrderFailureDetails {
  readonly code: string;
  readonly hint: Hint;
  readonly details?: ErrorDetails;
  readonly cause?: unknown;
}

/** Creates the error for a transition, with its text and exit code. */
export const createOrderFailure = (
  cell: OrderTransition,
  facts: Readonly<Record<string, string>>,
  telling: OrderFailureDetails,
): ToileError => {
  const words = formatTransitionText(cell, facts);
  switch (cell.exit) {
    case 3:
      return new Unavailable(words, telling);
    case 5:
      return new NotFound(words, telling);
    case 8:
      return new PendingWork(words, telling);
    default:
      return new Failure(words, telling);
  }
};

/**
 * Creates the error for an accepted order that could not be saved. It contains the purchase id, since no
 * record has it.
 */
export const createUnrecordedFailure = (error: ToileError, spent: ChargedOrder): Failure => {
  const { purchase_id, design_id, state } = spent;
  const next = buildResumeCommand(spent);
  return new Failure(
    `the Tech Pack was requested (purchase ${purchase_id ?? 'without an id'}), and this could not be written down: ${error.message}`,
    {
      code: 'unrecorded',
      hint: shellText`keep the purchase id; to go on with it: ${next}`,
      details: { purchase_id, ...(design_id !== null && { design_id }), purchase_state: state, next },
      cause: error,
    },
  );
};
