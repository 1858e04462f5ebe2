/** The bodies of a pulled folder: which file of a design is meant, and where it stands. */

import { DEFAULT_PROFILE, type Resource } from '../../client/resources.ts';
import type { Held, HeldOne } from '../../mirror/index.ts';
import type { NotTaken } from '../../view/exported-files.ts';
import type { UnfinishedPulls } from '../../view/unfinished-pulls.ts';
import type { Base, Folders } from '../facets.ts';
import type { FlagSpec } from '../typed.ts';
import { trying } from '../written-files.ts';
import { PROFILE } from './fetch-resource.ts';

/** Of a command that asks no service: what graphFile takes. */
export const HELD_PROFILE: FlagSpec = {
  ...PROFILE,
  about: `whose graph of the folder; unless said ${DEFAULT_PROFILE}, or the one that is there`,
};

/** The files that hold a body, in the order of the folder. */
export const bodyFiles = ({ files }: HeldOne): readonly string[] =>
  [...files].flatMap(([name, { read }]) => (read === 'export' ? [] : [name]));

/** The graph for whom it was asked, or else the one that there is; undefined where none was pulled. */
export const graphFile = ({ files }: HeldOne, profile: string | undefined): string | undefined => {
  const graphs = [...files].filter(([, { read }]) => read === 'graph');
  const chosen =
    graphs.find(([, file]) => file.profile === (profile ?? DEFAULT_PROFILE)) ??
    (profile === undefined ? graphs[0] : undefined);
  return chosen?.[0];
};

/** As it would be typed, `dir` as it was. */
export const placeOf = (dir: string, { folder }: HeldOne, file?: string): string =>
  [dir.replace(/[\\/]+$/, ''), folder, ...(file === undefined ? [] : [file])].join('/');

/** Which design it is, as far as the folder knows without reading a body. */
export const identityIn = ({ of, summary }: HeldOne) => ({
  design_id: of.kind === 'design' ? of.id : null,
  garment_id: of.kind === 'garment' ? of.id : (summary?.sgg_garment_id ?? null),
  name: summary?.name ?? null,
});

/** What is made of another read of it; undefined where none was pulled. */
export const bodyOf = <T>(one: HeldOne, read: Resource, of: (body: unknown) => T): T | undefined => {
  const [name] = [...one.files].find(([, file]) => file.read === read) ?? [];
  return name === undefined ? undefined : of(one.json(name));
};

/** The member of an answer that names the folders whose last pull did not finish; nothing where all did. */
export const unfinishedOf = (dir: string, { isUnfinished }: Pick<Held, 'isUnfinished'>): UnfinishedPulls =>
  isUnfinished ? { unfinished: [dir] } : {};

/** As many are read before anybody else has a turn: a signal is heard in between. */
const AT_ONCE = 20;

/** What `make` makes of each, in the order of the folder. One that cannot be read hides none of the others. */
export const fromEachHeld = async <T>(
  deps: Base & Folders,
  dir: string,
  make: (one: HeldOne) => T,
): Promise<{
  readonly made: readonly T[];
  readonly failed: readonly NotTaken[];
  readonly unfinished: UnfinishedPulls;
}> => {
  const held = await deps.held(dir);
  const { subjects } = held;
  const called = subjects.map(({ of }) => of.id);
  const tried = trying(deps, called, () => false);
  const made: T[] = [];
  for (const [at, one] of subjects.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await deps.clock.sleep(0, deps.signal);
    deps.signal.throwIfAborted();
    const done = await tried.at(at, async () => make(one));
    if (done !== undefined) made.push(done);
  }
  return { made, failed: tried.failed(), unfinished: unfinishedOf(dir, held) };
};
