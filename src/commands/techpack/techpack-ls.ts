import { buildOrderRows, ORDER_COLUMNS, renderOrdersView } from '../../output/views/orders.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';

export const techpackLsCommand = defineCommand({
  path: 'techpack ls',
  resultKind: 'data',
  targetFlags: ['sandbox', 'sandbox-from'],
  group: 'Order a Tech Pack',
  effects: { sends: 'never' },
  outputSchemas: ['toile.techpacks/3'],
  summary: 'List the Tech Pack requests from this machine',
  namesInOtherTools: ['techpack list', 'techpacks'],
  about:
    'Lists the requests in their last known state, newest first. Nothing is sent to the service. With ' +
    'TOILE_SHARED, the requests of other machines are listed too. The list also has each `toile tools ' +
    'call` that may cost money.\n\n' +
    'The list also has the number of damaged records. Until you remove them with `toile techpack ' +
    'forget --damaged`, toile orders no Tech Pack.',
  examples: [
    { why: 'See all requests', line: 'toile techpack ls' },
    { why: 'Find requests with an unknown result', line: "toile techpack ls | grep 'fate unknown'" },
  ],
  json: '{"schema": "toile.techpacks/3", "requests": [{"ref", "requested_at", "design_id", "state", "status", "purchase_id", "checkout_url", "account", "base_url"}], "damaged": 0}',
  exitCodes: [
    ['1', 'some records or the whole file cannot be read'],
    ['3', 'the server of TOILE_SHARED is unavailable'],
    ['4', 'not signed in: with TOILE_SHARED, the list has the requests of your key'],
  ],
  columns: [{ names: ORDER_COLUMNS }],
  parse: () => ({}),
  run: async (deps) => {
    const { requests, damaged } = await (await deps.openOrders()).list();
    const value = { requests: requests.toReversed(), damaged };
    return buildDataResult('toile.techpacks/3', value, damaged > 0 ? { exit: 1 } : {});
  },
  buildView: ({ requests, damaged }) => renderOrdersView(requests, damaged),
  buildRows: ({ requests, damaged }) => buildOrderRows(requests, damaged),
});
