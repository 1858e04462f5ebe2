/** Exports on their way from the service into files. */

import type { Uuid } from '../../border/identity.ts';
import { DRIVERS, type Driver } from '../../client/resources.ts';
import type { LinkedDocument } from '../../transport/index.ts';
import type { AllTaken, Taken } from '../../view/exported-files.ts';
import { identityOf, type Named, resolve, type Subject } from '../designs/design-ref.ts';
import { owning } from '../designs/own-design.ts';
import type { Base, Files, Service } from '../facets.ts';
import { isLimited, isThere, type Placing, trying } from '../written-files.ts';

export interface Wanted extends Placing {
  readonly profile: string;
  readonly driver: Driver;
}

export const post = async (
  deps: Base & Service,
  id: Uuid,
  { profile, driver }: Pick<Wanted, 'profile' | 'driver'>,
) => (await deps.api()).exportDesign(id, { profile, driver, signal: deps.signal }).whole();

/** An export as a document behind a link, asked for when it is to be had. */
export const linkedExport = (
  deps: Base & Service,
  id: Uuid,
  wanted: Pick<Wanted, 'profile' | 'driver'>,
): LinkedDocument => ({
  kind: DRIVERS[wanted.driver],
  ask: async () => {
    const { value } = await post(deps, id, wanted);
    return { holder: value, record: value.export };
  },
});

/** `own` finds out whose design it is, once it is clear that the service has to be asked; undefined for none. */
const take = async (
  deps: Base & Service & Files,
  named: string,
  own: () => Promise<Uuid | undefined>,
  wanted: Wanted,
  several: boolean,
): Promise<Taken | undefined> => {
  const { into, profile, driver, clobber, skipExisting } = wanted;
  const kind = DRIVERS[driver];
  const name = `${named}_${profile}_${driver}.${kind}`;
  const landed = await deps.landing({ into, name, clobber, skipExisting, several });
  const { file } = landed;
  const left: Taken = { file, bytes: null, sha256: null, record: null, skipped: true };
  if (landed.skipped) return left;
  try {
    const id = await own();
    if (id === undefined) return undefined;
    const received = await landed.receive(linkedExport(deps, id, wanted));
    const drawing = kind === 'svg' && file !== '-' ? await deps.drawing(file) : undefined;
    for (const warning of drawing?.warnings ?? []) deps.tell({ kind: 'note', text: `${file}: ${warning}` });
    return {
      file,
      ...received,
      skipped: false,
      ...(drawing && { drawing }),
    };
  } catch (error) {
    if (isThere(error, wanted)) return left;
    throw error;
  } finally {
    await landed.drop();
  }
};

export const takeOne = async (deps: Base & Service & Files, what: Named, wanted: Wanted): Promise<Taken> => {
  const subject = await resolve(deps, what);
  const own = async () => (await owning(deps)(subject)).id;
  return (await take(deps, identityOf(subject), own, wanted, false)) as Taken;
};

/** Each of several is tried. What cannot go on with any of them is thrown. */
export const takeAll = async (
  deps: Base & Service & Files,
  names: readonly Named[],
  typed: readonly string[],
  wanted: Wanted,
): Promise<AllTaken> => {
  const find = owning(deps);
  const exports: Taken[] = [];
  /** Nobody is asked again once the limit is reached for longer than anybody waits. */
  let limited: unknown;
  const mayAsk = (): void => {
    if (limited !== undefined) throw limited;
  };
  const each = trying(deps, typed, (exit, error) => {
    if (isLimited(exit)) limited = error;
    // Files that are there already need no request.
    return false;
  });

  const subjects = new Map<number, Subject>();
  for (const [at, what] of names.entries()) {
    const subject = await each.at(at, async () => {
      if (what === undefined || 'text' in what) mayAsk();
      return resolve(deps, what);
    });
    if (subject) subjects.set(at, subject);
  }
  const shared = await sharedNames([...subjects.values()], find);
  /** Names of files, and the designs behind them: one may be meant by several words. */
  const begun = new Set<string>();
  const done = new Set<Uuid>();
  for (const [at, subject] of subjects) {
    const own = async (): Promise<Uuid | undefined> => {
      mayAsk();
      const { id } = await find(subject);
      if (done.has(id)) return undefined;
      done.add(id);
      return id;
    };
    const taken = await each.at(at, async () => {
      const isShared = shared.has(identityOf(subject));
      const name = isShared ? (await find(subject)).id : identityOf(subject);
      if (begun.has(name)) return undefined;
      begun.add(name);
      return take(deps, name, own, wanted, true);
    });
    if (taken) exports.push(taken);
  }
  for (const name of shared)
    deps.tell({
      kind: 'note',
      text: `more than one design is ${name}; their files are named by their uuids`,
    });
  return { exports, failed: each.failed() };
};

/**
 * What would name files of different designs alike, so that the second took the place of the first. Only then is it
 * asked which design is meant; what cannot be found fails in its turn.
 */
const sharedNames = async (
  subjects: readonly Subject[],
  find: ReturnType<typeof owning>,
): Promise<ReadonlySet<string>> => {
  const bearers = new Map<string, Map<string, Subject>>();
  for (const subject of subjects) {
    const name = identityOf(subject);
    const known = bearers.get(name) ?? new Map<string, Subject>();
    bearers.set(name, known.set(`${subject.kind} ${subject.id}`, subject));
  }
  const shared = new Set<string>();
  for (const [name, alike] of bearers) {
    if (alike.size < 2) continue;
    const ids = new Set<Uuid | undefined>();
    for (const subject of alike.values())
      ids.add(
        await find(subject).then(
          ({ id }) => id,
          () => undefined,
        ),
      );
    if (ids.size > 1) shared.add(name);
  }
  return shared;
};
