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
 * What people may recognise in a listing: letters and digits of any script with their accents, small and composed (NFC),
 * as no file system takes two of them for one. The id behind it sees to the rest: the name is that of no device, ends
 * with no dot, and is no other design's.
 */
const slug = (name: string): string => cut(joined(name.normalize('NFKC').toLowerCase().normalize('NFKC')));

const joined = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^[-\p{M}]+|-+$/gu, '');

const cut = (name: string): string => [...name].slice(0, LONGEST_SLUG).join('').replaceAll(/-+$/g, '');

/** What it was before: Latin letters without their accents, and first of all no other letters. */
const FORMER_SLUGS: readonly ((name: string) => string)[] = [
  (name) =>
    cut(
      joined(
        name
          .normalize('NFKD')
          .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
          .toLowerCase()
          .normalize('NFKC'),
      ),
    ),
  (name) =>
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, LONGEST_SLUG)
      .replaceAll(/^-+|-+$/g, ''),
];

/** Folders of the mirror, each with those of its subjects in it. */
export const GROUPS = { design: 'designs', garment: 'garments' } as const;

/**
 * The folder of a subject, relative to the mirror, with `/`. The id makes it unique; the name that a design has
 * when it is first seen makes it readable, and stays when the design is renamed.
 */
export const folderFor = (of: SubjectId, name: string | null): string =>
  under(of, of.kind === 'design' ? slug(name ?? '') : '');

const under = ({ kind, id }: SubjectId, readable: string): string =>
  `${GROUPS[kind]}/${readable === '' ? '' : `${readable}--`}${id}`;

/** The folders that it had for that name under an older toile, where that was another. */
export const formerFoldersFor = (of: SubjectId, name: string): readonly string[] =>
  of.kind === 'design'
    ? [...new Set(FORMER_SLUGS.map((former) => under(of, former(name))))].filter(
        (folder) => folder !== folderFor(of, name),
      )
    : [];

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

export const fileFor = (what: What): string => {
  if (what.read === 'graph') return `graph.${what.profile}.json`;
  if (what.read === 'export') return `export.${what.profile}.${DRIVERS[what.driver]}`;
  return `${what.read}.json`;
};

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
