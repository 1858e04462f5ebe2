import { flattenBody, NO_NODE, type OwnedValue } from '../../garment/flatten-body.ts';
import { type GraphNode, readGraph } from '../../garment/graph-model.ts';
import { findProductionStep, type ProductionStep } from '../../garment/production-steps.ts';
import { ABSENT_STATE } from '../../garment/provenance-filter.ts';
import { findNodesWithoutValues } from '../../garment/table-left-out.ts';
import { createBareValue } from '../../garment/value.ts';
import { createValueFilter, hasValueFilter, type ValueFilter } from '../../garment/value-filter.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import { buildValueCells, findLeftOutOfCells, formatFilteredLabel } from './value-cells.ts';

/** The garment that a body describes, and the file or request that the body comes from. */
export interface BodyOwner {
  readonly design_id: string | null;
  readonly garment_id: string | null;
  /** The name of the garment, or its id. Never empty. */
  readonly name: string;
  readonly profile: string | null;
  /** The path of the file, or the name of the request that the body came from. */
  readonly where: string;
}

/** The columns of `toile values`, which prints one row per value. */
export const VALUE_COLUMNS = [
  ...(['design_id', 'garment_id', 'name', 'node_id', 'kind', 'label', 'field'] as const),
  ...(['value', 'unit', 'state', 'basis', 'confidence', 'profile', 'where'] as const),
] as const;
/** The name of a column of `toile values`. */
export type ValueColumn = (typeof VALUE_COLUMNS)[number];

/** The columns that can be used to group and count values. */
export const COUNT_COLUMNS = [...VALUE_COLUMNS, 'step'] as const;
/** The name of a column that can be used to group and count values. */
export type CountColumn = (typeof COUNT_COLUMNS)[number];

/**
 * One row of `toile values`, as an object with the names of the columns as keys. `step` is present only if it was
 * requested.
 */
export type ValueRow = Readonly<Record<ValueColumn, unknown>> & { readonly step?: ProductionStep };

const buildRowsOfValue = (
  owner: BodyOwner,
  { nodeId, kind, label, labelState, value }: OwnedValue,
  { filter: { states }, all, withStep }: ValueRowOptions,
): readonly ValueRow[] => {
  const shownLabel = formatFilteredLabel(states, label, labelState);
  const { basis = null, confidence = null } = value;
  const step = withStep && { step: findProductionStep({ kind, nodeId, value }) };
  return buildValueCells(value, all, true).map(({ field, value, unit, state }, at) => ({
    design_id: owner.design_id,
    garment_id: owner.garment_id,
    name: owner.name,
    node_id: nodeId,
    kind,
    label: shownLabel,
    field,
    value,
    unit,
    state,
    basis: at === 0 ? basis : null,
    confidence: at === 0 ? confidence : null,
    profile: owner.profile,
    where: owner.where,
    ...step,
  }));
};

/** Builds the row of a field that a node does not have. Its state is `absent`. */
export const buildAbsentRow = (
  owner: BodyOwner,
  { id, kind, label }: Pick<GraphNode, 'id' | 'kind' | 'label'>,
  field: string,
  withStep: boolean,
): ValueRow => ({
  design_id: owner.design_id,
  garment_id: owner.garment_id,
  name: owner.name,
  node_id: id,
  kind,
  label,
  field,
  value: null,
  unit: null,
  state: ABSENT_STATE,
  basis: null,
  confidence: null,
  profile: owner.profile,
  where: owner.where,
  ...(withStep && { step: findProductionStep({ kind, nodeId: id, value: { path: field } }) }),
});

/** Options that select the values of a body and the content of their rows. */
export interface ValueRowOptions {
  readonly filter: ValueFilter;
  /** True to include members without provenance. */
  readonly all: boolean;
  readonly withStep?: boolean;
}

/**
 * Collects what `toile values` prints for one body. `values` has the output rows of each value that matches the filter.
 * `owner` is `garment` with the profile of the body. `left` counts what is not printed.
 */
export const collectBodyValues = (
  garment: Omit<BodyOwner, 'profile'>,
  body: unknown,
  options: ValueRowOptions,
) => {
  const { filter, all } = options;
  const { profile, nodes } = readGraph(body);
  const chosen = flattenBody(body).filter(createValueFilter(filter));
  const isUnfiltered = !hasValueFilter({ ...filter, kinds: undefined });
  const fullOwner = { ...garment, profile: toScalarText(profile) ?? null };
  const values = chosen
    .map((value) => buildRowsOfValue(fullOwner, value, options))
    .filter((rows) => rows.length > 0);
  const isEmpty = isUnfiltered && values.length === 0;
  // The profile of the body is printed in a column of every output row. Without any row it is not printed, so it is
  // counted as left out.
  const unshownProfile =
    isEmpty && fullOwner.profile !== null ? [createBareValue('profile', fullOwner.profile)] : [];
  return {
    owner: fullOwner,
    values,
    /**
     * One row without a value, if `all` is set, no filter other than `kinds` is set, and the body gives no other row.
     * Empty in any other case.
     */
    bare:
      isEmpty && all
        ? buildRowsOfValue(fullOwner, { ...NO_NODE, value: createBareValue('', undefined) }, options)
        : [],
    left: [
      ...(isUnfiltered && !all ? findNodesWithoutValues(nodes, filter.kinds) : []),
      ...findLeftOutOfCells([...chosen.map(({ value }) => value), ...unshownProfile], all, true),
    ],
  };
};
