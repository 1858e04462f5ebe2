import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHome, runToile } from '../support/run-toile.ts';

const GRAPH = 'graph.technical_designer.json';

/** Two pulls of the sandbox's season, and what was done to some designs between them. */
const pullSeasons = async (edits: Readonly<Record<string, (text: string) => string>>) => {
  const home = await createHome();
  const words = ['--sandbox', 'pull', '--only', 'graph'];
  for (const dir of ['before', 'after']) expect((await runToile([...words, dir], { home })).code).toBe(0);
  const folders = await readdir(join(home, 'after', 'designs'));
  for (const [name, edit] of Object.entries(edits)) {
    const folder = folders.find((each) => each.startsWith(`${name}--`));
    const file = join(home, 'after', 'designs', String(folder), GRAPH);
    const text = await readFile(file, 'utf8');
    expect(edit(text)).not.toBe(text);
    await writeFile(file, edit(text));
  }
  return {
    home,
    diff: (...more: readonly string[]) => runToile(['diff', 'before', 'after', ...more], { home }),
  };
};

const reviseNumber = (text: string): string => text.replace('"value": 56.0', '"value": 55.5');
const confirmValue = (text: string): string => text.replace('"inferred"', '"asserted"');
const useUnknownWord = (text: string): string => text.replace('"asserted"', '"<b>sworn"');

describe('the comparison of two seasons', () => {
  it('lists the designs with the most expensive changes first', async () => {
    const { diff } = await pullSeasons({
      'a-line-skirt-six-gores': confirmValue,
      'balmacaan-raglan': useUnknownWord,
      'band-collar-shirt': confirmValue,
      '縮緬ノーカラーコート-試作二号': reviseNumber,
    });
    const { designs } = JSON.parse((await diff('--json')).out) as {
      designs: readonly { name: string; changes: readonly { class: number }[] }[];
    };
    const dearest = designs.map(({ changes }) => Math.min(...changes.map((it) => it.class)));
    expect(designs).toHaveLength(4);
    expect(dearest).toEqual(dearest.toSorted((a, b) => a - b));
    expect(new Set(dearest).size).toBe(3);
    expect(designs[0]?.name).toMatch(/^縮緬/);
  });

  it('is one HTML page by class, in which foreign texts are not markup', async () => {
    const { diff } = await pullSeasons({
      'balmacaan-raglan': useUnknownWord,
      '縮緬ノーカラーコート-試作二号': reviseNumber,
      'band-collar-shirt': confirmValue,
    });
    const { code, out, err } = await diff('--html');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const titles = [...out.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title);
    expect(titles).toEqual([
      '1  a stated value or an instruction was revised (1)',
      '4  a stated value became inferred, or a value became unstated (1)',
      '5  an inferred value was stated, with the same or another value (1)',
      'Words of a change',
    ]);
    expect(out).toContain('<bdi>56.0 cm (asserted)</bdi></td><td><bdi>55.5 cm (asserted)</bdi>');
    expect(out).toContain('(&lt;b&gt;sworn)');
    expect(out).not.toContain('<b>');
    // Should one be all the same, it does nothing there.
    expect(out).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    );
    // Every change of the comparison, and its words, are on the page.
    const { designs } = JSON.parse((await diff('--json')).out);
    for (const { name, id, changes } of designs) {
      expect(out).toContain(`${name}</bdi><small><bdi>${id}`);
      for (const { node_id, word } of changes)
        for (const each of [node_id, word]) expect(out).toContain(each);
    }
    expect(await diff('--html', '--md')).toMatchObject({ code: 2, out: '' });
    expect(await diff('--html', '--csv')).toMatchObject({ code: 2, out: '' });
  });

  it('lists designs that only one season has before all others', async () => {
    const { home, diff } = await pullSeasons({ '縮緬ノーカラーコート-試作二号': reviseNumber });
    const manifest = join(home, 'after', 'manifest.json');
    const held = JSON.parse(await readFile(manifest, 'utf8'));
    const [id] = Object.entries<{ summary: { name: string } }>(held.designs).find(
      ([, { summary }]) => summary.name === 'Dungarees',
    ) ?? [''];
    delete held.designs[id];
    await writeFile(manifest, JSON.stringify(held));
    await rename(join(home, 'after', '.toile'), join(home, 'aside'));
    const page = (await diff('--html')).out;
    expect(page.indexOf('design removed')).toBeGreaterThan(0);
    expect(page.indexOf('design removed')).toBeLessThan(page.indexOf('REVISED'));
    expect((await diff('--csv')).out.split('\n')[1]).toContain('design removed');
  });
});

describe('a folder and a design to compare', () => {
  it('accept what graph accepts: id, prefix, name, GARM number and the current name', async () => {
    const home = await createHome();
    const run = (...words: readonly string[]) => runToile(['--sandbox', ...words], { home });
    await run('pull', 'season', '--only', 'graph');
    const manifest = join(home, 'season', 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    const held = JSON.parse(text).designs as Record<
      string,
      { summary: { name: string; sgg_garment_id: string } }
    >;
    const [id = '', { summary } = { summary: undefined }] =
      Object.entries(held).find(([, each]) => each.summary.name === 'Balmacaan, raglan') ?? [];
    const words = [id, id.slice(0, 8), 'Balmacaan, raglan', String(summary?.sgg_garment_id)];
    for (const word of words)
      expect(await run('diff', 'season', word), word).toMatchObject({ code: 0, err: '' });
    // As it was pulled, before it got its name and its identity.
    await writeFile(
      manifest,
      text
        .replace('"name": "Balmacaan, raglan"', '"name": "untitled"')
        .replace(`"${summary?.sgg_garment_id}"`, 'null'),
    );
    await rename(join(home, 'season', '.toile'), join(home, 'aside'));
    for (const word of words)
      expect(await run('diff', 'season', word), word).toMatchObject({ code: 0, err: '' });
    expect(await run('diff', 'season', 'No such coat')).toMatchObject({ code: 2, out: '' });
  });
});
