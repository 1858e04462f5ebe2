/**
 * One violation of each branded type. None of it runs: `npm run types` fails when the type checker accepts one, because
 * an expected error that does not occur is an error.
 */

import { createAccountStore } from '../../src/auth/account-store.ts';
import type { CollectionTools } from '../../src/collection/collection-types.ts';
import { loadCollection } from '../../src/collection/load-collection.ts';
import type { ExistingOrder } from '../../src/output/views/orders.ts';
import { Failure } from '../../src/platform/errors.ts';
import { html, joinMarkdownLines, type MarkdownSafe } from '../../src/platform/escape/markup.ts';
import { joinShell, shellText } from '../../src/platform/escape/shell.ts';
import { formatCsvRecord } from '../../src/platform/escape/spreadsheet-text.ts';
import { readText, rename } from '../../src/platform/files/safe-fs.ts';
import { joinPath } from '../../src/platform/files/safe-path.ts';
import { hostProcess } from '../support/host-process.ts';

export const violateTypes = async (foreign: string, tools: CollectionTools): Promise<void> => {
  // @ts-expect-error a path
  await readText(foreign);
  // @ts-expect-error a path
  await rename(foreign, foreign);
  // @ts-expect-error a folder
  joinPath(foreign, 'accounts.json');
  // @ts-expect-error a folder of toile's own
  createAccountStore(foreign, hostProcess, () => undefined);
  // @ts-expect-error a pulled folder
  await loadCollection(foreign, tools);
  // @ts-expect-error a word of a shell
  shellText`toile graph ${foreign}`;
  // @ts-expect-error words of a shell
  joinShell([foreign]);
  // @ts-expect-error what to type next
  throw new Failure('failed', { hint: `toile graph ${foreign}` });
};

export const buildAgain = (foreign: string): Pick<ExistingOrder, 'again'> => ({
  // @ts-expect-error a command to be typed again
  again: foreign,
});

// @ts-expect-error markup
export const renderMarkup = (foreign: string) => html`<p>${{ markup: foreign }}</p>`;
// @ts-expect-error Markdown
export const renderMarkdown = (foreign: string): MarkdownSafe => joinMarkdownLines([foreign]);
// @ts-expect-error a record of CSV
export const buildRecord = (foreign: string): string => formatCsvRecord([foreign]);
