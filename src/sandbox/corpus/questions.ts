import questions from './data/questions.json' with { type: 'json' };
import { spoken } from './lexeme.ts';
import type { Confirmation, GarmentNode, Stated } from './model.ts';
import { chance } from './seeded.ts';

/** By field: how much a factory wants to know it, the question with `%` for the node, the options. */
const QUESTIONS: Readonly<
  Record<string, { readonly weight: number; readonly text: string; readonly options: readonly string[] }>
> = questions;

/**
 * The `count` values most worth asking about, in the order of the graph. An inferred value is asked about
 * as an unstated one is: it is what a factory uses if nobody answers.
 */
export const ask = (seed: string, nodes: readonly GarmentNode[], count: number): Confirmation[] => {
  const name = (node: GarmentNode) =>
    node.label.value === null ? `Unnamed ${node.kind.replaceAll('_', ' ')}` : spoken(node.label.value);
  const candidates = nodes.flatMap((node, at) =>
    Object.entries<Stated>({ label: node.label, ...node.values })
      .filter(([, value]) => value.state !== 'asserted')
      .map(([field, current]) => ({
        node,
        at,
        field,
        current,
        weight: (QUESTIONS[field]?.weight ?? 0.2) + chance(seed, node.id, field, 'asked') * 0.4,
      })),
  );
  if (candidates.length < count)
    throw new RangeError(`${seed}: ${candidates.length} values to ask about, not ${count}`);
  const asked = candidates
    .sort((a, b) => b.weight - a.weight)
    .slice(0, count)
    .sort((a, b) => a.at - b.at);
  const digits = Math.max(2, String(count).length);
  return asked.map(({ node, field, current }, index) => ({
    id: `conf-${String(index + 1).padStart(digits, '0')}`,
    node: node.id,
    field,
    current,
    question: (QUESTIONS[field]?.text ?? `%: ${field.replaceAll('_', ' ')}?`).replace('%', () => name(node)),
    options: QUESTIONS[field]?.options ?? [],
    basis: current.basis ?? null,
  }));
};
