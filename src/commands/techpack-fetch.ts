import type { Uuid } from '../border/identity.ts';
import { fileName } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import type { TechPackStatus, Whole } from '../client/index.ts';
import { UsageError } from '../errors.ts';
import type { Link } from '../transport/index.ts';
import type { TakenPack } from '../view/tech-pack.ts';
import type { Deps, Landed, MadeAnswer } from './define.ts';
import { linkIn, withoutLink } from './link.ts';
import { type About, lookAt, remember } from './techpack-look.ts';

export interface Fetching {
  /** Where the PDF goes: a file, a folder or `-`; undefined for the working folder. Absent where it is not wanted. */
  readonly download: { readonly into: string | undefined } | undefined;
  readonly clobber: boolean;
}

/** Begins the file of the PDF. What is wrong with the place is said with the flags that there are here. */
const landingOf = async (deps: Deps, name: string, { download, clobber }: Fetching): Promise<Landed> => {
  try {
    return await deps.landing({
      into: download?.into,
      name: `${fileName(name)}_tech-pack.pdf`,
      clobber,
      skipExisting: false,
      several: false,
    });
  } catch (error) {
    if (!(error instanceof UsageError) || error.code === 'no_folder') throw error;
    throw error.withMore({}, typeable`--clobber replaces a file; --download FILE names another place`);
  }
};

/** Refuses a place where the PDF cannot go, before anything that costs is sent and before anybody waits. */
export const checkPlace = async (deps: Deps, identity: string, wanted: Fetching): Promise<void> => {
  if (wanted.download) await (await landingOf(deps, identity, wanted)).drop();
};

export interface PackAnswer extends MadeAnswer {
  readonly schema: 'toile.techpack/1';
  readonly value: TakenPack;
}

/** Fetches the PDF of a pack that is ready. */
export const fetchPdf = async (
  deps: Deps,
  id: Uuid,
  about: About,
  { value }: Whole<TechPackStatus>,
  wanted: Fetching,
): Promise<PackAnswer> => {
  const landed = await landingOf(deps, about.identity ?? value.design_id ?? id, wanted);
  try {
    let last = value;
    const newLink = async (): Promise<Link> => {
      last = (await lookAt(deps, id, about, deps.signal)).whole.value;
      return linkIn(last.pdf, last.pdf);
    };
    const received = await landed.receive(linkIn(value.pdf, value.pdf), newLink);
    await remember(deps, id, 'kept');
    const purchase = { ...last, pdf: withoutLink(last.pdf) };
    return { kind: 'made', schema: 'toile.techpack/1', value: { file: landed.file, ...received, purchase } };
  } finally {
    await landed.drop();
  }
};
