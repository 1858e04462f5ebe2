/** Answers of an engine, which may be anybody's: nothing is believed that toile's own scripts would not say. */

/** Why the engine cannot be used, in words for people. */
export class EngineAway extends Error {
  /**
   * `away`: nobody is there. `refused`: it lets nobody in. `foreign`: what stands or comes there is not toile's.
   * `unlearnt`: it has not seen the script yet.
   */
  readonly kind: 'away' | 'refused' | 'foreign' | 'unlearnt';
  constructor(kind: EngineAway['kind'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EngineAway';
    this.kind = kind;
  }
}

export const foreign = (): EngineAway =>
  new EngineAway('foreign', 'what it answers is not what toile asked for');

/** The engine's own word for an error, which stands first: `WRONGPASS`, `NOPERM`. */
const MEANINGS: Readonly<Record<string, readonly [EngineAway['kind'], string]>> = {
  WRONGPASS: ['refused', 'it takes this user and password for nobody'],
  NOAUTH: ['refused', 'it asks for a password'],
  NOPERM: ['refused', 'its rules for this user forbid what toile asks for; docs/shared.md lists it'],
  DENIED: ['refused', 'it runs in protected mode and lets nobody in from elsewhere'],
  WRONGTYPE: ['foreign', 'something else stands under the names that toile uses'],
  NOSCRIPT: ['unlearnt', 'it does not know the script'],
  LOADING: ['away', 'it is still loading'],
  READONLY: ['away', 'it is a replica, which takes no writes'],
  MISCONF: ['away', 'it cannot write to its own disk'],
  OOM: ['away', 'its memory is full'],
  NOREPLICAS: ['away', 'it has fewer replicas than it wants before it writes'],
  MASTERDOWN: ['away', 'its primary is away'],
  CLUSTERDOWN: ['away', 'its cluster is down'],
  BUSY: ['away', 'it is busy with a script of somebody else'],
  MOVED: ['foreign', 'it is one of a cluster, and not the one that has the names of toile'],
};

/** What an error of the engine means. Its own text is a stranger's and is not repeated, but for its first word. */
export const explainedReply = (message: string): EngineAway => {
  const [, word = ''] = /^-?([A-Z]{2,20})\b/.exec(message) ?? [];
  const [kind, says] = MEANINGS[word] ?? [];
  if (kind !== undefined && says !== undefined) return new EngineAway(kind, says);
  if (/WRONGTYPE/.test(message.slice(0, 500))) return explainedReply('WRONGTYPE');
  if (/NOPERM|ACL failure|no permissions|can't run this command/i.test(message.slice(0, 500)))
    return explainedReply('NOPERM');
  return new EngineAway('foreign', `it answers with an error${word === '' ? '' : ` (${word})`}`);
};

export const isText = (value: unknown): value is string => typeof value === 'string';

/** A number as the engine gives it, an integer or a text. Within what clocks and counts can be. */
export const numberIn = (value: unknown): number => {
  const number = isText(value) && /^-?\d{1,16}(\.\d{1,6})?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > 1e15) throw foreign();
  return number;
};

export const listIn = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw foreign();
  return value;
};
