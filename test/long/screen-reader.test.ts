import { describe, expect, it } from 'vitest';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { runInTerminal } from '../support/run-in-terminal.ts';
import { SHELL_COMMAND } from '../support/run-program.ts';

/** Terminal codes other than colours: moves, erasures, titles, modes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const STEERING = /\u001b(?!\[[0-9;]*m)|\r(?!\r*\n)|\u0008/g;

const OF_A_DESIGN = ['graph GARM-101', 'brief GARM-101', 'trust GARM-101', 'confirmations GARM-101'];
const OTHERS = [
  'me',
  'quota',
  'designs ls',
  'pull ~/season GARM-5117 GARM-101',
  'stale ~/season',
  'diff ~/season GARM-101',
  'doctor',
];
const LONG = ['export GARM-5117 -o ~/out/', 'techpack request GARM-5117 --wait --timeout 2 --yes'];

describe.skipIf(isToolMissing('script', 'bsdutils'))('for a screen reader', () => {
  it('no command moves the cursor', async () => {
    const line = [...OF_A_DESIGN, ...OTHERS, ...LONG].map(
      (command) => `${SHELL_COMMAND} --sandbox --accessible ${command}; echo "ended $?"`,
    );
    const { screen } = await runInTerminal(`sh -c '${line.join('; ')}'`);
    expect(screen.match(STEERING) ?? []).toEqual([]);
    expect(screen.match(/ended \d+/g)).toHaveLength(line.length);
    expect(screen).toContain('asserted');
    expect(screen).not.toMatch(/^ *[=~] /m);
  });

  it('numbers the designs, and ends with 130 on Ctrl-D', async () => {
    const chosen = await runInTerminal(`env ACCESSIBLE=1 ${SHELL_COMMAND} --sandbox brief`, [
      [/Type a number/, 'romper\r'],
      [/1\. .*Romper[\s\S]*Type a number/, '1\r'],
    ]);
    expect(chosen.code).toBe(0);
    expect(chosen.screen).toContain('TAILOR BRIEF');
    expect(chosen.screen.match(STEERING) ?? []).toEqual([]);
    const left = await runInTerminal(`env ACCESSIBLE=1 ${SHELL_COMMAND} --sandbox brief`, [
      [/Type a number/, '\u0004'],
    ]);
    expect(left.code).toBe(130);
  });

  it.each(['CI=true', 'TERM=dumb', 'TOILE_NO_INPUT=1'])('%s: there are no prompts', async (set) => {
    const { screen, code } = await runInTerminal(`env ${set} ${SHELL_COMMAND} --sandbox brief`);
    expect(code).toBe(2);
    expect(screen).toContain('no design ID given');
  });
});
