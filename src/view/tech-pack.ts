/** Tech Packs: what was asked for, what is to be paid, how far it is. Status words stand as the service wrote them. */

import { asUuid } from '../border/identity.ts';
import { shellWord, type Typeable, typeable } from '../border/shell.ts';
import { isRecord, scalarText } from '../provenance/index.ts';
import { gap, grid, type Inline, line, type Rows, typed, type View } from './model.ts';
import { faint, strong } from './value.ts';

/** A request for the same design that is still open. */
export interface Standing {
  readonly purchase_id: string | null;
  readonly requested_at: string;
  /** The service's word. */
  readonly status: string;
  readonly checkout_url?: string | undefined;
  readonly amount?: unknown;
  readonly currency?: unknown;
  /** The command that requests another. */
  readonly again: Typeable;
}

/** A PDF on disk. */
export interface TakenPack {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The status of the purchase as the service gave it, without the link. */
  readonly purchase: unknown;
}

/** One line of `techpack ls`, as it is kept on this machine. */
export interface Kept {
  readonly requested_at: string;
  readonly design_id: string;
  readonly design_name?: string;
  readonly state: string;
  readonly status?: string;
  readonly ready?: boolean;
  readonly purchase_id?: string | null;
  readonly base_url: string;
}

const FETCH = typeable`--download`;

type Pair = readonly [string, unknown];

const shown = (value: unknown): string => scalarText(value) ?? (value == null ? '-' : JSON.stringify(value));

const pairs = (all: readonly Pair[]): View => [
  grid(
    [{}, { fit: 'wrap', min: 20 }],
    all.map(([name, value], at): Inline[] => [faint(name), at === 0 ? strong(shown(value)) : shown(value)]),
    { indent: 1 },
  ),
];

/** Unbroken, since it is there to be copied. */
const address = (url: unknown): View => [grid([{}], [[shown(url)]], { indent: 2 })];

const price = (amount: unknown, currency: unknown): string =>
  amount == null ? 'the service says no amount' : `${shown(amount)} ${shown(currency)}`;

/** What is no purchase id after all (specification 4.2) is shown above and stands in no command. */
const follow = (toile: Typeable, id: unknown, how = typeable`--wait --download`): View => {
  const purchase = asUuid(id);
  if (purchase === undefined)
    return [
      gap,
      line('The service gave no purchase id that can be asked for, so it cannot be followed from here.'),
    ];
  return [
    gap,
    line(how === FETCH ? 'To fetch the PDF:' : 'To wait for it and fetch the PDF:'),
    typed(typeable`${toile} techpack status ${shellWord(purchase)} ${how}`),
  ];
};

const payment = (body: Readonly<Record<string, unknown>>): View => [
  line([strong('Payment is required'), `: ${price(body.amount, body.currency)}`]),
  ...(body.label == null ? [] : [line(shown(body.label))]),
  line('Pay at:'),
  ...address(body.checkout_url),
];

/** An answer of the service about a Tech Pack: 202, 402 or a status, told apart by what is in it. */
export const techPackView = (body: unknown, toile: Typeable): View => {
  if (!isRecord(body)) return [line('the answer is not an object')];
  if ('checkout_url' in body) return [...payment(body), ...follow(toile, body.purchase_id)];
  const { pack, pdf } = body;
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
    ...follow(toile, body.purchase_id, isRecord(pdf) ? FETCH : undefined),
  ];
};

export const techPackRows = (body: unknown): Rows => {
  const it = isRecord(body) ? body : {};
  const pack = isRecord(it.pack) ? it.pack : {};
  return {
    columns: ['purchase_id', 'status', 'ready', 'design_id', 'amount', 'currency', 'checkout_url'],
    rows: [
      [it.purchase_id, it.status, pack.ready ?? null, it.design_id, it.amount, it.currency, it.checkout_url],
    ],
  };
};

export const standingView = (
  { status, requested_at, purchase_id, checkout_url, again, ...rest }: Standing,
  toile: Typeable,
): View => [
  line([strong('A request for this design is open already'), `; no second one was sent.`]),
  ...pairs([
    ['status', status],
    ['requested', requested_at],
    ['purchase', purchase_id],
    ...(rest.amount == null ? [] : [['amount', price(rest.amount, rest.currency)] as const]),
  ]),
  ...(checkout_url ? [line('Pay at:'), ...address(checkout_url)] : []),
  ...follow(toile, purchase_id),
  line('To request another one all the same:'),
  typed(again),
];

export const standingRows = (it: Standing): Rows => ({
  columns: ['purchase_id', 'status', 'ready', 'design_id', 'amount', 'currency', 'checkout_url'],
  rows: [[it.purchase_id, it.status, null, null, it.amount, it.currency, it.checkout_url]],
});

export const takenPackView = ({ file, bytes, purchase }: TakenPack): View => {
  const pack = isRecord(purchase) && isRecord(purchase.pack) ? purchase.pack : {};
  return [
    line([strong(file), `  ${bytes} bytes${pack.version == null ? '' : `, version ${shown(pack.version)}`}`]),
  ];
};

export const takenPackRows = ({ file, bytes, sha256 }: TakenPack): Rows => ({
  columns: ['file', 'bytes', 'sha256'],
  rows: [[file, bytes, sha256]],
});

const WORDS: Readonly<Record<string, string>> = { intended: 'fate unknown', unknown: 'fate unknown' };

const stateOf = ({ state, status, ready }: Kept): string =>
  ready === true ? `${status ?? ''} (ready)`.trim() : (status ?? WORDS[state] ?? state);

export const keptView = (all: readonly Kept[]): View =>
  all.length === 0
    ? [line('No Tech Pack was requested from this machine.')]
    : [
        grid(
          [
            { head: 'REQUESTED' },
            { head: 'DESIGN', fit: 'cut', min: 9 },
            { head: 'LAST SEEN', fit: 'wrap', min: 9 },
            { head: 'PURCHASE' },
          ],
          all.map((one) => [
            one.requested_at.slice(0, 16).replace('T', ' '),
            one.design_name ?? one.design_id,
            stateOf(one),
            one.purchase_id ?? '-',
          ]),
        ),
      ];

export const keptRows = (all: readonly Kept[]): Rows => ({
  columns: ['requested_at', 'design_id', 'state', 'purchase_id', 'base_url'],
  rows: all.map((one) => [one.requested_at, one.design_id, stateOf(one), one.purchase_id, one.base_url]),
});
