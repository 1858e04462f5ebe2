import { oneLine } from '../border/screen.ts';
import type { Telling } from '../contract.ts';
import { barText, inBytes, inMinutes } from '../paint/progress-bar.ts';
import type { Io } from './io.ts';
import type { Person } from './person.ts';

const ASKING = 'waiting for the service';

/** Milliseconds between two lines about a wait, where nothing can be repainted. */
const LINE_EVERY = 30_000;

/** Quick work needs no spinner, and loading one takes longer than most reads. */
const PATIENCE = 400;

/** Paints progress on stderr: a spinner on a terminal, plain lines elsewhere, nothing when quiet. */
export interface Progress {
  tell(told: Telling): void;
  /** Clears what is drawn, and gives the cursor back. */
  stop(): Promise<void>;
}

/** `laidOut` lays a line out for a terminal; what does so is loaded with the first. */
export const createProgress = (
  io: Io,
  { redraws, accessible }: Person,
  quiet: boolean,
  laidOut: (line: string) => Promise<string>,
): Progress => {
  const lively = redraws && !quiet;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let lineAt = 0;
  let spinner: { text: string; stop(): unknown } | undefined;
  let loading: Promise<void> = Promise.resolve();

  const start = async (): Promise<void> => {
    const stream = io.promptOutput as NodeJS.WriteStream;
    // A terminal that does not know its size says 0, and ora would then clear lines without end.
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
  /** In the order in which they are said, each as wide as the terminal. */
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
    tell(told) {
      if (told.kind === 'done') return end();
      if (quiet) return;
      if (told.kind === 'asking') {
        if (told.over) return text === ASKING ? end() : undefined;
        return text === '' ? this.tell({ kind: 'busy', text: ASKING }) : undefined;
      }
      if (told.kind === 'progress') {
        const { done, total, ended } = told;
        if (lively) return ended ? end() : this.tell({ kind: 'busy', text: barText(told.text, done, total) });
        // Where nothing can be repainted, one line says it all.
        return ended ? this.tell({ kind: 'note', text: `${told.text}: ${inBytes(done)}` }) : undefined;
      }
      if (told.kind === 'waiting') {
        const text = `${told.text} (${inMinutes(told.elapsed)})`;
        if (lively) return this.tell({ kind: 'busy', text });
        if (told.elapsed < lineAt) return;
        lineAt = told.elapsed + LINE_EVERY;
        return this.tell({ kind: 'note', text });
      }
      const said = oneLine(io.secrets.redact(told.text));
      if (told.kind === 'note') {
        const resumed = text;
        end();
        say(`toile: ${said}\n`);
        if (resumed) this.tell({ kind: 'busy', text: resumed });
        return;
      }
      if (!lively) {
        if (told.line) say(`toile: ${said}\n`);
        // Once, and only if it lasts: a screen reader would read each step of a bar.
        else if (accessible && !quiet && text === '') {
          timer ??= setTimeout(() => say(`toile: ${text}\n`), PATIENCE);
          text = said;
        }
        return;
      }
      text = said;
      if (spinner) spinner.text = said;
      else timer ??= setTimeout(() => (loading = start()), PATIENCE);
    },
    async stop() {
      end();
      await loading;
      end();
      await written;
    },
  };
};
