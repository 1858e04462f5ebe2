/** The tools of a tool server: what each is for, whether it only reads, and what it takes. */

import { isRecord, jsonText, scalarText } from '../json/values.ts';
import { type Block, gap, grid, line, type Rows, type View } from './model.ts';
import { faint, strong } from './value-pieces.ts';

export const TOOL_COLUMNS = ['name', 'title', 'does', 'needs', 'takes', 'description'] as const;

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
}

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly does: string;
  readonly args: readonly Argument[];
}

const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const words = (value: unknown): string => scalarText(value) ?? '';

/** The type of one argument in a few words: `"a" or "b"`, `list of string`, or the schema where it is none of these. */
const typeOf = (schema: Readonly<Record<string, unknown>>): string => {
  const { type, items } = schema;
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => scalarText(value) ?? jsonText(value)).join(' or ');
  if (type === 'array') return `list of ${isRecord(items) ? typeOf(items) : 'anything'}`;
  if (Array.isArray(type)) return type.map(words).join(' or ');
  return words(type) || (Object.keys(schema).length === 0 ? 'anything' : jsonText(schema));
};

const argsOf = (schema: unknown): readonly Argument[] => {
  const { properties, required } = record(schema);
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(record(properties)).map(([name, property]) => ({
    name,
    type: typeOf(record(property)),
    required: needed.includes(name),
    about: words(record(property).description),
  }));
};

/** The protocol takes what says nothing of itself for something that changes and destroys. */
const doesOf = (annotations: unknown): string => {
  const { readOnlyHint, destructiveHint } = record(annotations);
  if (readOnlyHint === true) return 'reads only';
  return destructiveHint === false ? 'makes something new' : 'may change things';
};

const toolsIn = (body: unknown): readonly Tool[] => {
  const { tools } = record(body);
  return (Array.isArray(tools) ? tools : []).map(record).map((tool) => ({
    name: words(tool.name),
    title: words(tool.title) || words(record(tool.annotations).title),
    about: words(tool.description),
    does: doesOf(tool.annotations),
    args: argsOf(tool.inputSchema),
  }));
};

const blocksOf = ({ name, about, does, args }: Tool): readonly Block[] => [
  gap,
  line([strong(name), '  ', faint(does)], { hang: 2 }),
  ...(about === '' ? [] : [line(about, { indent: 2 })]),
  grid(
    [{}, { fit: 'wrap', min: 12 }, { fit: 'wrap', min: 16 }],
    args.map((arg) => [arg.required ? strong(arg.name) : arg.name, faint(arg.type), arg.about]),
    { indent: 2 },
  ),
];

/** For a terminal. Arguments that a tool needs stand in bold. */
export const toolsView = (body: unknown): View => {
  const tools = toolsIn(body);
  return tools.length === 0 ? [line('The tool server offers no tools.')] : tools.flatMap(blocksOf);
};

/** One row per tool. */
export const toolRows = (body: unknown): Rows => {
  return {
    columns: TOOL_COLUMNS,
    rows: toolsIn(body).map(({ name, title, does, args, about }) => [
      name,
      title,
      does,
      args.flatMap((arg) => (arg.required ? [arg.name] : [])).join(','),
      args.map((arg) => arg.name).join(','),
      about,
    ]),
  };
};
