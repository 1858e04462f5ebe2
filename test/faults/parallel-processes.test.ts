import { expect, it } from 'vitest';
import { createEnv, createTempFolder, runProgram } from '../support/run-program.ts';
import { createDesigns, KEY, startSandboxServer } from './start-sandbox-server.ts';

const PROCESSES = 8;
const PAGES = 150;
const RATE = { limit: 300, windowMs: 10_000 };

it(`${PROCESSES} processes at the same time walk ${PAGES} pages each within one rate limit`, async () => {
  const requests = PROCESSES * PAGES;
  const times: number[] = [];
  let [first, last, refused, answered] = [0, 0, 0, 0];
  const base = await startSandboxServer({
    rate: RATE,
    garments: createDesigns(PAGES * 100),
    onAnswer: (_method, _path, status) => {
      first ||= Date.now();
      last = Date.now();
      times.push(last);
      if (status === 429) refused += 1;
      else answered += 1;
    },
  });
  const env = createEnv(await createTempFolder(), {
    TOILE_BASE_URL: base,
    TOILE_API_KEY: KEY,
    TOILE_RATE: `${RATE.limit}/${RATE.windowMs / 1000}s`,
  });
  const began = Date.now();
  const runs = await Promise.all(
    Array.from({ length: PROCESSES }, () => runProgram(['designs', 'ls', '--all', '--debug'], { env })),
  );
  const took = (Date.now() - began) / 1000;
  // What no schedule can beat: the first window as fast as this machine sends it, and each later request no earlier
  // than one window behind the request that it takes the place of.
  const windows = Math.ceil(requests / RATE.limit) - 1;
  const burst = ((times[RATE.limit - 1] ?? last) - first) / 1000;
  const bare = (windows * RATE.windowMs) / 1000;
  const ideal = bare + burst;
  const formatExcess = (seconds: number, of: number): string => `${((seconds / of - 1) * 100).toFixed(1)} %`;
  const per = runs.map(({ stderr }) => (stderr.match(/ -> 429 /g) ?? []).length);
  process.stdout.write(
    `parallel: ${PROCESSES} processes, ${answered} pages, ${refused} answers of 429 (${per.join(' ')} by process)\n` +
      `parallel: whole run ${took.toFixed(1)} s; ideal ${ideal.toFixed(1)} s, of it ${burst.toFixed(1)} s for the first ` +
      `${RATE.limit} requests on this machine; ${formatExcess(took, ideal)} over it, ${formatExcess(took, bare)} over the bare windows\n`,
  );
  for (const { exitCode, stdout, stderr } of runs) {
    expect(exitCode, stderr.slice(-500)).toBe(0);
    expect(new Set(stdout.split('\n')).size).toBe(PAGES * 100);
  }
  for (const count of per) expect(count).toBeLessThanOrEqual(1);
  expect(answered).toBe(requests);
});
