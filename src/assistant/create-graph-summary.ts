import { type GraphSummary, summarizeGraph } from '../garment/graph-summary.ts';
import type { ValueFilter } from '../garment/value-filter.ts';
import { getOwnMember, isRecord, toJsonText, toScalarText } from '../platform/json/json-values.ts';

/** Bytes of JSON: about 1,000 tokens, and fewer than 1,500 in any script. */
export const MAX_SUMMARY_BYTES = 3_000;
/** Bytes of the summary that kinds may use, so that unstated fields fit too. */
const MAX_KIND_BYTES = 1_800;

const encoder = new TextEncoder();
const countSummaryBytes = (value: unknown): number => encoder.encode(toJsonText(value)).length;

/** Returns the first rows that fit into `room` bytes, and the number of the others. */
const takeFittingRows = <T>(
  rows: readonly (readonly [string, T])[],
  room: number,
): readonly [Record<string, T>, number] => {
  const taken: [string, T][] = [];
  let left = room;
  for (const [name, value] of rows) {
    left -= countSummaryBytes(name) + countSummaryBytes(value) + 2;
    if (left < 0) break;
    taken.push([name, value]);
  }
  return [Object.fromEntries(taken), rows.length - taken.length];
};

/** Returns the name of a kind, or `(no kind)`. */
const nameKind = (kind: string): string => (kind === '' ? '(no kind)' : kind);

/** Builds the counts by kind and provenance, and of the unstated fields. */
const buildSummaryCounts = ({ nodes, kinds, beside, links, open }: GraphSummary): Record<string, unknown> => {
  const rows = kinds.map(
    ({ kind, nodes: count, values }) => [nameKind(kind), { nodes: count, ...values }] as const,
  );
  const [byKind, otherKinds] = takeFittingRows(rows, MAX_KIND_BYTES);
  const head = {
    nodes,
    kinds: byKind,
    ...(otherKinds > 0 && { other_kinds: otherKinds }),
    ...(Object.keys(beside).length > 0 && countSummaryBytes(beside) < 200 && { beside_nodes: beside }),
    ...(Object.keys(links).length > 0 && countSummaryBytes(links) < 200 && { links }),
  };
  const fields = open.map(
    ({ kind, field, unstated }) => [kind === '' ? field : `${kind}.${field}`, unstated] as const,
  );
  const [unstated, others] = takeFittingRows(fields, MAX_SUMMARY_BYTES - 500 - countSummaryBytes(head));
  return { ...head, unstated, ...(others > 0 && { other_unstated_fields: others }) };
};

/**
 * Creates the summary of the values of a graph that match a filter: counts by kind and provenance, and
 * unstated fields. Its size is limited for any garment.
 */
export const createGraphSummary = (body: unknown, choice: ValueFilter = {}): Record<string, unknown> => {
  const names = ['garment_id', 'profile'].flatMap((key) => {
    const text = isRecord(body) ? toScalarText(getOwnMember(body, key)) : undefined;
    return text === undefined || text.length > 60 ? [] : [[key, text]];
  });
  return { ...Object.fromEntries(names), counted_here: buildSummaryCounts(summarizeGraph(body, choice)) };
};
