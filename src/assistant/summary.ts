import { type GraphSummary, summarise } from '../garment/graph-summary.ts';
import { isRecord, jsonText, own, scalarText } from '../json/values.ts';

/** Bytes of JSON: some 1,000 tokens, and below 1,500 in any script. */
export const SUMMARY_BYTES = 3_000;
/** Bytes that kinds may take of them, so that there is room for what is open. */
const FOR_KINDS = 1_800;

const encoder = new TextEncoder();
const sizeOf = (value: unknown): number => encoder.encode(jsonText(value)).length;

/** The first of them that fit, and how many do not. */
const fitting = <T>(
  rows: readonly (readonly [string, T])[],
  room: number,
): readonly [Record<string, T>, number] => {
  const taken: [string, T][] = [];
  let left = room;
  for (const [name, value] of rows) {
    left -= sizeOf(name) + sizeOf(value) + 2;
    if (left < 0) break;
    taken.push([name, value]);
  }
  return [Object.fromEntries(taken), rows.length - taken.length];
};

const named = (kind: string): string => (kind === '' ? '(no kind)' : kind);

const countsOf = ({ nodes, kinds, beside, open }: GraphSummary): Record<string, unknown> => {
  const rows = kinds.map(
    ({ kind, nodes: count, values }) => [named(kind), { nodes: count, ...values }] as const,
  );
  const [byKind, otherKinds] = fitting(rows, FOR_KINDS);
  const head = {
    nodes,
    kinds: byKind,
    ...(otherKinds > 0 && { other_kinds: otherKinds }),
    ...(Object.keys(beside).length > 0 && sizeOf(beside) < 200 && { beside_nodes: beside }),
  };
  const fields = open.map(
    ({ kind, field, unstated }) => [kind === '' ? field : `${kind}.${field}`, unstated] as const,
  );
  const [unstated, others] = fitting(fields, SUMMARY_BYTES - 400 - sizeOf(head));
  return { ...head, unstated, ...(others > 0 && { other_unstated_fields: others }) };
};

/** A graph as counts by kind and state, and what is open: the same size for any garment. */
export const summaryOf = (body: unknown): Record<string, unknown> => {
  const names = ['garment_id', 'profile'].flatMap((key) => {
    const text = isRecord(body) ? scalarText(own(body, key)) : undefined;
    return text === undefined || text.length > 60 ? [] : [[key, text]];
  });
  return { ...Object.fromEntries(names), counted_here: countsOf(summarise(body)) };
};
