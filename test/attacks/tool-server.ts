/** The tool server of a stranger, as far as a client of the older era asks. */
import { json, type Reply } from './answers.ts';
import { type Deal, type Depth, readBody } from './bodies.ts';

const TOOLS: Readonly<Record<string, string>> = {
  get_garment_graph: 'graph',
  get_tailor_brief: 'tailor-brief',
  run_design_trust: 'design-trust',
  list_unresolved_confirmations: 'confirmations',
  export_design: 'graph',
};

const COUNTED = 'tools/call';

/** The result of a call, in turn: a part that goes on at a stranger's word, a failure in its words, an error. */
const called = (resource: string, deal: Deal, depth: Depth, calls: number): object => {
  const said = (): object => ({ type: 'text', text: deal.next() });
  if (calls % 4 === 0) return { error: { code: -32602, message: deal.next(), data: deal.next() } };
  if (calls % 4 === 1) return { result: { isError: true, content: [said(), said()] } };
  if (calls % 4 === 3) return { result: { content: [said()] } };
  const more = { left_out: 3, after: deal.next(), how: deal.next(), kinds: { [deal.next()]: 2 } };
  const body = { ...(readBody(resource, deal, depth) as object), _more: more };
  const content = [{ type: 'text', text: JSON.stringify(body) }];
  return { result: { content, structuredContent: body } };
};

const tool = (name: string, deal: Deal): object => ({
  name,
  title: deal.next(),
  description: deal.next(),
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', description: deal.next() }, [deal.next()]: {} },
  },
  annotations: { title: deal.next(), readOnlyHint: true },
});

const told = (method: unknown, name: string, deal: Deal, depth: Depth, calls: number): object => {
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
      return { result: { tools: names.map((each) => tool(each, deal)), _meta: { note: deal.next() } } };
    }
    case COUNTED:
      return called(TOOLS[name] ?? 'graph', deal, depth, calls);
    default:
      return { error: { code: -32601, message: deal.next() } };
  }
};

/** Answers for as long as the service stands; one in good faith answers every call in the same way. */
export const toolAnswering = (deal: Deal, honest: boolean) => {
  let calls = 2;
  return (asked: string, depth: Depth): Reply => {
    const { id, method, params } = JSON.parse(asked || '{}') as {
      id?: unknown;
      method?: unknown;
      params?: { name?: string };
    };
    if (id === undefined) return json(202, '');
    const answer = told(method, params?.name ?? '', deal, depth, calls);
    if (method === COUNTED && !honest) calls += 1;
    return json(200, { jsonrpc: '2.0', id, ...answer });
  };
};
