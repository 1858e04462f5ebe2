import { describe, expect, it } from 'vitest';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { runInTerminal } from '../support/run-in-terminal.ts';
import { SHELL_COMMAND } from '../support/run-program.ts';

const [ONE, TWO] = ['3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01', 'GARM-5109'];

describe.skipIf(isToolMissing('script', 'bsdutils'))('a pull that would remove much of a folder', () => {
  it.each([
    ['y', 'removed here', 1],
    ['n', 'kept here', 2],
  ])('asks first; %s: %s', async (answer, said, left) => {
    // The service of the last pull is the folder of the second, which has the first design alone.
    const line = [
      `${SHELL_COMMAND} --sandbox pull both ${ONE} "$(${SHELL_COMMAND} --sandbox designs ls --search ${TWO} | cut -f1)" -q > both.txt`,
      `${SHELL_COMMAND} --sandbox pull one ${ONE} -q > one.txt`,
      `${SHELL_COMMAND} --sandbox-from one pull both --delete`,
      'ls both/designs | wc -l',
    ].join(' && ');
    const { screen, code } = await runInTerminal(`cd "$HOME" && ${line}`, [[/removed\?/, `${answer}\r`]]);
    expect(code, screen).toBe(0);
    expect(screen).toContain('Gone from the service: 1 of 2 in both');
    expect(screen).toContain(said);
    // The cursor may be given back on that line.
    expect(screen.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`(?:^|[^\\d ])\\s*${left}\\s*$`));
  });
});
