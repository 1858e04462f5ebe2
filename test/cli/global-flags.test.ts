import { describe, expect, it } from 'vitest';
import { renderCommandHelp } from '../../src/cli/help/help-layout.ts';
import { resolveOutputOptions } from '../../src/cli/output-format.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { GLOBAL_FLAGS } from '../../src/commands/flags/global-flags.ts';
import { UsageError } from '../../src/platform/errors.ts';

const VALUES: Readonly<Record<string, string>> = {
  fields: 'a',
  jq: '.',
  'max-wait': '5s',
  columns: 'A=a',
};

const isTaken = (command: (typeof commandTable)[number], flag: string): boolean => {
  const given = {
    ...(flag === 'columns' && { csv: true as const }),
    [flag]: VALUES[flag] ?? (flag in { account: 1, 'base-url': 1, 'sandbox-from': 1 } ? 'x' : true),
  };
  try {
    // Whether a body is here already is up to what else is typed.
    const { isLocal: _local, ...asked } = command;
    resolveOutputOptions(asked, given, { options: {}, typed: { args: [], flags: {} } }, true);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return false;
  }
};

describe.each(commandTable.map((command) => [command.path, command] as const))(
  'toile %s',
  (_path, command) => {
    const [, globalFlags = ''] = renderCommandHelp(command, 100).split('Flags of every command');
    it.each(Object.keys(GLOBAL_FLAGS))('shows --%s in its help exactly where it takes it', (flag) => {
      expect(new RegExp(`--${flag}\\b(?!-)`).test(globalFlags.replace(/ {4,}.*$/gm, ''))).toBe(
        isTaken(command, flag),
      );
    });
  },
);

it.each([
  ['tour', 'max-wait', false],
  ['tour', 'sandbox-from', false],
  ['tools ls', 'sandbox-from', false],
  ['tools ls', 'insecure-http', true],
  ['sandbox pay', 'insecure-http', false],
  ['sandbox start', 'json', true],
  ['sandbox start', 'jq', false],
  ['mcp serve', 'json', false],
  ['mcp serve', 'account', true],
  ['quota', 'sandbox', false],
  ['graph', 'max-wait', true],
] as const)('toile %s --%s: %s', (path, flag, taken) => {
  const command = commandTable.find((one) => one.path === path);
  expect(command && isTaken(command, flag)).toBe(taken);
});
