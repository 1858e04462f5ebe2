import { PROFILES, type Resource } from '../../client/resources.ts';
import type { BodyAnswer } from '../answers.ts';
import type { Base, Files, Service } from '../facets.ts';
import type { FlagSpec } from '../typed.ts';
import { type Named, resolve } from './design-ref.ts';
import { given, isGiven, READABLE, type Readable } from './given-body.ts';

export const PROFILE: FlagSpec = {
  value: 'PROFILE',
  choices: PROFILES,
  about: 'whom it is for; the service takes technical_designer when nothing is said',
};

/** What the reads have in common: a design or garment, or a body that is here already, shown as it was sent. */
export const READING = {
  answers: 'body',
  group: 'Read a design',
  does: { sends: 'sometimes', asks: 'which design, where no ID is typed' },
  gives: ['body'],
  words: [READABLE],
  json: 'an open object; its members are not shown in the specification',
} as const;

/** As what it was asked for; a body that was here already was asked for as nothing. */
export interface Asked {
  readonly id: string | undefined;
}

/** One of the reads, of the service or as it is here already. */
export const readOrGiven = async (
  deps: Base & Service & Files,
  what: Readable,
  resource: Resource,
  profile?: string,
): Promise<BodyAnswer & { readonly aside: Asked }> => {
  if (!isGiven(what)) return read(deps, what, resource, profile);
  const { value, text } = await given(deps, what, resource);
  return { kind: 'body', value, text, aside: { id: undefined } };
};

/** One of the reads, by the design route or the garment route as the identity asks for (4.2). */
export const read = async (
  deps: Base & Service,
  what: Named,
  resource: Resource,
  profile?: string,
): Promise<BodyAnswer & { readonly aside: Asked }> => {
  // What was left out is said before anybody is asked to sign in for it.
  const subject = await resolve(deps, what);
  const api = await deps.api();
  const whole = await api.read(subject, resource, { profile, signal: deps.signal }).whole();
  return {
    kind: 'body',
    // Parsed when it is first asked for, which a body that is printed as it came never is.
    get value() {
      return whole.value;
    },
    text: whole.text,
    aside: subject,
  };
};
