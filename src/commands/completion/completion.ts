import { UsageError } from '../../platform/errors.ts';
import { quoteShellWords, shellText } from '../../platform/escape/shell.ts';
import { defineCommand } from '../command-spec.ts';
import { COMPLETION_SCRIPTS } from './completion-scripts.ts';

const SHELL_NAMES = Object.keys(COMPLETION_SCRIPTS);

export const completionCommand = defineCommand({
  path: 'completion',
  resultKind: 'text',
  targetFlags: [],
  group: 'Other commands',
  effects: { sends: 'never' },
  summary: 'Print the shell script for Tab completion',
  namesInOtherTools: ['completions', 'autocomplete'],
  about:
    'With the script, the Tab key completes commands, flags and their values. It offers the ids and ' +
    'names of designs that you listed before on this machine. It never uses the network.',
  args: [{ name: 'SHELL', about: SHELL_NAMES.join(', '), required: true, choices: SHELL_NAMES }],
  examples: [
    { why: 'Enable completion in bash, in ~/.bashrc', line: 'source <(toile completion bash)' },
    { why: 'Enable completion in zsh, in ~/.zshrc', line: 'source <(toile completion zsh)' },
    {
      why: 'Enable completion in fish, in ~/.config/fish/config.fish',
      line: 'toile completion fish | source',
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
  run: async (_deps, { shell }) => ({ kind: 'text', text: COMPLETION_SCRIPTS[shell]?.text ?? '' }) as const,
});
