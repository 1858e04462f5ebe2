import { quoteShellWords, shellText } from '../../platform/escape/shell.ts';
import { formatStateName } from '../../service/tech-packs/order-machine.ts';
import { isToolCall, type ListedOrder } from '../../service/tech-packs/order-situation.ts';
import { formatPrice, PACK_COLUMNS, renderAddress, renderFieldPairs } from './tech-pack.ts';
import { strong } from './value-runs.ts';
import {
  buildRecordRows,
  commandLine,
  gap,
  grid,
  line,
  type OutputRows,
  type TerminalView,
} from './view-model.ts';

/** The columns of `toile techpack forget`, which prints one row per forgotten order or damaged record. */
export const FORGOTTEN_ORDER_COLUMNS = ['ref', 'design_id', 'state', 'purchase_id', 'kept_as'] as const;

/** The columns of `toile techpack ls`, which prints one row per recorded order. */
export const ORDER_COLUMNS = ['requested_at', 'design_id', 'state', 'purchase_id', 'base_url', 'ref'];

/** An order that already exists for a design. Printed as JSON. */
export interface ExistingOrder {
  readonly design_id: string;
  readonly purchase_id: string | null;
  /** The state of the order as toile names it, for example `payment_due`. */
  readonly state: string;
  /** The status of the order as the service names it. */
  readonly status: string;
  readonly ready: boolean;
  readonly requested_at: string;
  readonly account?: string;
  readonly checkout_url?: string | undefined;
  readonly amount?: unknown;
  readonly currency?: unknown;
  /** The command that continues the order, as a list of words. */
  readonly next: readonly string[];
  /** The command that orders another Tech Pack, as a list of words. */
  readonly again: readonly string[];
}

/** Renders an order that already exists, with its payment address and the commands to continue it or to order again. */
export const renderExistingOrderView = (order: ExistingOrder): TerminalView => [
  line([strong('A Tech Pack of this design was already requested'), '; nothing was sent.']),
  ...renderFieldPairs([
    ['status', order.status],
    ['ready', order.ready ? 'yes' : 'no'],
    ['requested', order.requested_at],
    ...(order.account === undefined ? [] : [['account', order.account] as const]),
    ['purchase', order.purchase_id],
    ...(order.amount == null ? [] : [['amount', formatPrice(order.amount, order.currency)] as const]),
  ]),
  ...(order.checkout_url ? [line('Pay at:'), ...renderAddress(order.checkout_url)] : []),
  gap,
  line(order.ready ? 'To download the PDF:' : 'To continue:'),
  commandLine(shellText`${quoteShellWords(order.next)}`),
  line('To order another one anyway:'),
  commandLine(shellText`${quoteShellWords(order.again)}`),
];

/** Builds the output row of an order that already exists, with the columns `PACK_COLUMNS`. */
export const buildExistingOrderRows = (order: ExistingOrder): OutputRows =>
  buildRecordRows([order], PACK_COLUMNS);

/** Formats the state of an order, and the service's status if it differs: `payment due (payment_required)`. */
const formatOrderState = ({ design_id, state, status }: ListedOrder): string => {
  const word = isToolCall(design_id) && state === 'composing' ? 'called' : formatStateName(state);
  return status === undefined || status === word ? word : `${word} (${status})`;
};

const renderDamageNotice = (damaged: number): TerminalView =>
  damaged === 0
    ? []
    : [
        line(
          `${damaged === 1 ? 'One record' : `${damaged} records`} cannot be read, so nothing is requested. ` +
            'Check the purchases on the website of the service; then:',
        ),
        commandLine(shellText`toile techpack forget --damaged`),
      ];

/** Renders the recorded orders for a terminal, and a notice if records are damaged. */
export const renderOrdersView = (orders: readonly ListedOrder[], damaged: number): TerminalView => [
  ...(orders.length > 0
    ? [
        grid(
          [
            { head: 'REF' },
            { head: 'REQUESTED' },
            { head: 'DESIGN', fit: 'cut', min: 9 },
            { head: 'LAST SEEN', fit: 'wrap', min: 9 },
            { head: 'PURCHASE' },
          ],
          orders.map((order) => [
            order.ref,
            order.requested_at.slice(0, 16).replace('T', ' '),
            order.design_name ?? order.design_id,
            formatOrderState(order),
            order.purchase_id ?? '-',
          ]),
        ),
      ]
    : damaged === 0
      ? [line('No Tech Pack was requested from this machine.')]
      : []),
  ...renderDamageNotice(damaged),
];

/** Builds one output row per recorded order and per damaged record. */
export const buildOrderRows = (orders: readonly ListedOrder[], damaged: number): OutputRows =>
  buildRecordRows(listOrderRecords(orders, damaged), ORDER_COLUMNS);

const listOrderRecords = (orders: readonly ListedOrder[], damaged: number): readonly object[] => [
  ...orders.map((order) => ({ ...order, state: formatOrderState(order) })),
  ...Array.from({ length: damaged }, () => ({ state: 'unreadable' })),
];

const formatOrderSubject = ({ design_id, design_name }: ListedOrder): string =>
  isToolCall(design_id) ? (design_name ?? design_id) : `design ${design_name ?? design_id}`;

/**
 * The result of `toile techpack forget`. `kept_as` is the new name of an unreadable file; null if no file was renamed.
 * Printed as JSON.
 */
export interface ForgottenOrders {
  readonly requests: readonly ListedOrder[];
  readonly damaged: number;
  readonly kept_as: string | null;
}

/** Renders the result of `toile techpack forget` for a terminal. */
export const renderForgottenOrdersView = ({ requests, damaged, kept_as }: ForgottenOrders): TerminalView => [
  ...requests.map((order) =>
    line([
      strong(`Request ${order.ref}`),
      ` of ${formatOrderSubject(order)} is forgotten, which was ${formatOrderState(order)}.`,
    ]),
  ),
  ...(damaged > 0
    ? [line(`${damaged === 1 ? 'One damaged record is' : `${damaged} damaged records are`} forgotten.`)]
    : []),
  ...(kept_as === null ? [] : [line([strong('The unreadable file was renamed'), ` to ${kept_as}.`])]),
  ...(requests.length + damaged === 0 && kept_as === null ? [line('Nothing is damaged.')] : []),
];

/**
 * Builds one output row for each forgotten order and each damaged record, and a row if an unreadable order file was
 * kept under another name.
 */
export const buildForgottenOrderRows = ({ requests, damaged, kept_as }: ForgottenOrders): OutputRows =>
  buildRecordRows(
    [...listOrderRecords(requests, damaged), ...(kept_as === null ? [] : [{ state: 'unreadable', kept_as }])],
    FORGOTTEN_ORDER_COLUMNS,
  );

/** The columns of `toile shared init`, which prints one row. */
export const SHARED_STORE_COLUMNS = ['shared', 'state'] as const;

/**
 * A store that several machines share. `shared` is the value of the variable TOILE_SHARED that selects the store, and
 * `state` is the id of the store.
 */
interface SharedStore {
  readonly shared: string;
  readonly state: string;
}

/** Renders the id of the shared store and the value of TOILE_SHARED to set on every machine. */
export const renderSharedStoreView = ({ shared, state }: SharedStore): TerminalView => [
  line([strong(`The id of the store is ${state}.`), ' Set this value on every machine that shares it:']),
  line(`TOILE_SHARED=${shared}`),
];

/** Builds the output row of `toile shared init`. */
export const buildSharedStoreRows = (store: SharedStore): OutputRows =>
  buildRecordRows([store], SHARED_STORE_COLUMNS);
