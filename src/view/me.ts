/** Who is signed in, as the service says, and where on this machine the credential came from. */

import { isRecord } from '../json/values.ts';
import { grid, type Inline, type Rows, type View } from './model.ts';
import { faint, strong, textPieces } from './value-pieces.ts';

export const FIELD_COLUMNS = ['field', 'value'] as const;

/** How the credential was found; never the credential. */
export interface Found {
  readonly kind: string;
  /** In words for people. */
  readonly place: string;
  /** Other places that hold one and were not used. */
  readonly shadows: readonly string[];
}

const NAMES: readonly (readonly [string, string])[] = [
  ['user_id', 'user'],
  ['plan', 'plan'],
  ['scopes', 'scopes'],
  ['via', 'via'],
];

type Pair = readonly [string, unknown];

const members = (body: unknown): readonly Pair[] => {
  if (!isRecord(body)) return [['answer', body]];
  const known = NAMES.flatMap(([key, name]): Pair[] => (Object.hasOwn(body, key) ? [[name, body[key]]] : []));
  const others = Object.entries(body).filter(([key]) => !NAMES.some(([name]) => name === key));
  return [...known, ...others];
};

const source = (found: Found | undefined): readonly Pair[] => {
  if (!found) return [];
  const kind = found.kind === 'api_key' ? 'key from' : 'token from';
  return [[kind, found.place], ...found.shadows.map((place): Pair => ['not used', place])];
};

const pairs = (found: readonly Pair[]): View => {
  const rows = found.map(([name, value], at): Inline[] => [
    faint(name),
    at === 0 && typeof value === 'string' ? strong(value) : textPieces(value),
  ]);
  return [grid([{}, { fit: 'wrap', min: 24 }], rows, { indent: 1 })];
};

/** For a terminal. `found` is left out where no credential was needed. */
export const meView = (body: unknown, found?: Found): View => pairs([...members(body), ...source(found)]);

/** Names as the service gives them, then `key_source` and one `shadowed` for each place not used. */
export const meRows = (body: unknown, found?: Found): Rows => {
  const known = isRecord(body) ? Object.entries(body) : [['answer', body] as const];
  const from: Pair[] = found
    ? [['key_source', found.place], ...found.shadows.map((place): Pair => ['shadowed', place])]
    : [];
  return { columns: FIELD_COLUMNS, rows: [...known, ...from] };
};

/** What would be sent where, as far as this machine knows. */
export interface HeldSignIn {
  readonly base_url: string;
  /** The name of the account that is in use, or null where none is. */
  readonly account: string | null;
  readonly via: string;
  readonly source: string;
  readonly place: string;
  readonly shadowed: readonly string[];
}

export const signInView = ({ base_url, account, via, place, shadowed }: HeldSignIn): View =>
  pairs([
    ['address', base_url],
    ...(account === null ? [] : [['account', account] as const]),
    ...source({ kind: via, place, shadows: shadowed }),
  ]);

/** A name and a value a row; one `shadowed` for each place not used. */
export const signInRows = ({ shadowed, ...rest }: HeldSignIn): Rows => ({
  columns: FIELD_COLUMNS,
  rows: [...Object.entries(rest), ...shadowed.map((place): Pair => ['shadowed', place])],
});
