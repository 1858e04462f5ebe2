/**
 * Renders the state of a Tech Pack, which is a paid document: the order, the payment that is due, or the progress. The
 * status words of the service are printed unchanged.
 */

import { parseUuid } from '../../platform/branded.ts';
import { quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { isRecord, toScalarText } from '../../platform/json/json-values.ts';
import { faint, strong } from './value-runs.ts';
import {
  buildRecordRows,
  commandLine,
  gap,
  grid,
  line,
  type OutputRows,
  type RichText,
  type TerminalView,
} from './view-model.ts';

/** The columns of a downloaded Tech Pack, printed as one row. */
export const SAVED_PACK_COLUMNS = ['file', 'bytes', 'sha256'] as const;

/** The columns of the status of a Tech Pack, printed as one row. */
export const PACK_COLUMNS: readonly string[] = [
  ...['purchase_id', 'status', 'ready', 'design_id', 'amount', 'currency', 'checkout_url'],
];

/** A downloaded Tech Pack: its PDF file and its purchase. Printed as JSON. */
export interface SavedPack {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The service's status of the purchase, without the download link. */
  readonly purchase: unknown;
}

/** A name and its value, for a two-column list. */
export type FieldPair = readonly [string, unknown];

const formatPackField = (value: unknown): string =>
  toScalarText(value) ?? (value == null ? '-' : JSON.stringify(value));

/** Renders names and values as a two-column list; the first value is bold, a missing value is `-`. */
export const renderFieldPairs = (pairs: readonly FieldPair[]): TerminalView => [
  grid(
    [{}, { fit: 'wrap', min: 20 }],
    pairs.map(([name, value], at): RichText[] => [
      faint(name),
      at === 0 ? strong(formatPackField(value)) : formatPackField(value),
    ]),
    { indent: 1 },
  ),
];

/** Renders an address without wrapping it, so that it can be copied. */
export const renderAddress = (url: unknown): TerminalView => [
  grid([{}], [[formatPackField(url)]], { indent: 2 }),
];

/**
 * Formats an amount with its currency, for example `120.00 EUR`. If the service sent no amount, returns a sentence that
 * says so.
 */
export const formatPrice = (amount: unknown, currency: unknown): string =>
  amount == null ? 'the service gave no amount' : `${formatPackField(amount)} ${formatPackField(currency)}`;

/**
 * Renders the command that waits for the PDF and downloads it. If the purchase id is not a UUID (specification 4.2),
 * renders a line which says that toile cannot follow the order.
 */
const renderFollowUp = (toile: ShellSafe, id: unknown, isReady = false): TerminalView => {
  const purchase = parseUuid(id);
  if (purchase === undefined)
    return [gap, line('The service gave no valid purchase id, so toile cannot follow this order.')];
  return [
    gap,
    line(isReady ? 'To download the PDF:' : 'To wait for it and download the PDF:'),
    commandLine(
      shellText`${toile} techpack status ${quoteShellWord(purchase)}${isReady ? shellText`` : shellText` --wait`} --download`,
    ),
  ];
};

const renderPaymentRequest = (body: Readonly<Record<string, unknown>>): TerminalView => [
  line([strong('Payment is required'), `: ${formatPrice(body.amount, body.currency)}`]),
  ...(body.label == null ? [] : [line(formatPackField(body.label))]),
  line('Pay at:'),
  ...renderAddress(body.checkout_url),
];

/**
 * Renders a response of the service about a Tech Pack: an accepted order (202), a payment that is due (402), or a
 * status. The members of the body decide which of these it is.
 */
const renderPackBody = (body: unknown, toile: ShellSafe): TerminalView => {
  if (!isRecord(body)) return [line('the response is not an object')];
  if ('checkout_url' in body)
    return [...renderPaymentRequest(body), ...renderFollowUp(toile, body.purchase_id)];
  const { pack } = body;
  if (!('pack' in body)) {
    return [
      ...renderFieldPairs([
        ['status', body.status],
        ['purchase', body.purchase_id],
        ['design', body.design_id],
        ...(body.message == null ? [] : [['message', body.message] as const]),
      ]),
      ...renderFollowUp(toile, body.purchase_id),
    ];
  }
  const packRecord = isRecord(pack) ? pack : undefined;
  const composerWords = [packRecord?.composer_status, packRecord?.compose_status]
    .filter((word) => word != null)
    .map(formatPackField);
  return [
    ...renderFieldPairs([
      ['status', body.status],
      ['ready', packRecord === undefined ? 'no pack yet' : packRecord.ready === true ? 'yes' : 'no'],
      ...(composerWords.length > 0 ? [['composer', composerWords.join(', ')] as const] : []),
      ...(packRecord?.version == null ? [] : [['version', packRecord.version] as const]),
      ['purchase', body.purchase_id],
      ['design', body.design_id],
      ...(body.amount == null ? [] : [['amount', formatPrice(body.amount, body.currency)] as const]),
      ...(body.paid_at == null ? [] : [['paid', body.paid_at] as const]),
      ...(body.fulfilled_at == null ? [] : [['fulfilled', body.fulfilled_at] as const]),
    ]),
    ...renderFollowUp(toile, body.purchase_id, packRecord?.ready === true),
  ];
};

const buildPackBodyRows = (body: unknown): OutputRows => {
  const order = isRecord(body) ? body : {};
  const ready = isRecord(order.pack) ? order.pack.ready : undefined;
  return buildRecordRows([{ ...order, ready }], PACK_COLUMNS);
};

const renderSavedPack = ({ file, bytes, purchase }: SavedPack): TerminalView => {
  const pack = isRecord(purchase) && isRecord(purchase.pack) ? purchase.pack : {};
  return [
    line([
      strong(file),
      `  ${bytes} bytes${pack.version == null ? '' : `, version ${formatPackField(pack.version)}`}`,
    ]),
  ];
};

/**
 * Returns true if the value describes a downloaded Tech Pack: it has both members `file` and `sha256`, which no
 * response of the service has.
 */
export const isSavedPack = (value: unknown): value is SavedPack =>
  isRecord(value) && Object.hasOwn(value, 'file') && Object.hasOwn(value, 'sha256');

/**
 * Renders the status of a Tech Pack and the next command to run for it. If the PDF was downloaded, renders the path and
 * size of the saved file instead.
 */
export const renderPackView = (value: unknown, toile: ShellSafe): TerminalView =>
  isSavedPack(value) ? renderSavedPack(value) : renderPackBody(value, toile);

/**
 * Builds the output row of a Tech Pack. If its PDF was downloaded, the row describes the saved file. Otherwise, it
 * describes the status of the Tech Pack.
 */
export const buildPackRows = (value: unknown): OutputRows =>
  isSavedPack(value) ? buildRecordRows([value], SAVED_PACK_COLUMNS) : buildPackBodyRows(value);
