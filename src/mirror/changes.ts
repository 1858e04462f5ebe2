/**
 * What happened to a folder that somebody watches: every change has a number, in the very line of the journal that makes
 * it one. So none is lost and none told under two numbers, whenever the process is killed; and whoever reads one twice,
 * because it was killed between the word and the mark behind it, knows it by its number.
 */

import { typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { isMirrorPath, type SubjectId, subjectId } from './file-names.ts';
import { isObject, textOrNull } from './manifest.ts';

export const CHANGES = ['new', 'changed', 'restored', 'renamed', 'removed'] as const;

export interface Change {
  readonly n: number;
  /** When it was written down, in milliseconds since 1970. */
  readonly at: number;
  readonly what: (typeof CHANGES)[number];
  readonly of: SubjectId;
  readonly name: string | null;
  /** Of the file, relative to the folder; null for what happened to a design as a whole. */
  readonly path: string | null;
}

/** So many that were told are kept, for a reader that goes on by a number of its own. */
const KEPT = 10_000;
/** So many wait for a reader who has not come for long; the oldest go first, and the numbers show it. */
const WAITING = 100_000;

/** What of them is kept where all that was told goes up to `told`. */
export const keptOf = (changes: readonly Change[], told: number): readonly Change[] => [
  ...changes.filter(({ n }) => n <= told).slice(-KEPT),
  ...changes.filter(({ n }) => n > told).slice(-WAITING),
];

/** A reader may go on only where all that came since is still known. */
export const checkAfter = (
  after: number,
  { changes, last }: { readonly changes: readonly Change[]; readonly last: number },
): void => {
  const first = changes[0]?.n ?? last + 1;
  if (after <= last && after >= first - 1) return;
  const why = after > last ? `the last is ${last}` : `those before ${first} are forgotten`;
  throw new UsageError(`there is no going on after change ${after}: ${why}`, {
    code: 'no_such_change',
    hint: typeable`without --after it goes on where it stopped`,
  });
};

export const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

/** Undefined for what toile does not write: a journal may come from a stranger. */
export const changeIn = (value: unknown): Change | undefined => {
  if (!isObject(value) || !isObject(value.of)) return undefined;
  const [n, at, of] = [positive(value.n), positive(value.at), subjectId(value.of.kind, value.of.id)];
  const [name, path] = [textOrNull(value.name), textOrNull(value.path)];
  const what = CHANGES.find((each) => each === value.what);
  if (n === undefined || at === undefined || of === undefined || what === undefined) return undefined;
  if (name === undefined || path === undefined || (path !== null && !isMirrorPath(path))) return undefined;
  return { n, at, what, of, name, path };
};
