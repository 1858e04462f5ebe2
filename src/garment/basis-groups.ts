/**
 * Groups the open values (inferred or unstated) of many styles. A style is a garment of a season. The values of a group
 * have the same field, payload (for example `58`), provenance and basis, so one answer settles all of them.
 */

import { addToGroup } from '../platform/group-items.ts';
import { toJsonText, toPayloadText } from '../platform/json/json-values.ts';
import { normalizeValue } from './comparable-value.ts';
import type { OwnedValue } from './flatten-body.ts';
import { isSizeName } from './sizes.ts';
import { takeLastSegment } from './split-records.ts';
import { listQualifiers } from './stated-value.ts';
import { toTradeKind } from './trade-kinds.ts';
import { listTradeFields } from './trade-tables.ts';
import { foldCase } from './value-filter.ts';

/** The ids and the name of a style. A style is one garment in the lists of a season. */
export interface StyleName {
  readonly design_id: string | null;
  readonly garment_id: string | null;
  readonly name: string;
}

/** A style, and the value that it has in the field of a BasisGroup instead of the value of the group. */
export interface StyleValue extends StyleName {
  readonly value: unknown;
  readonly unit: unknown;
  readonly state: string | null;
}

/**
 * A group of equal open values (inferred or unstated) of one field that have the same basis, printed as JSON. `styles`
 * has the garments with such a value.
 */
export interface BasisGroup {
  /** The basis as in the body; null if the body has none. */
  readonly basis: unknown;
  readonly kind: string;
  readonly label: string;
  readonly field: string;
  readonly value: unknown;
  readonly unit: unknown;
  readonly state: string | null;
  readonly styles: readonly StyleName[];
  /**
   * The styles (garments) that assert the value of this group for its field. If two pulled folders are compared, the
   * second folder has the asserted value.
   */
  readonly stated_same: readonly StyleName[];
  /**
   * The styles in which the field of this group has an asserted value that differs from the value of the group. If two
   * pulled folders are compared, the asserted value is in the second folder.
   */
  readonly stated_otherwise: readonly StyleValue[];
  /**
   * The styles with an unchanged value: the second folder has the same value with the same provenance as the first.
   * This member exists only if two versions are compared, for example two pulled folders.
   */
  readonly unchanged?: readonly StyleName[];
  /**
   * The styles (garments) of the group that the lists `stated_same`, `stated_otherwise` and `unchanged` do not contain.
   * Each style has its value in the second folder, or null if that folder has none. This list exists only if two
   * versions are compared, for example two pulled folders.
   */
  readonly other?: readonly StyleValue[];
}

/** Collects the open and the asserted values of many styles, and groups the open values by basis and field. */
export interface BasisCollector {
  /**
   * Adds one open value (inferred or unstated) of a style (garment). If two pulled folders are compared, `later` is the
   * value of the same field in the second folder, or null if that folder has none.
   */
  addOpen(style: StyleName, open: OwnedValue, later?: OwnedValue | null): void;
  /**
   * Adds the asserted values of a style, so that `listGroups` can compare them with the open values. Other values are
   * ignored.
   */
  addStated(style: StyleName, values: Iterable<OwnedValue>): void;
  /**
   * Returns the groups of equal open values with the same basis. All groups of one basis stay together. The basis with
   * the most styles in all its groups comes first. Within a basis, the group with the most styles comes first. Groups
   * without a basis come last.
   */
  listGroups(): readonly BasisGroup[];
}

const getStyleKey = ({ design_id, garment_id, name }: StyleName): string => design_id ?? garment_id ?? name;

/**
 * Returns the usual name of the field of a value, for example `tol_plus` for the path `tolPlus`. Returns the whole path
 * if it contains a list position, ends in a size or has no usual name.
 */
const toFieldName = ({ kind, value: { path } }: OwnedValue): string => {
  const isOfSize = path.includes('[') || isSizeName(takeLastSegment(path));
  return (isOfSize ? undefined : listTradeFields(kind, path)[0]) ?? path;
};

/** Returns a key for the field of a value. In all styles (garments), values of the same field have the same key. */
const toFieldKey = (owned: OwnedValue): string =>
  JSON.stringify([
    toTradeKind(owned.kind),
    foldCase(owned.label || owned.nodeId),
    toFieldName(owned),
    listQualifiers(owned.value).map(([key, member]) => [key, toPayloadText(member)]),
  ]);

const toValueKey = ({ value: { value, unit } }: OwnedValue): string =>
  `${normalizeValue(value ?? null)}\n${normalizeValue(unit ?? null)}`;

const toStyleName = ({ design_id, garment_id, name }: StyleName): StyleName => ({
  design_id,
  garment_id,
  name,
});

const toStyleValue = (style: StyleName, { value }: OwnedValue): StyleValue => ({
  ...toStyleName(style),
  value: value.value ?? null,
  unit: value.unit ?? null,
  state: value.state ?? null,
});

type StyleMap<T extends StyleName = StyleName> = Map<string, T>;

