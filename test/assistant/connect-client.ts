import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import { createAssistantServer } from '../../src/assistant/assistant-server.ts';
import type { AssistantSource } from '../../src/assistant/assistant-source.ts';
import type { ToolCall } from '../../src/assistant/service-tools/tool-server.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';

export type Era = 'modern' | 'legacy';
export const ERAS: readonly Era[] = ['modern', 'legacy'];

/** Creates a source that counts its calls, with a stopped clock. */
export const createSource = (
  body: (call: ToolCall) => string | Promise<string>,
  more: Partial<AssistantSource> = {},
) => {
  const calls: ToolCall[] = [];
  const clock = { now: 0 };
  const source: AssistantSource = {
    name: 'toile',
    version: '0',
    listLifeMs: 0,
    idDescription: 'any',
    now: () => clock.now,
    readBody: async (call) => {
      calls.push(call);
      const text = await body(call);
      return { text, value: parseJson(text) };
    },
    explainError: (error) => (error instanceof Error ? error.message : undefined),
    findDesignChoices: () => undefined,
    listDesigns: async () => ({ designs: [], gap: undefined }),
    readTechPackStatus: async () => ({ status: 'not requested' }),
    readDocument: async () => '',
    onWait: () => () => undefined,
    folder: undefined,
    ...more,
  };
  return { source, calls, clock };
};

/** Connects a client to a server with this source, as over stdio. */
export const connectClient = async (
  source: AssistantSource,
  era: Era = 'modern',
  prepare: (client: Client) => void = () => undefined,
  capabilities: object = {},
): Promise<Client> => {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(() => createAssistantServer(source), { transport: there });
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' }, capabilities },
  );
  prepare(client);
  await client.connect(here);
  onTestFinished(async () => {
    await client.close();
    await handle.close();
  });
  return client;
};

export const readText = (result: { content?: unknown }): string =>
  (result.content as { text: string }[])[0]?.text ?? '';
