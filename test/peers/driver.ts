/**
 * toile's sign-in against the scenarios of the conformance suite: `node driver.mjs URL`, with the scenario in the
 * environment. The person who is sent to an address allows everything.
 */

import { randomBytes } from 'node:crypto';
import { mayOpen } from '../../src/deps/opening.ts';
import { authorising } from '../../src/mcp/authorising.ts';
import { signedInTo } from '../../src/mcp/sign-in.ts';
import type { WebFetch } from '../../src/mcp/web-fetch.ts';

const url = process.argv.at(-1) ?? '';
const { MCP_CONFORMANCE_CONTEXT: given = '{}' } = process.env;
const context = JSON.parse(given) as {
  client_id?: string;
  client_secret?: string;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
};

// The one document that the suite knows; in the program it is what is given with --client-id.
const DOCUMENT = 'https://conformance-test.local/client-metadata.json';
const { client_id = DOCUMENT, client_secret } = context;
const { signal } = new AbortController();
const send: WebFetch = (to, init) => fetch(to, init);

const authorisation = authorising({
  url,
  known: { client_id, ...(client_secret !== undefined && { client_secret }) },
  kept: undefined,
  fetch: send,
  isSafe: mayOpen,
  know: () => undefined,
  signal,
  now: () => Date.now(),
  newState: () => randomBytes(16).toString('hex'),
  door: {
    redirectUrl: 'http://127.0.0.1:45454/callback',
    visit: async (address, state) => {
      const response = await fetch(address, { redirect: 'manual' });
      const back = new URL(response.headers.get('location') ?? '', address).searchParams;
      // As the door on this machine does: what does not belong to this visit is not looked at.
      if (back.get('state') !== state) throw new Error('the state is another one');
      return back;
    },
  },
});

/** Something of the type that a schema asks for. */
function sample(schema: { type?: unknown; enum?: unknown[] } | undefined): unknown {
  if (schema?.enum) return schema.enum[0];
  if (schema?.type === 'number' || schema?.type === 'integer') return 5;
  if (schema?.type === 'boolean') return true;
  if (schema?.type === 'array') return [];
  return schema?.type === 'object' ? {} : 'sample';
}

await signedInTo({ url, version: 'conformance', authorisation, fetch: send, signal }, async (client) => {
  const { tools } = await client.listTools();
  const calls =
    context.toolCalls ??
    tools.map(({ name, inputSchema }) => {
      const properties = (inputSchema.properties ?? {}) as Record<string, { type?: unknown }>;
      const entries = Object.entries(properties).map(([key, schema]) => [key, sample(schema)]);
      return { name, arguments: Object.fromEntries(entries) as Record<string, unknown> };
    });
  for (const call of calls)
    await client.callTool(call).catch((error: unknown) => {
      // Tools that refuse are part of some scenarios; being turned away is not.
      if (error instanceof Error && /unauthori[sz]ed|scope/i.test(`${error.name} ${error.message}`))
        throw error;
    });
});
