/** What toile promises of its answers, as data: the words in which JSON Schema says it. */

export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: 'string' };
export const time: Schema = { type: 'string', format: 'date-time' };
export const address: Schema = { type: 'string', format: 'uri' };
export const count: Schema = { type: 'integer', minimum: 0 };
export const number: Schema = { type: 'number' };
export const yesOrNo: Schema = { type: 'boolean' };
/** Whatever the service sent. */
export const anything: Schema = {};

export const orNull = (of: Schema): Schema => ({ anyOf: [of, { type: 'null' }] });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const oneOf = (...words: readonly string[]): Schema => ({ enum: words });
/** A member for each name that comes up. */
export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });

type Members = Readonly<Record<string, Schema>>;

/** Members of these names; one whose name ends with `?` may be missing. Later versions may add others. */
export const object = (members: Members): Schema => ({
  type: 'object',
  required: Object.keys(members).filter((name) => !name.endsWith('?')),
  properties: Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema]),
  ),
});

/** A body of the service: what the specification shows of it, and whatever else it holds. Nothing of it is promised. */
export const body = (description: string, members: Members = {}): Schema => ({
  description,
  ...(Object.keys(members).length > 0 && { properties: members }),
  additionalProperties: true,
});

/** Data that toile made: its schema comes first. */
export const made = (schema: string, members: Members): readonly [string, Schema] => [
  schema,
  object({ schema: { const: schema }, ...members }),
];
