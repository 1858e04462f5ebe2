/** A pull that stays: one after the other, and each change as soon as it is written down. */

import type { ToileError } from '../../errors.ts';
import { RateLimited, Unavailable } from '../../errors.ts';
import type { Asking, Change, List, Pulled, PullOptions } from '../../mirror/index.ts';
import type { Page } from '../answers.ts';
import type { Mirror } from '../facet-types.ts';
import type { Base } from '../facets.ts';
import { handed } from './handed.ts';

export interface WatchOptions {
  /** Milliseconds between the end of a pull and the next. */
  readonly everyMs: number;
  readonly after: number | undefined;
}

/** A change as `--jsonl` has it. */
const shown = ({ n, at, what, of, name, path }: Change) => ({
  n,
  at: new Date(at).toISOString(),
  what,
  ...of,
  name,
  path,
});

/** The next try may go well: the network, the service, the limit, another pull in the same folder. */
const isPassing = (error: ToileError): boolean =>
  error instanceof Unavailable || error instanceof RateLimited || error.code === 'locked_by_another';

const failedText = ({ failed }: Pulled): string =>
  failed.map(({ file, id, why }) => `${file ?? id ?? 'the list'}: ${why}`).join('; ');

export const watching = async function* (
  deps: Pick<Base, 'signal' | 'clock' | 'tell' | 'explained'>,
  mirror: Pick<Mirror, 'pull'>,
  { options, list, asking }: { readonly options: PullOptions; readonly list: List; readonly asking: Asking },
  { everyMs, after }: WatchOptions,
): AsyncGenerator<Page> {
  let said = '';
  /** Once, until it is another. */
  const say = (text: string): void => {
    if (text !== '' && text !== said) deps.tell({ kind: 'note', text });
    said = text;
  };
  const rounds = async (hand: (change: Change) => Promise<void>): Promise<void> => {
    let from = after;
    const changed = async (change: Change): Promise<void> => {
      from = undefined;
      deps.tell({ kind: 'done' });
      await hand(change);
    };
    for (;;) {
      try {
        const pulled = await mirror.pull(options, list, { ...asking, watching: { after: from, changed } });
        from = undefined;
        deps.tell({ kind: 'done' });
        say(failedText(pulled));
      } catch (error) {
        deps.signal.throwIfAborted();
        const explained = deps.explained(error);
        if (!isPassing(explained)) throw error;
        deps.tell({ kind: 'done' });
        say(`${explained.message}; it goes on when it can`);
      }
      await deps.clock.sleep(everyMs, deps.signal);
    }
  };
  try {
    for await (const change of handed(rounds))
      yield { text: '', items: [{ at: 0, value: shown(change) }], whole: true, next: null };
  } catch (error) {
    // Whoever ends it has seen all that they wanted to.
    if (!deps.signal.aborted) throw error;
  }
};
