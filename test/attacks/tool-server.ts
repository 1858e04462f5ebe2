/** The tool server of the hostile service, as far as a client of the older era asks. */
import { type Deal, type Depth, readBody } from './bodies.ts';

const TOOLS: Readonly<Record<string, string>> = {
  get_garment_graph: 'graph',
  get_tailor_brief: 'tailor-brief',
  run_design_trust: 'design-trust',
  list_unresolved_confirmations: 'confirmations',
  export_design: 'graph',
};

let calls = 0;

/** The result of a call, in turn: a part that goes on at a stranger's word, a failure in its words, an error. */
const called = (resource: string, deal: Deal, depth: Depth): object => {
  calls += 1;
  if (calls % 4 === 0) return { error: { code: -32602, message: deal.next(), data: deal.next() } };
  if (calls % 4 === 1)
    return {
      result: {
        isError: true,
        content: [
          { type: 'text', text: deal.next() },
          { type: 'text', text: deal.next() },
        ],
      },
    };
  const body = {
    ...(readBody(resource, deal, depth) as object),
    _more: { left_out: 3, after: deal.next(), how: deal.next(), kinds: { [deal.next()]: 2 } },
  };
  const content = [{ type: 'text', text: JSON.stringify(body) }];
  return {
    result:
      calls % 4 === 2
        ? { content, structuredContent: body }
        : { content: [{ type: 'text', text: deal.next() }] },
  };
};

export const answerTools = (
  asked: string,
  deal: Deal,
  depth: Depth,
  send: (status: number, body: unknown) => void,
): void => {
  const { id, method, params } = JSON.parse(asked || '{}') as {
    id?: unknown;
    method?: string;
    params?: { name?: string };
  };
  const answer = (told: object): void => send(200, { jsonrpc: '2.0', id, ...told });
  if (id === undefined) return send(202, '');
  if (method === 'initialize') {
    return answer({
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: deal.next(), version: deal.next(), title: deal.next() },
        instructions: deal.next(),
      },
    });
  }
  if (method === 'tools/list') {
    const about = (name: string) => ({
      name,
      title: deal.next(),
      description: deal.next(),
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'string', description: deal.next() }, [deal.next()]: {} },
      },
      annotations: { title: deal.next(), readOnlyHint: true },
    });
    const names = [...Object.keys(TOOLS), deal.next(), deal.next()];
    return answer({ result: { tools: names.map(about), _meta: { note: deal.next() } } });
  }
  if (method === 'tools/call') return answer(called(TOOLS[params?.name ?? ''] ?? 'graph', deal, depth));
  answer({ error: { code: -32601, message: deal.next() } });
};
