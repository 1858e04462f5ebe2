import { failed, unfinished } from './file-shapes.ts';
import { anything, body, count, listOf, made, mapOf, object, oneOf, orNull, text } from './words.ts';

const shown = orNull(text);

const calculated = object({ 'value?': text, 'unit?': orNull(text), 'of?': text, 'why?': text });

const stateCounts = { asserted: count, inferred: count, unstated: count, others: mapOf(count) };

/** What is read from the bodies of many garments. */
export const SEASON_SHAPES = [
  made('toile.values/1', {
    values: listOf(
      object({
        ...{ design_id: shown, garment_id: shown, name: anything, node_id: text, kind: text, label: text },
        ...{
          field: text,
          value: anything,
          unit: anything,
          state: shown,
          basis: anything,
          confidence: anything,
        },
        profile: shown,
        where: text,
      }),
    ),
    ...unfinished,
  }),
  made('toile.season/1', {
    dir: text,
    counted: { const: 'here' },
    designs: listOf(
      object({
        ...{ design_id: shown, garment_id: shown, name: anything, profile: shown },
        departments: mapOf(object({ values: orNull(object(stateCounts)), open: orNull(count) })),
        'brief?': orNull(object(stateCounts)),
        'trust?': orNull(mapOf(anything)),
        where: text,
      }),
    ),
    left_out: shown,
    failed,
    ...unfinished,
  }),
  made('toile.trims/1', {
    dir: text,
    columns: listOf(text),
    items: listOf(
      object({
        item: text,
        joined_by: oneOf('supplier and article', 'article', 'name', 'nothing'),
        uses: listOf(
          object({
            ...{ design_id: shown, garment_id: shown, name: anything, node_id: text, line: text, kind: text },
            values: listOf(
              object({
                ...{ field: text, value: anything, unit: anything, state: shown },
                ...{ basis: anything, confidence: anything, beside: mapOf(anything) },
              }),
            ),
            'counted?': calculated,
            where: text,
          }),
        ),
        'sums?': mapOf(calculated),
      }),
    ),
    left_out: shown,
    failed,
    ...unfinished,
  }),
  made('toile.counts/1', {
    counts: listOf(body('The columns that were named, and how many there are.', { count })),
    ...unfinished,
  }),
];
