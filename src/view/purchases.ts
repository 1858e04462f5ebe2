/** Requests of Tech Packs as they are kept on this machine. */

import { shellWords, typeable } from '../border/shell.ts';
import { isToolCall, type Listed } from '../purchases/standing.ts';
import { stateInWords } from '../purchases/states.ts';
import { gap, grid, line, type Rows, typed, type View } from './model.ts';
import { address, PACK_COLUMNS, pairs, price } from './tech-pack.ts';
import { strong } from './value-pieces.ts';

export const FORGOTTEN_COLUMNS = ['ref', 'design_id', 'state', 'purchase_id', 'kept_as'] as const;

export const KEPT_COLUMNS = ['requested_at', 'design_id', 'state', 'purchase_id', 'base_url', 'ref'] as const;

/** A request for the design that stands already. */
export interface Standing {
  readonly design_id: string;
  readonly purchase_id: string | null;
  /** The state of the machine that guards it. */
  readonly state: string;
  /** The service's word. */
  readonly status: string;
  readonly ready: boolean;
  readonly requested_at: string;
  readonly account?: string;
  readonly checkout_url?: string | undefined;
  readonly amount?: unknown;
  readonly currency?: unknown;
  /** The command that goes on with it, word by word. */
  readonly next: readonly string[];
  /** The command that requests another. */
  readonly again: readonly string[];
}

export const standingView = (it: Standing): View => [
  line([strong('This design was requested already'), '; nothing was sent.']),
  ...pairs([
    ['status', it.status],
    ['ready', it.ready ? 'yes' : 'no'],
    ['requested', it.requested_at],
    ...(it.account === undefined ? [] : [['account', it.account] as const]),
    ['purchase', it.purchase_id],
    ...(it.amount == null ? [] : [['amount', price(it.amount, it.currency)] as const]),
  ]),
  ...(it.checkout_url ? [line('Pay at:'), ...address(it.checkout_url)] : []),
  gap,
  line(it.ready ? 'To fetch the PDF:' : 'To go on with it:'),
  typed(typeable`${shellWords(it.next)}`),
  line('To request another one all the same:'),
  typed(typeable`${shellWords(it.again)}`),
];

export const standingRows = (it: Standing): Rows => ({
  columns: PACK_COLUMNS,
  rows: [[it.purchase_id, it.status, it.ready, it.design_id, it.amount, it.currency, it.checkout_url]],
});

/** The service's own word where it gave one, beside what is known here. A tool call has no Tech Pack to compose. */
const seen = ({ design_id, state, status }: Listed): string => {
  const word = isToolCall(design_id) && state === 'composing' ? 'called' : stateInWords(state);
  return status === undefined || status === word ? word : `${word} (${status})`;
};

const FORGET = typeable`toile techpack forget --damaged`;

const damage = (damaged: number): View =>
  damaged === 0
    ? []
    : [
        line(
          `${damaged === 1 ? 'One record' : `${damaged} records`} cannot be read, so nothing is requested. ` +
            "Look at the purchases on the service's own site; then:",
        ),
        typed(FORGET),
      ];

export const keptView = (all: readonly Listed[], damaged: number): View => [
  ...(all.length > 0
    ? [
        grid(
          [
            { head: 'REF' },
            { head: 'REQUESTED' },
            { head: 'DESIGN', fit: 'cut', min: 9 },
            { head: 'LAST SEEN', fit: 'wrap', min: 9 },
            { head: 'PURCHASE' },
          ],
          all.map((one) => [
            one.ref,
            one.requested_at.slice(0, 16).replace('T', ' '),
            one.design_name ?? one.design_id,
            seen(one),
            one.purchase_id ?? '-',
          ]),
        ),
      ]
    : damaged === 0
      ? [line('No Tech Pack was requested from this machine.')]
      : []),
  ...damage(damaged),
];

export const keptRows = (all: readonly Listed[], damaged: number): Rows => ({
  columns: KEPT_COLUMNS,
  rows: [
    ...all.map((one) => [one.requested_at, one.design_id, seen(one), one.purchase_id, one.base_url, one.ref]),
    ...Array.from({ length: damaged }, () => [null, null, 'unreadable', null, null, null]),
  ],
});

const named = ({ design_id, design_name }: Listed): string =>
  isToolCall(design_id) ? (design_name ?? design_id) : `design ${design_name ?? design_id}`;

/** What a person had forgotten. */
export interface Forgotten {
  readonly requests: readonly Listed[];
  readonly damaged: number;
  readonly kept_as: string | null;
}

export const forgottenView = ({ requests, damaged, kept_as }: Forgotten): View => [
  ...requests.map((one) =>
    line([strong(`Request ${one.ref}`), ` of ${named(one)} is forgotten, which was ${seen(one)}.`]),
  ),
  ...(damaged > 0 ? [line(`${damaged === 1 ? 'One record is' : `${damaged} records are`} put aside.`)] : []),
  ...(kept_as === null ? [] : [line([strong('The file is put aside'), ` as ${kept_as}.`])]),
  ...(requests.length + damaged === 0 && kept_as === null ? [line('Nothing is damaged.')] : []),
];

export const forgottenRows = ({ requests, damaged, kept_as }: Forgotten): Rows => ({
  columns: FORGOTTEN_COLUMNS,
  rows: [
    ...requests.map((one) => [one.ref, one.design_id, seen(one), one.purchase_id, null]),
    ...Array.from({ length: damaged }, () => [null, null, 'unreadable', null, null]),
    ...(kept_as === null ? [] : [[null, null, 'unreadable', null, kept_as]]),
  ],
});

export const SHARED_COLUMNS = ['shared', 'state'] as const;

/** The value of TOILE_SHARED with the id of a store. */
interface SharedStore {
  readonly shared: string;
  readonly state: string;
}

export const sharedView = ({ shared, state }: SharedStore): View => [
  line([strong(`The id of the store is ${state}.`), ' Set this value on every machine that shares it:']),
  line(`TOILE_SHARED=${shared}`),
];

export const sharedRows = ({ shared, state }: SharedStore): Rows => ({
  columns: SHARED_COLUMNS,
  rows: [[shared, state]],
});
