/** argv in, exit code out: parse, run, present, and one place where every failure ends. */

import type { AnyCommand } from '../commands/define.ts';
import { table } from '../commands/table.ts';
import type { Given } from '../commands/typed.ts';
import { withSettings } from '../deps/settings.ts';
import type { Outside } from '../deps/system.ts';
import { helpText } from '../help/index.ts';
import { asksForJson, inWords, isSilent, spelledOut, stackOf } from './fail.ts';
import { annotateFailure, report } from './on-runner.ts';
import { endOf, unread } from './output-lost.ts';
import { parse } from './parse.ts';
import { present } from './present.ts';
import { type Read, readArgv } from './read-argv.ts';
import { type Reader, readerOf } from './reader.ts';
import { refuseTypedKey } from './refuse-typed-key.ts';
import { columnsFor, prepare, type Running, run } from './run.ts';
import { pageFor, painterFor } from './screen.ts';
import { writeSteps } from './steps.ts';
import { gathering } from './write-xlsx.ts';

/** How far a line has come, for whoever has to say how it ended. */
interface Course {
  everywhere: Given;
  command?: AnyCommand;
  running?: Running;
  /** From here on the answer is being written. */
  isAnswered?: true;
}

const tellOf = async (
  read: Exclude<Read, { kind: 'command' }>,
  { io, version }: Outside,
): Promise<number> => {
  const text =
    read.kind === 'version'
      ? `toile ${version}\n`
      : (helpText(table, read.words, io.out.columns, { short: true }) ?? '');
  await io.out.write(text);
  return 0;
};

const go = async (
  argv: readonly string[],
  unsettled: Outside,
  shown: boolean,
  { signal }: Reader,
  course: Course,
): Promise<number> => {
  refuseTypedKey(argv);
  const read = readArgv(argv, table);
  if (read.kind !== 'command') return tellOf(read, unsettled);
  const { command, everywhere } = read;
  // Whoever puts settings right is not kept from it by them.
  const outside = command.path.startsWith('config ') ? unsettled : await withSettings(unsettled);
  const { io, clock, bluntly } = outside;
  Object.assign(course, { command, everywhere });
  const parsed = parse(read, io.out.terminal || shown);
  const paint = await painterFor(everywhere, outside);
  const running = prepare(parsed, outside, signal);
  course.running = running;
  const columns = await columnsFor(parsed, running);
  const sheet = await gathering(parsed, running);
  try {
    const answer = await run(parsed, running);
    if (answer.kind === 'steps') {
      const typing = (words: readonly string[]) => main(words, outside, true);
      return await writeSteps(answer, everywhere, { io, paint, bluntly }, typing);
    }
    course.isAnswered = true;
    const shownTo = {
      ...parsed,
      columns,
      io,
      paint,
      around: { toile: parsed.toile, now: clock.now() },
      note: running.note,
      page: pageFor(outside, signal),
      sheet,
      signal,
      bluntly,
    };
    const exit = await present(answer, shownTo);
    await sheet.keep();
    await report(parsed, answer, outside, asksForJson(argv));
    if ('unfinished' in answer && answer.unfinished)
      await io.err.write((await spelledOut(answer.unfinished, argv, running.deps, io)).text);
    return exit;
  } finally {
    await sheet.drop();
  }
};

/** What is held open ends with Ctrl-C, and that is its ordinary end. */
const isHeld = ({ command, running }: Course): boolean =>
  running !== undefined && (command?.answers === 'held' || command?.answers === 'protocol');

/**
 * One command from words to exit code. Everything that can fail, fails into `explain`.
 * `shown` says that a person reads the answer even where stdout is no terminal.
 */
export const main = async (argv: readonly string[], outside: Outside, shown = false): Promise<number> => {
  const reader = readerOf(outside);
  const course: Course = { everywhere: {} };
  try {
    const exit = await go(argv, outside, shown, reader, course);
    if (reader.hasLeft()) return 0;
    if (!outside.signal.aborted) reader.gone.throwIfAborted();
    if (outside.signal.aborted && !isHeld(course)) throw outside.signal.reason;
    return exit;
  } catch (caught) {
    await course.running?.quiet();
    const { everywhere, command, isAnswered } = course;
    const deps = course.running?.deps;
    const hasLeft = reader.hasLeft();
    // Nobody reads the answer, and that is all. Where it broke off what follows a request, that is said.
    if (hasLeft && (deps?.knownSpent() === undefined || isAnswered)) return 0;
    const ended = [outside.signal, reader.gone].find(({ aborted }) => aborted);
    const worded = await inWords(hasLeft ? unread() : endOf(caught, ended), everywhere, deps);
    const error = command?.failsWith === undefined ? worded : worded.exiting(command.failsWith);
    const { text, exit } = await spelledOut(error, argv, deps, outside.io);
    if (!isSilent(error, argv, deps)) {
      await outside.io.err.write(text);
      await annotateFailure(outside, error, asksForJson(argv));
    }
    if (outside.isDebug(everywhere)) await outside.io.err.write(stackOf(caught));
    return exit;
  } finally {
    await course.running?.quiet();
    await course.running?.deps.close();
  }
};
