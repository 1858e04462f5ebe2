import { expect, it } from 'vitest';
import { commandTable } from '../../src/commands/command-table.ts';
import { listGlobalFlags } from '../../src/commands/flags/global-flags.ts';
import { runToile } from '../support/run-toile.ts';

/** An upper bound of the tokens of English and of commands: runs of letters in pieces, other characters one by one. */
const countTokensAtMost = (text: string): number =>
  (text.match(/[a-z]{1,7}|[0-9]{1,3}|[^\sa-z0-9]|\n/gi) ?? []).length;

it('the instructions have at most 500 tokens, and name only existing commands and flags', async () => {
  const { out, code, err } = await runToile(['skill', 'print']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const text = out.replaceAll(/[`,:.]/g, ' ');
  expect(countTokensAtMost(out)).toBeLessThanOrEqual(500);
  for (const { path, group } of commandTable)
    if (['Read a design', 'Send to a factory', 'Order a Tech Pack', 'Keep a season'].includes(group))
      expect(text.replaceAll(/\s+/g, ' '), path).toContain(path);
    else if (group !== 'Sign in') expect(text).toMatch(new RegExp(`^Also.*\\b${path.split(' ')[0]}\\b`, 'm'));
  const flags = new Set(
    commandTable.flatMap((one) => [...Object.keys(one.flags ?? {}), ...Object.keys(listGlobalFlags(one))]),
  );
  for (const [, flag = ''] of out.matchAll(/--([a-z][a-z-]*)/g)) expect([...flags], flag).toContain(flag);
  // What costs money is a person's.
  expect(out).toMatch(/techpack request` may cost money: a person runs it/);
});
