import { advice, type Typeable, toType } from '../../border/shell.ts';
import { Failure, Pending, Refused, UsageError } from '../../errors.ts';
import { digestBody } from '../../purchases/body-digests.ts';
import { at } from '../../purchases/machine.ts';
import { type Situation, typedIn } from '../../purchases/situation.ts';
import { nameToolCall } from '../../purchases/standing.ts';
import type { Deps } from '../facets.ts';

/** The tools of the service (specification 4.3), of which none costs anything. */
const FREE = new Set([
  'get_garment_graph',
  'get_tailor_brief',
  'run_design_trust',
  'list_unresolved_confirmations',
  'export_design',
]);

export const isFree = (tool: string): boolean => FREE.has(tool);

const mayCost = (tool: string): string =>
  `${tool} is none of the five tools that are known to be free: it may cost money`;

/** Throws where consent was not typed and cannot be asked for, before anything is sent. */
export const needToolConsent = ({ ask }: Pick<Deps, 'ask'>, name: string, yes: boolean): void => {
  if (isFree(name) || yes || ask.possible) return;
  throw new UsageError(mayCost(name), {
    code: 'consent_needed',
    hint: advice`add --yes to agree to it; ${toType`toile tools ls`} shows what it does`,
  });
};

type Remote = Awaited<ReturnType<Deps['remoteTools']>>;

interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly yes: boolean;
  readonly again: boolean;
  /** The command, to be typed again. */
  readonly typed: Typeable;
}

/**
 * Calls a tool that may cost money: with consent, once on the wire, and with a record, as an order. The same call
 * typed again is refused (exit 9) until `--again`.
 */
export const callOnce = async (
  deps: Pick<Deps, 'ask' | 'tell' | 'clock' | 'signal' | 'purchases'>,
  remote: Remote,
  { name, args, yes, again, typed }: ToolCall,
): ReturnType<Remote['call']> => {
  const purchases = await deps.purchases();
  const [digest = ''] = Object.values(digestBody(name, JSON.stringify({ args })));
  const key = nameToolCall(name, digest);
  const checkEarlier = (as: Situation): void => {
    if (as.held)
      throw new Pending('another toile is calling this tool at this moment; this one sent nothing');
    if (at(as.state, typedIn(as, { again, wait: false })).does === 'send') return;
    throw new Refused(
      `${name} was called with these arguments at ${as.purchase?.requested_at}; nothing was sent`,
      { code: 'called_before', hint: advice`to call it another time: ${toType`${typed} --again`}` },
    );
  };
  checkEarlier(await purchases.about(key, remote.url));
  if (!yes) {
    deps.tell({ kind: 'note', text: mayCost(name) });
    deps.tell({ kind: 'note', text: `will be sent: ${JSON.stringify(args)}` });
    if (!(await deps.ask.confirm('Call it?', false)))
      throw new Failure('not called: nothing was sent', { code: 'declined' });
  }
  deps.signal.throwIfAborted();
  const requested_at = new Date(deps.clock.now()).toISOString();
  const intent = { design_id: key, base_url: remote.url, requested_at, design_name: `tool ${name}` };
  const intended = await purchases.intend(intent, again);
  if (!intended.go) {
    checkEarlier(intended.situation);
    throw new Pending('another toile has just called this tool; this one sent nothing');
  }
  const { ref } = intended;
  let hasLeft = false;
  const leaving = async () => {
    if (!(await purchases.leave(ref)))
      throw new Failure('another toile has taken this call over', { code: 'taken_over' });
    return () => {
      hasLeft = true;
    };
  };
  try {
    const answer = await remote.call(name, args, leaving);
    await purchases.settle(ref, 'taken', { purchase_id: null });
    return answer;
  } catch (error) {
    // A server that refuses the arguments has called nothing.
    const isUncalled = !hasLeft || error instanceof UsageError;
    const learnt = isUncalled
      ? { http_status: 0, code: 'not_sent' }
      : { reason: 'the tool server gave no result' };
    // Without this the record stays as sent, which refuses the next call too.
    await purchases.settle(ref, isUncalled ? 'refusal' : 'silence', learnt).catch(() => undefined);
    throw error;
  }
};
