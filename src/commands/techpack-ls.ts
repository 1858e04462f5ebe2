import { keptRows, keptView } from '../view/tech-pack.ts';
import { define } from './define.ts';

export const techpackLs = define({
  path: 'techpack ls',
  answers: 'made',
  uses: [],
  group: 'Take it away',
  summary: 'List the Tech Packs that were requested from this machine',
  about: 'As they were last seen from here, the newest first; nothing is asked of the service.',
  examples: [
    { why: 'All of them', line: 'toile techpack ls' },
    { why: 'Those of which nobody knows the fate', line: "toile techpack ls | grep 'fate unknown'" },
  ],
  json: '{"schema": "toile.techpacks/1", "requests": [{"requested_at", "design_id", "state", "status", "ready", "purchase_id", "checkout_url", "base_url"}]}',
  parse: () => ({}),
  run: async (deps) => {
    const all = await (await deps.purchases()).list();
    return { kind: 'made', schema: 'toile.techpacks/1', value: { requests: all.toReversed() } } as const;
  },
  view: ({ requests }) => keptView(requests),
  rows: ({ requests }) => keptRows(requests),
});
