import { describe, expect, it } from 'vitest';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { runInTerminal } from '../support/run-in-terminal.ts';
import { SHELL_COMMAND } from '../support/run-program.ts';

const TOILE = SHELL_COMMAND;
const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';

describe.skipIf(isToolMissing('script', 'bsdutils'))('on a terminal', () => {
  it('asks for the key without showing it', async () => {
    const { screen, code } = await runInTerminal(
      `${TOILE} sandbox run -- sh -c 'unset TOILE_API_KEY; ${TOILE} login --insecure-storage'`,
      [[/API key/, 'svc_sk_sandbox_full\r']],
    );
    expect(screen).toContain('Signed in to');
    expect(screen).not.toContain('svc_sk_sandbox_full');
    expect(code).toBe(0);
  });

  it('ends with 130 on Ctrl-C in a prompt, and restores the cursor', async () => {
    const { screen, code } = await runInTerminal(
      `${TOILE} login --insecure-storage --base-url http://127.0.0.1:9`,
      [[/API key/, '\u0003']],
    );
    expect(code).toBe(130);
    expect(screen.lastIndexOf(SHOW_CURSOR)).toBeGreaterThanOrEqual(screen.lastIndexOf(HIDE_CURSOR));
    expect(screen).not.toMatch(/\n\s+at /);
  });

  it('offers the designs when no id was typed', async () => {
    const { screen, code } = await runInTerminal(`${TOILE} --sandbox brief`, [
      [/Which design\?/, 'romper'],
      [/romper[\s\S]*Picnic/, '\r'],
    ]);
    expect(screen).toContain('TAILOR BRIEF');
    expect(code).toBe(0);
  });

  it.each([60, 80, 200])('fits %i columns', async (columns) => {
    const { screen, code } = await runInTerminal(`${TOILE} --sandbox graph GARM-101 --no-color`, [], columns);
    expect(code).toBe(0);
    for (const line of screen.split('\r\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(screen).toContain('Oxford button-down shirt');
  });

  it('indents the body of --json, and keeps every number', async () => {
    const { screen } = await runInTerminal(`${TOILE} --sandbox graph GARM-101 --json`);
    expect(screen).toContain('"value": 56.0');
  });
});
