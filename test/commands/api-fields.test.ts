import { describe, expect, it } from 'vitest';
import { runToile } from '../support/run-toile.ts';

describe('api --field', () => {
  it('builds the query, each character as typed', async () => {
    const { out } = await runToile(['--sandbox', 'api', 'v1/designs', '-f', 'limit=2', '--json']);
    expect(JSON.parse(out).designs).toHaveLength(2);
    const page = JSON.parse(out);
    const next = ['--sandbox', 'api', 'v1/designs?limit=1', '-f', `before=${page.next_before}`];
    const [first] = JSON.parse((await runToile(next)).out).designs;
    expect(page.designs.map(({ id }: { id: string }) => id)).not.toContain(first.id);
  });

  it('builds a JSON body with -X POST, with texts and JSON, numbers as typed', async () => {
    const list = JSON.parse((await runToile(['--sandbox', 'api', 'v1/designs', '--all'])).out);
    const minted = list.designs.find((each: { sgg_garment_id: unknown }) => each.sgg_garment_id !== null);
    const argv = ['--sandbox', 'api', '-X', 'POST', `v1/designs/${minted.id}/exports`];
    const { code, err } = await runToile([...argv, '-f', 'driver=nonesuch', '-f', 'n:=56.0']);
    expect(code).toBe(9);
    expect(err).toContain('driver');
  });

  it.each([
    ['v1/me', '-f', 'x'],
    ['v1/me', '-f', 'x:=1'],
    ['v1/me', '-X', 'POST', '-f', 'x:={'],
    ['v1/me', '-X', 'POST', '-f', 'x=1', '-f', 'x=2'],
    ['v1/me', '-X', 'POST', '-f', 'x=1', '--body', '{}'],
    ['v1/me', '--all'],
    ['v1/designs', '--all', '-f', 'category=coat'],
    ['v1/designs', '--all', '-i'],
    ['v1/designs', '--all', '-X', 'POST'],
  ])('refuses %s %s %s %s %s %s %s', async (...words) => {
    expect(await runToile(['--sandbox', 'api', ...words])).toMatchObject({ code: 2, out: '' });
  });

  it('orders nothing that costs money without consent', async () => {
    const list = JSON.parse((await runToile(['--sandbox', 'api', 'v1/designs', '-f', 'limit=1'])).out);
    const path = `v1/designs/${list.designs[0].id}/tech-packs`;
    const run = await runToile(['--sandbox', 'api', '-X', 'POST', path, '-f', 'brand=x', '--json']);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(run.err).error.hint).toContain('--yes');
  });
});

describe('api --all', () => {
  it('joins all pages into one body, as designs ls --all does', async () => {
    const [asked, listed] = [
      await runToile(['--sandbox', 'api', 'v1/designs', '--all', '-f', 'limit=3']),
      await runToile(['--sandbox', 'designs', 'ls', '--all', '--json']),
    ];
    expect(asked).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(asked.out)).toEqual(JSON.parse(listed.out));
  });
});
