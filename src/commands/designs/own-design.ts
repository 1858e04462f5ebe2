import { asGarmentId, type GarmentId, type Uuid } from '../../border/identity.ts';
import { advice, shellWord, toType } from '../../border/shell.ts';
import type { DesignSummary } from '../../client/index.ts';
import { NotFound, UsageError } from '../../errors.ts';
import { onlyMatch } from '../../garment/design-match.ts';
import type { Base, Service } from '../facets.ts';
import { designsOf, identityOf, listAll, listed, type Named, resolve } from './design-ref.ts';

/** A design of the caller, as exports and Tech Packs need it. */
export interface Owned {
  readonly id: Uuid;
  /** What a file is named after. */
  readonly identity: Uuid | GarmentId;
}

/**
 * Finds designs of the caller, asking the service for what a uuid does not say by itself. One walk through the list
 * serves all that are asked for. Errors: not found (5), ambiguous (2), a house garment (2).
 */
export const owning = (deps: Base & Service): ((what: Named) => Promise<Owned>) => {
  const seen = new Map<GarmentId, DesignSummary>();
  let walking: AsyncGenerator<DesignSummary> | undefined;

  const mintedAs = async (garment: GarmentId): Promise<DesignSummary | undefined> => {
    walking ??= designsOf(deps);
    while (!seen.has(garment)) {
      const { done, value } = await walking.next();
      if (done) return undefined;
      const minted = asGarmentId(value.sgg_garment_id);
      if (minted !== undefined && !seen.has(minted)) seen.set(minted, value);
    }
    return seen.get(garment);
  };

  return async (what) => {
    const subject = await resolve(deps, what);
    if (subject.kind === 'design') return { id: subject.id, identity: identityOf(subject) };
    const design = await mintedAs(subject.id);
    if (design !== undefined) return { id: listed(design).id, identity: subject.id };
    throw await notOwn(deps, subject.id);
  };
};

/**
 * Finds the design that a paid request is about. All pages are read: a garment identity of two designs is ambiguous (2),
 * and only the last page shows that there is no second one.
 */
export const findPaidFor = async (deps: Base & Service, what: Named): Promise<Owned> => {
  const subject = await resolve(deps, what);
  if (subject.kind === 'design') return { id: subject.id, identity: identityOf(subject) };
  const minted = (await listAll(deps)).filter((one) => asGarmentId(one.sgg_garment_id) === subject.id);
  const design = onlyMatch(subject.id, minted);
  if (design === undefined) throw await notOwn(deps, subject.id);
  return { id: listed(design).id, identity: subject.id };
};

const notOwn = async (deps: Base & Service, garment: string): Promise<Error> => {
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
          hint: advice`${deps.toile} designs ls shows yours; ${toType`${deps.toile} graph ${shellWord(garment)}`} reads this one`,
        },
      )
    : new NotFound(`no design of yours is minted as ${garment}`, {
        hint: advice`${toType`${deps.toile} designs ls --all`} shows your designs`,
      });
};
