import type { Uuid } from '../../border/identity.ts';
import { fileName } from '../../border/path.ts';
import { withoutLink } from '../../border/secrets.ts';
import { typeable } from '../../border/shell.ts';
import type { TechPackStatus, Whole } from '../../client/index.ts';
import { UsageError } from '../../errors.ts';
import { isTakenPack, type TakenPack } from '../../view/tech-pack.ts';
import { type BodyAnswer, type MadeAnswer, made, type TextAnswer } from '../answers.ts';
import type { Landed } from '../facet-types.ts';
import type { Files } from '../facets.ts';
import { type About, type Buying, lookAt, remember } from './check-status.ts';

export interface Fetching {
  /** Where the PDF goes: a file, a folder or `-`; undefined for the working folder. Absent where it is not wanted. */
  readonly download: { readonly into: string | undefined } | undefined;
  readonly clobber: boolean;
}

/** Begins the file of the PDF. What is wrong with the place is said with the flags that there are here. */
const landingOf = async (
  deps: Buying & Files,
  name: string,
  { download, clobber }: Fetching,
  skipExisting = false,
): Promise<Landed> => {
  try {
    return await deps.landing({
      into: download?.into,
      name: `${fileName(name)}_tech-pack.pdf`,
      clobber,
      skipExisting,
      several: false,
    });
  } catch (error) {
    if (!(error instanceof UsageError) || error.code === 'no_folder') throw error;
    throw error.withMore({}, typeable`--clobber replaces a file; --download FILE names another place`);
  }
};

/** Refuses a place where the PDF cannot go, before anything that costs is sent and before anybody waits. */
export const checkPlace = async (deps: Buying & Files, identity: string, wanted: Fetching): Promise<void> => {
  if (wanted.download) await (await landingOf(deps, identity, wanted)).drop();
};

/** The PDF that was fetched before, where it stands unchanged at the place where it is wanted. */
export const fetchedBefore = async (
  deps: Buying & Files,
  { identity, purchase }: About,
  wanted: Fetching,
): Promise<Omit<TakenPack, 'purchase'> | undefined> => {
  const sha256 = purchase?.sha256;
  if (!wanted.download || wanted.clobber || sha256 === undefined || identity === undefined) return undefined;
  const landed = await landingOf(deps, identity, wanted, true);
  await landed.drop();
  const there = landed.skipped ? await deps.measured(landed.file) : undefined;
  return there?.sha256 === sha256 ? { file: landed.file, ...there } : undefined;
};

export type PackAnswer = MadeAnswer<TakenPack>;

export const packAnswer = (taken: Omit<TakenPack, 'purchase'>, status: TechPackStatus): PackAnswer =>
  made('toile.techpack/1', { ...taken, purchase: { ...status, pdf: withoutLink(status.pdf) } });

/** Where the PDF itself went there, nothing else does. */
export const onStdout = <A extends BodyAnswer | MadeAnswer>(answer: A): A | TextAnswer =>
  answer.kind === 'made' && isTakenPack(answer.value) && answer.value.file === '-'
    ? { kind: 'text', text: '' }
    : answer;

/** Fetches the PDF of a pack that is ready. */
export const fetchPdf = async (
  deps: Buying & Files,
  id: Uuid,
  about: About,
  { value }: Whole<TechPackStatus>,
  wanted: Fetching,
): Promise<PackAnswer> => {
  const landed = await landingOf(deps, about.identity ?? value.design_id ?? id, wanted);
  try {
    let last: TechPackStatus | undefined;
    const ask = async () => {
      last = last === undefined ? value : (await lookAt(deps, id, about, deps.signal)).whole.value;
      return { holder: last.pdf, record: last.pdf };
    };
    const { bytes, sha256 } = await landed.receive({ kind: 'pdf', ask });
    await remember(deps, id, 'kept', { sha256 });
    return packAnswer({ file: landed.file, bytes, sha256 }, last ?? value);
  } finally {
    await landed.drop();
  }
};
