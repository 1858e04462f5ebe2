import { PROFILES, type Resource } from '../../client/resources.ts';
import type { BodyAnswer } from '../answers.ts';
import type { Base, Service } from '../facets.ts';
import type { FlagSpec } from '../typed.ts';
import { type Named, resolve, type Subject } from './design-ref.ts';

export const PROFILE: FlagSpec = {
  value: 'PROFILE',
  choices: PROFILES,
  about: 'whom it is for; the service takes technical_designer when nothing is said',
};

/** One of the reads, by the design route or the garment route as the identity asks for (4.2). */
export const read = async (
  deps: Base & Service,
  what: Named,
  resource: Resource,
  profile?: string,
): Promise<BodyAnswer & { readonly aside: Subject }> => {
  // What was left out is said before anybody is asked to sign in for it.
  const subject = await resolve(deps, what);
  const api = await deps.api();
  const { value, text } = await api.read(subject, resource, { profile, signal: deps.signal }).whole();
  return { kind: 'body', value, text, aside: subject };
};
