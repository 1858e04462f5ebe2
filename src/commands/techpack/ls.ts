import { KEPT_COLUMNS, keptRows, keptView } from '../../view/purchases.ts';
import { made } from '../answers.ts';
import { define } from '../define.ts';
import type { Base, Shop } from '../facets.ts';

export const techpackLs = define({
  path: 'techpack ls',
  answers: 'made',
  uses: [],
  group: 'Take it away',
  does: { sends: 'never' },
  gives: ['toile.techpacks/3'],
  summary: 'List the Tech Packs that were requested from here',
  elsewhere: ['techpack list', 'techpacks'],
  about:
    'As they were last seen from here, the newest first, and from every machine that shares them by TOILE_SHARED; ' +
    'nothing is asked of the service. Calls of tools that may cost money stand among them. A record that cannot be ' +
    'read is counted, and left as it is: until you say otherwise with techpack forget, nothing is requested.',
  examples: [
    { why: 'All of them', line: 'toile techpack ls' },
    { why: 'Those of which nobody knows the fate', line: "toile techpack ls | grep 'fate unknown'" },
  ],
  json: '{"schema": "toile.techpacks/3", "requests": [{"ref", "requested_at", "design_id", "state", "status", "purchase_id", "checkout_url", "account", "base_url"}], "damaged": 0}',
  exits: [
    ['1', 'some records, or the file as a whole, cannot be read'],
    ['3', 'the engine of TOILE_SHARED cannot be asked'],
    ['4', 'not signed in, where TOILE_SHARED is set: the key names what is shared'],
  ],
  columns: [{ names: KEPT_COLUMNS }],
  parse: () => ({}),
  run: async (deps: Base & Shop) => {
    const { requests, damaged } = await (await deps.purchases()).list();
    const value = { requests: requests.toReversed(), damaged };
    return made('toile.techpacks/3', value, damaged > 0 ? { exit: 1 } : {});
  },
  view: ({ requests, damaged }) => keptView(requests, damaged),
  rows: ({ requests, damaged }) => keptRows(requests, damaged),
});
