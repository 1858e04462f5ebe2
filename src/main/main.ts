/** argv in, exit code out. */

import { forScreen } from '../border/screen.ts';
import { fromSource, shellWord, shellWords, type Typeable, typeable, typeables } from '../border/shell.ts';
import type { Answer, AnyCommand, Given, StepsAnswer } from '../commands/define.ts';
import { table } from '../commands/table.ts';
import { createDeps, type MadeDeps } from '../deps/deps.ts';
import type { Outside } from '../deps/system.ts';
import { HungUp, Interrupted, ToileError } from '../errors.ts';
import { failureJson, failureText } from '../format/error-text.ts';
import { helpText } from '../help/index.ts';
import { type Colours, painter } from '../paint/painter.ts';
import { withSpent } from '../purchases/spent-notice.ts';
import { inPager } from '../terminal/pager.ts';
import { createProgress } from '../terminal/progress.ts';
import { createPrompts } from '../terminal/prompts.ts';
import { line, type View } from '../view/model.ts';
import { drawn } from './drawn.ts';
import { explain } from './explain.ts';
import { maxWaitFor } from './max-wait.ts';
import { modeFor } from './output-format.ts';
import { endOf, outputLost, unread } from './output-lost.ts';
import { present } from './present.ts';
import { type Read, readArgv } from './read-argv.ts';
import { refuseTypedKey } from './refuse-typed-key.ts';

/** Says that the reader of stdout has gone: an end like any other. */
const CLOSED = Symbol('closed pipe');

const asksForJson = (argv: readonly string[]): boolean => {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? undefined : end).some((word) => word === '--json' || word === '--jsonl');
};

const coloursFor = async (everywhere: Given, colour: boolean): Promise<Colours | undefined> =>
  colour && everywhere['no-color'] !== true ? (await import('../paint/colours.ts')).colours : undefined;

const marksFor = (everywhere: Given) => (everywhere.marks === 'word' ? 'word' : 'sign');

/** A pager only where it was asked for, and only where somebody can turn pages. */
const pagerFor = (everywhere: Given, { env, io }: Outside): string | undefined => {
  if (!io.out.terminal || !io.input.terminal) return undefined;
  const asked = everywhere.pager === true ? (env.TOILE_PAGER ?? env.PAGER ?? 'less') : env.TOILE_PAGER;
  return asked || undefined;
};

