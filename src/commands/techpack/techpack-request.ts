import {
  buildExistingOrderRows,
  type ExistingOrder,
  renderExistingOrderView,
} from '../../output/views/orders.ts';
import {
  buildPackRows,
  PACK_COLUMNS,
  renderPackView,
  SAVED_PACK_COLUMNS,
} from '../../output/views/tech-pack.ts';
import { parseUuid } from '../../platform/branded.ts';
import { PendingWork, UsageError } from '../../platform/errors.ts';
import { joinShell, quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { buildResumeCommand } from '../../service/tech-packs/order-failure.ts';
import type { FlagValues } from '../argument-spec.ts';
import { type CommandContext, reportNote } from '../command-context.ts';
import type { DataResult, ServiceResult, TextResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { ID_ARGUMENT, parseDesignReference } from '../designs/design-reference.ts';
import { findDesignToOrder } from '../designs/own-design.ts';
import { readJsonObjectArgument } from '../flags/json-argument.ts';
import { readTextFlag } from '../flags/parse-flags.ts';
import { showCheckout } from './checkout.ts';
import { LOCAL_GUARD_FLAG, requireConsent } from './consent.ts';
import { showExistingOrder, toServiceResult } from './existing-order.ts';
import { checkPdfPath, omitResultOnStdout } from './fetch-pdf.ts';
import { FOLLOW_FLAGS, followOrder, readFollowFlags } from './follow-order.ts';
import { OTHER_PROCESS_WAIT_MS, sendOrder } from './send-order.ts';

const BODY_FLAGS = { brand: 'brand', notes: 'designerNotes', 'piece-scope': 'pieceScope' } as const;

const buildRequestBody = async (deps: CommandContext, flags: FlagValues): Promise<string> => {
  const body = readTextFlag(flags, 'body');
  if (body !== undefined) return readJsonObjectArgument(deps, 'body', body);
  const size = readTextFlag(flags, 'size-selection');
  const members = Object.entries(BODY_FLAGS).flatMap(([flag, name]) => {
    const value = readTextFlag(flags, flag);
    return value === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
  });
  // The value of `--size-selection` is JSON. It is copied into the request body as typed, because parsing and
  // formatting could change its numbers.
  if (size !== undefined)
    members.push(`"sizeSelection":${await readJsonObjectArgument(deps, 'size-selection', size)}`);
  return `{${members.join(',')}}`;
};

/** Returns a command that requests the same Tech Pack again, with only those flags that determine the request body. */
const formatRequestCommand = (deps: CommandContext, id: string, flags: FlagValues): ShellSafe => {
  const bodyFlags = ['brand', 'size-selection', 'notes', 'piece-scope', 'body'].flatMap((flag) => {
    const value = flags[flag];
    return typeof value === 'string' ? [shellText`--${quoteShellWord(flag)} ${quoteShellWord(value)}`] : [];
  });
  return joinShell([shellText`${deps.toile} techpack request ${quoteShellWord(id)}`, ...bodyFlags]);
};

export const techpackRequestCommand = defineCommand({
  path: 'techpack request',
  resultKind: 'body',
  group: 'Order a Tech Pack',
  effects: {
    sends: 'always',
    scopes: ['generate'],
    pays: true,
    writes: 'the record of the request; with --download the PDF',
    asks: 'consent to the possible cost, without --yes',
  },
  outputSchemas: ['tech-pack', 'toile.techpack-standing/1', 'toile.techpack/1'],
  summary: 'Request a Tech Pack of a design; it may cost money',
  namesInOtherTools: ['techpack buy', 'techpack order', 'techpack create', 'buy', 'order'],
  about:
    'A Tech Pack is a PDF that the service makes of your design. The Tech Packs of your plan are used ' +
    'first. After that, each costs EUR 25 plus a surcharge. The service gives the address of a checkout page. You are charged only when you pay there.\n\n' +
    'Repeating the command never orders twice, even if you use another account. It shows the ' +
    'existing Tech Pack, waits for it or downloads it. Only --again orders another.\n\n' +
    'toile keeps a record of each request on this machine. A new machine, such as a CI job, has no such ' +
    'records. To share them between machines, use a shared server (`toile help ci`).\n\n' +
    'While the shared server is unavailable, toile orders nothing. With --local-guard, it uses ' +
    'the records of this machine instead. You may then pay for what another machine already ordered.',
  args: [ID_ARGUMENT],
  flags: {
    yes: { about: 'accept the possible cost; required without a terminal' },
    ...FOLLOW_FLAGS,
    brand: { value: 'TEXT', about: 'brand on the Tech Pack' },
    'size-selection': {
      value: 'JSON',
      about: 'sizes, as a JSON object or @FILE; sent unchanged',
      completes: ['@files'],
      stdin: 'body',
    },
    notes: { value: 'TEXT', about: "designer's notes" },
    'piece-scope': { value: 'TEXT', about: 'pieces to include' },
    body: {
      value: 'JSON',
      about: 'the whole request: a JSON object, @FILE, or - for stdin',
      completes: ['@files'],
      stdin: 'body',
      excludes: ['size-selection', ...Object.keys(BODY_FLAGS)],
    },
    again: { about: 'order another Tech Pack for the same design' },
    'local-guard': LOCAL_GUARD_FLAG,
    open: { about: 'open the checkout page in the browser' },
  },
  examples: [
    { why: 'Order a Tech Pack; toile asks first', line: 'toile techpack request GARM-5117' },
    {
      why: 'Order and download in a pipeline',
      line: 'toile techpack request GARM-5117 --yes --wait --download pack.pdf',
    },
    {
      why: 'Order with details from a JSON file',
      line: 'toile techpack request GARM-5117 --body @request.json',
    },
  ],
  json: 'the JSON of the service, unchanged\n\n{"schema": "toile.techpack-standing/1", "design_id", "purchase_id", "state", "status", "ready", "requested_at", "checkout_url", "next", "again"} for an existing request\n\n{"schema": "toile.techpack/1", "file", "bytes", "sha256", "purchase"} with --download\n\nerrors after the request contain "purchase_id", "design_id", "purchase_state" and "next"',
  exitCodes: [
    ['1', 'an earlier request has an unknown result or an unreadable record; nothing was sent'],
    ['3', 'a server is unavailable, or it is unknown whether the order was placed (fate_unknown)'],
    ['5', 'the service does not find the earlier purchase; nothing was sent'],
    ['6', 'payment required; the checkout address is printed'],
    ['8', 'an earlier request is pending, or --timeout was reached; prints the command to run next'],
  ],
  columns: [{ names: PACK_COLUMNS }, { when: '--download', names: SAVED_PACK_COLUMNS }],
  parse: ({ args: [word], flags }) => {
    const others = ['size-selection', ...Object.keys(BODY_FLAGS)].filter((flag) => flags[flag] !== undefined);
    for (const flag of ['body', ...others]) readTextFlag(flags, flag);
    const followOptions = readFollowFlags(flags);
    if (followOptions.download && !followOptions.wait) throw new UsageError('--download needs --wait');
    if (word === undefined && followOptions.download?.into !== undefined && flags.yes === true) {
      throw new UsageError(
        `--download used ${followOptions.download.into} as the file name, so no ID is left`,
        { hint: shellText`put the ID first: toile techpack request ID --yes --wait --download` },
      );
    }
    return {
      word,
      reference: parseDesignReference(word),
      flags,
      followOptions,
      yes: flags.yes === true,
      again: flags.again === true,
      localGuard: flags['local-guard'] === true,
      open: flags.open === true,
    };
  },
  run: async (
    deps,
    { reference, flags, followOptions, yes, again, localGuard, open },
  ): Promise<ServiceResult | DataResult | TextResult> => {
    requireConsent(deps, yes);
    if (localGuard) deps.guardLocally();
    const body = await buildRequestBody(deps, flags);
    const { id: design, identity } = await findDesignToOrder(deps, reference);
    const typed = formatRequestCommand(deps, identity, flags);
    const orderResult = await sendOrder(deps, {
      design,
      identity,
      path: `/v1/designs/${design}/tech-packs`,
      text: body,
      yes,
      again,
      typed,
      patienceMs: Math.max(OTHER_PROCESS_WAIT_MS, followOptions.wait ? followOptions.timeout : 0),
      beforeSend: () => checkPdfPath(deps, identity, followOptions),
    });
    if (orderResult.kind === 'existing') {
      const existing = await showExistingOrder(deps, orderResult.purchase, {
        identity,
        typed,
        followOptions,
      });
      const checkoutUrl =
        existing.kind === 'data' && isExistingOrder(existing.value) ? existing.value.checkout_url : undefined;
      if (checkoutUrl !== undefined) await showCheckout(deps, checkoutUrl, open);
      return omitResultOnStdout(existing);
    }
    const { chargedOrder, response } = orderResult;
    const result = toServiceResult(response);
    const isUnpaid = result.exit === 6;
    const checkout = isUnpaid ? Reflect.get(Object(response.value), 'checkout_url') : undefined;
    if (isUnpaid) await showCheckout(deps, checkout, open);
    if (!followOptions.wait || (isUnpaid && !deps.ask.isAvailable)) return result;
    const id = parseUuid(chargedOrder.purchase_id);
    if (id === undefined) {
      const unfinished = new PendingWork('the service gave no purchase id, so there is nothing to wait for');
      return { ...result, exit: result.exit ?? 8, unfinished };
    }
    if (isUnpaid) reportNote(deps, `pay at ${checkout}; waiting for the payment`);
    else reportNote(deps, `requested as ${id}; to continue later: ${buildResumeCommand(chargedOrder)}`);
    const purchase = await (await deps.openOrders()).find(id, (await deps.target()).baseUrl);
    return omitResultOnStdout(await followOrder(deps, id, { identity, purchase, typed }, followOptions));
  },
  buildView: (value, _, { toile }) =>
    isExistingOrder(value) ? renderExistingOrderView(value) : renderPackView(value, toile),
  buildRows: (value) => (isExistingOrder(value) ? buildExistingOrderRows(value) : buildPackRows(value)),
});

/**
 * Returns true if `value` describes an order that already existed, and false if it is a response body of the service.
 * Only an existing order has both members `again` and `requested_at`.
 */
const isExistingOrder = (value: unknown): value is ExistingOrder =>
  isRecord(value) && Object.hasOwn(value, 'again') && Object.hasOwn(value, 'requested_at');
