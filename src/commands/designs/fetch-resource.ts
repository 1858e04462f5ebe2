import type { Resource } from '../../client/index.ts';
import type { BodyAnswer, Deps, FlagSpec } from '../define.ts';
import { type Named, resolve } from './design-ref.ts';

export const PROFILE: FlagSpec = {
  value: 'PROFILE',
  choices: ['technical_designer', 'factory'],
  about: 'whom it is for; the service takes technical_designer when nothing is said',
};

/** One of the four reads, by the design route or the garment route as the identity asks for (4.2). */
export const read = async (
  deps: Deps,
  what: Named,
  resource: Resource,
  profile?: string,
): Promise<BodyAnswer> => {
  // What was left out is said before anybody is asked to sign in for it.
  const subject = await resolve(deps, what);
  const api = await deps.api();
  const { id } = subject;
  const { signal } = deps;
  const call =
    subject.kind === 'garment'
      ? api.garment(id, resource, { profile, signal })
      : {
          graph: () => api.designGraph(id, { profile, signal }),
          'tailor-brief': () => api.designTailorBrief(id, { signal }),
          'design-trust': () => api.designDesignTrust(id, { signal }),
          confirmations: () => api.designConfirmations(id, { signal }),
        }[resource]();
  const { value, text } = await call.whole();
  return { kind: 'body', value, text, aside: subject };
};
