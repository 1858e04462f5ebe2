import { expect, it } from 'vitest';
import { runToile } from '../support/run-toile.ts';

it('reports what the rows leave out, on stderr and on a terminal only', async () => {
  for (const form of ['--csv', '--jsonl']) {
    const words = ['--sandbox', 'graph', 'GARM-101', '--state', 'asserted', form];
    const run = await runToile(words, { errColumns: 200 });
    expect(run).toMatchObject({
      code: 0,
      err: 'toile: left out: 38 values of another state (inferred 23, unstated 15)\n',
    });
    // A cron job or a CI log gets no line for a read that succeeded.
    expect(await runToile(words)).toMatchObject({ code: 0, err: '' });
    expect(run.out).not.toMatch(/left out|inferred|unstated/);
  }
});

it('a state in a table has the colour of the view', async () => {
  const words = ['--sandbox', 'graph', 'GARM-101', '--fields', 'node_id,state'];
  const { out } = await runToile(words, { columns: 90, env: { FORCE_COLOR: '1' } });
  const states = [
    '\u001b[1masserted\u001b[22m',
    '\u001b[36minferred\u001b[39m',
    '\u001b[33munstated\u001b[39m',
  ];
  for (const state of states) expect(out).toContain(state);
  const last = out.split('\n').filter((row) => /(asserted|inferred|unstated)/.test(row));
  expect(last.filter((row) => !states.some((state) => row.endsWith(state)))).toEqual([]);
});
