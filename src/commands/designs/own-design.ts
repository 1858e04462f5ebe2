import { findOnlyDesign } from '../../garment/design-match.ts';
import { type GarmentId, parseGarmentId, type Uuid } from '../../platform/branded.ts';
import { NotFound, UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord } from '../../platform/escape/shell.ts';
import type { DesignSummary } from '../../service/client/index.ts';
import type { CommandContext } from '../command-context.ts';
import {
  type DesignReference,
  getDesignIdentity,
  listAllDesigns,
  resolveDesign,
  toDesignSubject,
  walkAccountDesigns,
} from './design-reference.ts';

/** A design of the account, with the ids that the commands for exports and Tech Packs need. */
export interface OwnDesign {
  readonly id: Uuid;
  /** The id in the names of output files: `GARM-<n>` if it is known, else the uuid. */
  readonly identity: Uuid | GarmentId;
}

/**
 * Returns a function that finds a design of the account. For garment ids, the function reads the list of designs once
 * and uses it in all calls; a design id needs no request. It throws NotFound if no design matches. It throws a
 * UsageError if several designs match, or if the garment is a house garment, which cannot be exported or ordered.
 */
export const createOwnDesignFinder = (
  deps: CommandContext,
): ((reference: DesignReference) => Promise<OwnDesign>) => {
  const mintedDesigns = new Map<GarmentId, DesignSummary>();
  let designs: AsyncGenerator<DesignSummary> | undefined;

  const findMinted = async (garment: GarmentId): Promise<DesignSummary | undefined> => {
    designs ??= walkAccountDesigns(deps);
    while (!mintedDesigns.has(garment)) {
      const { done, value } = await designs.next();
      if (done) return undefined;
      const minted = parseGarmentId(value.sgg_garment_id);
      if (minted !== undefined && !mintedDesigns.has(minted)) mintedDesigns.set(minted, value);
    }
    return mintedDesigns.get(garment);
  };

  return async (reference) => {
    const subject = await resolveDesign(deps, reference);
    if (subject.kind === 'design') return { id: subject.id, identity: getDesignIdentity(subject) };
    const design = await findMinted(subject.id);
    if (design !== undefined) return { id: toDesignSubject(design).id, identity: subject.id };
    throw await createNotOwnError(deps, subject.id);
  };
};

/**
 * Finds the design to order a Tech Pack for. A design id needs no request. For a garment id, reads all pages of the
 * list, because a second design with the same garment id would make the order ambiguous. Throws NotFound if no design
 * matches, and a UsageError if several match or if the garment is a house garment, which cannot be ordered.
 */
export const findDesignToOrder = async (
  deps: CommandContext,
  reference: DesignReference,
): Promise<OwnDesign> => {
  const subject = await resolveDesign(deps, reference);
  if (subject.kind === 'design') return { id: subject.id, identity: getDesignIdentity(subject) };
  const minted = (await listAllDesigns(deps)).filter(
    (design) => parseGarmentId(design.sgg_garment_id) === subject.id,
  );
  const design = findOnlyDesign(subject.id, minted);
  if (design === undefined) throw await createNotOwnError(deps, subject.id);
  return { id: toDesignSubject(design).id, identity: subject.id };
};

/**
 * Creates the error for a garment that is not a design of the account. Requests the garment to find the reason. If the
 * request succeeds, the garment is a house garment, and the error is a UsageError. After a 404, the error is NotFound.
 */
const createNotOwnError = async (deps: CommandContext, garment: string): Promise<Error> => {
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
        `${garment} is a house garment: it can be read, but only your own designs can be exported or ordered`,
        {
          code: 'house_garment',
          hint: hintText`${deps.toile} designs ls lists yours; ${nextCommand`${deps.toile} graph ${quoteShellWord(garment)}`} reads this one`,
        },
      )
    : new NotFound(`no design of yours is minted as ${garment}`, {
        hint: hintText`list your designs: ${nextCommand`${deps.toile} designs ls --all`}`,
      });
};
