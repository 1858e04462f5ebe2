import type { Uuid } from '../../platform/branded.ts';
import { Failure, ToileError } from '../../platform/errors.ts';
import { hintText, nextCommand, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import type { ApiResponse } from '../../service/client/index.ts';
import {
  buildResumeCommand,
  type ChargedOrder,
  createOrderFailure,
  createUnrecordedFailure,
} from '../../service/tech-packs/order-failure.ts';
import { ENDED_REASON, findTransition, type OrderState } from '../../service/tech-packs/order-machine.ts';
import {
  classifyOrderError,
  classifyOrderResponse,
  type OrderOutcome,
} from '../../service/tech-packs/order-outcome.ts';
import { digestBody, findChangedMembers, type OrderRecord } from '../../service/tech-packs/order-record.ts';
import type { OrderDetails } from '../../service/tech-packs/order-records.ts';
import { chooseCommandEvent, type OrderSituation } from '../../service/tech-packs/order-situation.ts';
import { type CommandContext, reportNote } from '../command-context.ts';
import { askForConsent, reportBodyDifferences, requireConsent } from './consent.ts';

/** The default time in milliseconds to wait for another process that sends the same request. */
export const OTHER_PROCESS_WAIT_MS = 10_000;
const POLL_INTERVAL_MS = 250;

type WaitContext = Pick<
  CommandContext,
  'signal' | 'clock' | 'maxWaitMs' | 'report' | 'toile' | 'openOrders' | 'setChargedOrder'
>;

/**
 * Waits until no other process is sending an order for the design, and returns the state of the order. Throws
 * PendingWork if this takes longer than `patienceMs`.
 */
const waitForOtherProcess = async (
  deps: WaitContext,
  order: { readonly design: string; readonly patienceMs: number },
  initial: OrderSituation,
  baseUrl: string,
): Promise<OrderSituation> => {
  const { design, patienceMs } = order;
  const orders = await deps.openOrders();
  const deadline = deps.clock.now() + Math.min(patienceMs, deps.maxWaitMs);
  for (let situation = initial; ; situation = await orders.summarize(design, baseUrl)) {
    if (!situation.isInProgress) return situation;
    if (deps.clock.now() >= deadline) {
      deps.setChargedOrder({
        design_id: design,
        purchase_id: null,
        state: situation.state,
        toile: deps.toile,
      });
      throw createOrderFailure(
        findTransition(situation.state, 'second'),
        {},
        { code: 'being_sent', hint: nextCommand`toile techpack ls` },
      );
    }
    if (situation === initial) {
      deps.report({
        kind: 'busy',
        text: 'another toile process is sending this request; waiting for its outcome',
        line: true,
      });
    }
    await deps.clock.sleep(POLL_INTERVAL_MS, deps.signal);
  }
};

/** A Tech Pack request to send, and the options of the command that sends it. */
export interface OrderRequest {
  readonly design: Uuid;
  /** The name of the design in messages: `GARM-<n>` or its id. */
  readonly identity: string;
  readonly path: string;
  /** The body of the request, as JSON text. */
  readonly text: string;
  readonly yes: boolean;
  readonly again: boolean;
  /** The command that was typed, to repeat it in hints. */
  readonly typed: ShellSafe;
  /** The time to wait for another process that is sending the same request. */
  readonly patienceMs: number;
  /** Called before the user is asked for consent. An error that it throws stops the order. */
  beforeSend?(): Promise<void>;
}

/** The result of an order: the response of the service, or an order that already exists. */
export type OrderResult =
  | {
      readonly kind: 'answered';
      readonly response: ApiResponse<unknown>;
      readonly chargedOrder: ChargedOrder;
    }
  /** An order that already exists; nothing was sent. */
  | { readonly kind: 'existing'; readonly purchase: OrderRecord };

/** The members of the context that `sendOrder` uses. */
export type SendOrderContext = Pick<
  CommandContext,
  | 'signal'
  | 'clock'
  | 'maxWaitMs'
  | 'report'
  | 'ask'
  | 'toile'
  | 'target'
  | 'openOrders'
  | 'setChargedOrder'
  | 'readSignIn'
  | 'requestPaid'
  | 'explainError'
>;

const suggestSiteCheck = (typed: ShellSafe): ShellSafe =>
  shellText`check the purchases on the website of the service, and run toile techpack ls. To order another one anyway: ${typed} --again`;

/** Returns the `details` of the error for an order with an unknown outcome. */
const createUnknownDetails = (deps: SendOrderContext, design: string) => ({
  purchase_id: null,
  design_id: design,
  purchase_state: 'fate_unknown',
  next: buildResumeCommand({
    design_id: design,
    purchase_id: null,
    state: 'fate_unknown',
    toile: deps.toile,
  }),
});

/**
 * Sends a Tech Pack request once. Unless `yes` is set, asks the user for consent first. Records the order, marks it as
 * sent before the first byte leaves, and records the outcome. Throws if the user declines, if the outcome is unknown,
 * or if a record cannot be read.
 *
 * With `again`, sends the request even if the design already has an order. Without `again`:
 *
 * - If the existing order has the same body, returns that order and sends nothing.
 * - If the existing order has another body, asks for consent even if `yes` is set. Throws RefusedRequest if there is no
 *   terminal.
 * - If another process is sending a request for the design, waits for it.
 * - If the outcome of an earlier order is unknown, throws.
 */
export const sendOrder = async (deps: SendOrderContext, order: OrderRequest): Promise<OrderResult> => {
  const { design, identity, typed } = order;
  requireConsent(deps, order.yes);
  const { baseUrl, account } = await deps.target();
  const orders = await deps.openOrders();
  let [hasConsent, isAnother] = [order.yes, order.again];
  let hasWaited = false;
  for (let situation = await orders.summarize(design, baseUrl); ; ) {
    const { record } = situation;
    const transition = findTransition(
      situation.state,
      chooseCommandEvent(situation, { again: isAnother, wait: false }),
    );
    if (transition.action === 'look' && record) {
      const differences = findChangedMembers(record.body_digests, design, order.text);
      if (differences.length === 0) return { kind: 'existing', purchase: record };
      reportBodyDifferences(deps, record, differences, typed);
      [isAnother, hasConsent] = [true, false];
      continue;
    }
    if (transition.action === 'stand by') {
      situation = await waitForOtherProcess(deps, order, situation, baseUrl);
      hasWaited = true;
      continue;
    }
    if (transition.action !== 'send') {
      const facts = { at: record?.requested_at ?? '', why: record?.reason ?? ENDED_REASON };
      const details = createUnknownDetails(deps, design);
      throw createOrderFailure(transition, facts, {
        code: 'fate_unknown',
        hint: suggestSiteCheck(typed),
        details,
      });
    }
    if (hasWaited && situation.state === 'refused') {
      throw new Failure(
        `another toile process sent this request and the service refused it (${record?.code}); this one sent nothing`,
        { code: 'refused_meanwhile', hint: hintText`${nextCommand`toile techpack ls`} shows it` },
      );
    }
    await order.beforeSend?.();
    // The credential is read before anything is recorded, because reading it may fail.
    await deps.readSignIn();
    if (!hasConsent) await askForConsent(deps, order);
    hasConsent = true;
    deps.signal.throwIfAborted();
    const intent = {
      design_id: design,
      base_url: baseUrl,
      requested_at: new Date(deps.clock.now()).toISOString(),
      ...(account !== undefined && { account }),
      ...(identity !== design && { design_name: identity }),
      body_digests: digestBody(design, order.text),
    };
    const reservation = await orders.intend(intent, isAnother);
    if (reservation.isRecorded) return sendRecordedOrder(deps, order, reservation.ref);
    situation = reservation.situation;
  }
};

const sendRecordedOrder = async (
  deps: SendOrderContext,
  order: OrderRequest,
  ref: string,
): Promise<OrderResult> => {
  const { design, path, text, signal } = { ...order, signal: deps.signal };
  const orders = await deps.openOrders();
  const createChargedOrder = (
    state: OrderState,
    { purchase_id = null }: OrderDetails = {},
  ): ChargedOrder => ({
    design_id: design,
    purchase_id,
    state,
    toile: deps.toile,
  });
  let [isMarked, hasLeft] = [false, false];
  const markAsSent = async (): Promise<() => void> => {
    // `markAsSent` may be called twice, but the order is marked as sent only once.
    isMarked ||= await orders.markSent(ref);
    if (!isMarked) {
      throw new Failure('another toile process took over this request; this one sent nothing', {
        code: 'requested_meanwhile',
        hint: hintText`${nextCommand`toile techpack ls`} shows it`,
      });
    }
    return () => {
      hasLeft = true;
      deps.setChargedOrder(createChargedOrder('sent'));
    };
  };
  let recordError: ToileError | undefined;
  const recordOutcome = async ({ event, details }: OrderOutcome): Promise<OrderState> => {
    try {
      return await orders.recordOutcome(ref, event, details);
    } catch (error) {
      recordError = deps.explainError(error);
      // If the outcome of the order cannot be saved, only a note is printed here, because an error of the order itself
      // is more important than this one. If the record still says `sent` after this process has ended, the outcome
      // counts as unknown: toile refuses the next request for the same design, unless `--again` is given.
      reportNote(deps, recordError.message);
      return findTransition('sent', event).next;
    }
  };

  let response: ApiResponse<unknown>;
  try {
    response = await deps.requestPaid({ method: 'POST', path, text, accept: [402], signal }, markAsSent);
  } catch (error) {
    const outcome = classifyOrderError(error, hasLeft);
    const isEnded = signal.aborted && outcome.event === 'silence';
    const state = await recordOutcome(isEnded ? { ...outcome, details: { reason: ENDED_REASON } } : outcome);
    deps.setChargedOrder(state === 'refused' ? undefined : createChargedOrder(state));
    throw state === 'refused' ? error : createUnknownFateError(deps, order, outcome, error);
  }
  const outcome = classifyOrderResponse(response.status, response.value, response.text, design);
  const state = await recordOutcome(outcome);
  const chargedOrder = createChargedOrder(state, outcome.details);
  deps.setChargedOrder(chargedOrder);
  if (state === 'fate_unknown') throw createUnknownFateError(deps, order, outcome, undefined);
  if (recordError !== undefined) throw createUnrecordedFailure(recordError, chargedOrder);
  return { kind: 'answered', response, chargedOrder };
};

/** Creates the error for an order with an unknown outcome: the service may or may not have accepted it. */
const createUnknownFateError = (
  deps: SendOrderContext,
  { design, typed }: OrderRequest,
  { event, details }: OrderOutcome,
  error: unknown,
): unknown => {
  const hint = shellText`toile does not send it again automatically; ${suggestSiteCheck(typed)}`;
  const unknownDetails = createUnknownDetails(deps, design);
  const { reason } = deps.signal;
  if (deps.signal.aborted)
    return reason instanceof ToileError ? reason.withDetails(unknownDetails, hint) : reason;
  const explained = error === undefined ? undefined : deps.explainError(error);
  const errorText = event === 'silence' && explained !== undefined ? ` (${explained.message})` : '';
  return createOrderFailure(
    findTransition('sent', event),
    { why: `${details.reason ?? ''}${errorText}` },
    { code: 'fate_unknown', hint, details: { ...explained?.details, ...unknownDetails }, cause: error },
  );
};
