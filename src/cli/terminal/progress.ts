import { formatByteCount, formatElapsedTime, formatProgressBar } from '../../output/terminal/progress-bar.ts';
import { toSingleLine } from '../../platform/escape/terminal-text.ts';
import type { ProgressEvent } from '../../platform/shared-types.ts';
import type { StandardStreams } from '../../platform/system/host-system.ts';
import type { TerminalCapabilities } from './terminal-capabilities.ts';

const WAITING_TEXT = 'waiting for the service';

/**
 * The minimum time in milliseconds between two lines about the same wait. It applies where lines cannot be redrawn, for
 * example in a log file.
 */
const LINE_INTERVAL_MS = 30_000;

/** The delay in milliseconds before the spinner is loaded and shown. Most requests end earlier and need no spinner. */
const SPINNER_DELAY_MS = 400;

/** Shows progress on stderr: a spinner on a terminal, plain lines elsewhere, nothing with `--quiet`. */
export interface ProgressDisplay {
  report(event: ProgressEvent): void;
  stop(): Promise<void>;
}

/** Creates the progress display. It redacts secrets. `wrapLine` wraps a line at the width of the terminal. */
export const createProgressDisplay = (
  io: StandardStreams,
  { canRedraw, usesScreenReader }: TerminalCapabilities,
  isQuiet: boolean,
  wrapLine: (line: string) => Promise<string>,
): ProgressDisplay => {
  const isAnimated = canRedraw && !isQuiet;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let nextLineAt = 0;
  let spinner: { text: string; stop(): unknown } | undefined;
  let loading: Promise<void> = Promise.resolve();

  const startSpinner = async (): Promise<void> => {
    const stream = io.promptOutput as NodeJS.WriteStream;
    // A terminal of unknown size reports 0 columns. With this width, the spinner library (ora) would clear lines in an
    // endless loop, so no spinner is shown.
    if (stream.columns === 0) return;
    const { default: ora } = await import('ora');
    if (text !== '') {
      spinner = ora({
        text,
        stream,
        isEnabled: true,
        discardStdin: false,
      }).start();
    }
  };
  let writing: Promise<void> = Promise.resolve();
  const writeLine = (line: string): void => {
    if (!io.err.terminal) return void io.err.write(line);
    writing = writing.then(async () => io.err.write(await wrapLine(line)));
  };
  const clear = (): void => {
    clearTimeout(timer);
    timer = undefined;
    text = '';
    spinner?.stop();
    spinner = undefined;
  };
  return {
    report(event) {
      if (event.kind === 'done') return clear();
      if (isQuiet) return;
      if (event.kind === 'asking') {
        if (event.over) return text === WAITING_TEXT ? clear() : undefined;
        return text === '' ? this.report({ kind: 'busy', text: WAITING_TEXT }) : undefined;
      }
      if (event.kind === 'progress') {
        const { done, total, ended } = event;
        if (isAnimated)
          return ended
            ? clear()
            : this.report({ kind: 'busy', text: formatProgressBar(event.text, done, total) });
        // Where lines cannot be redrawn, one line at the end replaces the progress bar.
        return ended
          ? this.report({ kind: 'note', text: `${event.text}: ${formatByteCount(done)}` })
          : undefined;
      }
      if (event.kind === 'waiting') {
        const waitingText = `${event.text} (${formatElapsedTime(event.elapsed)})`;
        if (isAnimated) return this.report({ kind: 'busy', text: waitingText });
        if (event.elapsed < nextLineAt) return;
        nextLineAt = event.elapsed + LINE_INTERVAL_MS;
        return this.report({ kind: 'note', text: waitingText });
      }
      const message = toSingleLine(io.secrets.redact(event.text));
      if (event.kind === 'note') {
        const previousText = text;
        clear();
        writeLine(`toile: ${message}\n`);
        if (previousText) this.report({ kind: 'busy', text: previousText });
        return;
      }
      if (!isAnimated) {
        if (event.line) writeLine(`toile: ${message}\n`);
        // A screen reader would read every frame of a spinner. So for a screen reader, one line is written after a
        // delay instead.
        else if (usesScreenReader && !isQuiet && text === '') {
          timer ??= setTimeout(() => writeLine(`toile: ${text}\n`), SPINNER_DELAY_MS);
          text = message;
        }
        return;
      }
      text = message;
      if (spinner) spinner.text = message;
      else timer ??= setTimeout(() => (loading = startSpinner()), SPINNER_DELAY_MS);
    },
    async stop() {
      clear();
      await loading;
      clear();
      await writing;
    },
  };
};
