import { shellWords, typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { define } from './define.ts';
import type { Itself } from './facets.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'];

export const completion = define({
  path: 'completion',
  answers: 'text',
  uses: [],
  group: 'Anything else',
  does: { sends: 'never' },
  summary: 'Print the script that completes toile in a shell',
  elsewhere: ['completions', 'autocomplete'],
  about:
    'Commands, flags and their values are in the script. Ids with their names come from what earlier commands ' +
    'listed on this machine, never from the network.',
  words: [{ name: 'SHELL', about: SHELLS.join(', '), required: true, choices: SHELLS }],
  examples: [
    { why: 'bash: in ~/.bashrc', line: 'source <(toile completion bash)' },
    { why: 'zsh: in ~/.zshrc, after compinit', line: 'source <(toile completion zsh)' },
    { why: 'fish: once', line: 'toile completion fish > ~/.config/fish/completions/toile.fish' },
    {
      why: 'PowerShell: in $PROFILE',
      line: 'toile completion powershell | Out-String | Invoke-Expression',
    },
  ],
  parse: ({ words: [shell = ''] }) => {
    const known = shell === 'pwsh' ? 'powershell' : shell.toLowerCase();
    if (!SHELLS.includes(known)) {
      throw new UsageError(`there is no completion for ${shell}`, {
        hint: typeable`shells: ${shellWords(SHELLS, ', ')}`,
      });
    }
    return { shell: known };
  },
  run: async (deps: Itself, { shell }) =>
    ({ kind: 'text', text: (await deps.completions()).script(shell) }) as const,
});
