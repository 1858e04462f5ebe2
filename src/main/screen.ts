/** How answers look to a person, as far as the flags of every command decide. */

import { forScreen } from '../border/screen.ts';
import type { Given } from '../commands/typed.ts';
import type { Outside } from '../deps/system.ts';
import { type Painter, painter } from '../paint/painter.ts';
import { inPager } from '../terminal/pager.ts';
import { isAccessible, type Wishes } from '../terminal/person.ts';

/** What was typed of how somebody wants to be spoken to. */
export const wishesOf = (everywhere: Given): Wishes => ({
  noInput: everywhere['no-input'] === true,
  accessible: everywhere.accessible === true,
});

export const painterFor = async (everywhere: Given, { env, io }: Outside): Promise<Painter> => {
  const isColoured = io.out.colour && everywhere['no-color'] !== true;
  const colours = isColoured ? (await import('../paint/colours.ts')).colours : undefined;
  return painter(colours, isAccessible(env, wishesOf(everywhere)) ? 'word' : 'sign');
};

/** The pager of TOILE_PAGER, where stdin and stdout are a terminal. */
const pagerFor = ({ env, io }: Outside): string | undefined =>
  io.out.terminal && io.input.terminal ? env.TOILE_PAGER || undefined : undefined;

/** Writes a text to the screen, through the pager where there is one. */
export const pageFor = (outside: Outside, signal: AbortSignal): ((text: string) => Promise<void>) => {
  const pager = pagerFor(outside);
  return async (text) => {
    const paged =
      pager !== undefined && text !== '' && (await inPager(forScreen(text), pager, outside.env, signal));
    if (!paged) await outside.io.out.write(text);
  };
};
