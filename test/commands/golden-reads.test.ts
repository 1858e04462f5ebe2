import { describe, expect, it } from 'vitest';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';
import { ONLY_LEFT_OUT } from '../support/left-out.ts';
import { toile } from '../support/toile.ts';

/** Both dialects and every odd name. `vitest -u` writes the files anew: read the difference. */
const GARMENTS: Readonly<Record<string, string>> = {
  'GARM-101': 'GARM-101',
  'dialect-b': 'GARM-33',
  knitted: 'GARM-00012',
  empty: 'c2b9a6d0',
  hyphen: '8e0f4d7a',
  'long-name': '5a7d1e2c',
  emoji: 'b1c2d3e4',
  arabic: '0f1e2d3c',
  japanese: 'GARM-5117',
};

const READS = ['graph', 'brief', 'trust', 'confirmations'];

const MODES = {
  'terminal-80': { columns: 80, flags: ['--no-color'] },
  'terminal-160': { columns: 160, flags: ['--no-color'] },
  pipe: { columns: undefined, flags: [] },
  csv: { columns: undefined, flags: ['--csv'] },
} as const;

describe.each(Object.entries(GARMENTS))('%s', (name, id) => {
  it.each(Object.entries(MODES))('to %s', async (mode, { columns, flags }) => {
    const parts: string[] = [];
    for (const read of READS) {
      const run = await toile(['--sandbox', read, id, ...flags], { columns });
      expect(run).toMatchObject({ code: 0, err: expect.stringMatching(ONLY_LEFT_OUT) });
      parts.push(`$ toile ${[read, id, ...flags].join(' ')}\n${run.out}${run.err}`);
    }
    await expect(parts.join('\n')).toMatchFileSnapshot(`../golden/reads/${name}.${mode}.txt`);
  });

  it('to a program as JSON, which is the body as it arrived', async () => {
    const garment = listSampleGarments().find((one) => one.sgg_garment_id === id || one.id.startsWith(id));
    const run = await toile(['--sandbox', 'graph', id, '--json']);
    expect(run).toStrictEqual({ code: 0, err: '', out: `${garment?.graph('technical_designer')}\n` });
  });
});

it.each([80, 160])('the parka with 2,000 nodes, grouped, at %i columns', async (columns) => {
  const run = await toile(['--sandbox', 'graph', 'GARM-450', '--no-color'], { columns });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out.split('\n').length).toBeLessThan(200);
  await expect(run.out).toMatchFileSnapshot(`../golden/reads/parka.terminal-${columns}.txt`);
});
