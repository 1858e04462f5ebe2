/** A body that is here already: on stdin, or in a file. Nothing is asked of a service, and no key is read. */

import { fromSource, type Typeable, typeable } from '../../border/shell.ts';
import { RESOURCES, type Resource } from '../../client/resources.ts';
import { UsageError } from '../../errors.ts';
import { whichRead } from '../../garment/which-read.ts';
import type { Base, Files } from '../facets.ts';
import type { WordSpec } from '../typed.ts';
import { type Named, named, SUBJECT } from './design-ref.ts';

/** `-` for stdin, else the path of a file. */
export interface GivenBody {
  readonly kind: 'body';
  readonly from: string;
}

/** A design or garment to be read, or a body that needs no reading. */
export type Readable = Named | GivenBody;

export const READABLE: WordSpec = {
  ...SUBJECT,
  about: `${SUBJECT.about}; or a body that is here: - for stdin, @FILE`,
  completes: ['ids', '@files'],
};

export const isGiven = (what: Readable): what is GivenBody => what?.kind === 'body';

/** Reads the word as typed; no I/O. */
export const readable = (word: string | undefined, profile?: string): Readable => {
  const from = word === '-' ? '-' : word?.startsWith('@') ? word.slice(1) : undefined;
  if (from === undefined) return named(word);
  if (from === '')
    throw new UsageError('@ is followed by the name of a file', { hint: typeable`@graph.json` });
  if (profile !== undefined)
    throw new UsageError('--profile chooses what the service sends, and this body is here already');
  return { kind: 'body', from };
};

const typedFor = (resource: Resource): Typeable => typeable`toile ${fromSource(RESOURCES[resource].command)}`;

/** The body, and a word where it looks like that of another read. */
export const given = async (
  deps: Base & Files,
  { from }: GivenBody,
  resource: Resource,
): Promise<{ readonly value: unknown; readonly text: string }> => {
  const body = await deps.givenBody(from);
  const looks = whichRead(body.value);
  if (looks !== undefined && looks !== resource)
    deps.tell({
      kind: 'note',
      text: `this looks like the body of another read, which ${typedFor(looks)} shows`,
    });
  return body;
};
