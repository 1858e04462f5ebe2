import { getHeapStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { estimateTextLimit } from '../../../src/platform/system/memory-limit.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import { BIN, createEnv, createTempFolder, PROGRAM, runProgram } from '../../support/run-program.ts';

const MIB = 2 ** 20;
const buildHeapStatistics = (limit: number, used: number) => ({
  ...getHeapStatistics(),
  heap_size_limit: limit * MIB,
  used_heap_size: used * MIB,
});

it.each([
  [112, 12, 3.7],
  [2096, 20, 145],
  [50, 40, 0.25],
])('of %i MiB with %i in use there is room for about %f', (limit, used, room) => {
  expect(estimateTextLimit(buildHeapStatistics(limit, used)) / MIB).toBeCloseTo(room, 0);
});

it('without a known limit there is no limit', () => {
  expect(estimateTextLimit(buildHeapStatistics(0, 40))).toBe(Number.POSITIVE_INFINITY);
});

it.runIf(PROGRAM.includes(BIN))(
  'an answer too large for the memory ends with words, and not with V8',
  async () => {
    const node = JSON.stringify({ id: 'n', kind: 'piece', label: { value: 'Front', state: 'asserted' } });
    const body = `{"nodes":[${Array.from({ length: (8 * MIB) / node.length }, () => node).join(',')}]}`;
    const base = await startLoopbackServer((_, res) =>
      res.setHeader('content-type', 'application/json').end(body),
    );
    const env = createEnv(await createTempFolder(), {
      TOILE_BASE_URL: base,
      TOILE_API_KEY: 'svc_sk_e2e',
      NODE_OPTIONS: '--max-old-space-size=48',
    });
    const run = await runProgram(['graph', 'GARM-1', '--json'], { env });
    expect(run).toMatchObject({ exitCode: 3, stdout: '' });
    expect(JSON.parse(run.stderr).error).toMatchObject({
      code: 'too_little_memory',
      hint: expect.stringContaining('--max-old-space-size'),
    });
  },
);
