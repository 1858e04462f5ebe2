/** Names of files and folders that mean the same on every file system; what is in no form below is none of them. */
import { asGarmentId, asUuid, type GarmentId, type Uuid } from '../border/identity.ts';
import {
  ALL_DRIVERS,
  ALL_RESOURCES,
  DRIVERS,
  type Driver,
  PROFILES,
  type Profile,
  type Resource,
} from '../client/resources.ts';

const LONGEST_SLUG = 40;

/** Whom a folder of the mirror is about: a design of the caller, or a garment by its permanent identity. */
export type SubjectId =
  | { readonly kind: 'design'; readonly id: Uuid }
  | { readonly kind: 'garment'; readonly id: GarmentId };

/** Undefined for what is no identity in the form that toile writes. */
export const subjectId = (kind: unknown, id: unknown): SubjectId | undefined => {
  const [uuid, garment] = [asUuid(id), asGarmentId(id)];
  if (kind === 'design' && uuid !== undefined && uuid === id) return { kind, id: uuid };
  if (kind === 'garment' && garment !== undefined && garment === id) return { kind, id: garment };
  return undefined;
};

/**
 * What people may recognise in a listing: letters and digits of any script, small and composed, as no file system takes
 * two of them for one. Accents of Latin letters go, as they always did; in other scripts a sign above a letter is half
 * of it.
 */
const slug = (name: string): string =>
  [
    ...name
      .normalize('NFKD')
      .replaceAll(/(?<=\p{Script=Latin})\p{Mark}+/gu, '')
      .toLowerCase()
      .normalize('NFKC')
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replaceAll(/^[-\p{M}]+|-+$/gu, ''),
  ]
    .slice(0, LONGEST_SLUG)
    .join('')
    .replaceAll(/-+$/g, '');

/** Folders of the mirror, each with those of its subjects in it. */
export const GROUPS = { design: 'designs', garment: 'garments' } as const;

/**
 * The folder of a subject, relative to the mirror, with `/`. The id makes it unique; the name that a design has
 * when it is first seen makes it readable, and stays when the design is renamed.
 */
export function folderFor({ kind, id }: SubjectId, name: string | null): string {
  const readable = kind === 'design' ? slug(name ?? '') : '';
  return `${GROUPS[kind]}/${readable === '' ? '' : `${readable}--`}${id}`;
}

/** Whether that is a folder that `folderFor` gives this subject, under one name or another. */
export const isFolderOf = ({ kind, id }: SubjectId, folder: string): boolean => {
  const rest = folder.startsWith(`${GROUPS[kind]}/`) ? folder.slice(GROUPS[kind].length + 1) : '';
  if (rest === id) return true;
  const readable = kind === 'design' && rest.endsWith(`--${id}`) ? rest.slice(0, -id.length - 2) : '';
  // Some file systems take names apart into letters and signs, and list them so.
  return readable !== '' && readable.normalize('NFKC') === slug(readable);
};

/** Whether a name in one of the groups is that of a subject. */
export const isSubjectFolder = (kind: SubjectId['kind'], name: string): boolean => {
  const of = subjectId(kind, kind === 'design' ? name.slice(-36) : name);
  return of !== undefined && isFolderOf(of, `${GROUPS[kind]}/${name}`);
};

/** One thing that is pulled of a subject. */
export type What =
  | { readonly read: 'graph'; readonly profile: Profile }
  | { readonly read: Exclude<Resource, 'graph'> }
  | { readonly read: 'export'; readonly profile: Profile; readonly driver: Driver };

export function fileFor(what: What): string {
  if (what.read === 'graph') return `graph.${what.profile}.json`;
  if (what.read === 'export') return `export.${what.profile}.${DRIVERS[what.driver]}`;
  return `${what.read}.json`;
}

/** Every file that a subject may have, by its name. */
export const FILES: ReadonlyMap<string, What> = new Map(
  [
    ...PROFILES.map((profile): What => ({ read: 'graph', profile })),
    ...ALL_RESOURCES.flatMap((read): readonly What[] => (read === 'graph' ? [] : [{ read }])),
    ...PROFILES.flatMap((profile) =>
      ALL_DRIVERS.map((driver): What => ({ read: 'export', profile, driver })),
    ),
  ].map((what) => [fileFor(what), what]),
);

/** A path that the functions above make, in its parts. */
export const isMirrorPath = (path: string): boolean => {
  const [group, name = '', file = '', ...more] = path.split('/');
  const kind = group === GROUPS.design ? 'design' : group === GROUPS.garment ? 'garment' : undefined;
  return kind !== undefined && more.length === 0 && isSubjectFolder(kind, name) && FILES.has(file);
};
