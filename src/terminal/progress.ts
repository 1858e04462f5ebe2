import { clean } from './clean.ts';
import type { Io } from './io.ts';

/** What is told while work goes on; the shapes are those of the commands' `tell`. */
export type Told =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'busy'; readonly text: string }
  | { readonly kind: 'done' };

/** Quick work needs no spinner, and loading one takes longer than most reads. */
const PATIENCE = 400;

/** Paints progress on stderr: a spinner on a terminal, plain lines elsewhere, nothing when quiet. */
export interface Progress {
  tell(told: Told): void;
  /** Clears what is drawn, and gives the cursor back. */
  stop(): Promise<void>;
}

export const createProgress = (io: Io, quiet: boolean): Progress => {
  const lively = io.err.terminal && !quiet;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let spinner: { text: string; stop(): unknown } | undefined;
  let loading: Promise<void> = Promise.resolve();

  const start = async (): Promise<void> => {
    const { default: ora } = await import('ora');
    if (text !== '') {
      spinner = ora({
        text,
        stream: io.promptOutput as NodeJS.WriteStream,
        isEnabled: true,
        discardStdin: false,
      }).start();
    }
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
      const said = clean(told.text);
      if (told.kind === 'note') {
        const resumed = text;
        end();
        void io.err.write(`toile: ${said}\n`);
        if (resumed) this.tell({ kind: 'busy', text: resumed });
        return;
      }
      if (!lively) return;
      text = said;
      if (spinner) spinner.text = said;
      else timer ??= setTimeout(() => (loading = start()), PATIENCE);
    },
    async stop() {
      end();
      await loading;
      end();
    },
  };
};
