import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { globalFlagsOf } from '../../src/commands/flags/global-flags.ts';
import { table } from '../../src/commands/table.ts';
import { emptyHome, toile } from '../support/toile.ts';

/** More than a tokenizer makes of English and of commands: each run of letters in pieces, each other sign by itself. */
const tokensAtMost = (text: string): number =>
  (text.match(/[a-z]{1,7}|[0-9]{1,3}|[^\sa-z0-9]|\n/gi) ?? []).length;

it('is at most 500 tokens, and names no command or flag that there is not', async () => {
  const { out, code, err } = await toile(['skill', 'print']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const text = out.replaceAll(/[`,:.]/g, ' ');
  expect(tokensAtMost(out)).toBeLessThanOrEqual(500);
  for (const { path, group } of table)
    if (['Read a design', 'Take it away'].includes(group))
      expect(text.replaceAll(/\s+/g, ' '), path).toContain(path);
    else if (group !== 'Sign in') expect(text).toMatch(new RegExp(`^Also.*\\b${path.split(' ')[0]}\\b`, 'm'));
  const flags = new Set(
    table.flatMap((one) => [...Object.keys(one.flags ?? {}), ...Object.keys(globalFlagsOf(one))]),
  );
  for (const [, flag = ''] of out.matchAll(/--([a-z][a-z-]*)/g)) expect([...flags], flag).toContain(flag);
  // What costs money is a person's.
  expect(out).toMatch(/techpack request` may cost money: a person runs it/);
});

it('is put where an assistant looks, made anew, and never over a file of somebody else', async () => {
  const home = await emptyHome();
  const file = join(home, '.claude/skills/toile/SKILL.md');
  const install = (...more: string[]) => toile(['skill', 'install', 'claude', ...more], { home });
  expect(await install()).toMatchObject({ code: 2, out: '' });
  expect(await install('--yes')).toMatchObject({ code: 0, err: '' });
  const { out } = await toile(['skill', 'print']);
  expect(await readFile(file, 'utf8')).toBe(out);
  await writeFile(file, out.replace('garments', 'garments of last year'));
  expect(await install('--yes')).toMatchObject({ code: 0 });
  expect(await readFile(file, 'utf8')).toBe(out);
  // Nothing to change, nothing to ask.
  expect(await install()).toMatchObject({ code: 0 });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '# mine\n');
  expect(await install('--yes')).toMatchObject({ code: 1, out: '' });
  expect(await readFile(file, 'utf8')).toBe('# mine\n');
  expect(await toile(['skill', 'install', 'emacs'])).toMatchObject({ code: 2, out: '' });
});
