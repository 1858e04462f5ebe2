/** A hostile tool server for a client of the older protocol. */
import { createJsonReply, type Reply } from './hostile-answers.ts';
import { type ReplacementDepth, readBody, type TextDealer } from './hostile-bodies.ts';

const TOOLS: Readonly<Record<string, string>> = {
  get_garment_graph: 'graph',
  get_tailor_brief: 'tailor-brief',
  run_design_trust: 'design-trust',
  list_unresolved_confirmations: 'confirmations',
  export_design: 'graph',
};

const COUNTED = 'tools/call';

/** Returns the result of a call, in turn: a partial body with a hostile cursor, a failure, an error. */
const callTool = (resource: string, deal: TextDealer, depth: ReplacementDepth, calls: number): object => {
  const dealText = (): object => ({ type: 'text', text: deal.next() });
  if (calls % 4 === 0) return { error: { code: -32602, message: deal.next(), data: deal.next() } };
  if (calls % 4 === 1) return { result: { isError: true, content: [dealText(), dealText()] } };
  if (calls % 4 === 3) return { result: { content: [dealText()] } };
  const more = { left_out: 3, after: deal.next(), how: deal.next(), kinds: { [deal.next()]: 2 } };
  const body = { ...(readBody(resource, deal, depth) as object), _more: more };
  const content = [{ type: 'text', text: JSON.stringify(body) }];
  return { result: { content, structuredContent: body } };
};

const describeTool = (name: string, deal: TextDealer): object => ({
  name,
  title: deal.next(),
  description: deal.next(),
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', description: deal.next() }, [deal.next()]: {} },
  },
  annotations: { title: deal.next(), readOnlyHint: true },
});

const answerMethod = (
  method: unknown,
  name: string,
  deal: TextDealer,
  depth: ReplacementDepth,
  calls: number,
): object => {
  switch (method) {
    case 'initialize':
      return {
        result: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: deal.next(), version: deal.next(), title: deal.next() },
          instructions: deal.next(),
        },
      };
    case 'tools/list': {
      const names = [...Object.keys(TOOLS), deal.next(), deal.next()];
      return {
        result: { tools: names.map((each) => describeTool(each, deal)), _meta: { note: deal.next() } },
      };
    }
    case COUNTED:
      return callTool(TOOLS[name] ?? 'graph', deal, depth, calls);
    default:
      return { error: { code: -32601, message: deal.next() } };
  }
};

/** Creates the function that answers tool requests; an honest service answers every call in the same way. */
export const createToolAnswers = (deal: TextDealer, honest: boolean) => {
  let calls = 2;
  return (asked: string, depth: ReplacementDepth): Reply => {
    const { id, method, params } = JSON.parse(asked || '{}') as {
      id?: unknown;
      method?: unknown;
      params?: { name?: string };
    };
    if (id === undefined) return createJsonReply(202, '');
    const answer = answerMethod(method, params?.name ?? '', deal, depth, calls);
    if (method === COUNTED && !honest) calls += 1;
    return createJsonReply(200, { jsonrpc: '2.0', id, ...answer });
  };
};
