/** How answers look to a person, as far as the flags of every command decide. */

import { forScreen } from '../border/screen.ts';
import type { Given } from '../commands/typed.ts';
import type { Outside } from '../deps/system.ts';
import { UsageError } from '../errors.ts';
import { type Painter, painter } from '../paint/painter.ts';
import { inPager } from '../terminal/pager.ts';
import { isAccessible, type Wishes } from '../terminal/person.ts';

/** What was typed of how somebody wants to be spoken to. */
export const wishesOf = (everywhere: Given): Wishes => ({
  noInput: everywhere['no-input'] === true,
  accessible: everywhere.accessible === true,
});

/** Throws a UsageError for a word that --marks would not take. */
const marksIn = ({ TOILE_MARKS: typed }: Outside['env']): string | undefined => {
  if (typed === undefined || typed === '' || typed === 'sign' || typed === 'word') return typed || undefined;
  throw new UsageError(`TOILE_MARKS takes sign or word, not ${JSON.stringify(typed)}`);
};

export const painterFor = async (everywhere: Given, { env, io }: Outside): Promise<Painter> => {
  const isColoured = io.out.colour && everywhere['no-color'] !== true;
  const colours = isColoured ? (await import('../paint/colours.ts')).colours : undefined;
  const marks =
    everywhere.marks ?? marksIn(env) ?? (isAccessible(env, wishesOf(everywhere)) ? 'word' : 'sign');
  return painter(colours, marks === 'word' ? 'word' : 'sign');
};

/** A pager only where it was asked for, and only where somebody can turn pages. */
const pagerFor = (everywhere: Given, { env, io }: Outside): string | undefined => {
  if (!io.out.terminal || !io.input.terminal) return undefined;
  const asked = everywhere.pager === true ? (env.TOILE_PAGER ?? env.PAGER ?? 'less') : env.TOILE_PAGER;
  return asked || undefined;
};

/** Writes a text to the screen, through the pager where there is one. */
export const pageFor = (
  everywhere: Given,
  outside: Outside,
  signal: AbortSignal,
): ((text: string) => Promise<void>) => {
  const pager = pagerFor(everywhere, outside);
  return async (text) => {
    const paged =
      pager !== undefined && text !== '' && (await inPager(forScreen(text), pager, outside.env, signal));
    if (!paged) await outside.io.out.write(text);
  };
};
