import { isRecord, toJsonText, toScalarText } from '../../platform/json/json-values.ts';
import { faint, strong } from './value-runs.ts';
import {
  buildRecordRows,
  gap,
  grid,
  line,
  type OutputRows,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

/** The columns of `toile tools ls`, which prints one row per tool. */
export const TOOL_COLUMNS = ['name', 'title', 'does', 'needs', 'takes', 'description'] as const;

const toRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const toText = (value: unknown): string => toScalarText(value) ?? '';

/**
 * Describes the type of an argument in words, for example `a or b` or `list of string`. If this is not possible,
 * returns its JSON schema.
 */
const describeType = (schema: Readonly<Record<string, unknown>>): string => {
  const { type, items } = schema;
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => toScalarText(value) ?? toJsonText(value)).join(' or ');
  if (type === 'array') return `list of ${isRecord(items) ? describeType(items) : 'anything'}`;
  if (Array.isArray(type)) return type.map(toText).join(' or ');
  return toText(type) || (Object.keys(schema).length === 0 ? 'anything' : toJsonText(schema));
};

const listArguments = (schema: unknown) => {
  const { properties, required } = toRecord(schema);
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(toRecord(properties)).map(([name, property]) => ({
    name,
    type: describeType(toRecord(property)),
    required: needed.includes(name),
    about: toText(toRecord(property).description),
  }));
};

/** Describes what a tool may change. The MCP protocol treats a tool without annotations as destructive. */
const describeEffect = (annotations: unknown): string => {
  const { readOnlyHint, destructiveHint } = toRecord(annotations);
  if (readOnlyHint === true) return 'reads only';
  return destructiveHint === false ? 'creates something' : 'may change data';
};

const readListedTools = (body: unknown) => {
  const { tools } = toRecord(body);
  return (Array.isArray(tools) ? tools : []).map(toRecord).map((tool) => ({
    name: toText(tool.name),
    title: toText(tool.title) || toText(toRecord(tool.annotations).title),
    about: toText(tool.description),
    does: describeEffect(tool.annotations),
    args: listArguments(tool.inputSchema),
  }));
};

type ListedTool = ReturnType<typeof readListedTools>[number];

const renderToolBlocks = ({ name, about, does, args }: ListedTool): readonly ViewBlock[] => [
  gap,
  line([strong(name), '  ', faint(does)], { hang: 2 }),
  ...(about === '' ? [] : [line(about, { indent: 2 })]),
  grid(
    [{}, { fit: 'wrap', min: 12 }, { fit: 'wrap', min: 16 }],
    args.map((arg) => [arg.required ? strong(arg.name) : arg.name, faint(arg.type), arg.about]),
    { indent: 2 },
  ),
];

/**
 * Renders the result of `tools/list` for a terminal: the effect, description and arguments of each tool. Required
 * arguments are bold.
 */
export const renderToolsView = (body: unknown): TerminalView => {
  const tools = readListedTools(body);
  return tools.length === 0 ? [line('The tool server offers no tools.')] : tools.flatMap(renderToolBlocks);
};

/** Builds one output row for each tool in the result of the MCP request `tools/list`. */
export const buildToolRows = (body: unknown): OutputRows =>
  buildRecordRows(
    readListedTools(body).map(({ args, about, ...tool }) => ({
      ...tool,
      needs: args.flatMap((arg) => (arg.required ? [arg.name] : [])).join(','),
      takes: args.map((arg) => arg.name).join(','),
      description: about,
    })),
    TOOL_COLUMNS,
  );
