/** Completion for shells, as scripts made from the table: all that does not change is in the script itself. */

import type { AnyCommand } from '../../commands/define.ts';
import { bash } from './bash.ts';
import { fish } from './fish.ts';
import { powershell } from './powershell.ts';
import { type Place, shape } from './shape.ts';
import type { Known } from './values.ts';
import { zsh } from './zsh.ts';

/** Shells by name: what their file is called, and what writes it. */
export const SHELLS: Readonly<
  Record<string, { readonly file: string; write(places: readonly Place[]): string }>
> = {
  bash: { file: 'toile.bash', write: bash },
  zsh: { file: '_toile', write: zsh },
  fish: { file: 'toile.fish', write: fish },
  powershell: { file: 'toile.ps1', write: powershell },
};

/** The script for a shell. Throws a RangeError for a shell that is not one of `SHELLS`. */
export const completion = (shell: string, table: readonly AnyCommand[], known: Known): string => {
  const found = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (found === undefined) throw new RangeError(`no completion for ${shell}`);
  return found.write(shape(table, known));
};

/** Every script by the name of its file. */
export const completionFiles = (table: readonly AnyCommand[], known: Known): ReadonlyMap<string, string> =>
  new Map(Object.entries(SHELLS).map(([shell, { file }]) => [file, completion(shell, table, known)]));
