import type { Passed } from './passed.ts';

/** A line that the runner of GitHub reads as a command of ours. */
export type WorkflowLine = Passed<'workflow'>;

const dataOf = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const propertyOf = (text: string): string => dataOf(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** What is shown beside a run; nothing in title or text ends the line, or adds to it. */
export const annotation = (kind: 'error' | 'warning', title: string, text: string): WorkflowLine =>
  `::${kind} title=${propertyOf(title)}::${dataOf(text)}\n` as WorkflowLine;

/** From here on lines are text, whoever wrote them, until the same token resumes. */
export const stopCommands = (token: string): WorkflowLine =>
  `::stop-commands::${token.replace(/[^A-Za-z0-9]/g, '')}\n` as WorkflowLine;
export const resumeCommands = (token: string): WorkflowLine =>
  `::${token.replace(/[^A-Za-z0-9]/g, '')}::\n` as WorkflowLine;

/** Text for a log that the runner reads, in which nobody's words are a command: it looks behind blanks, too. */
export const noCommands = (text: string): string =>
  text.replace(/^(\s*):(?=:)/gmu, '$1: ').replaceAll('##[', '## [');
