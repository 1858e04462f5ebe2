import type { ToileError } from '../../platform/errors.ts';
import { quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { parseUuid } from '../../platform/identifiers.ts';
import type { OrderState } from './order-states.ts';

/** An order that this run sent or is about. Errors after it mention it. */
export interface ChargedOrder {
  readonly design_id: string | null;
  /** As the service wrote it. */
  readonly purchase_id: string | null;
  readonly state: OrderState;
  /** The command line prefix that reaches the same service. */
  readonly toile: ShellSafe;
}

/**
 * Returns the command that continues with the order: `techpack status`, or `techpack ls` if there is no
 * valid purchase id.
 */
export const buildResumeCommand = ({ purchase_id, state, toile }: ChargedOrder): ShellSafe => {
  const id = parseUuid(purchase_id);
  if (id === undefined) return shellText`toile techpack ls`;
  const isReady = state === 'ready' || state === 'fetched';
  return shellText`${toile} techpack status ${quoteShellWord(id)}${isReady ? shellText`` : shellText` --wait`} --download`;
};

const getNoticeLead = ({ purchase_id, state }: ChargedOrder): ShellSafe => {
  if (parseUuid(purchase_id) === undefined) return shellText`what is known of it`;
  if (state === 'ready' || state === 'fetched') return shellText`it is ready; to fetch it`;
  if (state === 'payment_due') return shellText`it waits for payment; to go on then`;
  return shellText`the work goes on in the service; to go on with it`;
};

/**
 * Returns the error with the order, its state and the next command. The exit code is never 2, since
 * something was changed. An error that already names a state is returned unchanged.
 */
export const addChargeNotice = (error: ToileError, spent: ChargedOrder): ToileError => {
  if (error.details.purchase_state !== undefined) return error;
  const next = buildResumeCommand(spent);
  const onward = shellText`${getNoticeLead(spent)}: ${next}`;
  // A hint about a credential or a file path comes first; any other hint is replaced by the command in `next`.
  const first = error.exit === 4 || error.exit === 2 ? error.hint : undefined;
  const said = error.exit === 2 ? error.withExitCode(1) : error;
  return said.withDetails(
    {
      purchase_id: spent.purchase_id,
      ...(spent.design_id !== null && { design_id: spent.design_id }),
      purchase_state: spent.state,
      next,
    },
    first === undefined ? onward : shellText`${first}; ${onward}`,
  );
};
