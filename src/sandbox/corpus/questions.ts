import { spoken } from './lexeme.ts';
import type { Confirmation, GarmentNode, Stated } from './model.ts';
import { chance } from './seeded.ts';

/** field: how much a factory wants to know it, question with `%` for the node, options. */
const QUESTIONS = `
cut 0.9 %: cut how many? cut 1;cut 2;cut 2, mirrored
grain 0.85 %: on which grain? warp;weft;bias
spi 0.9 %: stitches per inch?
seam_class 0.8 %: which seam? SSa;LSc;LSq
stitch_class 0.75 %: which stitch class? 301;401;504
seam_allowance 0.85 %: how much seam allowance? 0.6 cm;1.0 cm;1.5 cm
tol_plus 0.8 %: tolerance over? +0.5 cm;+1.0 cm
tol_minus 0.7 %: tolerance under? -0.5 cm;-1.0 cm
spec 0.9 %: what does it measure?
composition 0.85 %: which fibres, in what shares?
supplier 0.5 %: from whom?
weight 0.5 %: how heavy?
width 0.6 %: how wide is the cloth?
attachment 0.5 %: how is it attached? sewn four sides;into seam;heat transfer
placement 0.6 %: where is it placed?
quantity 0.6 %: how many for one garment?
spacing 0.6 %: how far apart?
material 0.6 %: of what material?
text 0.55 %: what does it say?
label 0.55 %: is it meant so?`;

let questions: Map<string, { weight: number; text: string; options: string[] }> | undefined;

function read() {
  return new Map(
    QUESTIONS.trim()
      .split('\n')
      .map((line) => {
        const [, field = '', weight = '', text = '', options = ''] =
          /^(\S+) (\S+) (.*\?)(.*)$/.exec(line) ?? [];
        return [
          field,
          { weight: Number(weight), text, options: options.trim().split(';').filter(Boolean) },
        ] as const;
      }),
  );
}

/**
 * The `count` values most worth asking about, in the order of the graph. An inferred value is asked about
 * as an unstated one is: it is what a factory uses if nobody answers.
 */
export function ask(seed: string, nodes: readonly GarmentNode[], count: number): Confirmation[] {
  questions ??= read();
  const known = questions;
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
        weight: (known.get(field)?.weight ?? 0.2) + chance(seed, node.id, field, 'asked') * 0.4,
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
    question: (known.get(field)?.text ?? `%: ${field.replaceAll('_', ' ')}?`).replace('%', () => name(node)),
    options: known.get(field)?.options ?? [],
    basis: current.basis ?? null,
  }));
}
