import type { Answer } from '../commands/answers.ts';
import { createDeps, type MadeDeps } from '../deps/deps.ts';
import type { Outside } from '../deps/system.ts';
import { type NamedColumn, parseColumns } from '../format/named-columns.ts';
import { personAt } from '../terminal/person.ts';
import { createProgress } from '../terminal/progress.ts';
import { createPrompts } from '../terminal/prompts.ts';
import { explain } from './explain.ts';
import { maxWaitFor, mostWaitFor, requestTimeoutFor } from './max-wait.ts';
import type { Parsed } from './parse.ts';
import { wishesOf } from './screen.ts';

/** A command at work: what it may touch, and what it tells whoever watches. */
export interface Running {
  readonly deps: MadeDeps;
  /** A word to the person beside the answer. */
  note(text: string): void;
  /** Takes away what is shown while it works. */
  quiet(): Promise<void>;
}

/** What the command may touch, made for this one line. */
export const prepare = (parsed: Parsed, outside: Outside, signal: AbortSignal): Running => {
  const { command, options, everywhere, toile } = parsed;
  const { io } = outside;
  const person = personAt(io, outside.env, wishesOf(everywhere));
  const progress = createProgress(io, person, everywhere.quiet === true, async (text) =>
    (await import('../terminal/fitted.ts')).fitted(text, io.err),
  );
  const quiet = () => progress.stop();
  const ask = createPrompts(io, person, signal, quiet);
  const watching = command.answers === 'protocol' ? 'assistant' : ask.possible;
  const deps: MadeDeps = createDeps({
    outside,
    signal,
    everywhere,
    toile,
    ask,
    maxWait: maxWaitFor(everywhere, outside.env, command.patient?.(options) === true, watching),
    mostWait: mostWaitFor(everywhere, outside.env),
    requestTimeout: requestTimeoutFor(everywhere),
    tell: progress.tell.bind(progress),
    // What failed is part of some answers, which no redactor sees.
    explain: (error) => explain(error, { signIn: deps.knownSignIn(), toile }).worded(io.secrets.redact),
  });
  return { deps, quiet, note: (text) => progress.tell({ kind: 'note', text }) };
};

/** The names that columns were given, wherever they stand. Nothing is asked of a service before they are understood. */
export const columnsFor = async (
  { mode: { columns } }: Parsed,
  { deps }: Running,
): Promise<readonly NamedColumn[] | undefined> => {
  if (columns === undefined) return undefined;
  return parseColumns(columns.startsWith('@') ? await deps.readText(columns.slice(1)) : columns);
};

/** From options to the answer, of which nothing is written yet. */
export const run = async ({ command, options }: Parsed, { deps, quiet }: Running): Promise<Answer> => {
  const answer: Answer = await command.run(deps, options);
  await quiet();
  return answer;
};