interface OpenGroup {
  readonly fieldKey: string;
  readonly valueKey: string;
  readonly first: OwnedValue;
  readonly styles: StyleMap;
  readonly statedSame: StyleMap;
  readonly statedOtherwise: StyleMap<StyleValue>;
  readonly unchanged: StyleMap;
  readonly other: StyleMap<StyleValue>;
}

/**
 * Adds a style (garment) to a list of a group. `open` is its value in the first folder, and `later` its value in the
 * second, or null. If `later` is asserted, the list is `statedSame` or `statedOtherwise`. Otherwise it is `unchanged`
 * or `other`.
 */
const addLater = (group: OpenGroup, style: StyleName, open: OwnedValue, later: OwnedValue | null): void => {
  const key = getStyleKey(style);
  const isSame = later !== null && toValueKey(later) === toValueKey(open);
  if (later?.value.state === 'asserted') {
    if (isSame) group.statedSame.set(key, toStyleName(style));
    else group.statedOtherwise.set(key, toStyleValue(style, later));
  } else if (isSame && later.value.state === open.value.state) group.unchanged.set(key, toStyleName(style));
  else {
    const missing = { ...toStyleName(style), value: null, unit: null, state: null };
    group.other.set(key, later === null ? missing : toStyleValue(style, later));
  }
};

/**
 * Creates an empty collector that groups open values (inferred or unstated) by their basis. If `isComparison` is true,
 * the collector compares each open value of an earlier pulled folder with the value of a later one, the argument
 * `later` of `addOpen`. Calls of `addStated` then have no effect.
 */
export const createBasisCollector = (isComparison = false): BasisCollector => {
  const groups = new Map<string, OpenGroup>();
  const statementsByField = new Map<string, { key: string; valueKey: string; statement: StyleValue }[]>();
  const toGroup = ({ first, fieldKey, valueKey, ...own }: OpenGroup): BasisGroup => {
    if (!isComparison)
      for (const { key, valueKey: statedKey, statement } of statementsByField.get(fieldKey) ?? []) {
        if (statedKey === valueKey && first.value.state !== 'unstated')
          own.statedSame.set(key, toStyleName(statement));
        else own.statedOtherwise.set(key, statement);
      }
    const { kind, label, nodeId, value } = first;
    return {
      basis: value.basis ?? null,
      kind,
      label: label || nodeId,
      field: value.path,
      value: value.value ?? null,
      unit: value.unit ?? null,
      state: value.state ?? null,
      styles: [...own.styles.values()],
      stated_same: [...own.statedSame.values()],
      stated_otherwise: [...own.statedOtherwise.values()],
      ...(isComparison && { unchanged: [...own.unchanged.values()], other: [...own.other.values()] }),
    };
  };
  return {
    addOpen(style, open, later) {
      const fieldKey = toFieldKey(open);
      const valueKey = toValueKey(open);
      const { basis, state } = open.value;
      const key = JSON.stringify([basis === undefined ? null : toJsonText(basis), fieldKey, valueKey, state]);
      const group: OpenGroup = groups.get(key) ?? {
        fieldKey,
        valueKey,
        first: open,
        styles: new Map(),
        statedSame: new Map(),
        statedOtherwise: new Map(),
        unchanged: new Map(),
        other: new Map(),
      };
      groups.set(key, group);
      group.styles.set(getStyleKey(style), toStyleName(style));
      if (later !== undefined) addLater(group, style, open, later);
    },
    addStated(style, values) {
      const key = getStyleKey(style);
      for (const owned of values) {
        if (owned.value.state !== 'asserted') continue;
        const [valueKey, statement] = [toValueKey(owned), toStyleValue(style, owned)];
        addToGroup(statementsByField, toFieldKey(owned), { key, valueKey, statement });
      }
    },
    listGroups: () => sortGroups([...groups.values()].map(toGroup)),
  };
};

/** Returns the basis of a group as text, for example `house rule`; empty for a group without a basis. */
export const formatBasis = ({ basis }: Pick<BasisGroup, 'basis'>): string =>
  basis === null ? '' : toPayloadText(basis);

const sortGroups = (groups: readonly BasisGroup[]): readonly BasisGroup[] => {
  const totals = new Map<string, number>();
  for (const group of groups) {
    const basis = formatBasis(group);
    totals.set(basis, (totals.get(basis) ?? 0) + group.styles.length);
  }
  // Groups without a basis come last: their values are not related, so one answer cannot settle several of them.
  const rank = (group: BasisGroup): number =>
    formatBasis(group) === '' ? -1 : (totals.get(formatBasis(group)) ?? 0);
  const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
  return groups.toSorted(
    (one, other) =>
      rank(other) - rank(one) ||
      compareTexts(formatBasis(one), formatBasis(other)) ||
      other.styles.length - one.styles.length ||
      compareTexts(`${one.label}\n${one.field}`, `${other.label}\n${other.field}`) ||
      compareTexts(toJsonText(one.value), toJsonText(other.value)),
  );
};
