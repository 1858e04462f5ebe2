/** Output for GitHub Actions: error and warning annotations, and a report on the job page. */

import type { CommandResult } from '../commands/command-result.ts';
import type { AnyCommand } from '../commands/command-spec.ts';
import type { RunReport } from '../output/views/report-markdown.ts';
import type { ToileError } from '../platform/errors.ts';
import { formatWorkflowAnnotation } from '../platform/escape/workflow-commands.ts';
import { writeFile } from '../platform/files/safe-fs.ts';
import { resolveUserPath } from '../platform/files/safe-path.ts';
import type { HostSystem } from '../platform/system/host-system.ts';

const isGitHubActions = ({ env }: HostSystem): boolean => env.GITHUB_ACTIONS === 'true';

/** The maximum number of warnings to write. GitHub shows no more than ten warnings of one step. */
const MAX_WARNINGS = 10;

/** In GitHub Actions, writes the failure as an error annotation, unless the output is JSON (`isData`). */
export const annotateFailure = async (
  system: HostSystem,
  error: ToileError,
  isData: boolean,
): Promise<void> => {
  if (!isGitHubActions(system) || isData) return;
  const hint = error.hint === undefined ? '' : `\n${error.hint}`;
  await system.io.writeWorkflowCommand(
    formatWorkflowAnnotation('error', `toile: ${error.code}`, `${error.message}${hint}`),
  );
};

/**
 * In GitHub Actions, adds a report to the job page. Also writes the first warnings of the report as annotations, unless
 * the output is JSON (`isData`).
 */
export const writeRunReport = async (
  { command }: { readonly command: AnyCommand },
  result: Exclude<CommandResult, { kind: 'steps' }>,
  system: HostSystem,
  isData: boolean,
): Promise<void> => {
  const summaryFile = isGitHubActions(system) ? system.env.GITHUB_STEP_SUMMARY : undefined;
  if (summaryFile === undefined || result.kind !== 'data') return;
  const report: RunReport | undefined = command.buildReport?.(result.value);
  if (report === undefined) return;
  const text = `${system.io.secrets.redact(report.markdown)}\n`;
  // The command succeeds even if the report cannot be written to the job page.
  const summaryPath = summaryFile && resolveUserPath(system.platform.cwd, summaryFile);
  if (summaryPath) await writeFile(summaryPath, text, { flag: 'a' }).catch(() => undefined);
  if (isData) return;
  for (const warning of report.warnings.slice(0, MAX_WARNINGS))
    await system.io.writeWorkflowCommand(
      formatWorkflowAnnotation('warning', `toile ${command.path}`, warning),
    );
};
