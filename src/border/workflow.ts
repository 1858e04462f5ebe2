import type { Passed } from './passed.ts';

/** A line that the runner of GitHub reads as a command of ours. */
export type WorkflowLine = Passed<'workflow'>;

const dataOf = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const propertyOf = (text: string): string => dataOf(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** What is shown beside a run; nothing in title or text ends the line, or adds to it. */
export const annotation = (kind: 'error' | 'warning', title: string, text: string): WorkflowLine =>
  `::${kind} title=${propertyOf(title)}::${dataOf(text)}\n` as WorkflowLine;

type Env = Readonly<Record<string, string | undefined>>;

const OF_CI = ['CI', 'GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'];

/** Whether a CI system reads the output: GitHub, Azure and TeamCity run commands that stand in it. */
export const isInCi = (env: Env): boolean =>
  OF_CI.some((name) => !['', '0', 'false'].includes((env[name] ?? '').toLowerCase()));

/**
 * Text for a log of CI, in which nothing that others wrote is a command: lines that begin with `::`, and `##[`, `##vso[`
 * and `##teamcity[` anywhere. In JSON, where the latter stand in strings alone, it is an escape, and the value stays.
 */
export const noCommands = (text: string): string => {
  const isJson = /^\s{0,99}[[{"]/.test(text);
  return text
    .replace(/^((?:[^\S\r\n]|\u0085)*):(?=:)/gmu, '$1: ')
    .replace(/##(?=(?:vso|teamcity)?\[)/giu, isJson ? '\\u0023#' : '# #');
};
