/**
 * Completion scripts for shells, generated from the command table. All static words are in the script
 * itself.
 */

import type { AnyCommand } from '../../../commands/command-spec.ts';
import { renderBashCompletion } from './bash.ts';
import { buildCompletionTree, type CompletionNode } from './completion-tree.ts';
import type { CompletionWords } from './completion-values.ts';
import { renderFishCompletion } from './fish.ts';
import { renderPowershellCompletion } from './powershell.ts';
import { renderZshCompletion } from './zsh.ts';

/** The shells by name, each with its script file and its renderer. */
export const COMPLETION_SHELLS: Readonly<
  Record<string, { readonly file: string; write(places: readonly CompletionNode[]): string }>
> = {
  bash: { file: 'toile.bash', write: renderBashCompletion },
  zsh: { file: '_toile', write: renderZshCompletion },
  fish: { file: 'toile.fish', write: renderFishCompletion },
  powershell: { file: 'toile.ps1', write: renderPowershellCompletion },
};

/** Returns the script for a shell. Throws a RangeError for a shell that is not in `COMPLETION_SHELLS`. */
export const renderCompletionScript = (
  shell: string,
  table: readonly AnyCommand[],
  known: CompletionWords,
): string => {
  const found = Object.hasOwn(COMPLETION_SHELLS, shell) ? COMPLETION_SHELLS[shell] : undefined;
  if (found === undefined) throw new RangeError(`no completion for ${shell}`);
  return found.write(buildCompletionTree(table, known));
};

/** Returns all scripts by file name. */
export const renderCompletionFiles = (
  table: readonly AnyCommand[],
  known: CompletionWords,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(COMPLETION_SHELLS).map(([shell, { file }]) => [
      file,
      renderCompletionScript(shell, table, known),
    ]),
  );
