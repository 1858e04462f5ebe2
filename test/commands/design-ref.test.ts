import { expect, it } from 'vitest';
import { runToile } from '../support/run-toile.ts';

const COAT = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';

it.each([
  ['the uuid', COAT],
  ['the uuid in capitals', COAT.toUpperCase()],
  ['a unique prefix', '3f6a1c58'],
  ['a longer prefix', '3f6a1c58-9f0e'],
  ['the exact name', '縮緬ノーカラーコート(試作二号)'],
  ['the identity', 'GARM-5117'],
  ['the identity in small letters', 'garm-5117'],
  ['a pasted address of the design', `https://studio.example.com/designs/${COAT}?tab=graph#top`],
  ['a pasted address of the garment', 'https://studio.example.com/garments/GARM-5117/'],
])('a design is found by %s', async (_, word) => {
  const run = await runToile(['--sandbox', 'graph', word, '--json']);
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(run.out).garment_id).toBe('GARM-5117');
});

it('an id keeps leading zeros and digits above 2^53', async () => {
  for (const id of ['GARM-00012', 'GARM-9007199254740993']) {
    const run = await runToile(['--sandbox', 'graph', id, '--json']);
    expect(JSON.parse(run.out).garment_id).toBe(id);
  }
});

it('a name that begins with a hyphen is accepted after --, and the error without it says so', async () => {
  expect(await runToile(['--sandbox', '-q', 'graph', '--', '-5 Fleece Vest'])).toMatchObject({
    code: 0,
    err: '',
  });
  const run = await runToile(['--sandbox', 'graph', '-5 Fleece Vest']);
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain("-- '-5 Fleece Vest'");
});

it.each([
  ['an identity with letters', 'GARM-12a', 2, 'expected GARM- followed by digits'],
  ['an identity without digits', 'GARM-', 2, 'expected GARM- followed by digits'],
  ['an empty word', '', 2, 'empty'],
  ['a name that nobody has', 'Nobody', 5, 'no design of yours'],
  ['a prefix that is too short', '3f6a1c5', 5, 'no design of yours has the name 3f6a1c5'],
  ['a prefix of nothing', '00000000', 5, 'no design of yours'],
  ['a uuid of somebody else', '00000000-0000-4000-8000-000000000000', 5, 'not found'],
  ['an identity that is not there', 'GARM-404', 5, 'not found'],
])('refuses %s', async (_, word, code, output) => {
  const run = await runToile(['--sandbox', 'graph', word]);
  expect(run).toMatchObject({ code, out: '' });
  expect(run.err).toContain(output);
  expect(run.err.split('\n').length).toBeLessThanOrEqual(4);
});

it.each([
  ['too little of an id', '3f6a1', COAT, 'needs at least 8 characters'],
  ['a part of a name', 'コート', COAT, 'a name must match exactly'],
  ['a slip', '5 flece vest', '-5 Fleece Vest', 'a name must match exactly'],
])('a close match is suggested: %s', async (_, word, near, hint) => {
  const run = await runToile(['--sandbox', 'graph', word]);
  expect(run).toMatchObject({ code: 5, out: '' });
  expect(run.err).toContain(near);
  expect(run.err).toContain(hint);
});

it('an address with a path behind the id is accepted', async () => {
  for (const address of [`https://x.example/designs/${COAT}/edit`, 'https://x.example/g/GARM-5117/graph?a#b'])
    expect(JSON.parse((await runToile(['--sandbox', 'graph', address, '--json'])).out).garment_id).toBe(
      'GARM-5117',
    );
});

it('a missing id in a pipe is a usage error', async () => {
  const run = await runToile(['--sandbox', 'graph']);
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain('toile --sandbox designs ls');
});

it('designs with the same name are listed once, with what distinguishes them', async () => {
  const run = await runToile(['--sandbox', 'graph', 'Untitled']);
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err.trimEnd().split('\n')).toEqual([
    'toile: Untitled matches 2 designs:',
    expect.stringMatching(/^ +[0-9a-f-]{36} {2}Untitled {2}blouse {2}2026-06-12$/),
    expect.stringMatching(/^ +[0-9a-f-]{36} {2}Untitled {2}trouser {2}2026-06-12$/),
    'give one of these ids',
  ]);
});
