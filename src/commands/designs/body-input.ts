/**
 * Parses arguments that name a design, or that stand for a JSON body on stdin (`-`). Reads this body without a request
 * or a key.
 */

import { detectBodyKind } from '../../garment/body-kind.ts';
import { UsageError } from '../../platform/errors.ts';
import { markShellSafe, quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { type InputBody, parseIdLines, readBodyFile, readStdin } from '../../platform/files/user-files.ts';
import { GARMENT_RESOURCES, type Resource } from '../../service/client/resources.ts';
import type { ArgumentSpec } from '../argument-spec.ts';
import { type CommandContext, reportNote } from '../command-context.ts';
import { type DesignReference, ID_ARGUMENT, parseDesignReference } from './design-reference.ts';

/** The parsed argument `-`, which stands for a JSON body on stdin. */
export interface BodyInput {
  readonly kind: 'body';
  /** The body; undefined until stdin was read. It is stored, because stdin can be read only once. */
  readonly body?: InputBody;
}

/** A design reference, or the argument `-` for a body on stdin; undefined if nothing was typed. */
export type DesignOrBody = DesignReference | BodyInput;

/** An argument as typed, and the design reference or body that it stands for. */
export type DesignArgument = readonly [word: string, input: DesignOrBody];

/** The argument of a command that reads a design: an id or name, or `-` for a body or ids on stdin. */
export const DESIGN_OR_BODY_ARGUMENT: ArgumentSpec = {
  ...ID_ARGUMENT,
  about: `${ID_ARGUMENT.about}; "-" reads JSON or ids from stdin`,
  stdin: 'body or ids',
};

/** Returns true if the user typed `-` for a body on stdin. */
export const isBodyInput = (input: DesignOrBody): input is BodyInput => input?.kind === 'body';

const refuseProfile = (profile: string | undefined): void => {
  if (profile !== undefined)
    throw new UsageError('--profile applies to the service only and cannot be combined with a local body');
};

/**
 * Replaces the argument `-` by what stdin contains: a body if stdin begins with `{` or `[`, otherwise ids. Returns the
 * arguments. Throws a UsageError if a profile is given together with a body.
 */
export const expandStdin = async (
  deps: CommandContext,
  words: readonly DesignArgument[],
  profile: string | undefined,
): Promise<readonly DesignArgument[]> => {
  const at = words.findIndex(([word]) => word === '-');
  if (at < 0) return words;
  const body = await readBodyFile(deps, '-');
  if (body.ids === undefined) refuseProfile(profile);
  const expanded: readonly DesignArgument[] = body.ids?.map((id) => [id, parseDesignReference(id)]) ?? [
    ['-', { kind: 'body', body }],
  ];
  return [...words.slice(0, at), ...expanded, ...words.slice(at + 1)];
};

/**
 * Parses an argument: a reference to a design, or `-` for a body on stdin. Returns undefined if there is no argument.
 * Throws a UsageError for a malformed id. Also throws one for `@FILE`, because a file has to be passed on stdin.
 */
export const parseDesignOrBody = (word: string | undefined): DesignOrBody => {
  if (word === '-') return { kind: 'body' };
  if (word?.startsWith('@') && word.length > 1)
    throw new UsageError(`${word} is not an id; a file can only be passed on stdin`, {
      hint: shellText`type - < ${quoteShellWord(word.slice(1))} instead`,
    });
  return parseDesignReference(word);
};

const formatReadCommand = (resource: Resource): ShellSafe =>
  shellText`toile ${markShellSafe(GARMENT_RESOURCES[resource].command)}`;

/**
 * Returns the body in the argument if there is one. Otherwise reads a body from stdin. Prints a note if the body seems
 * to be of another resource, for example a brief instead of a graph.
 */
export const readBodyInput = async (
  deps: CommandContext,
  { body: storedBody }: BodyInput,
  resource: Resource,
): Promise<InputBody> => {
  const body = storedBody ?? (await readBodyFile(deps, '-'));
  const detectedKind = detectBodyKind(body.value);
  if (detectedKind !== undefined && detectedKind !== resource)
    reportNote(
      deps,
      `stdin seems to contain the body of another command; ${formatReadCommand(detectedKind)} shows it`,
    );
  return body;
};

/** Throws a UsageError if more than one of the typed arguments `words` is `-`, because stdin can be read only once. */
export const refuseSecondStdin = (words: readonly (string | undefined)[]): void => {
  if (words.filter((word) => word === '-').length > 1)
    throw new UsageError('stdin can be read only once: type - once');
};

/**
 * Returns the ids, with `-` replaced by the ids on stdin (the first column of each line). Throws a UsageError if stdin
 * has a JSON body, or if no id is typed and stdin has none.
 */
export const readIdArguments = async (
  deps: CommandContext,
  words: readonly string[],
): Promise<readonly string[]> => {
  refuseSecondStdin(words);
  if (!words.includes('-')) return words;
  const text = await readStdin(deps);
  if (/^\s*[[{]/.test(text))
    throw new UsageError('stdin contains a body, but this command takes ids; nothing was sent');
  const ids = words.flatMap((word) => (word === '-' ? parseIdLines(text) : [word]));
  if (ids.length === 0) throw new UsageError('stdin contains no id; nothing was sent');
  return ids;
};
