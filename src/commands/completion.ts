import { UsageError } from '../platform/errors.ts';
import { quoteShellWords, shellText } from '../platform/escape/shell.ts';
import type { ProgramContext } from './command-context.ts';
import { defineCommand } from './command-spec.ts';

const SHELL_NAMES = ['bash', 'zsh', 'fish', 'powershell'];

/** The command `toile completion`. */
export const completionCommand = defineCommand({
  path: 'completion',
  resultKind: 'text',
  targetFlags: [],
  group: 'Other commands',
  effects: { sends: 'never' },
  summary: 'Print the shell completion script',
  namesInOtherTools: ['completions', 'autocomplete'],
  about:
    'The script completes commands, flags and their values. Ids and names come from the designs that earlier ' +
    'commands listed on this machine, never from the network.',
  args: [{ name: 'SHELL', about: SHELL_NAMES.join(', '), required: true, choices: SHELL_NAMES }],
  examples: [
    { why: 'Enable completion in bash, in ~/.bashrc', line: 'source <(toile completion bash)' },
    { why: 'Enable completion in zsh, in ~/.zshrc after compinit', line: 'source <(toile completion zsh)' },
    {
      why: 'Enable completion in fish, once',
      line: 'toile completion fish > ~/.config/fish/completions/toile.fish',
    },
    {
      why: 'Enable completion in PowerShell, in $PROFILE',
      line: 'toile completion powershell | Out-String | Invoke-Expression',
    },
  ],
  parse: ({ args: [shell = ''] }) => {
    const known = shell === 'pwsh' ? 'powershell' : shell.toLowerCase();
    if (!SHELL_NAMES.includes(known)) {
      throw new UsageError(`no completion for the shell ${shell}`, {
        hint: shellText`shells: ${quoteShellWords(SHELL_NAMES, ', ')}`,
      });
    }
    return { shell: known };
  },
  run: async (deps: ProgramContext, { shell }) =>
    ({ kind: 'text', text: (await deps.loadCompletions()).getScript(shell) }) as const,
});
