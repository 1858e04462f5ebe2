import { buildOrderRows, ORDER_COLUMNS, renderOrdersView } from '../../output/views/orders.ts';
import type { CommandContext, OrderContext } from '../command-context.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';

/** The command `toile techpack ls`. */
export const techpackLsCommand = defineCommand({
  path: 'techpack ls',
  resultKind: 'made',
  targetFlags: [],
  group: 'Take it away',
  effects: { sends: 'never' },
  outputSchemas: ['toile.techpacks/3'],
  summary: 'List the Tech Packs that were requested from here',
  namesInOtherTools: ['techpack list', 'techpacks'],
  about:
    'As they were last seen from here, the newest first, and from every machine that shares them by TOILE_SHARED; ' +
    'nothing is asked of the service. Calls of tools that may cost money stand among them. A record that cannot be ' +
    'read is counted, and left as it is: until you say otherwise with techpack forget, nothing is requested.',
  examples: [
    { why: 'All of them', line: 'toile techpack ls' },
    { why: 'Those of which nobody knows the fate', line: "toile techpack ls | grep 'fate unknown'" },
  ],
  json: '{"schema": "toile.techpacks/3", "requests": [{"ref", "requested_at", "design_id", "state", "status", "purchase_id", "checkout_url", "account", "base_url"}], "damaged": 0}',
  exitCodes: [
    ['1', 'some records, or the file as a whole, cannot be read'],
    ['3', 'the engine of TOILE_SHARED cannot be asked'],
    ['4', 'not signed in, where TOILE_SHARED is set: the key names what is shared'],
  ],
  columns: [{ names: ORDER_COLUMNS }],
  parse: () => ({}),
  run: async (deps: CommandContext & OrderContext) => {
    const { requests, damaged } = await (await deps.openOrders()).list();
    const value = { requests: requests.toReversed(), damaged };
    return buildDataResult('toile.techpacks/3', value, damaged > 0 ? { exit: 1 } : {});
  },
  buildView: ({ requests, damaged }) => renderOrdersView(requests, damaged),
  buildRows: ({ requests, damaged }) => buildOrderRows(requests, damaged),
});
