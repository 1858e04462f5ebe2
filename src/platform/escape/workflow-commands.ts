import type { Branded } from '../branded.ts';
import type { EnvVariables } from '../shared-types.ts';

/** A workflow command for the GitHub Actions runner (`::error::…`), with escaped text. */
export type WorkflowSafe = Branded<'workflow'>;

const escapeWorkflowData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeWorkflowProperty = (text: string): string =>
  escapeWorkflowData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/**
 * Returns a GitHub Actions annotation, for example `::error title=…::…`, with a line feed at its end. Line breaks in
 * the title and in the text are escaped.
 */
export const formatWorkflowAnnotation = (
  kind: 'error' | 'warning',
  title: string,
  text: string,
): WorkflowSafe =>
  `::${kind} title=${escapeWorkflowProperty(title)}::${escapeWorkflowData(text)}\n` as WorkflowSafe;

const CI_VARIABLES = ['CI', 'GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'];

/** Returns true if a CI system runs toile: `CI` or a similar variable is set, and is neither `0` nor `false`. */
export const isInCi = (env: EnvVariables): boolean =>
  CI_VARIABLES.some((name) => !['', '0', 'false'].includes((env[name] ?? '').toLowerCase()));

/**
 * Changes text so that no CI system finds a command in it: `::` at the start of a line becomes `: :`, and the `##` of
 * `##[`, `##vso[` and `##teamcity[` becomes `# #`. In a JSON text `#` becomes an escape, so the value stays the same.
 */
export const disableWorkflowCommands = (text: string): string => {
  const isJson = /^\s{0,99}[[{"]/.test(text);
  return text
    .replace(/^((?:[^\S\r\n]|\u0085)*):(?=:)/gmu, '$1: ')
    .replace(/##(?=(?:vso|teamcity)?\[)/giu, isJson ? '\\u0023#' : '# #');
};
