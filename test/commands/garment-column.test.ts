import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHome, runToile } from '../support/run-toile.ts';

it.each(['graph', 'brief', 'trust', 'confirmations'])(
  'rows of %s of a design that is not minted name the design',
  async (command) => {
    const id = '0f1e2d3c';
    const run = await runToile(['--sandbox', command, id, '--fields', 'garment_id']);
    expect(run.code).toBe(0);
    expect(
      new Set(
        run.out
          .trim()
          .split('\n')
          .map((cell) => cell.slice(0, 8)),
      ),
    ).toEqual(new Set([id]));
  },
);

it('a garment is found in a folder that has its design, as the examples of diff and stale show', async () => {
  const cwd = await createHome();
  const setting = { cwd, home: join(cwd, 'home') };
  const pulled = await runToile(
    ['--sandbox', 'pull', 'season', '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01', '-q'],
    setting,
  );
  expect(pulled.code).toBe(0);
  const stale = await runToile(['--sandbox', 'stale', 'season', 'GARM-5117', '--jsonl'], setting);
  expect(stale.err).not.toContain('nothing in the folder');
  expect(stale.out).toContain('"current"');
  const diff = await runToile(['--sandbox', 'diff', 'season', 'GARM-5117'], setting);
  expect(diff.err).toBe('');
  expect(diff.code).toBe(0);
});
