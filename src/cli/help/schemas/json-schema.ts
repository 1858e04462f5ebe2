/** Building blocks for JSON Schemas of the output of toile. */

/** A JSON Schema of the output of a command, or of a part of it. */
export type OutputSchema = Readonly<Record<string, unknown>>;

export const textSchema: OutputSchema = { type: 'string' };
export const timeSchema: OutputSchema = { type: 'string', format: 'date-time' };
export const uriSchema: OutputSchema = { type: 'string', format: 'uri' };
export const countSchema: OutputSchema = { type: 'integer', minimum: 0 };
export const numberSchema: OutputSchema = { type: 'number' };
export const booleanSchema: OutputSchema = { type: 'boolean' };
/** The schema of any value that the service sent. */
export const anySchema: OutputSchema = {};

export const allowNull = (schema: OutputSchema): OutputSchema => ({ anyOf: [schema, { type: 'null' }] });
export const nullableTextSchema = allowNull(textSchema);
export const defineList = (items: OutputSchema): OutputSchema => ({ type: 'array', items });
export const defineEnum = (...words: readonly string[]): OutputSchema => ({ enum: words });
/** Returns the schema of an object with any member names. Each member has the schema `values`. */
export const defineMap = (values: OutputSchema): OutputSchema => ({
  type: 'object',
  additionalProperties: values,
});

type SchemaMembers = Readonly<Record<string, OutputSchema>>;

/** Returns an object with the members `names`. Each member has the value `schema`. */
export const defineMembers = (schema: OutputSchema, ...names: readonly string[]): SchemaMembers =>
  Object.fromEntries(names.map((name) => [name, schema]));

/**
 * Returns the schema of an object with these members and possibly others. A name that ends with `?`, for example
 * `account?`, means an optional member.
 */
export const defineObject = (members: SchemaMembers): OutputSchema => ({
  type: 'object',
  required: Object.keys(members).filter((name) => !name.endsWith('?')),
  properties: Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema]),
  ),
});

/** Returns the schema of a body of the service. No member of `members` is required, and other members are allowed. */
export const defineServiceBody = (description: string, members: SchemaMembers = {}): OutputSchema => ({
  description,
  ...(Object.keys(members).length > 0 && { properties: members }),
  additionalProperties: true,
});

/**
 * Returns a pair of a schema name and a JSON Schema, an entry for DATA_SCHEMAS. The JSON Schema describes an object
 * with the given `members` and a member `schema` that has the schema name as its value.
 */
export const defineData = (schema: string, members: SchemaMembers): readonly [string, OutputSchema] => [
  schema,
  defineObject({ schema: { const: schema }, ...members }),
];
