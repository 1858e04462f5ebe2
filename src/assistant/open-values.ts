/**
 * Builds lists of open values (values that are inferred or unstated), which `get_garment_graph` can return instead of
 * nodes. A list is grouped by production step or by basis, or has the values that a factory has to countersign.
 */

import {
  type BasisGroup,
  createBasisCollector,
  formatBasis,
  type StyleName,
} from '../garment/basis-groups.ts';
import { listSilenceOptions, listSilentLines } from '../garment/construction-silences.ts';
import { flattenBody, type OwnedValue, toOwnedValue } from '../garment/flatten-body.ts';
import { formatRowName, listInferredValues } from '../garment/inferred-values.ts';
import {
  findProductionStep,
  formatStepMoment,
  groupBySteps,
  STEP_NOTE,
} from '../garment/production-steps.ts';
import { readTradeTables } from '../garment/read-trade-tables.ts';
import { createOwnerFilter, createValueFilter, type ValueFilter } from '../garment/value-filter.ts';
import { countByName } from './service-tools/tool-result.ts';

/**
 * The names of the lists: `step` has the open values by production step, `basis` has them by the reason of each value,
 * and `countersign` has the values that a factory has to countersign.
 */
export const OPEN_LISTS = ['step', 'basis', 'countersign'] as const;

/** A garment of the pulled folder with its graph. It is used to count the garments that have the same open value. */
export interface PulledGraph extends StyleName {
  readonly graph: unknown;
}

interface OpenListInput {
  readonly list: (typeof OPEN_LISTS)[number];
  readonly body: unknown;
  readonly filter: ValueFilter;
  /** The garments of the pulled folder, except the garment of `body`. */
  readonly pulled?: readonly PulledGraph[] | undefined;
}

/** Returns `{[name]: value}`, or `{}` for null, undefined or an empty text, so that results have no empty members. */
const toMember = <K extends string>(name: K, value: unknown): Readonly<Record<string, unknown>> =>
  (value ?? null) === null || value === '' ? {} : { [name]: value };

const toShownValue = ({ nodeId, label, value }: OwnedValue): object => ({
  ...toMember('node_id', nodeId),
  ...toMember('label', label),
  field: value.path,
  value: value.value ?? null,
  ...toMember('unit', value.unit),
  state: value.state ?? null,
  ...toMember('basis', value.basis),
  ...toMember('confidence', value.confidence),
});

const createOpenFilter = ({ states, ...filter }: ValueFilter): ((value: OwnedValue) => boolean) =>
  createValueFilter({ ...filter, states: states ?? ['inferred', 'unstated'] });

const listBySteps = ({ body, filter }: OpenListInput) => {
  const open = flattenBody(body).filter(createOpenFilter(filter));
  const steps = groupBySteps(open, findProductionStep);
  return {
    counted_here: Object.fromEntries(steps.map(([step, values]) => [step, values.length])),
    note: STEP_NOTE,
    // `moments` and `steps` are objects with the names of the steps as keys, so that each part of a long result shows
    // its steps.
    moments: Object.assign({}, ...steps.map(([step]) => toMember(step, formatStepMoment(step)))),
    steps: Object.fromEntries(steps.map(([step, values]) => [step, values.map(toShownValue)])),
  };
};

const MAX_NAMED_STYLES = 10;

/**
 * Counts the styles (garments) of a group of equal open values. `stated_same` counts the styles in which this value is
 * asserted. `stated_otherwise` counts those in which another value is asserted for the field, and `otherwise` names at
 * most ten of them.
 */
const toStyleCounts = ({ styles, stated_same: same, stated_otherwise: otherwise }: BasisGroup): object => ({
  styles: styles.length,
  stated_same: same.length,
  stated_otherwise: otherwise.length,
  ...(otherwise.length > 0 && {
    otherwise: otherwise
      .slice(0, MAX_NAMED_STYLES)
      .map(({ name, value, unit }) => ({ name, value, ...toMember('unit', unit) })),
  }),
});

const listByBases = ({ body, filter, pulled }: OpenListInput) => {
  const isOpen = createOpenFilter(filter);
  const isMatch = createValueFilter({ ...filter, states: undefined });
  const bases = createBasisCollector();
  const thisGarment: StyleName = { design_id: null, garment_id: null, name: 'this garment' };
  const graphs: readonly PulledGraph[] = [{ ...thisGarment, graph: body }, ...(pulled ?? [])];
  for (const { graph, ...style } of graphs) {
    const values = flattenBody(graph);
    for (const value of values) if (isOpen(value)) bases.addOpen(style, value);
    bases.addStated(style, values.filter(isMatch));
  }
  const groups = bases.listGroups().filter(({ styles }) => styles.some(({ design_id: id }) => id === null));
  return {
    counted_here: countByName(groups, (group) => formatBasis(group) || '(no basis)'),
    ...(pulled && {
      note: 'styles, stated_same, stated_otherwise: counts of this garment and the pulled folder',
    }),
    groups: groups.map((group) => {
      const { basis, label, field, value, unit, state } = group;
      return {
        ...toMember('basis', basis),
        label,
        field,
        value,
        ...toMember('unit', unit),
        state,
        ...(pulled && toStyleCounts(group)),
      };
    }),
  };
};

const listToCountersign = ({ body, filter }: OpenListInput) => {
  const tradeTables = readTradeTables(body);
  const [isChosen, isOwner] = [createValueFilter(filter), createOwnerFilter(filter)];
  const values = listInferredValues(tradeTables, undefined).flatMap(
    ({ table, row, name: field, size, value, relation }) =>
      row !== undefined && isChosen(toOwnedValue(row.node, value))
        ? {
            table,
            node_id: row.node.id,
            label: formatRowName(row),
            field,
            ...toMember('size', size),
            value: relation?.to?.label ?? value.value ?? null,
            ...toMember('unit', value.unit),
            ...toMember('basis', value.basis),
            ...toMember('confidence', value.confidence),
          }
        : [],
  );
  const lines = listSilentLines(tradeTables.tables)
    .filter(({ row }) => isOwner(toOwnedValue(row.node)))
    .map(({ table, row, silences }) => ({
      table,
      node_id: row.node.id,
      label: formatRowName(row),
      not_given: [...silences.keys()].map((name) => ({
        fact: name,
        ...(listSilenceOptions(name).length > 0 && { options: listSilenceOptions(name) }),
      })),
    }));
  return {
    counted_here: { inferred: values.length, lines_with_gaps: lines.length },
    note: 'A signature is the answer of the factory. The value stays inferred until the designer states it.',
    inferred: values,
    construction: lines,
  };
};

/**
 * Builds one of three lists. `input.list` selects which: `step` lists the open values by production step, `basis` lists
 * them by basis, and `countersign` lists what a factory must countersign. The first member of the result,
 * `counted_here`, has the numbers of items in the list.
 */
export const buildOpenList = (
  input: OpenListInput,
): { readonly counted_here: object } & Readonly<Record<string, unknown>> =>
  input.list === 'step'
    ? listBySteps(input)
    : input.list === 'basis'
      ? listByBases(input)
      : listToCountersign(input);
