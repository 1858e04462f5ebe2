import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import { createHome, runToile } from '../support/run-toile.ts';
import { runOffline } from './run-offline.ts';

interface Task {
  readonly question: string;
  readonly words: readonly string[];
  /** The exit code where it is not 0. */
  readonly code?: number;
  /** A word that other bodies may not have. */
  readonly isLocal?: boolean;
}

const TASKS: readonly Task[] = [
  { question: 'Which styles have the most open questions?', words: ['season', './season'] },
  {
    question: 'Which styles lack a tolerance at the chest?',
    words:
      'values season --label chest --field tol_* --state unstated,absent --count-by name,field,state'.split(
        ' ',
      ),
    isLocal: true,
  },
  {
    question: 'How many tolerances are stated, worked out or missing?',
    words: 'values season --field tol_* --count-by field,state'.split(' '),
  },
  {
    question: 'Which values were worked out, style by style?',
    words: 'values season --state inferred --count-by name'.split(' '),
  },
  {
    question: 'What does measuring have to ask?',
    words: 'confirmations season --department measuring'.split(' '),
  },
  { question: 'Which answer settles many styles?', words: 'confirmations season --by basis'.split(' ') },
  { question: 'What must be stated before cutting?', words: 'values season --by step'.split(' ') },
  { question: 'Which items do most styles use?', words: 'trims season --min-styles 10'.split(' ') },
  { question: 'In which styles is there a zip?', words: 'trims season --search zip --long'.split(' ') },
  {
    question: 'Which cloth has no supplier?',
    words: 'trims season --kind material --field supplier --state unstated,absent'.split(' '),
    isLocal: true,
  },
  { question: 'Which statements contradict each other?', words: ['conflicts', 'season'] },
  { question: 'What changed since the pull before?', words: ['diff', 'before', 'season'], code: 1 },
];

const SHOWN_LINES = 9;

/** Returns the first lines of an answer, and its totals where it has some. */
const shorten = (out: string): string => {
  const lines = out.trimEnd().split('\n');
  if (lines.length <= SHOWN_LINES + 2) return lines.join('\n');
  const at = lines.findLastIndex((line) => /^(?:total |\d+ (?:items?,|questions? open))/.test(line));
  const totals = at < 0 ? '' : (lines.slice(at).join('\n').split('\n\n')[0] ?? '');
  return [...lines.slice(0, SHOWN_LINES), '…', ...(totals === '' ? [] : [totals])].join('\n');
};

const formatCommand = (words: readonly string[]): string =>
  `toile ${words.map((word) => (word.includes('*') ? `'${word}'` : word)).join(' ')}`;

it('answers each question of a season with one command, as docs/season.md shows', async () => {
  const home = await createHome();
  const pull = await runToile(['--sandbox', 'pull', 'season', '-q'], { home });
  expect(pull.code, pull.err).toBe(0);
  await cp(join(home, 'season'), join(home, 'before'), { recursive: true });
  const designs = join(home, 'before/designs');
  const [coat = ''] = (await readdir(designs)).filter((name) => name.includes('3f6a1c58'));
  const graph = join(designs, coat, 'graph.technical_designer.json');
  await writeFile(graph, (await readFile(graph, 'utf8')).replace('"value": 0.6', '"value": 0.7'));
  const parts = [
    '# Questions of a season',
    '',
    'One command on a pulled folder answers each question, without a network and without a key. The answers come from the',
    'sandbox (`toile --sandbox pull season`) and are shortened. `test/commands/season-document.test.ts` runs every command',
    'and compares its answer. In a pipe, or with `--csv`, `--json` or `--xlsx`, the same commands print rows.',
    '',
  ];
  for (const { question, words, code = 0 } of TASKS) {
    const run = await runOffline(words, { home, columns: 100, env: { NO_COLOR: '1' } });
    expect(run, run.err).toMatchObject({ code });
    parts.push(`## ${question}`, '', '```console', `$ ${formatCommand(words)}`, shorten(run.out), '```', '');
  }
  parts.push(
    'To compare two commits of a folder, check out the older one next to it (`toile help git`). `toile season ./season --html',
    'season.html` writes a page to print for a meeting, with one line per style.',
    '',
  );
  await expect(parts.join('\n')).toMatchFileSnapshot('../../docs/season.md');
});

describe('a season of bodies as others model garments', () => {
  let home: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'toile-foreign-season-'));
    const garments = await Promise.all(
      FOREIGN_BODIES.map(async ({ text }, at) => {
        const folder = `garments/GARM-${at + 1}`;
        await mkdir(join(home, 'season', folder), { recursive: true });
        const files = { 'graph.technical_designer.json': 'graph', 'confirmations.json': 'confirmations' };
        for (const file of Object.keys(files)) await writeFile(join(home, 'season', folder, file), text);
        const record = (read: string) => ({
          ...{
            sha256: createHash('sha256').update(text).digest('hex'),
            fetched: '2026-11-20T09:00:00Z',
            read,
          },
          ...(read === 'graph' && { profile: 'technical_designer' }),
        });
        const held = Object.fromEntries(Object.entries(files).map(([file, read]) => [file, record(read)]));
        return [`GARM-${at + 1}`, { folder, files: held }] as const;
      }),
    );
    const manifest = {
      schema: 'toile.mirror/1',
      user_id: null,
      designs: {},
      garments: Object.fromEntries(garments),
    };
    await writeFile(join(home, 'season/manifest.json'), JSON.stringify(manifest));
    await cp(join(home, 'season'), join(home, 'before'), { recursive: true });
    return () => rm(home, { recursive: true, force: true });
  });

  it.each(TASKS.filter(({ isLocal }) => !isLocal))('answers: $question', async ({ words, code }) => {
    const run = await runOffline(words, { home, columns: 100, env: { NO_COLOR: '1' } });
    // Nothing changed between the two folders.
    expect(run, run.err).toMatchObject({ code: 0 });
    expect(code).toBe(words[0] === 'diff' ? 1 : undefined);
    const { out } = await runOffline([...words, '--json'], { home });
    const answer = JSON.parse(out);
    const named = [answer.designs, answer.garments, answer.items].flatMap((list) => list ?? []);
    expect(
      named.every(({ name, item }: { name?: string; item?: string }) => (name ?? item ?? '') !== ''),
    ).toBe(true);
  });

  it('adds up what its rows say', async () => {
    const read = async (...words: readonly string[]) =>
      JSON.parse((await runOffline([...words, '--json'], { home })).out);
    const { designs, totals } = await read('season', 'season');
    const sum = (counts: readonly (number | null)[]) =>
      counts.reduce<number>((all, each) => all + (each ?? 0), 0);
    expect(designs).toHaveLength(FOREIGN_BODIES.length);
    expect(totals.open).toBe(sum(designs.map(({ open }: { open: number | null }) => open)));
    const { garments, totals: asked } = await read('confirmations', 'season');
    expect(asked.open).toBe(sum(garments.map(({ open }: { open: number }) => open)));
    expect(asked.open).toBe(totals.open);
    const { counts, totals: values } = await read('values', 'season', '--count-by', 'garment,state');
    expect(values.values).toBe(sum(counts.map(({ count }: { count: number }) => count)));
    const { items, totals: used } = await read('trims', 'season');
    expect(items.length).toBeGreaterThan(0);
    expect(used.uses).toBe(sum(items.map(({ uses }: { uses: number }) => uses)));
  });
});
