import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { expect, it, vi } from 'vitest';
import { toolServer } from '../../src/tools/server.ts';

it('a server for each request compiles no schema anew', () => {
  const registered = vi.spyOn(McpServer.prototype, 'registerTool');
  const schemas = () => {
    registered.mockClear();
    toolServer({
      ...{ name: 'x', version: '1', listLife: 0, ids: 'an id' },
      body: async () => '{}',
      inWords: () => undefined,
    });
    return registered.mock.calls.flatMap(([, { inputSchema, outputSchema }]) =>
      [inputSchema, outputSchema].map((schema) =>
        (schema as StandardSchemaWithJSON)['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
      ),
    );
  };
  const [first, second] = [schemas(), schemas()];
  registered.mockRestore();
  expect(first).toHaveLength(10);
  for (const [at, schema] of first.entries()) expect(second[at]).toBe(schema);
});
