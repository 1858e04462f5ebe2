import { getOwnMember, isRecord } from '../../platform/json/json-values.ts';

/** Comparisons of one check. A result that needs more counts as matching. */
const MAX_CHECK_STEPS = 10_000;

const TYPE_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

/**
 * Finds the first place where a value does not match the types and required members of a schema from a tool
 * server; undefined when it matches. Nothing else of the schema is evaluated: a pattern could take forever.
 */
export const findSchemaMismatch = (schema: unknown, value: unknown): string | undefined => {
  const open: { readonly schema: unknown; readonly value: unknown; readonly path: string }[] = [
    { schema, value, path: 'the result' },
  ];
  for (let steps = 0; steps < MAX_CHECK_STEPS; steps++) {
    const next = open.pop();
    if (next === undefined) return undefined;
    if (!isRecord(next.schema)) continue;
    const { type, required, properties, items } = next.schema;
    const isOfType =
      typeof type === 'string' && Object.hasOwn(TYPE_CHECKS, type) ? TYPE_CHECKS[type] : undefined;
    if (isOfType?.(next.value) === false) return `${next.path} is not of the type ${String(type)}`;
    if (isRecord(next.value)) {
      const members = next.value;
      const names = Array.isArray(required) ? required.slice(0, MAX_CHECK_STEPS) : [];
      const missing = names.find((name) => typeof name === 'string' && !Object.hasOwn(members, name));
      if (missing !== undefined) return `${next.path} lacks the member ${missing}`;
      if (isRecord(properties))
        for (const name of Object.keys(properties).slice(0, MAX_CHECK_STEPS))
          if (Object.hasOwn(members, name))
            open.push({
              schema: getOwnMember(properties, name),
              value: getOwnMember(members, name),
              path: `its ${name}`,
            });
    } else if (Array.isArray(next.value) && isRecord(items)) {
      for (const item of next.value.slice(0, MAX_CHECK_STEPS))
        open.push({ schema: items, value: item, path: `an item of ${next.path}` });
    }
  }
  return undefined;
};
