import { isRecord, own } from '../json/values.ts';

/** Comparisons of one check: beyond them a result counts as fitting. */
const MOST_STEPS = 10_000;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

/**
 * Says where a value misses the types and required members of a schema that a tool server wrote; undefined where
 * it fits. Nothing else of the schema is evaluated: a pattern or a combination of schemas could take for ever.
 */
export const findMisfit = (schema: unknown, value: unknown): string | undefined => {
  const open: { readonly schema: unknown; readonly value: unknown; readonly path: string }[] = [
    { schema, value, path: 'the result' },
  ];
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const next = open.pop();
    if (next === undefined) return undefined;
    if (!isRecord(next.schema)) continue;
    const { type, required, properties, items } = next.schema;
    const isOfType = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
    if (isOfType?.(next.value) === false) return `${next.path} is not of the type ${String(type)}`;
    if (isRecord(next.value)) {
      const members = next.value;
      const names = Array.isArray(required) ? required.slice(0, MOST_STEPS) : [];
      const missing = names.find((name) => typeof name === 'string' && !Object.hasOwn(members, name));
      if (missing !== undefined) return `${next.path} lacks the member ${missing}`;
      if (isRecord(properties))
        for (const name of Object.keys(properties).slice(0, MOST_STEPS))
          if (Object.hasOwn(members, name))
            open.push({ schema: own(properties, name), value: own(members, name), path: `its ${name}` });
    } else if (Array.isArray(next.value) && isRecord(items)) {
      for (const item of next.value.slice(0, MOST_STEPS))
        open.push({ schema: items, value: item, path: `an item of ${next.path}` });
    }
  }
  return undefined;
};
