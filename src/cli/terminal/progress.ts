import { formatByteCount, formatElapsedTime, formatProgressBar } from '../../output/terminal/progress-bar.ts';
import { toSingleLine } from '../../platform/escape/terminal-text.ts';
import type { ProgressEvent } from '../../platform/shared-types.ts';
import type { StandardStreams } from '../../platform/system/host-system.ts';
import type { TerminalCapabilities } from './terminal-capabilities.ts';

const WAITING_TEXT = 'waiting for the service';

/** The milliseconds between two lines about a wait, where lines cannot be redrawn. */
const LINE_INTERVAL_MS = 30_000;

/** The milliseconds before the spinner is loaded, because loading it takes longer than most reads. */
const SPINNER_DELAY_MS = 400;

/** Shows progress on stderr: a spinner on a terminal, plain lines elsewhere, nothing with `--quiet`. */
export interface ProgressDisplay {
  report(told: ProgressEvent): void;
  /** Clears the display and shows the cursor again. */
  stop(): Promise<void>;
}

/** Creates the progress display on stderr; it redacts each text. `laidOut` wraps a line for the terminal. */
export const createProgressDisplay = (
  io: StandardStreams,
  { canRedraw, usesScreenReader }: TerminalCapabilities,
  quiet: boolean,
  laidOut: (line: string) => Promise<string>,
): ProgressDisplay => {
  const lively = canRedraw && !quiet;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let lineAt = 0;
  let spinner: { text: string; stop(): unknown } | undefined;
  let loading: Promise<void> = Promise.resolve();

  const start = async (): Promise<void> => {
    const stream = io.promptOutput as NodeJS.WriteStream;
    // A terminal of unknown size reports 0 columns, for which ora would clear lines without end.
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
  let written: Promise<void> = Promise.resolve();
  /** Writes lines in the order of the calls, wrapped to the width of the terminal. */
  const say = (line: string): void => {
    if (!io.err.terminal) return void io.err.write(line);
    written = written.then(async () => io.err.write(await laidOut(line)));
  };
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
    text = '';
    spinner?.stop();
    spinner = undefined;
  };
  return {
    report(told) {
      if (told.kind === 'done') return end();
      if (quiet) return;
      if (told.kind === 'asking') {
        if (told.over) return text === WAITING_TEXT ? end() : undefined;
        return text === '' ? this.report({ kind: 'busy', text: WAITING_TEXT }) : undefined;
      }
      if (told.kind === 'progress') {
        const { done, total, ended } = told;
        if (lively)
          return ended
            ? end()
            : this.report({ kind: 'busy', text: formatProgressBar(told.text, done, total) });
        // Where lines cannot be redrawn, one line at the end replaces the progress bar.
        return ended
          ? this.report({ kind: 'note', text: `${told.text}: ${formatByteCount(done)}` })
          : undefined;
      }
      if (told.kind === 'waiting') {
        const text = `${told.text} (${formatElapsedTime(told.elapsed)})`;
        if (lively) return this.report({ kind: 'busy', text });
        if (told.elapsed < lineAt) return;
        lineAt = told.elapsed + LINE_INTERVAL_MS;
        return this.report({ kind: 'note', text });
      }
      const said = toSingleLine(io.secrets.redact(told.text));
      if (told.kind === 'note') {
        const resumed = text;
        end();
        say(`toile: ${said}\n`);
        if (resumed) this.report({ kind: 'busy', text: resumed });
        return;
      }
      if (!lively) {
        if (told.line) say(`toile: ${said}\n`);
        // A screen reader would read each step of a progress bar, so it gets one line, after a delay.
        else if (usesScreenReader && !quiet && text === '') {
          timer ??= setTimeout(() => say(`toile: ${text}\n`), SPINNER_DELAY_MS);
          text = said;
        }
        return;
      }
      text = said;
      if (spinner) spinner.text = said;
      else timer ??= setTimeout(() => (loading = start()), SPINNER_DELAY_MS);
    },
    async stop() {
      end();
      await loading;
      end();
      await written;
    },
  };
};
