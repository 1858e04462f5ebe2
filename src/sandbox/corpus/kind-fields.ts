import kinds from './data/fields.json' with { type: 'json' };

/** The values that a field may have. */
interface FieldOptions {
  /** How likely the value is stated: near 1 it is asserted, in the middle inferred, near 0 unstated. */
  readonly lean: number;
  readonly unit?: string | undefined;
  /** Literals, or `from..to/step` for a number. */
  readonly options: readonly string[];
  readonly basis: string;
}

/** A field of a kind of nodes. */
export interface KindField extends FieldOptions {
  readonly name: string;
  /** Every node of the kind has this field. */
  readonly needed: boolean;
}

/** A kind of nodes: the prefix of its ids and its fields in the order of a specification sheet. */
interface NodeKind {
  readonly prefix: string;
  /** In the order of a spec sheet. */
  readonly fields: readonly KindField[];
}

type FieldOptionsByName = Readonly<Record<string, FieldOptions>>;
const KIND_TABLE: Readonly<
  Record<string, { prefix: string; needed: FieldOptionsByName; further: FieldOptionsByName }>
> = kinds;

/** The kinds in the order of a graph. */
export const SAMPLE_KINDS: readonly string[] = Object.keys(KIND_TABLE);

const kindCache = new Map<string, NodeKind>();

/** Returns the fields of a kind. Throws a RangeError for an unknown kind. */
export const getNodeKind = (kind: string): NodeKind => {
  const kept = kindCache.get(kind);
  if (kept) return kept;
  const written = KIND_TABLE[kind];
  if (!written) throw new RangeError(`no such kind: ${kind}`);
  const { prefix, needed, further } = written;
  const fieldsOf = (ranges: FieldOptionsByName, isNeeded: boolean) =>
    Object.entries(ranges).map(([name, range]): KindField => ({ name, needed: isNeeded, ...range }));
  const found = { prefix, fields: [...fieldsOf(needed, true), ...fieldsOf(further, false)] };
  kindCache.set(kind, found);
  return found;
};

/** Fields about the intention of the design. Only the designer sees them. */
export const INTENT_FIELDS: ReadonlySet<string> = new Set(['fit', 'silhouette', 'design_intent']);
