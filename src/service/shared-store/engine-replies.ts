/**
 * Validates replies of the server, which may be untrusted: only what toile's own scripts return is
 * accepted.
 */

/** Thrown when the server cannot be used. The message says why. */
export class EngineUnavailableError extends Error {
  /**
   * `away`: not reachable. `refused`: access denied. `foreign`: the data is not from toile. `unlearnt`: the
   * script is not loaded yet.
   */
  readonly kind: 'away' | 'refused' | 'foreign' | 'unlearnt';
  constructor(kind: EngineUnavailableError['kind'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EngineAway';
    this.kind = kind;
  }
}

/** Creates the error for an unexpected reply. */
export const createForeignReplyError = (): EngineUnavailableError =>
  new EngineUnavailableError('foreign', 'what it answers is not what toile asked for');

/** Meanings of Redis error codes, for example `WRONGPASS` or `NOPERM`. */
const ERROR_MEANINGS: Readonly<Record<string, readonly [EngineUnavailableError['kind'], string]>> = {
  WRONGPASS: ['refused', 'wrong user name or password'],
  NOAUTH: ['refused', 'it asks for a password'],
  NOPERM: ['refused', 'its rules for this user forbid what toile asks for; docs/shared.md lists it'],
  DENIED: ['refused', 'it runs in protected mode and refuses connections from other machines'],
  WRONGTYPE: ['foreign', 'something else stands under the names that toile uses'],
  NOSCRIPT: ['unlearnt', 'it does not know the script'],
  LOADING: ['away', 'it is still loading'],
  READONLY: ['away', 'it is a replica, which takes no writes'],
  MISCONF: ['away', 'it cannot write to its own disk'],
  OOM: ['away', 'its memory is full'],
  NOREPLICAS: ['away', 'it has fewer replicas than it wants before it writes'],
  MASTERDOWN: ['away', 'its primary is away'],
  CLUSTERDOWN: ['away', 'its cluster is down'],
  BUSY: ['away', 'it is busy with a script of another client'],
  MOVED: ['foreign', 'it is one of a cluster, and not the one that has the names of toile'],
};

/**
 * Returns the meaning of an error reply. Its text is untrusted and is not repeated, except for its code.
 */
export const explainErrorReply = (message: string): EngineUnavailableError => {
  const [, word = ''] = /^-?([A-Z]{2,20})\b/.exec(message) ?? [];
  const [kind, says] = ERROR_MEANINGS[word] ?? [];
  if (kind !== undefined && says !== undefined) return new EngineUnavailableError(kind, says);
  if (/WRONGTYPE/.test(message.slice(0, 500))) return explainErrorReply('WRONGTYPE');
  if (/NOPERM|ACL failure|no permissions|can't run this command/i.test(message.slice(0, 500)))
    return explainErrorReply('NOPERM');
  return new EngineUnavailableError('foreign', `it answers with an error${word === '' ? '' : ` (${word})`}`);
};

/** Returns true for a text reply. */
export const isTextReply = (value: unknown): value is string => typeof value === 'string';

/**
 * Returns a number from an integer or text reply. Throws for values outside plausible clocks and counts.
 */
export const readReplyNumber = (value: unknown): number => {
  const number = isTextReply(value) && /^-?\d{1,16}(\.\d{1,6})?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > 1e15)
    throw createForeignReplyError();
  return number;
};

/** Returns a list reply. Throws for any other reply. */
export const readReplyList = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw createForeignReplyError();
  return value;
};
