import { advice, shellWord, type Typeable, toType, typeable } from '../../border/shell.ts';
import { Refused, UsageError } from '../../errors.ts';
import { isRecord, jsonText } from '../../json/values.ts';
import { BRIEF_COLUMNS, briefRows, briefView } from '../../view/brief.ts';
import { CONFIRMATION_COLUMNS, confirmationsRows, confirmationsView } from '../../view/confirmations.ts';
import { graphRows, graphView } from '../../view/graph.ts';
import { GRAPH_COLUMNS } from '../../view/graph-rows.ts';
import { gap, line, type Rows, typed, type View } from '../../view/model.ts';
import { TOOL_COLUMNS, toolRows, toolsView } from '../../view/tools.ts';
import { TRUST_COLUMNS, trustRows, trustView } from '../../view/trust.ts';
import { define } from '../define.ts';
import type { Assistants, Base, Files, Shop } from '../facets.ts';
import { text } from '../flags/parse-flags.ts';
import { callOnce, isFree, needToolConsent } from './call-once.ts';

const TEXT_COLUMNS = ['text'] as const;

export const toolsLs = define({
  path: 'tools ls',
  answers: 'body',
  uses: ['sandbox', 'account'],
  group: 'Anything else',
  does: { sends: 'always' },
  gives: ['body'],
  summary: "List the tools of the service's tool server, and what each takes",
  elsewhere: ['tools list'],
  about:
    'The tool server has an address of its own: TOILE_MCP_URL, or what was given to toile login --mcp-url. The same ' +
    'key is used.',
  examples: [
    { why: 'What there is', line: 'toile tools ls' },
    { why: 'The schemas', line: "toile tools ls --json | jq '.tools[].inputSchema'" },
  ],
  json: '{"tools": [{"name", "description", "inputSchema", "outputSchema", "annotations"}]}',
  columns: [{ names: TOOL_COLUMNS }],
  parse: () => ({}),
  run: async (deps: Base & Files & Assistants) => {
    const remote = await deps.remoteTools();
    try {
      return { kind: 'body', ...(await remote.list()) } as const;
    } finally {
      await remote.close();
    }
  },
  view: (body) => toolsView(body),
  rows: (body) => toolRows(body),
});

/** What came of a call: the body of the service in it, and the texts beside. */
interface Called {
  readonly body: unknown;
  readonly texts: readonly string[];
  /** What was asked about, as typed. */
  readonly subject: string;
  /** How a part goes on, as it would be typed. */
  readonly more: Typeable | undefined;
}

/** What the views of the reads are told beside the body. */
interface Beside {
  readonly subject: string;
  readonly toile: Typeable;
}

interface Shown {
  view(body: unknown, beside: Beside): View;
  rows(body: unknown): Rows;
}

const SHOWN: Readonly<Record<string, Shown>> = {
  get_garment_graph: { view: graphView, rows: (body) => graphRows(body) },
  get_tailor_brief: { view: briefView, rows: (body) => briefRows(body) },
  run_design_trust: { view: trustView, rows: (body) => trustRows(body) },
  list_unresolved_confirmations: { view: confirmationsView, rows: (body) => confirmationsRows(body) },
};

const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

const textsOf = (result: unknown): readonly string[] => {
  const { content } = record(result);
  const blocks = Array.isArray(content) ? content : [];
  return blocks.map((block) => {
    const { type, text: said } = record(block);
    return type === 'text' && typeof said === 'string' ? said : jsonText(block);
  });
};

const objectIn = (typed: string): Readonly<Record<string, unknown>> => {
  let value: unknown;
  try {
    value = JSON.parse(typed);
  } catch {
    throw new UsageError('--args is not JSON; nothing was sent');
  }
  if (isRecord(value)) return value;
  throw new UsageError('--args has to be a JSON object: the arguments by name');
};

