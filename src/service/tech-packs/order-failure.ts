import { parseUuid } from '../../platform/branded.ts';
import {
  type ErrorDetails,
  Failure,
  NotFound,
  PendingWork,
  type ToileError,
  Unavailable,
} from '../../platform/errors.ts';
import { type Hint, quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { formatTransitionText, type OrderState, type OrderTransition } from './order-machine.ts';

/**
 * The order that this run of toile sends, or the earlier order about which it asks the service. The order may cost
 * money, so the error of a run that fails later mentions it.
 */
export interface ChargedOrder {
  readonly design_id: string | null;
  /** The purchase id as the service sent it; null if the service sent none. */
  readonly purchase_id: string | null;
  readonly state: OrderState;
  /**
   * The first words of a command that uses the same service and account as this run, for example `toile --account
   * work`.
   */
  readonly toile: ShellSafe;
}

/**
 * Returns the command that shows or downloads an order, for example `toile techpack status <id> --wait --download`. If
 * the order has no valid purchase id, returns `toile techpack ls`.
 */
export const buildResumeCommand = ({ purchase_id, state, toile }: ChargedOrder): ShellSafe => {
  const id = parseUuid(purchase_id);
  if (id === undefined) return shellText`toile techpack ls`;
  const isReady = state === 'ready' || state === 'fetched';
  return shellText`${toile} techpack status ${quoteShellWord(id)}${isReady ? shellText`` : shellText` --wait`} --download`;
};

const getNoticeLead = ({ purchase_id, state }: ChargedOrder): ShellSafe => {
  if (parseUuid(purchase_id) === undefined) return shellText`to show its status`;
  if (state === 'ready' || state === 'fetched') return shellText`it is ready; to download it`;
  if (state === 'payment_due') return shellText`payment is due; after paying`;
  return shellText`the service continues the work; to wait for it`;
};

/**
 * Returns a copy of the error that also tells the user about an order: the details contain its state and the next
 * command, and the hint suggests this command. Exit code 2 becomes 1, because 2 means that nothing was sent. An error
 * that already has the detail `purchase_state` is returned unchanged.
 */
export const withOrderNotice = (error: ToileError, order: ChargedOrder): ToileError => {
  if (error.details.purchase_state !== undefined) return error;
  const next = buildResumeCommand(order);
  const nextHint = shellText`${getNoticeLead(order)}: ${next}`;
  // For a credential error (exit code 4) or a usage error (exit code 2), `nextHint` is added to the hint of the error.
  // For any other error, `nextHint` replaces the hint.
  const firstHint = error.exit === 4 || error.exit === 2 ? error.hint : undefined;
  const failure = error.exit === 2 ? error.withExitCode(1) : error;
  return failure.withDetails(
    {
      purchase_id: order.purchase_id,
      ...(order.design_id !== null && { design_id: order.design_id }),
      purchase_state: order.state,
      next,
    },
    firstHint === undefined ? nextHint : shellText`${firstHint}; ${nextHint}`,
  );
};

interface OrderFailureDetails {
  readonly code: string;
  readonly hint: Hint;
  readonly details?: ErrorDetails;
  readonly cause?: unknown;
}

/**
 * Creates the error that a transition of the order state machine leads to. The text of the transition is the message,
 * with `facts` in place of its placeholders. The exit code of the transition decides the class, for example NotFound
 * for exit code 5.
 */
export const createOrderFailure = (
  transition: OrderTransition,
  facts: Readonly<Record<string, string>>,
  details: OrderFailureDetails,
): ToileError => {
  const message = formatTransitionText(transition, facts);
  switch (transition.exit) {
    case 3:
      return new Unavailable(message, details);
    case 5:
      return new NotFound(message, details);
    case 8:
      return new PendingWork(message, details);
    default:
      return new Failure(message, details);
  }
};

/** Creates the error for an accepted order that could not be saved. The message has the purchase id. */
export const createUnrecordedFailure = (error: ToileError, order: ChargedOrder): Failure => {
  const { purchase_id, design_id, state } = order;
  const next = buildResumeCommand(order);
  return new Failure(
    `the Tech Pack was requested (purchase ${purchase_id ?? 'without an id'}), but the record could not be saved: ${error.message}`,
    {
      code: 'unrecorded',
      hint: shellText`keep the purchase id; to continue: ${next}`,
      details: { purchase_id, ...(design_id !== null && { design_id }), purchase_state: state, next },
      cause: error,
    },
  );
};