/** The flags that choose the service, as they were typed. */
const typedFor = (everywhere: Given): Typeable => {
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

/**
 * One command from words to exit code. Everything that can fail, fails into `explain`.
 * `shown` says that a person reads the answer even where stdout is no terminal.
 */
export const main = async (argv: readonly string[], outside: Outside, shown = false): Promise<number> => {
  const { io, clock } = outside;
  const gone = new AbortController();
  io.onClosed((lost) => gone.abort(lost === undefined ? CLOSED : outputLost(lost)));
  const signal = AbortSignal.any([outside.signal, gone.signal]);
  /** A terminal that is closed under a program says so in both ways. */
  const isUnread = (): boolean => gone.signal.reason === CLOSED && !outside.signal.aborted;
  let deps: MadeDeps | undefined;
  let everywhere: Given = {};
  let stop = async (): Promise<void> => undefined;
  let isHeld = false;
  let isAnswered = false;
  let failsWith: AnyCommand['failsWith'];

  const run = async (read: Extract<Read, { kind: 'command' }>): Promise<number> => {
    const { command, typed } = read;
    everywhere = read.everywhere;
    failsWith = command.failsWith;
    const options = command.parse(typed);
    const mode = modeFor(command, everywhere, options, io.out.terminal || shown);
    const paint = painter(await coloursFor(everywhere, io.out.colour), marksFor(everywhere));
    const progress = createProgress(io, everywhere.quiet === true);
    stop = () => progress.stop();
    const ask = createPrompts(io, signal, () => progress.stop());
    deps = createDeps({
      outside,
      signal,
      everywhere,
      toile: typedFor(everywhere),
      ask,
      maxWait: maxWaitFor(
        everywhere,
        command.patient?.(options) === true,
        command.answers === 'protocol' ? 'assistant' : ask.possible,
      ),
      tell: progress.tell.bind(progress),
      // What failed is part of some answers, which no redactor sees.
      explain: (error) =>
        explain(error, { signIn: deps?.knownSignIn(), toile: typedFor(everywhere) }).worded(
          io.secrets.redact,
        ),
    });
    isHeld = command.answers === 'held' || command.answers === 'protocol';
    const answer: Answer = await command.run(deps, options);
    await progress.stop();
    if (answer.kind === 'steps') return steps(answer);
    const pager = pagerFor(everywhere, outside);
    const page = async (text: string): Promise<void> => {
      const paged =
        pager !== undefined && text !== '' && (await inPager(forScreen(text), pager, outside.env, signal));
      if (!paged) await io.out.write(text);
    };
    const note = (text: string): void => progress.tell({ kind: 'note', text });
    isAnswered = true;
    const exit = await present(answer, {
      command,
      options,
      mode,
      io,
      paint,
      around: { toile: deps.toile, now: clock.now() },
      note,
      page,
      signal,
      bluntly: outside.bluntly,
    });
    if ('unfinished' in answer && answer.unfinished) await io.err.write(spelledOut(answer.unfinished));
    return exit;
  };

  /** With what was spent in this run, whatever it is that failed. */
  const knowing = (error: ToileError): ToileError => {
    const spent = deps?.knownSpent();
    return spent === undefined ? error : withSpent(error, spent);
  };
  const spelledOut = (error: ToileError): string =>
    asksForJson(argv) ? failureJson(knowing(error)) : failureText(knowing(error));

  /** Runs commands as if typed, on the sandbox, each said before it is run. */
  const steps = async ({ opening, steps: all, closing }: StepsAnswer): Promise<number> => {
    const paint = painter(await coloursFor(everywhere, io.out.colour), marksFor(everywhere));
    const say = async (view: View) =>
      io.out.write(`${await drawn(view, paint, io.out.columns, outside.bluntly)}\n`);
    const passed = (['no-color', 'marks', 'quiet', 'debug'] as const).flatMap((flag) => {
      const value = everywhere[flag];
      return value === undefined ? [] : value === true ? [`--${flag}`] : [`--${flag}`, value];
    });
    await say(opening);
    for (const { say: about, argv: words } of all) {
      const typed = typeable`$ toile ${shellWords(['--sandbox', ...words])}`;
      await say([line({ text: about, tone: 'faint' }), line({ text: typed, tone: 'strong' })]);
      const exit = await main(['--sandbox', ...passed, ...words], outside, true);
      if (exit !== 0) return exit;
      await io.out.write('\n');
    }
    await io.out.write(await drawn(closing, paint, io.out.columns, outside.bluntly));
    return 0;
  };

  const tellOf = async (read: Exclude<Read, { kind: 'command' }>): Promise<number> => {
    const text =
      read.kind === 'version'
        ? `toile ${outside.version}\n`
        : (helpText(table, read.words, io.out.columns) ?? '');
    await io.out.write(text);
    return 0;
  };

  try {
    refuseTypedKey(argv);
    const read = readArgv(argv, table);
    const exit = read.kind === 'command' ? await run(read) : await tellOf(read);
    if (isUnread()) return 0;
    if (!outside.signal.aborted) gone.signal.throwIfAborted();
    // What is held open ends with Ctrl-C, and that is its ordinary end.
    if (outside.signal.aborted && !isHeld) throw outside.signal.reason;
    return exit;
  } catch (caught) {
    await stop();
    const spent = deps?.knownSpent();
    const isClosed = isUnread();
    // Nobody reads the answer, and that is all. Where it broke off what follows a request, that is said.
    if (isClosed && (spent === undefined || isAnswered)) return 0;
    const ended = [outside.signal, gone.signal].find(({ aborted }) => aborted);
    const signIn = deps?.knownSignIn();
    const explained = explain(isClosed ? unread() : endOf(caught, ended), {
      signIn,
      // Signing in chooses an address by itself.
      address: signIn && (await deps?.target().catch(() => undefined))?.baseUrl,
      toile: typedFor(everywhere),
    });
    const error = failsWith === undefined ? explained : explained.exiting(failsWith);
    const silent =
      (error instanceof Interrupted || error instanceof HungUp) && !asksForJson(argv) && spent === undefined;
    if (!silent) await io.err.write(spelledOut(error));
    if (outside.isDebug(everywhere)) await io.err.write(stackOf(caught));
    return knowing(error).exit;
  } finally {
    await stop();
    await deps?.close();
  }
};

/** The stack for those who asked for it, and for causes too; messages were written above. */
const stackOf = (error: unknown): string => {
  const lines: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const name = at instanceof ToileError ? `${at.name} ${at.code}` : at.name;
    lines.push(`  ${name}`, ...(at.stack ?? '').split('\n').filter((text) => /^\s+at /.test(text)));
  }
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
};
