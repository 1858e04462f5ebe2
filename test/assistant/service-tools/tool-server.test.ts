import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { expect, it, vi } from 'vitest';
import { createToolServer } from '../../../src/assistant/service-tools/tool-server.ts';

it('a server for each request compiles no schema again', () => {
  const registered = vi.spyOn(McpServer.prototype, 'registerTool');
  const countSchemas = () => {
    registered.mockClear();
    createToolServer({
      ...{ name: 'x', version: '1', listLifeMs: 0, idDescription: 'an id' },
      readBody: async () => ({ text: '{}' }),
      explainError: () => undefined,
    });
    return registered.mock.calls.flatMap(([, { inputSchema, outputSchema }]) =>
      [inputSchema, outputSchema].map((schema) =>
        (schema as StandardSchemaWithJSON)['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
      ),
    );
  };
  const [first, second] = [countSchemas(), countSchemas()];
  registered.mockRestore();
  expect(first).toHaveLength(10);
  for (const [at, schema] of first.entries()) expect(second[at]).toBe(schema);
});
