/**
 * toile's sign-in against the scenarios of the conformance suite: `node driver.mjs URL`, with the scenario in the
 * environment. The person who is sent to an address allows everything.
 */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAuthorizationSession, withSignIn } from '../../src/auth/oauth/authorization-session.ts';
import { type BrowserUser, createBrowserVisitor } from '../../src/auth/oauth/authorize-in-browser.ts';
import { startCallbackServer } from '../../src/auth/oauth/callback-server.ts';
import type { WebFetch } from '../../src/auth/oauth/web-fetch.ts';
import { isOpenableAddress } from '../../src/platform/system/open-browser.ts';

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
/** Prompts that are not available. */
const rejectQuestion = async (): Promise<never> => {
  throw new Error('nobody is there');
};
const UNAVAILABLE_PROMPTS = {
  secret: rejectQuestion,
  text: rejectQuestion,
  confirm: rejectQuestion,
  choose: rejectQuestion,
};
const send: WebFetch = (to, init) => fetch(to, init);

/** A user with a remote browser, who opens the printed address. */
const browserUser: BrowserUser = {
  clock: { now: () => Date.now(), sleep: (ms, until) => sleep(ms, undefined, { signal: until, ref: false }) },
  isRemote: true,
  signal,
  ask: { ...UNAVAILABLE_PROMPTS, isAvailable: false },
  open: async () => false,
  tell: (telling) => {
    if (telling.kind === 'note' && URL.canParse(telling.text)) void fetch(telling.text);
  },
};

const loopback = await startCallbackServer();
const session = createAuthorizationSession({
  url,
  preset: { client_id, ...(client_secret !== undefined && { client_secret }) },
  stored: undefined,
  fetch: send,
  isSafe: isOpenableAddress,
  addSecret: () => undefined,
  signal,
  now: () => Date.now(),
  createState: () => randomBytes(16).toString('hex'),
  visitor: createBrowserVisitor(browserUser, loopback),
});

/** Something of the type that a schema asks for. */
function createSample(schema: { type?: unknown; enum?: unknown[] } | undefined): unknown {
  if (schema?.enum) return schema.enum[0];
  if (schema?.type === 'number' || schema?.type === 'integer') return 5;
  if (schema?.type === 'boolean') return true;
  if (schema?.type === 'array') return [];
  return schema?.type === 'object' ? {} : 'sample';
}

await withSignIn({ url, version: 'conformance', session, fetch: send, signal }, async (client) => {
  const { tools } = await client.listTools();
  const calls =
    context.toolCalls ??
    tools.map(({ name, inputSchema }) => {
      const properties = (inputSchema.properties ?? {}) as Record<string, { type?: unknown }>;
      const entries = Object.entries(properties).map(([key, schema]) => [key, createSample(schema)]);
      return { name, arguments: Object.fromEntries(entries) as Record<string, unknown> };
    });
  for (const call of calls)
    await client.callTool(call).catch((error: unknown) => {
      // Tools that refuse are part of some scenarios; being turned away is not.
      if (error instanceof Error && /unauthori[sz]ed|scope/i.test(`${error.name} ${error.message}`))
        throw error;
    });
});
loopback.close();
