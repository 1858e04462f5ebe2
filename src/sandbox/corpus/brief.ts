import { spoken } from './lexeme.ts';
import type { GarmentNode, Json, Model, State, Stated } from './model.ts';

/** A part of a sentence with the state of what it says. */
type Word = readonly [text: string, state: State];

const WEAKNESS: readonly State[] = ['asserted', 'inferred', 'unstated'];

const sentence = (words: string): string => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`;

/** A text is as weak as its weakest word; a word that nobody stated leaves no text. */
const text = (words: readonly Word[]): Stated => {
  const weakest = Math.max(0, ...words.map(([, state]) => WEAKNESS.indexOf(state)));
  const state = words.length === 0 ? 'unstated' : (WEAKNESS[weakest] ?? 'unstated');
  return { value: state === 'unstated' ? null : sentence(words.map(([said]) => said).join('; ')), state };
};

/** A sentence out of the nodes of a kind: their names, each with the fields named where they are known. */
const naming = (nodes: readonly GarmentNode[], fields: readonly string[], most = 4): Stated => {
  const known = nodes.filter(({ label }) => label.state !== 'unstated').slice(0, most);
  return text(
    known.map((node): Word => {
      const used = fields.flatMap((field) => {
        const value = node.values[field];
        return value && value.state !== 'unstated' ? [{ field, value }] : [];
      });
      const said = used.map(
        ({ field, value }) =>
          `${field.includes('class') || (typeof value.value === 'string' && field !== 'sample_size') ? '' : `${field.replaceAll('_', ' ')} `}${spoken(value.value)}${value.unit ? ` ${value.unit}` : ''}`,
      );
      const inferred = [node.label, ...used.map(({ value }) => value)].some(
        ({ state }) => state === 'inferred',
      );
      return [[spoken(node.label.value), ...said].join(', '), inferred ? 'inferred' : 'asserted'];
    }),
  );
};

const NOBODY: Stated = { value: null, state: 'unstated' };

/** One text for each thing a cutter or a tailor asks, in the order of work. */
export const briefTexts = (model: Model): Readonly<Record<string, Stated>> => {
  if (model.brief) return model.brief;
  const of = (kind: string) => model.nodes.filter((node) => node.kind === kind);
  const materials = (role: RegExp) =>
    of('material').filter(({ values }) => role.test(String(values.role?.value ?? '')));
  const seams = (name: RegExp, other = false) =>
    of('seam').filter(({ label }) => name.test(String(label.value ?? '')) !== other);
  const lining = model.facts.find(({ field }) => field === 'lining');
  const trims = (name: RegExp) => of('trim').filter(({ label }) => name.test(String(label.value ?? '')));
  return {
    garment: naming(of('garment'), ['category', 'sample_size']),
    cloth: naming(materials(/shell|yarn/), ['composition', 'weight']),
    cloth_width: naming(
      materials(/shell/).filter(({ values }) => values.width && values.width.state !== 'unstated'),
      ['width'],
    ),
    lining: lining?.value
      ? { value: sentence(spoken(lining.value)), state: lining.state }
      : naming(materials(/^lining$/), ['composition']),
    interlining: naming(materials(/interlining/), ['composition']),
    cutting: naming(of('piece'), ['cut', 'grain'], 6),
    nap_and_matching: NOBODY,
    seam_allowance: naming(of('edge'), ['seam_allowance'], 3),
    making: naming(seams(/hem/i, true), ['seam_class', 'stitch_class']),
    hem: naming(seams(/hem/i), ['seam_class', 'stitch_class', 'spi']),
    details: naming(of('construction_note'), []),
    closing: naming(of('closure'), ['type', 'count']),
    buttons: naming(trims(/button|snap|zip/i), ['material', 'size']),
    labels: naming(of('label'), ['placement']),
    measurements: naming(of('measurement'), ['spec']),
    pressing_and_finish: naming(of('process'), ['method']),
    care: NOBODY,
    packing: naming(of('packaging'), ['quantity']),
  };
};

export type BriefShape = 'keys' | 'list' | 'values';

export const brief = (model: Model, shape: BriefShape): { [member: string]: Json } => {
  const texts = Object.entries(briefTexts(model));
  if (shape === 'list') return { texts: texts.map(([key, { value, state }]) => ({ key, value, state })) };
  if (shape === 'values')
    return Object.fromEntries(texts.map(([key, { value, state }]) => [key, { value, state }]));
  return { brief: Object.fromEntries(texts.map(([key, { value, state }]) => [key, { text: value, state }])) };
};