/** The service says the same as data and as text, and only the text has every number as it was written. */
const calledOf = (
  typed: Typeable,
  args: Readonly<Record<string, unknown>>,
  result: unknown,
  reread: (text: string) => unknown,
): Called => {
  const { structuredContent } = record(result);
  const texts = textsOf(result);
  const subject = typeof args.id === 'string' ? args.id : '';
  if (!isRecord(structuredContent)) return { body: undefined, texts, subject, more: undefined };
  const [only, ...others] = texts.map(reread).filter(isRecord);
  const whole = only !== undefined && others.length === 0 ? only : structuredContent;
  const { _more, ...body } = whole;
  const { after } = record(_more);
  const next = typeof after === 'string' ? JSON.stringify({ ...args, after }) : undefined;
  return {
    body,
    texts,
    subject,
    more: next === undefined ? undefined : typeable`${typed} --args ${shellWord(next)}`,
  };
};

export const toolsCall = define({
  path: 'tools call',
  answers: 'body',
  uses: ['sandbox', 'account'],
  group: 'Anything else',
  does: {
    sends: 'always',
    scopes: ['export'],
    writes: 'the record of a call beyond the five tools',
    asks: 'consent to a tool beyond the five, without --yes',
  },
  gives: ['body'],
  summary: "Call a tool of the service's tool server, and show the answer as the reads do",
  words: [
    {
      name: 'NAME',
      about: 'the tool, as toile tools ls gives it',
      required: true,
      suggests: Object.keys(SHOWN),
    },
  ],
  flags: {
    args: { value: 'JSON', about: 'the arguments as a JSON object, or @FILE', completes: ['@files'] },
    yes: { about: 'agree to what a tool beyond the five may cost' },
    again: { about: 'call such a tool another time with the same arguments' },
  },
  examples: [
    {
      why: 'The same as toile brief',
      line: `toile tools call get_tailor_brief --args '{"id": "GARM-101"}'`,
    },
    { why: 'With arguments from a file', line: 'toile tools call export_design --args @export.json' },
  ],
  json: 'the result as it came: {"content": [...], "structuredContent": {...}}',
  columns: [
    { when: 'a reading tool', names: GRAPH_COLUMNS },
    { when: 'a reading tool', names: BRIEF_COLUMNS },
    { when: 'a reading tool', names: TRUST_COLUMNS },
    { when: 'a reading tool', names: CONFIRMATION_COLUMNS },
    { when: 'any other', names: TEXT_COLUMNS },
  ],
  parse: ({ words: [name = ''], flags }) => {
    const typed = text(flags, 'args');
    if (typed !== undefined && !typed.startsWith('@')) objectIn(typed);
    return { name, typed, yes: flags.yes === true, again: flags.again === true };
  },
  run: async (deps: Base & Files & Assistants & Shop, { name, typed = '{}', yes, again }) => {
    needToolConsent(deps, name, yes);
    const args = objectIn(typed.startsWith('@') ? await deps.readText(typed.slice(1)) : typed);
    const typedAs = typeable`${deps.toile} tools call ${shellWord(name)} --args ${shellWord(typed)}`;
    const remote = await deps.remoteTools();
    try {
      const {
        text: sent,
        value,
        misfit,
      } = await (isFree(name)
        ? remote.call(name, args)
        : callOnce(deps, remote, { name, args, yes, again, typed: typedAs }));
      if (misfit !== undefined)
        deps.tell({ kind: 'note', text: `the result does not fit the schema of its tool server: ${misfit}` });
      if (record(value).isError === true) {
        throw new Refused(`the tool ${name} says: ${textsOf(value).join('\n')}`, {
          code: 'tool_error',
          hint: advice`${toType`${deps.toile} tools ls`} shows what it takes`,
        });
      }
      return {
        kind: 'body',
        value: calledOf(typeable`${deps.toile} tools call ${shellWord(name)}`, args, value, remote.reread),
        text: sent,
      } as const;
    } finally {
      await remote.close();
    }
  },
  view: ({ body, texts, subject, more }, { name }, { toile }) => {
    const shown = SHOWN[name];
    const own: View =
      body === undefined || !shown
        ? texts.flatMap((each) => each.split('\n').map((words) => line(words)))
        : shown.view(body, { subject, toile });
    return more === undefined ? own : [...own, gap, line('This is a part; to go on:'), typed(more)];
  },
  rows: ({ body, texts, more }, { name }) => {
    const shown = SHOWN[name];
    const own: Rows =
      body === undefined || !shown
        ? { columns: TEXT_COLUMNS, rows: texts.map((each) => [each]) }
        : shown.rows(body);
    return more === undefined ? own : { ...own, note: `this is a part; to go on: ${more}` };
  },
});
