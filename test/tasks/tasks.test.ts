import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnv, PROGRAM } from '../support/run-program.ts';
import { createHome, runToile } from '../support/run-toile.ts';
import { findMissingFacts, TASKS } from './tasks.ts';
import { type CallTool, TOOL_ANSWERS } from './tool-answers.ts';

const home = createHome;
/** Tokens of the results of one task. */
const MAX_TOKENS = 2_000;
/** Fewer than a model needs for JSON with ids, so that no task is let through. */
const BYTES_A_TOKEN = 3;

const folder = mkdtemp(join(tmpdir(), 'toile-tasks-'));
const client = new Client({ name: 'test', version: '1' });
beforeAll(async () => {
  const args = [...PROGRAM.slice(1), '--sandbox', 'mcp', 'serve'];
  const env = createEnv(await folder);
  await client.connect(new StdioClientTransport({ command: PROGRAM[0], args, env, stderr: 'ignore' }));
});
afterAll(async () => {
  await client.close();
  await rm(await folder, { recursive: true, force: true });
});

const findTruth = async (task: (typeof TASKS)[number]): Promise<readonly string[]> => {
  const at = await home();
  return task.truth(async (...argv) => {
    const run = await runToile(['--sandbox', ...argv, '--json'], { home: at });
    expect(run.code, run.err).toBe(0);
    return JSON.parse(run.out);
  });
};

describe('the twenty tasks', () => {
  const table: string[] = [];
  afterAll(() => console.log(['task | calls | tokens | answer', ...table].join('\n')));

  it('are twenty, each with its calls', () => {
    expect(Object.keys(TOOL_ANSWERS)).toEqual(TASKS.map(({ name }) => name));
    expect(new Set(Object.keys(TOOL_ANSWERS)).size).toBe(20);
  });

  it.each(TASKS.map((task) => [task.name, task] as const))('%s', async (name, task) => {
    const truth = await findTruth(task);
    expect(truth.length).toBeGreaterThan(0);
    for (const fact of truth) expect(fact).not.toBe('');
    expect(findMissingFacts(task, truth, 'I do not know.')).toEqual(truth);
    if (task.never)
      expect(findMissingFacts(task, [], 'I have bought it; it is supplied by Miller.')).toHaveLength(1);
    let calls = 0;
    let bytes = 0;
    const summarized = new Set<unknown>();
    const call: CallTool = async (tool, args = {}) => {
      const { id, summary } = args as { readonly id?: string; readonly summary?: boolean };
      // The instructions tell every model to begin with the summary of a garment.
      if (tool === 'get_garment_graph' && !summarized.has(id)) {
        summarized.add(id);
        if (!(summary === true && Object.keys(args).length === 2)) await call(tool, { id, summary: true });
      }
      calls += 1;
      const result = await client.callTool({ name: tool, arguments: { ...args } });
      const texts = (result.content as { text?: string; resource?: { text?: string } }[]).map(
        ({ text, resource }) => text ?? resource?.text ?? '',
      );
      bytes += Buffer.byteLength(texts.join(''));
      expect(result.isError, texts.join(' ')).toBeUndefined();
      return JSON.parse(texts[0] ?? '');
    };
    const answer = await (TOOL_ANSWERS[name] as (typeof TOOL_ANSWERS)[string])(call);
    const tokens = Math.ceil(bytes / BYTES_A_TOKEN);
    const lost = findMissingFacts(task, truth, answer);
    table.push([name, calls, tokens, lost.length === 0 ? 'right' : `wrong: ${answer}`].join(' | '));
    expect(lost, answer).toEqual([]);
    expect(tokens).toBeLessThanOrEqual(MAX_TOKENS);
  });
});
