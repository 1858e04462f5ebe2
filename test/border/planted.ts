/**
 * One violation of each kind. None of it runs: `npm run types` fails where the type checker lets one through, since an
 * expected error that does not come is an error.
 */

import { createAccounts } from '../../src/account/accounts.ts';
import { csvRecord, tsvLine } from '../../src/border/cells.ts';
import { readText, rename } from '../../src/border/files.ts';
import { html } from '../../src/border/html.ts';
import { type Markdown, markdownLines } from '../../src/border/markdown.ts';
import { within } from '../../src/border/path.ts';
import { typeable, typeables } from '../../src/border/shell.ts';
import { Failure } from '../../src/errors.ts';
import { readHeld, type Tools } from '../../src/mirror/index.ts';
import type { Standing } from '../../src/view/purchases.ts';
import { host } from '../support/host.ts';

export const planted = async (foreign: string, tools: Tools): Promise<void> => {
  // @ts-expect-error a path
  await readText(foreign);
  // @ts-expect-error a path
  await rename(foreign, foreign);
  // @ts-expect-error a folder
  within(foreign, 'accounts.json');
  // @ts-expect-error a folder of toile's own
  createAccounts(foreign, host, () => undefined);
  // @ts-expect-error a pulled folder
  await readHeld(foreign, tools);
  // @ts-expect-error a word of a shell
  typeable`toile graph ${foreign}`;
  // @ts-expect-error words of a shell
  typeables([foreign]);
  // @ts-expect-error what to type next
  throw new Failure('failed', { hint: `toile graph ${foreign}` });
};

export const again = (foreign: string): Pick<Standing, 'again'> => ({
  // @ts-expect-error a command to be typed again
  again: foreign,
});

// @ts-expect-error markup
export const markup = (foreign: string) => html`<p>${{ markup: foreign }}</p>`;
// @ts-expect-error Markdown
export const markdown = (foreign: string): Markdown => markdownLines([foreign]);
// @ts-expect-error a record of CSV
export const record = (foreign: string): string => csvRecord([foreign]);
// @ts-expect-error a line between tabs
export const line = (foreign: string): string => tsvLine([foreign]);
