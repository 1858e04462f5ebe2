import type { ToolServerClient } from '../../assistant/mcp/tool-server-client.ts';
import { Failure, PendingWork, RefusedRequest, UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand, type ShellSafe } from '../../platform/escape/shell.ts';
import { findTransition } from '../../service/tech-packs/order-machine.ts';
import { digestBody } from '../../service/tech-packs/order-record.ts';
import {
  chooseCommandEvent,
  formatToolCallKey,
  type OrderSituation,
} from '../../service/tech-packs/order-situation.ts';
import { type CommandContext, reportNote } from '../command-context.ts';

/** The tools of the service that cost nothing (specification 4.3). */
const FREE = new Set([
  'get_garment_graph',
  'get_tailor_brief',
  'run_design_trust',
  'list_unresolved_confirmations',
  'export_design',
]);

/** Returns true for one of the five tools that cost nothing. Any other tool may cost money. */
export const isFreeTool = (tool: string): boolean => FREE.has(tool);

const formatCostNote = (tool: string): string =>
  `${tool} is not one of the five free tools: it may cost money`;

/** Throws a UsageError if the tool may cost money, `--yes` is missing and there is no terminal to ask on. */
export const requireToolConsent = (
  { ask }: Pick<CommandContext, 'ask'>,
  name: string,
  yes: boolean,
): void => {
  if (isFreeTool(name) || yes || ask.isAvailable) return;
  throw new UsageError(formatCostNote(name), {
    code: 'consent_needed',
    hint: hintText`add --yes to consent; ${nextCommand`toile tools ls`} shows what it does`,
  });
};

interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly yes: boolean;
  readonly again: boolean;
  /** The command as the user typed it. Hints repeat this command. */
  readonly typed: ShellSafe;
}

/**
 * Calls a tool that may cost money, exactly once. Asks for consent unless `yes` is set. Records the call before it is
 * sent, and its outcome afterwards.
 *
 * Throws RefusedRequest (exit code 9) if the tool was already called with the same arguments, unless the server refused
 * that call or `again` is set. Throws PendingWork if another process is making the same call.
 */
export const callOnce = async (
  deps: Pick<CommandContext, 'ask' | 'report' | 'clock' | 'signal' | 'openOrders'>,
  remote: ToolServerClient,
  { name, args, yes, again, typed }: ToolCall,
): ReturnType<ToolServerClient['callTool']> => {
  const purchases = await deps.openOrders();
  const [digest = ''] = Object.values(digestBody(name, JSON.stringify({ args })));
  const key = formatToolCallKey(name, digest);
  const checkEarlier = (situation: OrderSituation): void => {
    if (situation.isInProgress)
      throw new PendingWork('another toile process is calling this tool; this one sent nothing');
    if (
      findTransition(situation.state, chooseCommandEvent(situation, { again, wait: false })).action === 'send'
    )
      return;
    throw new RefusedRequest(
      `${name} was already called with these arguments at ${situation.record?.requested_at}; nothing was sent`,
      { code: 'called_before', hint: hintText`to call it again: ${nextCommand`${typed} --again`}` },
    );
  };
  checkEarlier(await purchases.summarize(key, remote.url));
  if (!yes) {
    reportNote(deps, formatCostNote(name));
    reportNote(deps, `will be sent: ${JSON.stringify(args)}`);
    if (!(await deps.ask.confirm('Call it?', false)))
      throw new Failure('not called: nothing was sent', { code: 'declined' });
  }
  deps.signal.throwIfAborted();
  const requested_at = new Date(deps.clock.now()).toISOString();
  const intent = { design_id: key, base_url: remote.url, requested_at, design_name: `tool ${name}` };
  const reservation = await purchases.intend(intent, again);
  if (!reservation.isRecorded) {
    checkEarlier(reservation.situation);
    throw new PendingWork('another toile process has just called this tool; this one sent nothing');
  }
  const { ref } = reservation;
  let wasSent = false;
  const markAsSent = async () => {
    if (!(await purchases.markSent(ref)))
      throw new Failure('another toile process took over this call; this one sent nothing', {
        code: 'taken_over',
      });
    return () => {
      wasSent = true;
    };
  };
  try {
    const answer = await remote.callTool(name, args, markAsSent);
    await purchases.recordOutcome(ref, 'taken', { purchase_id: null });
    return answer;
  } catch (error) {
    // A UsageError means that the server refused the arguments, so the tool did not run.
    const isUncalled = !wasSent || error instanceof UsageError;
    const details = isUncalled
      ? { http_status: 0, code: 'not_sent' }
      : { reason: 'the tool server gave no result' };
    // If the outcome of the call cannot be saved, the saved record of the call keeps the state `sent`. The next call
    // with the same arguments is then refused.
    await purchases.recordOutcome(ref, isUncalled ? 'refusal' : 'silence', details).catch(() => undefined);
    throw error;
  }
};
