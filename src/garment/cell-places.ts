/** Where each value of a node stands in a table: in which row of the node, and in which column. */

import { isRecord, own, scalarText } from '../json/values.ts';
import { below, type Entry, entriesOf } from './entries.ts';
import { leaves } from './flatten-entry.ts';
import { tradeWords } from './trade-kinds.ts';

export interface Place {
  /** Empty for the node itself; `lines[0]` for a line that is nested in it. */
  readonly line: string;
  readonly column: string;
  /** The size in the name of the column, and what is given in that size: `spec.XS` is `spec` in XS. */
  readonly size: string | undefined;
  readonly base: string;
  readonly entry: Entry;
}

/** Members by which an item of a list says which one it is. */
const NAMES = ['size', 'field', 'key', 'code', 'name', 'label', 'id'];
const SIZE_LIST = /(?:^|_)(?:sizes?|size_?run|by_?size|grad(?:e|es|ed|ing)|run)$/i;
const SIZE =
  /^(?:\d{0,2}X{0,5}[SL]|M|\d{0,2}X{1,5}|XS[-/]S|S[-/]M|M[-/]L|L[-/]XL|\d{1,3}(?:[-/]\d{1,3})?[A-Z]?|(?:one|free)[ _-]?size|OS)$/i;
/** Lists whose items are rows of a table, whatever table it is. */
const LINES = ['line', 'item', 'row', 'entry', 'entrie', 'component', 'children', 'child', 'record'];

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const singular = (word: string): string => word.replace(/s$/, '');
const isSize = (word: string): boolean => SIZE.test(word);

/** Lists and maps without a state, taken apart as far as they hold records; each part has the state of the whole. */
const DEEPEST = 16;
function apart(entry: Entry, depth = 0): readonly Entry[] {
  const { value, field, role } = entry;
  if (role === 'deep' || depth >= DEEPEST) return [entry];
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord) && isBare(entry))
    return value.flatMap((item, at) =>
      Object.keys(item).length === 0
        ? [{ ...entry, field: `${field}[${at}]`, value: item }]
        : Object.entries(item).flatMap(([key, inner]) =>
            apart({ ...entry, field: `${field}[${at}].${key}`, value: inner }, depth + 1),
          ),
    );
  const found = leaves(entry);
  if (found.length > 1 || found[0] !== entry) return found.flatMap((each) => apart(each, depth + 1));
  return [entry];
}

const isBare = ({ state, unit, basis, confidence, extras }: Entry): boolean =>
  state === undefined &&
  extras.length === 0 &&
  unit === undefined &&
  basis === undefined &&
  confidence === undefined;

/**
 * One value that is given size by size: a cell for each. What an item says itself counts, and else what is said of the
 * whole; undefined where it is not given by size.
 */
function bySize(entry: Entry, inner: readonly Entry[]): readonly Entry[] | undefined {
  const { value, field } = entry;
  if (entry.state === undefined && !Array.isArray(value)) return undefined;
  if (isRecord(value)) {
    const members = Object.entries(value);
    if (members.length === 0 || !members.every(([key]) => isSize(key))) return undefined;
    return members.map(([key, item]) => {
      const path = below(field, key);
      return spoken(
        inner.find((each) => each.field === path) ?? { ...entry, field: path, value: item, extras: [] },
        entry,
      );
    });
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every((item) => nameIn(item, ['size'])))
    return undefined;
  const items = value.map((_, at) => inner.find((each) => each.field === `${field}[${at}]`));
  return items.every((item) => item !== undefined) ? items.map((item) => spoken(item, entry)) : undefined;
}

const spoken = (part: Entry, whole: Entry): Entry => ({
  ...part,
  within: undefined,
  state: part.state ?? whole.state,
  unit: part.unit ?? whole.unit,
  basis: part.basis ?? (part.state === undefined ? whole.basis : undefined),
  confidence: part.confidence ?? (part.state === undefined ? whole.confidence : undefined),
});

function nameIn(item: unknown, names: readonly string[] = NAMES): string | undefined {
  if (!isRecord(item)) return undefined;
  const text = names.map((name) => scalarText(own(item, name))).find((found) => found !== undefined);
  return text === '' ? undefined : text;
}

/** What the node says by itself, and what stands inside it that a cell cannot show. */
export interface Placed {
  readonly places: readonly Place[];
  readonly inside: readonly Entry[];
}

/** Values inside another are shown with it, as it was sent; those beside its payload are not. */
const shownWith = (entry: Entry, outer: ReadonlyMap<string, Entry>): boolean => {
  const whole = entry.within === undefined ? undefined : outer.get(entry.within);
  if (!whole) return false;
  const rest = entry.field.slice(whole.field.length).replace(/^\./, '');
  const beside = ['basis', 'confidence', ...whole.extras.map(([key]) => key)];
  return !beside.some((key) => rest === key || rest.startsWith(`${key}.`) || rest.startsWith(`${key}[`));
};

