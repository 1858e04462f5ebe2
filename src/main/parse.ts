import { fromSource, shellWord, type Typeable, typeable, typeables } from '../border/shell.ts';
import type { AnyCommand } from '../commands/define.ts';
import type { Given } from '../commands/typed.ts';
import { type Mode, modeFor } from './output-format.ts';
import type { Read } from './read-argv.ts';

/** A command line that is understood: nothing is left to be refused before it runs. */
export interface Parsed {
  readonly command: AnyCommand;
  /** What its own parse made of words and flags. */
  readonly options: unknown;
  readonly everywhere: Given;
  readonly mode: Mode;
  /** How toile is typed to reach the same service. */
  readonly toile: Typeable;
}

/** The flags that choose the service, as they were typed. */
export const typedFor = (everywhere: Given): Typeable => {
  const named = (['sandbox-from', 'account', 'base-url'] as const).flatMap((flag) => {
    const value = everywhere[flag];
    return typeof value !== 'string' ? [] : [typeable`--${fromSource(flag)} ${shellWord(value)}`];
  });
  return typeables([
    typeable`toile`,
    ...(everywhere.sandbox === true ? [typeable`--sandbox`] : []),
    ...named,
  ]);
};

/** From words to options. Throws a UsageError, and touches nothing. */
export const parse = (
  { command, typed, everywhere }: Extract<Read, { kind: 'command' }>,
  terminal: boolean,
): Parsed => {
  const options: unknown = command.parse(typed);
  const mode = modeFor(command, everywhere, { options, typed }, terminal);
  return { command, options, everywhere, mode, toile: typedFor(everywhere) };
};
