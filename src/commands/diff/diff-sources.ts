import { typeable } from '../../border/shell.ts';
import type { DesignSummary } from '../../client/index.ts';
import { ALL_RESOURCES, PROFILES, type Resource } from '../../client/resources.ts';
import { NotFound, UsageError } from '../../errors.ts';
import { fits, onlyMatch } from '../../garment/design-match.ts';
import { isRecord } from '../../json/values.ts';
import type { Held, HeldOne } from '../../mirror/index.ts';
import type { UnfinishedPulls } from '../../view/unfinished-pulls.ts';
import { designsOf, type Named, named } from '../designs/design-ref.ts';
import { read } from '../designs/fetch-resource.ts';
import { bodyFiles } from '../designs/held-bodies.ts';
import type { Base, Files, Folders, Service } from '../facets.ts';

/** One side of a comparison, as typed. */
export type Side =
  | { readonly kind: 'file'; readonly typed: string; readonly body: unknown }
  | { readonly kind: 'folder'; readonly typed: string; readonly held: Held }
  | {
      readonly kind: 'live';
      readonly typed: string;
      readonly what: Named;
      readonly profile: string | undefined;
    };

/** Two bodies that belong together. A side is undefined where a whole design is there on the other only. */
export interface Pair {
  /** Undefined where only one thing is compared. */
  readonly design: { readonly id: string; readonly name: string | null } | undefined;
  readonly read: string;
  /** One side lacks it, and the last pull of that side did not come so far: nothing says that it was removed or added. */
  readonly isNotPulled?: true;
  readonly a: unknown;
  readonly b: unknown;
}

const AT_PROFILE = new RegExp(`^(.+)@(${PROFILES.join('|')})$`, 's');

/** Reads what was typed: a file or folder where there is one of that name, `-` for stdin, an id otherwise. */
export const sideOf = async (deps: Base & Service & Files & Folders, typed: string): Promise<Side> => {
  const stands = typed === '-' ? 'file' : await deps.standing(typed);
  if (stands === 'file') return { kind: 'file', typed, body: (await deps.givenBody(typed)).value };
  if (stands === 'folder') return { kind: 'folder', typed, held: await deps.held(typed) };
  const [, id, profile] = AT_PROFILE.exec(typed) ?? [];
  if (id === undefined && /[\\/]|\.json$/.test(typed) && !/^https?:/i.test(typed)) {
    throw new UsageError(`there is no file or folder ${typed}`);
  }
  return { kind: 'live', typed, what: named(id ?? typed), profile };
};

const designOf = ({ of, name }: HeldOne) => ({ id: of.id, name });

const bothFolders = (a: Held, b: Held): readonly Pair[] => {
  const key = ({ of }: HeldOne): string => `${of.kind} ${of.id}`;
  const [single, other] = [a.subjects[0], b.subjects[0]];
  const alone = a.subjects.length === 1 && b.subjects.length === 1 && !a.isUnfinished && !b.isUnfinished;
  const inB = new Map(b.subjects.map((one) => [key(one), one]));
  const inA = new Set(a.subjects.map(key));
  const partner = (one: HeldOne): HeldOne | undefined =>
    alone && one === single ? other : inB.get(key(one));
  const whole = (one: HeldOne, came: boolean): Pair => ({
    design: designOf(one),
    read: '',
    a: came ? undefined : one,
    b: came ? one : undefined,
    ...((came ? a : b).isUnfinished && { isNotPulled: true }),
  });
  const notPulled = (one: HeldOne, other: HeldOne, side: Held): readonly Pair[] =>
    !side.isUnfinished
      ? []
      : bodyFiles(one)
          .filter((name) => !other.files.has(name))
          .map((name) => ({
            design: designOf(one),
            read: name,
            isNotPulled: true,
            a: undefined,
            b: undefined,
          }));
  return [
    ...a.subjects.flatMap((one): readonly Pair[] => {
      const now = partner(one);
      if (!now) return [whole(one, false)];
      // What only one of them holds was not asked for by the other's pull: no change of the design.
      return [
        ...bodyFiles(one)
          .filter((name) => now.files.has(name))
          .filter((name) => one.text(name) !== now.text(name))
          .map((name) => ({ design: designOf(now), read: name, a: one.json(name), b: now.json(name) })),
        ...notPulled(one, now, b),
        ...notPulled(now, one, a),
      ];
    }),
    ...(alone ? [] : b.subjects.filter((one) => !inA.has(key(one))).map((one) => whole(one, true))),
  ];
};

/** The one of a folder that goes by this word. */
export const heldAs = (held: Held, word: string): HeldOne | undefined =>
  onlyMatch(
    word,
    held.subjects.map((one) => ({ ...one.summary, id: one.of.id, folder: one.folder, one })),
  )?.one;

