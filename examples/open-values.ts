/**
 * How much of each design the designer stated, the service worked out, and nobody has said: one design a line.
 * `npm install ./toile-*.tgz`, then `node open-values.ts` (Node 22.18 or newer reads TypeScript as it is).
 */
import { ApiError, Client } from 'toile/client';

const { TOILE_BASE_URL = '', TOILE_API_KEY = '' } = process.env;
const client = new Client({ baseUrl: TOILE_BASE_URL, credential: TOILE_API_KEY });

/** A graph is open: a value may stand anywhere, and says by its `state` where it comes from. */
const count = (value: unknown, counts: Map<string, number>): Map<string, number> => {
  if (typeof value !== 'object' || value === null) return counts;
  if ('state' in value && typeof value.state === 'string')
    counts.set(value.state, (counts.get(value.state) ?? 0) + 1);
  for (const member of Object.values(value)) count(member, counts);
  return counts;
};

for await (const { id, name } of client.designs({ pageSize: 50 })) {
  try {
    const states = count(await client.designGraph(id, { profile: 'factory' }), new Map());
    const figures = ['asserted', 'inferred', 'unstated'].map((state) => states.get(state) ?? 0);
    console.log([id, ...figures, JSON.stringify(name)].join('\t'));
  } catch (error) {
    // The service said no to this one; the others may still be read. Limits and faults that pass were waited out.
    if (!(error instanceof ApiError)) throw error;
    console.error(`${id}: ${error.message}`);
  }
}
