import { BRIEF_COLUMNS, buildBriefRows, renderBriefView } from '../../output/views/brief.ts';
import {
  buildConfirmationRows,
  CONFIRMATION_COLUMNS,
  renderConfirmationsView,
} from '../../output/views/confirmations.ts';
import { buildGraphRows, GRAPH_COLUMNS, renderGraphView } from '../../output/views/graph.ts';
import { buildToolRows, renderToolsView, TOOL_COLUMNS } from '../../output/views/tools.ts';
import { buildTrustRows, renderTrustView, TRUST_COLUMNS } from '../../output/views/trust.ts';
import { commandLine, gap, line, type OutputRows, type TerminalView } from '../../output/views/view-model.ts';
import { RefusedRequest, UsageError } from '../../platform/errors.ts';
import {
  hintText,
  nextCommand,
  quoteShellWord,
  type ShellSafe,
  shellText,
} from '../../platform/escape/shell.ts';
import { readUserFile } from '../../platform/files/user-files.ts';
import { isRecord, toJsonText } from '../../platform/json/json-values.ts';
import { type CommandContext, reportNote } from '../command-context.ts';
import { defineCommand } from '../command-spec.ts';
import { readTextFlag } from '../flags/parse-flags.ts';
import { callOnce, isFreeTool, requireToolConsent } from './call-once.ts';

const connectToolServer = async (deps: CommandContext) =>
  (await import('../../assistant/mcp/connect-tool-server.ts')).connectToolServer(deps);

const TEXT_COLUMNS = ['text'] as const;

export const toolsLsCommand = defineCommand({
  path: 'tools ls',
  resultKind: 'body',
  targetFlags: ['sandbox', 'account'],
  group: 'Other commands',
  effects: { sends: 'always' },
  outputSchemas: ['body'],
  summary: 'List the tools of the service for AI assistants',
  namesInOtherTools: ['tools list'],
  about:
    'The tools are on a separate server of the service. Set its address with TOILE_MCP_URL or `toile ' +
    'login --mcp-url`. Your key is the same.',
  examples: [
    { why: 'See the tools', line: 'toile tools ls' },
    { why: 'Print the schemas of the arguments', line: "toile tools ls --json | jq '.tools[].inputSchema'" },
  ],
  json: '{"tools": [{"name", "description", "inputSchema", "outputSchema", "annotations"}]}',
  columns: [{ names: TOOL_COLUMNS }],
  parse: () => ({}),
  run: async (deps) => {
    const remote = await connectToolServer(deps);
    try {
      return { kind: 'body', ...(await remote.listTools()) } as const;
    } finally {
      await remote.close();
    }
  },
  buildView: (body) => renderToolsView(body),
  buildRows: (body) => buildToolRows(body),
});

/**
 * The result of a tool call. `body` is the parsed JSON object that the service sent, or undefined if it sent none.
 * `texts` has the texts of the result as the service sent them.
 */
interface ToolCallResult {
  readonly body: unknown;
  readonly texts: readonly string[];
  /** The argument `id` of the call; empty if it has none. */
  readonly subject: string;
  /** The command that reads the next part of the result. Undefined if the tool call returned the whole result. */
  readonly nextCommand: ShellSafe | undefined;
}

interface ToolViewContext {
  readonly subject: string;
  readonly toile: ShellSafe;
}

interface ToolPresenter {
  renderView(body: unknown, beside: ToolViewContext): TerminalView;
  buildRows(body: unknown): OutputRows;
}

const TOOL_PRESENTERS: Readonly<Record<string, ToolPresenter>> = {
  get_garment_graph: { renderView: renderGraphView, buildRows: (body) => buildGraphRows(body) },
  get_tailor_brief: { renderView: renderBriefView, buildRows: (body) => buildBriefRows(body) },
  run_design_trust: { renderView: renderTrustView, buildRows: (body) => buildTrustRows(body) },
  list_unresolved_confirmations: {
    renderView: renderConfirmationsView,
    buildRows: (body) => buildConfirmationRows(body),
  },
};

const toRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

const listTexts = (result: unknown): readonly string[] => {
  const { content } = toRecord(result);
  const blocks = Array.isArray(content) ? content : [];
  return blocks.map((block) => {
    const { type, text: blockText } = toRecord(block);
    return type === 'text' && typeof blockText === 'string' ? blockText : toJsonText(block);
  });
};

const parseToolArguments = (typed: string): Readonly<Record<string, unknown>> => {
  let value: unknown;
  try {
    value = JSON.parse(typed);
  } catch {
    throw new UsageError('--args is not JSON; nothing was sent');
  }
  if (isRecord(value)) return value;
  throw new UsageError('--args must be a JSON object: the arguments by name');
};

/**
 * Reads a tool result. The server sends the body twice: as parsed data and as JSON text. toile uses the text, because
 * it has the numbers exactly as the service wrote them.
 */
