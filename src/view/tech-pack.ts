/** Tech Packs: what was asked for, what is to be paid, how far it is. Status words stand as the service wrote them. */

import { asUuid } from '../border/identity.ts';
import { shellWord, type Typeable, typeable } from '../border/shell.ts';
import { isRecord, scalarText } from '../json/values.ts';
import { gap, grid, type Inline, line, type Rows, typed, type View } from './model.ts';
import { faint, strong } from './value-pieces.ts';

export const TAKEN_PACK_COLUMNS = ['file', 'bytes', 'sha256'] as const;

export const PACK_COLUMNS = [
  'purchase_id',
  'status',
  'ready',
  'design_id',
  'amount',
  'currency',
  'checkout_url',
] as const;

/** A PDF on disk. */
export interface TakenPack {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The status of the purchase as the service gave it, without the link. */
  readonly purchase: unknown;
}

export type Pair = readonly [string, unknown];

const shown = (value: unknown): string => scalarText(value) ?? (value == null ? '-' : JSON.stringify(value));

export const pairs = (all: readonly Pair[]): View => [
  grid(
    [{}, { fit: 'wrap', min: 20 }],
    all.map(([name, value], at): Inline[] => [faint(name), at === 0 ? strong(shown(value)) : shown(value)]),
    { indent: 1 },
  ),
];

/** Unbroken, since it is there to be copied. */
export const address = (url: unknown): View => [grid([{}], [[shown(url)]], { indent: 2 })];

export const price = (amount: unknown, currency: unknown): string =>
  amount == null ? 'the service says no amount' : `${shown(amount)} ${shown(currency)}`;

/** What is no purchase id after all (specification 4.2) is shown above and stands in no command. */
const follow = (toile: Typeable, id: unknown, isReady = false): View => {
  const purchase = asUuid(id);
  if (purchase === undefined)
    return [
      gap,
      line('The service gave no purchase id that can be asked for, so it cannot be followed from here.'),
    ];
  return [
    gap,
    line(isReady ? 'To fetch the PDF:' : 'To wait for it and fetch the PDF:'),
    typed(
      typeable`${toile} techpack status ${shellWord(purchase)}${isReady ? typeable`` : typeable` --wait`} --download`,
    ),
  ];
};

const payment = (body: Readonly<Record<string, unknown>>): View => [
  line([strong('Payment is required'), `: ${price(body.amount, body.currency)}`]),
  ...(body.label == null ? [] : [line(shown(body.label))]),
  line('Pay at:'),
  ...address(body.checkout_url),
];

/** An answer of the service about a Tech Pack: 202, 402 or a status, told apart by what is in it. */
const bodyView = (body: unknown, toile: Typeable): View => {
  if (!isRecord(body)) return [line('the answer is not an object')];
  if ('checkout_url' in body) return [...payment(body), ...follow(toile, body.purchase_id)];
  const { pack } = body;
  if (!('pack' in body)) {
    return [
      ...pairs([
        ['status', body.status],
        ['purchase', body.purchase_id],
        ['design', body.design_id],
        ...(body.message == null ? [] : [['message', body.message] as const]),
      ]),
      ...follow(toile, body.purchase_id),
    ];
  }
  const inside = isRecord(pack) ? pack : undefined;
  const raw = [inside?.composer_status, inside?.compose_status].filter((word) => word != null).map(shown);
  return [
    ...pairs([
      ['status', body.status],
      ['ready', inside === undefined ? 'no pack yet' : inside.ready === true ? 'yes' : 'no'],
      ...(raw.length > 0 ? [['composer', raw.join(', ')] as const] : []),
      ...(inside?.version == null ? [] : [['version', inside.version] as const]),
      ['purchase', body.purchase_id],
      ['design', body.design_id],
      ...(body.amount == null ? [] : [['amount', price(body.amount, body.currency)] as const]),
      ...(body.paid_at == null ? [] : [['paid', body.paid_at] as const]),
      ...(body.fulfilled_at == null ? [] : [['fulfilled', body.fulfilled_at] as const]),
    ]),
    ...follow(toile, body.purchase_id, inside?.ready === true),
  ];
};

const bodyRows = (body: unknown): Rows => {
  const it = isRecord(body) ? body : {};
  const pack = isRecord(it.pack) ? it.pack : {};
  return {
    columns: PACK_COLUMNS,
    rows: [
      [it.purchase_id, it.status, pack.ready ?? null, it.design_id, it.amount, it.currency, it.checkout_url],
    ],
  };
};

const takenView = ({ file, bytes, purchase }: TakenPack): View => {
  const pack = isRecord(purchase) && isRecord(purchase.pack) ? purchase.pack : {};
  return [
    line([strong(file), `  ${bytes} bytes${pack.version == null ? '' : `, version ${shown(pack.version)}`}`]),
  ];
};

const takenRows = ({ file, bytes, sha256 }: TakenPack): Rows => ({
  columns: TAKEN_PACK_COLUMNS,
  rows: [[file, bytes, sha256]],
});

/** Made here and not by the service: no body of its has both members. */
export const isTakenPack = (value: unknown): value is TakenPack =>
  isRecord(value) && Object.hasOwn(value, 'file') && Object.hasOwn(value, 'sha256');

/** What the service says of a Tech Pack, or its PDF once that is on disk. */
export const packView = (value: unknown, toile: Typeable): View =>
  isTakenPack(value) ? takenView(value) : bodyView(value, toile);

export const packRows = (value: unknown): Rows => (isTakenPack(value) ? takenRows(value) : bodyRows(value));
