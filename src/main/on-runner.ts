/** What the runner of GitHub is told beside the answer: errors and warnings beside the run, and a page of what was done. */

import { writeFile } from '../border/files.ts';
import { namedPath } from '../border/path.ts';
import { annotation } from '../border/workflow.ts';
import type { Answer } from '../commands/answers.ts';
import type { AnyCommand } from '../commands/define.ts';
import type { Outside } from '../deps/system.ts';
import type { ToileError } from '../errors.ts';
import type { Report } from '../view/report-markdown.ts';

const isThere = ({ env }: Outside): boolean => env.GITHUB_ACTIONS === 'true';

/** More of them are not shown beside a run. */
const MOST = 10;

/** What failed, beside the run. Whoever asked for JSON reads that. */
export const annotateFailure = async (
  outside: Outside,
  error: ToileError,
  isData: boolean,
): Promise<void> => {
  if (!isThere(outside) || isData) return;
  const hint = error.hint === undefined ? '' : `\n${error.hint}`;
  await outside.io.told(annotation('error', `toile: ${error.code}`, `${error.message}${hint}`));
};

const append = (outside: Outside, file: string, text: string): Promise<void> =>
  writeFile(namedPath(outside.platform.cwd, file), text, { flag: 'a' });

/** Writes what was done, as Markdown, to the page of the run. */
export const report = async (
  { command }: { readonly command: AnyCommand },
  answer: Exclude<Answer, { kind: 'steps' }>,
  outside: Outside,
  isData: boolean,
): Promise<void> => {
  const page = isThere(outside) ? outside.env.GITHUB_STEP_SUMMARY : undefined;
  if (page === undefined || answer.kind !== 'made') return;
  const made: Report | undefined = command.report?.(answer.value);
  if (made === undefined) return;
  const text = `${outside.io.secrets.redact(made.markdown)}\n`;
  // The page is the runner's own: that it cannot be written is no reason to fail.
  if (page) await append(outside, page, text).catch(() => undefined);
  if (isData) return;
  for (const warning of made.warnings.slice(0, MOST))
    await outside.io.told(annotation('warning', `toile ${command.path}`, warning));
};
