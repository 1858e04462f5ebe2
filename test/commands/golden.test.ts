import { describe, expect, it } from 'vitest';
import { LEFT_OUT_NOTE } from '../support/left-out-note.ts';
import { runToile } from '../support/run-toile.ts';

/** What a user reads, one file a command and mode. `vitest -u` writes them anew: read the difference. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  me: ['me'],
  'designs-ls': ['designs', 'ls'],
  graph: ['graph', 'GARM-101'],
  'graph-dialect-b': ['graph', 'GARM-33', '--all'],
  'graph-factory': ['graph', 'GARM-101', '--profile', 'factory', '--kind', 'piece,measurement'],
  brief: ['brief', 'GARM-101'],
  trust: ['trust', 'GARM-101'],
  confirmations: ['confirmations', 'GARM-101'],
};

const MODES = {
  terminal: { columns: 80, flags: ['--no-color'] },
  colour: { columns: 80, flags: [] },
  words: { columns: 80, flags: ['--no-color', '--accessible'] },
  pipe: { columns: undefined, flags: [] },
  json: { columns: undefined, flags: ['--json'] },
} as const;

describe.each(Object.entries(COMMANDS))('%s', (name, argv) => {
  it.each(Object.entries(MODES))('to %s', async (mode, { columns, flags }) => {
    // The body is sent whole: what chooses among its rows is refused beside it.
    const all =
      mode === 'json' ? argv.filter((word, at) => word !== '--kind' && argv[at - 1] !== '--kind') : argv;
    const run = await runToile(['--sandbox', ...all, ...flags], { columns });
    expect(run.code).toBe(0);
    // Rows say that a list goes on, or what they leave out.
    const goesOn = name === 'designs-ls' && mode === 'pipe';
    expect(run.err).toMatch(
      goesOn ? /^toile: there are more results; .*\n$/ : mode === 'pipe' ? LEFT_OUT_NOTE : /^$/,
    );
    await expect(run.out).toMatchFileSnapshot(`../golden/${name}.${mode}.txt`);
  });
});

it.each([
  ['the program', []],
  ['graph', ['graph']],
  ['designs', ['designs']],
  ['exit-codes', ['exit-codes']],
  ['environment', ['environment']],
  ['provenance', ['provenance']],
  ['output', ['output']],
])('help about %s', async (name, words) => {
  const run = await runToile(['help', ...words], { columns: 80 });
  expect(run).toMatchObject({ code: 0, err: '' });
  await expect(run.out).toMatchFileSnapshot(`../golden/help.${name.replaceAll(' ', '-')}.txt`);
});