/** What the word means in the folder; else, for a design that was renamed or minted since, what it means to the service. */
const heldFor = async (
  deps: Base & Service,
  { held, typed }: Extract<Side, { kind: 'folder' }>,
  what: Named,
): Promise<HeldOne> => {
  const word = what === undefined ? '' : 'id' in what ? what.id : what.text;
  const [alone, ...others] = held.subjects;
  const found = heldAs(held, word) ?? (others.length === 0 ? alone : undefined);
  if (found !== undefined) return found;
  if (what?.kind !== 'design') {
    const now: DesignSummary[] = [];
    for await (const design of designsOf(deps)) if (fits(word, design)) now.push(design);
    const id = onlyMatch(word, now)?.id;
    const later = held.subjects.find(({ of }) => of.id === id);
    if (later !== undefined) return later;
  }
  throw new NotFound(`${typed} holds nothing of ${word}`);
};

/** The folder against the service, read by read, for one design. */
const withLive = async (
  deps: Base & Service & Files & Folders,
  folder: Extract<Side, { kind: 'folder' }>,
  { what, profile }: Extract<Side, { kind: 'live' }>,
  turned: boolean,
): Promise<readonly Pair[]> => {
  const one = await heldFor(deps, folder, what);
  const pairs: Pair[] = [];
  for (const [name, file] of one.files) {
    if (file.read === 'export') continue;
    if (profile !== undefined && file.profile !== profile) continue;
    const held = one.json(name);
    const live = (await read(deps, what, file.read as Resource, file.profile)).value;
    pairs.push({ design: undefined, read: name, a: turned ? live : held, b: turned ? held : live });
  }
  if (pairs.length === 0) throw new NotFound(`${folder.typed} holds no graph for ${profile}`);
  return pairs;
};

/** Which read a body in a file is of. */
export const readIn = ({ typed, body }: Extract<Side, { kind: 'file' }>): Resource => {
  const base = typed.split(/[\\/]/).at(-1) ?? '';
  const resource = ALL_RESOURCES.find((one) => one !== 'graph' && base === `${one}.json`);
  if (resource !== undefined) return resource;
  if (isRecord(body) && 'nodes' in body) return 'graph';
  throw new UsageError(`${typed} is no garment graph, and its name does not say what it is`, {
    hint: typeable`name it tailor-brief.json, design-trust.json or confirmations.json, as toile pull does`,
  });
};

/** What of a live design is the counterpart of a body in a file. */
const liveFor = async (
  deps: Base & Service & Files & Folders,
  file: Extract<Side, { kind: 'file' }>,
  live: Extract<Side, { kind: 'live' }>,
) => {
  const resource = readIn(file);
  if (resource !== 'graph') return (await read(deps, live.what, resource)).value;
  const own = isRecord(file.body) ? file.body.profile : undefined;
  const profile = live.profile ?? (typeof own === 'string' ? own : undefined);
  return (await read(deps, live.what, 'graph', profile)).value;
};

/** The folders of a comparison whose last pull did not come to its end. */
export const unfinishedSides = (sides: readonly Side[]): UnfinishedPulls => {
  const typed = sides.flatMap((side) =>
    side.kind === 'folder' && side.held.isUnfinished ? [side.typed] : [],
  );
  return typed.length > 0 ? { unfinished: [...new Set(typed)] } : {};
};

/** Everything that two sides have to be compared. */
export const pairsOf = async (
  deps: Base & Service & Files & Folders,
  a: Side,
  b: Side,
): Promise<readonly Pair[]> => {
  const single = (bodyA: unknown, bodyB: unknown): readonly Pair[] => [
    { design: undefined, read: '', a: bodyA, b: bodyB },
  ];
  if (a.kind === 'folder' && b.kind === 'folder') return bothFolders(a.held, b.held);
  if (a.kind === 'folder' && b.kind === 'live') return withLive(deps, a, b, false);
  if (a.kind === 'live' && b.kind === 'folder') return withLive(deps, b, a, true);
  if (a.kind === 'folder' || b.kind === 'folder') {
    throw new UsageError('a folder is compared with a folder or with an id, not with a file', {
      hint: typeable`name the file inside the folder`,
    });
  }
  if (a.kind === 'file' && b.kind === 'file') return single(a.body, b.body);
  if (a.kind === 'file' && b.kind === 'live') return single(a.body, await liveFor(deps, a, b));
  if (a.kind === 'live' && b.kind === 'file') return single(await liveFor(deps, b, a), b.body);
  if (a.kind !== 'live' || b.kind !== 'live') return [];
  const graphOf = async (side: typeof a) => (await read(deps, side.what, 'graph', side.profile)).value;
  return single(await graphOf(a), await graphOf(b));
};
