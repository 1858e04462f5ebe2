/** Where each value of a node stands in a table: in which row of the node, and in which column. */

import { scalarText } from '../json/values.ts';
import { below, type Entry, entriesOf } from './entries.ts';
import { namedLines, onNamedLine } from './named-lines.ts';
import { apart, bySize, isSize, isSizeList, lastName, NAMES } from './taken-apart.ts';
import { tradeWords } from './trade-kinds.ts';

export interface Place {
  /** Empty for the node itself; `lines[0]` or `measurements.chest` for a line that is nested in it. */
  readonly line: string;
  readonly column: string;
  /** The size in the name of the column, and what is given in that size: `spec.XS` is `spec` in XS. */
  readonly size: string | undefined;
  readonly base: string;
  readonly entry: Entry;
}

/** Lists whose items are rows of a table, whatever table it is. */
const LINES = ['line', 'item', 'row', 'entry', 'entrie', 'component', 'children', 'child', 'record'];

const singular = (word: string): string => word.replace(/s$/, '');

/** What the node says by itself, and what is stated inside of that. */
export interface Placed {
  readonly places: readonly Place[];
  /** Stands in what a cell shows, as it was sent. */
  readonly within: readonly Entry[];
  /** Stands beside a value, in its reasons say, where no cell shows it. */
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

export const placesOf = (entries: readonly Entry[], isLine: (member: string) => boolean): Placed => {
  const own = entries.filter(({ within, role }) => within === undefined && role !== 'link');
  const nested = entries.filter(({ within }) => within !== undefined);
  const outer = new Map(own.map((entry) => [entry.field, entry] as const));
  const given = new Set<Entry>();
  const maps = namedLines(entries, isLine);
  const isItem = (field: string): boolean => isListed(field, isLine) || onNamedLine(field, maps)?.rest === '';
  const parts = own.flatMap((entry) => {
    const inner = nested.filter(({ within }) => within === entry.field);
    const found = isItem(entry.field) ? besides(entry) : bySize(entry, inner);
    if (!found) return apart(entry);
    const sizes = [...found];
    if (!isItem(entry.field)) {
      // What stands beside the whole stands beside no size.
      const beside = entry.extras.flatMap(([key, value]) => entriesOf(value, below(entry.field, key)));
      for (const each of inner) if (beside.some(({ field }) => field === each.field)) given.add(each);
      sizes.push(...beside.filter(({ within }) => within === undefined));
    }
    // What is the value of the line itself goes by the name of the line, and has no cell of its own.
    const isGiven = ({ field }: Entry): boolean =>
      sizes.some((each) => each.field === field && (each !== sizes[0] || !isItem(entry.field)));
    for (const each of inner) if (isGiven(each)) given.add(each);
    return sizes;
  });
  const names = namesOf(parts);
  const places = parts.flatMap((entry) => placeOf(entry, names, isLine, maps) ?? []);
  const others = nested.filter((entry) => !given.has(entry));
  return {
    places,
    within: others.filter((entry) => shownWith(entry, outer)),
    inside: others.filter((entry) => !shownWith(entry, outer)),
  };
};

const lists = (name: string, isLine: (member: string) => boolean): boolean =>
  isLine(name) || LINES.includes(singular(name.toLowerCase()));

const isListed = (field: string, isLine: (member: string) => boolean): boolean => {
  const [, list] = /^(.*)\[\d+\]$/.exec(field) ?? [];
  return list !== undefined && lists(lastName(list), isLine);
};

/** A line that is a stated value: what stands beside the value are further cells of the line. */
const besides = (entry: Entry): readonly Entry[] => {
  const further = entry.extras.flatMap(([key, value]) => entriesOf(value, below(entry.field, key)));
  return [{ ...entry, extras: [] }, ...further.filter(({ within }) => within === undefined)];
};

interface Named {
  readonly name: string;
  /** The path of the member that says it, where that is all it says. */
  readonly by: string | undefined;
  readonly key: string;
}

/** How many parts stand in each item of a list, by the path of the item. */
const heldBy = (parts: readonly Entry[]): ReadonlyMap<string, number> => {
  const held = new Map<string, number>();
  for (const { field } of parts)
    for (let end = field.indexOf(']'); end !== -1; end = field.indexOf(']', end + 1)) {
      const item = field.slice(0, end + 1);
      held.set(item, (held.get(item) ?? 0) + 1);
    }
  return held;
};

/** What the items of lists call themselves, by their paths. */
const namesOf = (parts: readonly Entry[]): ReadonlyMap<string, Named> => {
  const found = new Map<string, Named>();
  const held = heldBy(parts);
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
    // Of an item that says nothing else the name is what there is to be shown.
    const onlyNames = state === undefined && role === 'plain' && (held.get(item) ?? 0) > 1;
    const by = onlyNames ? field : undefined;
    if (name !== undefined && name !== '') note(item, { name, by, key });
  }
  return found;
};

/** Undefined for a member that only names its item: the name of the column says it. */
const placeOf = (
  entry: Entry,
  names: ReadonlyMap<string, Named>,
  isLine: (member: string) => boolean,
  maps: ReadonlySet<string>,
): Place | undefined => {
  let { line, rest } = onNamedLine(entry.field, maps) ?? { line: '', rest: entry.field };
  let column = '';
  let size: string | undefined;
  let base = '';
  let path = line;
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
};

/** Names of a node beside which a line of it says its own. */
export const isOfTrade = (member: string, belongs: (kind: string) => boolean): boolean =>
  tradeWords(member).some((word) => belongs(word) || belongs(singular(word)));
