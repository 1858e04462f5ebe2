import { shellWord, typeable } from '../border/shell.ts';
import type { DesignSummary } from '../client/index.ts';
import { NotFound, UsageError } from '../errors.ts';
import type { Deps } from './define.ts';
import { designsOf, type Named, resolve } from './subject.ts';

/** A design of the caller, as exports and Tech Packs need it. */
export interface Owned {
  /** uuid */
  readonly id: string;
  /** What a file is named after: `GARM-<n>` where that is known, else the whole uuid. */
  readonly identity: string;
}

/**
 * Finds designs of the caller, asking the service for what a uuid does not say by itself. One walk through the list
 * serves all that are asked for. Errors: not found (5), ambiguous (2), a house garment (2).
 */
export const owning = (deps: Deps): ((what: Named) => Promise<Owned>) => {
  const seen = new Map<string, string>();
  let walking: AsyncGenerator<DesignSummary> | undefined;

  const mintedAs = async (garment: string): Promise<string | undefined> => {
    walking ??= designsOf(deps);
    while (!seen.has(garment)) {
      const { done, value } = await walking.next();
      if (done) return undefined;
      if (typeof value.sgg_garment_id === 'string') seen.set(value.sgg_garment_id, value.id);
    }
    return seen.get(garment);
  };

  return async (what) => {
    const subject = await resolve(deps, what);
    if (subject.kind === 'design') return { id: subject.id, identity: subject.garment ?? subject.id };
    const id = await mintedAs(subject.id);
    if (id !== undefined) return { id, identity: subject.id };
    throw await notOwn(deps, subject.id);
  };
};

const notOwn = async (deps: Deps, garment: string): Promise<Error> => {
  const api = await deps.api();
  const readable = await api.garment(garment, 'design-trust', { signal: deps.signal }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'status' in error && error.status === 404) return false;
      throw error;
    },
  );
  return readable
    ? new UsageError(
        `${garment} is a house garment: it can be read, but only designs of your own can be taken away`,
        {
          code: 'house_garment',
          hint: typeable`${deps.toile} designs ls shows yours; ${deps.toile} graph ${shellWord(garment)} reads this one`,
        },
      )
    : new NotFound(`no design of yours is minted as ${garment}`, {
        hint: typeable`${deps.toile} designs ls --all shows your designs`,
      });
};
