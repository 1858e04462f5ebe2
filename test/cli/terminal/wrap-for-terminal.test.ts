import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { wrapForTerminal } from '../../../src/cli/terminal/wrap-for-terminal.ts';
import { runToile } from '../../support/run-toile.ts';

const LONG = 'toile: what was said is longer than a terminal of forty columns is wide, so it goes on below';

describe('messages on stderr', () => {
  it('are as wide as the terminal, and lose no word', () => {
    const text = wrapForTerminal(`${LONG}\n`, { terminal: true, columns: 40 });
    expect(text.split('\n').every((line) => stringWidth(line) <= 40)).toBe(true);
    expect(text.replaceAll(/\s+/g, ' ').trim()).toBe(LONG);
  });

  it('are unchanged in a pipe', async () => {
    expect(wrapForTerminal(`${LONG}\n`, { terminal: false, columns: 40 })).toBe(`${LONG}\n`);
  });

  it('do not break a command that is meant to be copied', async () => {
    const command = 'toile --sandbox designs ls --limit 20 --before 2026-07-10T10:10:10Z';
    const text = wrapForTerminal(`toile: there are more; to continue: ${command}\n`, {
      terminal: true,
      columns: 40,
    });
    expect(text).toBe(`toile: there are more; to continue:\n${command}\n`);
    expect(
      wrapForTerminal(`mkdir -p ${'x'.repeat(50)}`, { terminal: true, columns: 40 }, [
        `mkdir -p ${'x'.repeat(50)}`,
      ]),
    ).toBe(`mkdir -p ${'x'.repeat(50)}`);
  });

  it('break a sentence about a command like any other', () => {
    const text = 'toile: toile config get takes no more than one word; too many: rate';
    const lines = wrapForTerminal(text, { terminal: true, columns: 40 }).split('\n');
    expect(lines[0]).toBe('toile: toile config get takes no more');
    expect(lines.join(' ')).toBe(text);
  });

  it('fit for errors and notes, and --json is one line', async () => {
    const wide = ['--sandbox', 'pull', 'x', '--garments-only', '8e0f4d7a-61b3-4a3c-8f0d-2f9b6c3d5a05'];
    const shown = await runToile(wide, { columns: 40 });
    expect(shown.code).toBe(2);
    expect(
      shown.err
        .trimEnd()
        .split('\n')
        .every((line) => stringWidth(line) <= 40),
    ).toBe(true);
    const note = await runToile(['--sandbox', 'sandbox', 'scenario', 'slow-pack'], {
      columns: 40,
      env: { TOILE_HOME: '/proc/none' },
    });
    expect(note.err).toContain('cannot be written');
    expect(
      note.err
        .trimEnd()
        .split('\n')
        .every((line) => stringWidth(line) <= 40),
    ).toBe(true);
    const json = await runToile([...wide, '--json'], { columns: 40 });
    expect(json.err.trimEnd().split('\n')).toHaveLength(1);
  });
});
