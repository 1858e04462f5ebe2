import { createNumber } from './sample-literal.ts';
import type { SampleJson, SampleModel, SampleNode, SampleProvenance } from './sample-model.ts';

/** The kinds of the bill of materials. */
const BILL_KINDS = new Set(['material', 'trim', 'label']);

/** Provenance and confidence of a counted row. */
interface ProvenanceRow {
  readonly state: SampleProvenance;
  readonly confidence: string | undefined;
}

/** Returns the provenance of a row: that of its label, but `unstated` when its text is not stated. */
const toProvenanceRow = ({ label, values }: SampleNode): ProvenanceRow => ({
  state: values.text?.state === 'unstated' ? 'unstated' : label.state,
  confidence: label.confidence,
});

/** Counts callouts and bill of materials by provenance. Confidence counts inferred rows only. */
export const countSampleTrust = (model: SampleModel): Record<string, Record<string, number>> => {
  const callouts = model.nodes.filter(({ kind }) => kind === 'construction_note').map(toProvenanceRow);
  const bill = model.nodes.filter(({ kind }) => BILL_KINDS.has(kind)).map(toProvenanceRow);
  const by = (rows: readonly ProvenanceRow[]) => ({
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

/** The shape of the body. */
export type TrustShape = 'facts' | 'plain' | 'rows';

/** Builds the body of the Design Trust read. */
export const buildSampleTrust = (model: SampleModel, shape: TrustShape): { [member: string]: SampleJson } => {
  const groups = Object.entries(countSampleTrust(model));
  const unresolved = createNumber(model.open.length);
  const numbers = (group: Record<string, number>) =>
    Object.entries(group).map(([name, n]) => [name, createNumber(n)] as const);
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
