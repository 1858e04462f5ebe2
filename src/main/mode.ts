import type { AnyCommand, Given } from '../commands/define.ts';
import { CHOOSING } from '../commands/everywhere.ts';
import { UsageError } from '../errors.ts';

/** How an answer is written: decided once, here, and known to no command. */
export type Mode = 'view' | 'tsv' | 'json' | 'jsonl';

/** Refuses flags that would change nothing. Without a flag: a view on a terminal, rows in a pipe. */
export const modeFor = (command: AnyCommand, everywhere: Given, terminal: boolean): Mode => {
  const json = everywhere.json === true;
  const jsonl = everywhere.jsonl === true;
  const says = (flag: string, why: string): never => {
    throw new UsageError(`toile ${command.path} takes no ${flag}: ${why}`, {
      hint: `toile help ${command.path}`,
    });
  };
  for (const [choosing, flag] of Object.entries(CHOOSING)) {
    if (everywhere[choosing] !== undefined && command.uses && !command.uses.includes(choosing as never)) {
      says(flag, 'it would change nothing');
    }
  }
  if (everywhere.sandbox === true && everywhere['base-url'] !== undefined) {
    throw new UsageError('--sandbox and --base-url name two different services');
  }
  if (json && jsonl) throw new UsageError('--json and --jsonl are two different forms');
  const words = command.answers === 'text' || command.answers === 'steps';
  if (json && words) says('--json', 'its answer is text');
  if (jsonl && !command.rows) says('--jsonl', 'its answer is not a list');
  if (json) return 'json';
  if (jsonl) return 'jsonl';
  return terminal ? 'view' : 'tsv';
};
