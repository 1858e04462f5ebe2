import kinds from './data/fields.json' with { type: 'json' };

/** What a field may hold. */
interface Range {
  /** How likely a designer states it: near 1 asserted, the middle worked out, near 0 nobody has said. */
  readonly lean: number;
  readonly unit?: string | undefined;
  /** Literals, or `from..to/step` for a number. */
  readonly options: readonly string[];
  readonly basis: string;
}

export interface Field extends Range {
  readonly name: string;
  /** A node of the kind is not sensible without it. */
  readonly needed: boolean;
}

interface Kind {
  readonly prefix: string;
  /** In the order of a spec sheet. */
  readonly fields: readonly Field[];
}

type Ranges = Readonly<Record<string, Range>>;
const WRITTEN: Readonly<Record<string, { prefix: string; needed: Ranges; further: Ranges }>> = kinds;

/** The order of kinds in a graph. */
export const KINDS: readonly string[] = Object.keys(WRITTEN);

const known = new Map<string, Kind>();

/** What a node of the kind may say about itself; read when the first body is asked. */
export const kindOf = (kind: string): Kind => {
  const kept = known.get(kind);
  if (kept) return kept;
  const written = WRITTEN[kind];
  if (!written) throw new RangeError(`no such kind: ${kind}`);
  const { prefix, needed, further } = written;
  const fieldsOf = (ranges: Ranges, isNeeded: boolean) =>
    Object.entries(ranges).map(([name, range]): Field => ({ name, needed: isNeeded, ...range }));
  const found = { prefix, fields: [...fieldsOf(needed, true), ...fieldsOf(further, false)] };
  known.set(kind, found);
  return found;
};

/** For the designer only: what the garment is meant to be, as against how it is made. */
export const INTENT: ReadonlySet<string> = new Set(['fit', 'silhouette', 'design_intent']);
