import { buildOrderRows, ORDER_COLUMNS, renderOrdersView } from '../../output/views/orders.ts';
import type { CommandContext } from '../command-context.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';

/** The command `toile techpack ls`: lists the recorded Tech Pack requests, newest first. */
export const techpackLsCommand = defineCommand({
  path: 'techpack ls',
  resultKind: 'made',
  targetFlags: ['sandbox', 'sandbox-from'],
  group: 'Order a Tech Pack',
  effects: { sends: 'never' },
  outputSchemas: ['toile.techpacks/3'],
  summary: 'List the Tech Pack requests of this machine',
  namesInOtherTools: ['techpack list', 'techpacks'],
  about:
    'Lists requests in their last known state, newest first, with those of other machines if TOILE_SHARED ' +
    'is set. Tool calls that may cost money are listed too. Nothing is sent to the service.\n\n' +
    'Unreadable records are counted and kept. Until `toile techpack forget --damaged` removes them, ' +
    'toile orders no Tech Pack.',
  examples: [
    { why: 'See all requests', line: 'toile techpack ls' },
    { why: 'Find requests with an unknown result', line: "toile techpack ls | grep 'fate unknown'" },
  ],
  json: '{"schema": "toile.techpacks/3", "requests": [{"ref", "requested_at", "design_id", "state", "status", "purchase_id", "checkout_url", "account", "base_url"}], "damaged": 0}',
  exitCodes: [
    ['1', 'some records or the whole file cannot be read'],
    ['3', 'the server of TOILE_SHARED is unavailable'],
    ['4', 'not signed in, with TOILE_SHARED set: the key selects the shared records'],
  ],
  columns: [{ names: ORDER_COLUMNS }],
  parse: () => ({}),
  run: async (deps: CommandContext) => {
    const { requests, damaged } = await (await deps.openOrders()).list();
    const value = { requests: requests.toReversed(), damaged };
    return buildDataResult('toile.techpacks/3', value, damaged > 0 ? { exit: 1 } : {});
  },
  buildView: ({ requests, damaged }) => renderOrdersView(requests, damaged),
  buildRows: ({ requests, damaged }) => buildOrderRows(requests, damaged),
});
