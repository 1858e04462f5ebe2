import questions from './data/questions.json' with { type: 'json' };
import { formatSampleValue } from './sample-literal.ts';
import type { SampleConfirmation, SampleNode, SampleValue } from './sample-model.ts';
import { computeChance } from './seeded-random.ts';

/**
 * The questions by field: their weight for a factory, the text with `%` for the name of the node, and the
 * options.
 */
const QUESTION_TEMPLATES: Readonly<
  Record<string, { readonly weight: number; readonly text: string; readonly options: readonly string[] }>
> = questions;

/**
 * Creates questions about the `count` values that matter most, in the order of the graph. Inferred and
 * unstated values are asked about alike. Throws a RangeError when there are not enough values.
 */
export const createSampleQuestions = (
  seed: string,
  nodes: readonly SampleNode[],
  count: number,
): SampleConfirmation[] => {
  const name = (node: SampleNode) =>
    node.label.value === null
      ? `Unnamed ${node.kind.replaceAll('_', ' ')}`
      : formatSampleValue(node.label.value);
  const candidates = nodes.flatMap((node, at) =>
    Object.entries<SampleValue>({ label: node.label, ...node.values })
      .filter(([, value]) => value.state !== 'asserted')
      .map(([field, current]) => ({
        node,
        at,
        field,
        current,
        weight:
          (QUESTION_TEMPLATES[field]?.weight ?? 0.2) + computeChance(seed, node.id, field, 'asked') * 0.4,
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
    question: (QUESTION_TEMPLATES[field]?.text ?? `%: ${field.replaceAll('_', ' ')}?`).replace('%', () =>
      name(node),
    ),
    options: QUESTION_TEMPLATES[field]?.options ?? [],
    basis: current.basis ?? null,
  }));
};