export function placesOf(entries: readonly Entry[], isLine: (member: string) => boolean): Placed {
  const own = entries.filter(({ within, role }) => within === undefined && role !== 'link');
  const nested = entries.filter(({ within }) => within !== undefined);
  const outer = new Map(own.map((entry) => [entry.field, entry] as const));
  const given = new Set<Entry>();
  const parts = own.flatMap((entry) => {
    const inner = nested.filter(({ within }) => within === entry.field);
    const found = isItem(entry.field, isLine) ? besides(entry) : bySize(entry, inner);
    if (!found) return apart(entry);
    const sizes = [...found];
    if (!isItem(entry.field, isLine)) {
      // What stands beside the whole stands beside no size.
      const beside = entry.extras.flatMap(([key, value]) => entriesOf(value, below(entry.field, key)));
      for (const each of inner) if (beside.some(({ field }) => field === each.field)) given.add(each);
      sizes.push(...beside.filter(({ within }) => within === undefined));
    }
    for (const each of inner) if (sizes.some(({ field }) => field === each.field)) given.add(each);
    return sizes;
  });
  const names = namesOf(parts);
  const places = parts.flatMap((entry) => placeOf(entry, names, isLine) ?? []);
  return { places, inside: nested.filter((entry) => !given.has(entry) && !shownWith(entry, outer)) };
}

const lists = (name: string, isLine: (member: string) => boolean): boolean =>
  isLine(name) || LINES.includes(singular(name.toLowerCase()));

const isItem = (field: string, isLine: (member: string) => boolean): boolean => {
  const [, list] = /^(.*)\[\d+\]$/.exec(field) ?? [];
  return list !== undefined && lists(lastName(list), isLine);
};

/** A line that is a stated value: what stands beside the value are further cells of the line. */
function besides(entry: Entry): readonly Entry[] {
  const further = entry.extras.flatMap(([key, value]) => entriesOf(value, below(entry.field, key)));
  return [{ ...entry, extras: [] }, ...further.filter(({ within }) => within === undefined)];
}

interface Named {
  readonly name: string;
  /** The path of the member that says it, where that is all it says. */
  readonly by: string | undefined;
  readonly key: string;
}

/** What the items of lists call themselves, by their paths. */
function namesOf(parts: readonly Entry[]): ReadonlyMap<string, Named> {
  const found = new Map<string, Named>();
  const rank = ({ key }: Named): number => NAMES.indexOf(key);
  const note = (item: string, named: Named): void => {
    const before = found.get(item);
    if (!before || rank(named) < rank(before)) found.set(item, named);
  };
  for (const { field, value, extras, state, role } of parts) {
    if (field.endsWith(']'))
      for (const [key, extra] of extras) {
        const name = NAMES.includes(key) ? scalarText(extra) : undefined;
        if (name !== undefined && name !== '') note(field, { name, by: undefined, key });
      }
    const [, item = '', key = ''] = /^(.*\])\.([^.[\]]+)$/.exec(field) ?? [];
    const name = NAMES.includes(key) ? scalarText(value) : undefined;
    const by = state === undefined && role === 'plain' ? field : undefined;
    if (name !== undefined && name !== '') note(item, { name, by, key });
  }
  return found;
}

/** Undefined for a member that only names its item: the name of the column says it. */
function placeOf(
  entry: Entry,
  names: ReadonlyMap<string, Named>,
  isLine: (member: string) => boolean,
): Place | undefined {
  let line = '';
  let column = '';
  let size: string | undefined;
  let base = '';
  let rest = entry.field;
  let path = '';
  let { extras } = entry;
  for (let step = /^(.*?)\[(\d+)\](?:\.|$)/.exec(rest); step; step = /^(.*?)\[(\d+)\](?:\.|$)/.exec(rest)) {
    const [whole = '', member = '', at = ''] = step;
    path = `${path === '' ? '' : `${path}.`}${member}[${at}]`;
    rest = rest.slice(whole.length);
    const named = names.get(path);
    const graded = named?.key === 'size' || (named !== undefined && isSize(named.name) && isSizeList(member));
    if (!graded && lists(lastName(member), isLine)) {
      line = path;
      column = '';
      continue;
    }
    base = below(column, member);
    column = named ? below(base, named.name) : below(column, `${member}[${at}]`);
    if (graded) size = named?.name;
    if (named?.by === entry.field) return undefined;
    if (rest === '' && named)
      extras = extras.filter(([key, value]) => key !== named.key || scalarText(value) !== named.name);
  }
  if (size === undefined && rest !== '') {
    const dot = rest.lastIndexOf('.');
    const last = rest.slice(dot + 1);
    const before = dot === -1 ? '' : rest.slice(0, dot);
    const sibling = /^(.+)[_ -]([^_ -]+)$/.exec(last);
    if (before !== '' && (isSize(last) || isSizeList(before))) [size, base] = [last, below(column, before)];
    // `target_30` may as well be a second target: only sizes by letter are read from a name.
    else if (sibling?.[1] && sibling[2] && isSize(sibling[2]) && /[A-Z]$/.test(sibling[2]))
      [size, base] = [sibling[2], below(column, below(before, sibling[1]))];
  } else if (size !== undefined && rest !== '') base = below(base, rest);
  if (rest !== '') column = below(column, rest);
  return { line, column, size, base, entry: extras === entry.extras ? entry : { ...entry, extras } };
}

const isSizeList = (path: string): boolean => SIZE_LIST.test(lastName(path));

/** Names of a node beside which a line of it says its own. */
export const isOfTrade = (member: string, belongs: (kind: string) => boolean): boolean =>
  tradeWords(member).some((word) => belongs(word) || belongs(singular(word)));
