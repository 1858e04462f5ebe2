import { describe, expect, it } from 'vitest';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { runInTerminal } from '../support/run-in-terminal.ts';
import { SHELL_COMMAND } from '../support/run-program.ts';

const TOILE = `${SHELL_COMMAND} --sandbox`;
const REQUEST = `${TOILE} techpack request GARM-5117`;

describe.skipIf(isToolMissing('script', 'bsdutils'))('a Tech Pack on a terminal', () => {
  it('is not requested without a yes; the request and the cost are shown first', async () => {
    const { screen, code } = await runInTerminal(
      `${REQUEST}; code=$?; ${TOILE} sandbox status --json; exit $code`,
      [[/Request it\?/, '\r']],
    );
    expect(code).toBe(1);
    expect(screen).toMatch(/EUR 25[\s\S]*Request it\?/);
    expect(screen).toContain('nothing was sent');
    expect(screen).toMatch(/"purchases": \[\]/);
  });

  it('is requested after a yes', async () => {
    const { screen, code } = await runInTerminal(REQUEST, [[/Request it\?/, 'y\r']]);
    expect(code).toBe(0);
    expect(screen).toContain('composing');
  });

  it('is not requested after Ctrl-C at the question', async () => {
    const line = `${REQUEST}; code=$?; ${TOILE} sandbox status --json; exit $code`;
    const { screen, code } = await runInTerminal(line, [[/Request it\?/, '\u0003']]);
    expect(code).toBe(130);
    expect(screen).toMatch(/"purchases": \[\]/);
  });

  it('shows the time while it waits, and Ctrl-C says that the order continues', async () => {
    const { screen, code } = await runInTerminal(`${REQUEST} --yes --wait`, [
      [/composing \(0:0[2-9]\)/, '\u0003'],
    ]);
    expect(code).toBe(130);
    expect(screen).toContain('the service continues the work');
    expect(screen).toContain('techpack status');
    expect(screen.lastIndexOf('\u001b[?25h')).toBeGreaterThan(screen.lastIndexOf('\u001b[?25l'));
  });
});
