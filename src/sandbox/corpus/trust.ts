import { number } from './lexeme.ts';
import type { GarmentNode, Json, Model, State } from './model.ts';

const BILL = new Set(['material', 'trim', 'label']);

interface Row {
  readonly state: State;
  readonly confidence: string | undefined;
}

/** A row is what its label is, unless the text that it exists for is not stated. */
const row = ({ label, values }: GarmentNode): Row => ({
  state: values.text?.state === 'unstated' ? 'unstated' : label.state,
  confidence: label.confidence,
});

/** Counts by group, derived from the callouts and the bill of materials; confidence counts inferred rows only. */
export const trustCounts = (model: Model): Record<string, Record<string, number>> => {
  const callouts = model.nodes.filter(({ kind }) => kind === 'construction_note').map(row);
  const bill = model.nodes.filter(({ kind }) => BILL.has(kind)).map(row);
  const by = (rows: readonly Row[]) => ({
    rows: rows.length,
    asserted: rows.filter(({ state }) => state === 'asserted').length,
    inferred: rows.filter(({ state }) => state === 'inferred').length,
    unstated: rows.filter(({ state }) => state === 'unstated').length,
  });
  const inferred = [...callouts, ...bill].filter(({ state }) => state === 'inferred');
  const sure = (word: string | undefined) => inferred.filter(({ confidence }) => confidence === word).length;
  return {
    callouts: by(callouts),
    bill_of_materials: by(bill),
    confidence: { high: sure('high'), medium: sure('medium'), low: sure('low'), none: sure(undefined) },
  };
};

export type TrustShape = 'facts' | 'plain' | 'rows';

export const trust = (model: Model, shape: TrustShape): { [member: string]: Json } => {
  const groups = Object.entries(trustCounts(model));
  const unresolved = number(model.open.length);
  const numbers = (group: Record<string, number>) =>
    Object.entries(group).map(([name, n]) => [name, number(n)] as const);
  if (shape === 'plain')
    return {
      ...Object.fromEntries(groups.map(([name, group]) => [name, Object.fromEntries(numbers(group))])),
      unresolved,
    };
  if (shape === 'rows')
    return {
      rows: groups.map(([of, group]) => ({
        of,
        ...Object.fromEntries(numbers(group).map(([name, value]) => [name, { value, state: 'inferred' }])),
      })),
      unresolved: { value: unresolved, state: 'inferred' },
    };
  const counts = groups.flatMap(([name, group]) =>
    numbers(group).map(([field, value]) => ({ field: `${name}.${field}`, value, state: 'inferred' })),
  );
  return { counts: [...counts, { field: 'unresolved', value: unresolved, state: 'inferred' }] };
};
