/**
 * Prints one line for each design: id, number of asserted, inferred and unstated values, name.
 * Run `npm install ./toile-*.tgz`, then `node open-values.ts` (Node 22.18 or newer runs TypeScript directly).
 */
import { ApiError, Client } from 'toile/client';

const { TOILE_BASE_URL = '', TOILE_API_KEY = '' } = process.env;
const client = new Client({ baseUrl: TOILE_BASE_URL, credential: TOILE_API_KEY });

/** Counts the values of a graph by their `state`. The schema is open, so a value can be at any depth. */
const countStates = (value: unknown, counts: Map<string, number>): Map<string, number> => {
  if (typeof value !== 'object' || value === null) return counts;
  if ('state' in value && typeof value.state === 'string')
    counts.set(value.state, (counts.get(value.state) ?? 0) + 1);
  for (const member of Object.values(value)) countStates(member, counts);
  return counts;
};

for await (const { id, name } of client.designs({ pageSize: 50 })) {
  try {
    const counts = countStates(await client.designGraph(id, { profile: 'factory' }), new Map());
    const figures = ['asserted', 'inferred', 'unstated'].map((state) => counts.get(state) ?? 0);
    console.log([id, ...figures, JSON.stringify(name)].join('\t'));
  } catch (error) {
    // The service refused this design. Continue with the others; the client has retried temporary failures.
    if (!(error instanceof ApiError)) throw error;
    console.error(`${id}: ${error.message}`);
  }
}
