import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHANGE_CLASSES, CHANGE_WORDS } from '../../../src/garment/change-words.ts';
import { compareBodies } from '../../../src/garment/compare-bodies.ts';

import { createHome, runToile } from '../../support/run-toile.ts';

const buildBody = (spec: object, code: string, basis: string) => ({
  garment_id: 'GARM-1',
  profile: 'technical_designer',
  nodes: [
    {
      id: 'n19',
      kind: 'pom',
      label: 'Across shoulder',
      values: { spec, code: { value: '0012', state: code } },
    },
    { id: 'n20', kind: 'piece', label: 'Front', values: { cut: { value: 2, state: 'asserted', basis } } },
    // Two ids that are the same for as long as a narrow column would show them.
    ...['left', 'right'].map((side) => ({
      id: `piece.front-facing-upper-${side}`,
      kind: 'piece',
      label: `Facing ${side}`,
      values: { cut_quantity_of_the_outer_layer: { value: basis, state: 'asserted' } },
    })),
  ],
});
const OPEN = { value: null, state: 'unstated' };
const FULL = { value: 46.5, unit: 'cm', state: 'asserted' };

describe('the view of diff', () => {
  const showDiff = async (a: object, b: object, columns: number, ...flags: readonly string[]) => {
    const home = await createHome();
    await writeFile(join(home, 'a.json'), JSON.stringify(a));
    await writeFile(join(home, 'b.json'), JSON.stringify(b));
    const env = { NO_COLOR: '1' };
    return (await runToile(['diff', 'a.json', 'b.json', ...flags], { home, cwd: home, columns, env })).out;
  };

  it.each([60, 80, 120, 200])('shows what changed, by id and by name, at %i columns', async (columns) => {
    const out = await showDiff(buildBody(OPEN, 'maybe', 'x'), buildBody(FULL, 'guessed', 'y'), columns);
    expect(out).toMatch(/n19 {2}Across/);
    expect(out).toMatch(/spec\s+\?\snot stated\s+->\s+=\s46\.5 cm\s+filled/);
    // A state that toile does not know has no mark, only its word.
    expect(out).toContain('maybe)');
    expect(out).toContain('guessed)');
    expect(out).not.toContain('…');
    expect(out).toContain('piece.front-facing-upper-left');
    expect(out).toContain('cut_quantity_of_the_outer_layer');
  });

  it('says that nothing changed only when nothing did', async () => {
    const [a, b] = [buildBody(FULL, 'asserted', 'x'), buildBody(FULL, 'asserted', 'x')];
    expect(await showDiff(a, b, 80)).toContain('No change.\n');
    const [first, ...rest] = b.nodes;
    const reasoned = {
      ...b,
      nodes: [
        first,
        { ...rest[0], values: { cut: { value: 2, state: 'asserted', basis: 'asked' } } },
        ...rest.slice(1),
      ],
    };
    expect((await showDiff(a, reasoned, 200)).replaceAll(/\s+/g, ' ')).toContain(
      'No changes except 1 difference in reasons, order or spelling (reason 1); --all shows them.',
    );
    const factory = { ...buildBody(FULL, 'asserted', 'x'), profile: 'factory' };
    const bare = {
      ...factory,
      nodes: JSON.parse(JSON.stringify(factory.nodes), (key, value) => (key === 'basis' ? undefined : value)),
    };
    expect((await showDiff(a, bare, 200)).replaceAll(/\s+/g, ' ')).toContain('(not in factory profile 1)');
    expect(JSON.parse(await showDiff(a, bare, 200, '--json'))).toMatchObject({
      same: true,
      minor: { 'not in factory profile': 1 },
    });
  });

  it('names everything that was added or removed with a node', async () => {
    const a = buildBody(FULL, 'asserted', 'x');
    expect(await showDiff({ ...a, nodes: a.nodes.slice(1) }, a, 80)).toContain(
      'holds spec =\u00a046.5 cm; code =\u00a00012',
    );
  });

  it('has every class and word of a comparison explained in its help', async () => {
    const { out } = await runToile(['help', 'diff']);
    const plain = out.replaceAll(/\s+/g, ' ');
    for (const [word, means] of [...Object.entries(CHANGE_WORDS), ...Object.entries(CHANGE_CLASSES)]) {
      expect(plain).toContain(word);
      expect(plain).toContain(means);
    }
    const { changes } = compareBodies(buildBody(OPEN, 'maybe', 'x'), buildBody(FULL, 'guessed', 'y'));
    const words = new Set(changes.map(({ word }) => word));
    expect(words).toEqual(new Set(['REVISED', 'reason', 'state changed', 'filled']));
    for (const word of words) expect(Object.keys(CHANGE_WORDS)).toContain(word);
  });
});