const readToolCallResult = (
  typed: ShellSafe,
  args: Readonly<Record<string, unknown>>,
  result: unknown,
  parse: (text: string) => unknown,
): ToolCallResult => {
  const { structuredContent } = toRecord(result);
  const texts = listTexts(result);
  const subject = typeof args.id === 'string' ? args.id : '';
  if (!isRecord(structuredContent)) return { body: undefined, texts, subject, nextCommand: undefined };
  const [only, ...others] = texts.map(parse).filter(isRecord);
  const fullBody = only !== undefined && others.length === 0 ? only : structuredContent;
  const { _more, ...body } = fullBody;
  const { after } = toRecord(_more);
  const next = typeof after === 'string' ? JSON.stringify({ ...args, after }) : undefined;
  return {
    body,
    texts,
    subject,
    nextCommand: next === undefined ? undefined : shellText`${typed} --args ${quoteShellWord(next)}`,
  };
};

export const toolsCallCommand = defineCommand({
  path: 'tools call',
  resultKind: 'body',
  targetFlags: ['sandbox', 'account'],
  group: 'Other commands',
  effects: {
    sends: 'always',
    scopes: ['export'],
    writes: 'the record of a call that may cost money',
    asks: 'consent to a call that may cost money, without --yes',
  },
  outputSchemas: ['body'],
  summary: 'Call a tool of the service and show the result',
  args: [
    {
      name: 'NAME',
      about: 'a tool of `toile tools ls`',
      required: true,
      suggests: Object.keys(TOOL_PRESENTERS),
    },
  ],
  flags: {
    args: { value: 'JSON', about: 'arguments: a JSON object or @FILE', completes: ['@files'] },
    yes: { about: 'accept the possible cost of a tool that toile does not know' },
    again: { about: 'repeat a call that may cost money' },
  },
  examples: [
    {
      why: 'Read a brief as toile brief does',
      line: `toile tools call get_tailor_brief --args '{"id": "GARM-101"}'`,
    },
    {
      why: 'Call a tool with arguments from a file',
      line: 'toile tools call export_design --args @export.json',
    },
  ],
  json: 'the result, unchanged: {"content": [...], "structuredContent": {...}}',
  columns: [
    { when: 'get_garment_graph', names: GRAPH_COLUMNS },
    { when: 'get_tailor_brief', names: BRIEF_COLUMNS },
    { when: 'run_design_trust', names: TRUST_COLUMNS },
    { when: 'list_unresolved_confirmations', names: CONFIRMATION_COLUMNS },
    { when: 'any other tool', names: TEXT_COLUMNS },
  ],
  parse: ({ args: [name = ''], flags }) => {
    const typed = readTextFlag(flags, 'args');
    if (typed !== undefined && !typed.startsWith('@')) parseToolArguments(typed);
    return { name, typed, yes: flags.yes === true, again: flags.again === true };
  },
  run: async (deps, { name, typed = '{}', yes, again }) => {
    requireToolConsent(deps, name, yes);
    const args = parseToolArguments(
      typed.startsWith('@') ? await readUserFile(deps.system, typed.slice(1)) : typed,
    );
    const typedCommand = shellText`${deps.toile} tools call ${quoteShellWord(name)} --args ${quoteShellWord(typed)}`;
    const remote = await connectToolServer(deps);
    try {
      const {
        text: sentText,
        value,
        schemaMismatch,
      } = await (isFreeTool(name)
        ? remote.callTool(name, args)
        : callOnce(deps, remote, { name, args, yes, again, typed: typedCommand }));
      if (schemaMismatch !== undefined)
        reportNote(deps, `the result does not match the schema of its tool server: ${schemaMismatch}`);
      if (toRecord(value).isError === true) {
        throw new RefusedRequest(`the tool ${name} returned an error: ${listTexts(value).join('\n')}`, {
          code: 'tool_error',
          hint: hintText`${nextCommand`${deps.toile} tools ls`} shows its arguments`,
        });
      }
      return {
        kind: 'body',
        value: readToolCallResult(
          shellText`${deps.toile} tools call ${quoteShellWord(name)}`,
          args,
          value,
          remote.parseNestedJson,
        ),
        text: sentText,
      } as const;
    } finally {
      await remote.close();
    }
  },
  buildView: ({ body, texts, subject, nextCommand }, { name }, { toile }) => {
    const presenter = TOOL_PRESENTERS[name];
    const content: TerminalView =
      body === undefined || !presenter
        ? texts.flatMap((each) => each.split('\n').map((words) => line(words)))
        : presenter.renderView(body, { subject, toile });
    return nextCommand === undefined
      ? content
      : [...content, gap, line('This is one part; to continue:'), commandLine(nextCommand)];
  },
  buildRows: ({ body, texts, nextCommand }, { name }) => {
    const presenter = TOOL_PRESENTERS[name];
    const content: OutputRows =
      body === undefined || !presenter
        ? { columns: TEXT_COLUMNS, rows: texts.map((each) => [each]) }
        : presenter.buildRows(body);
    return nextCommand === undefined ? content : { ...content, continuation: nextCommand };
  },
});
