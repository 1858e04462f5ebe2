/** Names of files and directories in a pulled folder, valid on every file system. */
import { type GarmentId, parseGarmentId, parseUuid, type Uuid } from '../platform/branded.ts';
import {
  EXPORT_DRIVER_NAMES,
  EXPORT_DRIVERS,
  type ExportDriver,
  GARMENT_PROFILES,
  type Profile,
  RESOURCE_NAMES,
  type Resource,
} from '../service/client/resources.ts';

/** The maximum number of characters of the readable part of a directory name. */
const MAX_SLUG_LENGTH = 40;

/** The id of a design of the account, or of a minted garment. Each has its own directory in a pulled folder. */
export type SubjectId =
  | { readonly kind: 'design'; readonly id: Uuid }
  | { readonly kind: 'garment'; readonly id: GarmentId };

/** Returns the id of a design or garment; undefined if it is not valid or not spelled as toile writes it. */
export const parseSubjectId = (kind: unknown, id: unknown): SubjectId | undefined => {
  const [uuid, garment] = [parseUuid(id), parseGarmentId(id)];
  if (kind === 'design' && uuid !== undefined && uuid === id) return { kind, id: uuid };
  if (kind === 'garment' && garment !== undefined && garment === id) return { kind, id: garment };
  return undefined;
};

/**
 * Returns the readable part of a directory name: lower-case letters and digits of any script, in composed form (NFC),
 * joined by hyphens. The id after it makes the name unique and valid on every system.
 */
const createSlug = (name: string): string =>
  truncateSlug(replaceSeparators(name.normalize('NFKC').toLowerCase().normalize('NFKC')));

const replaceSeparators = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^[-\p{M}]+|-+$/gu, '');

const truncateSlug = (name: string): string =>
  [...name].slice(0, MAX_SLUG_LENGTH).join('').replaceAll(/-+$/g, '');

/**
 * The functions `createSlug` of older versions of toile, newest first. The first removes the accents of Latin letters;
 * the second keeps only ASCII letters and digits.
 */
const FORMER_SLUGS: readonly ((name: string) => string)[] = [
  (name) =>
    truncateSlug(
      replaceSeparators(
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
      .slice(0, MAX_SLUG_LENGTH)
      .replaceAll(/^-+|-+$/g, ''),
];

/** The names of the directories for designs and for garments in a pulled folder. */
export const SUBJECT_GROUPS = { design: 'designs', garment: 'garments' } as const;

/**
 * Returns the directory of a design or garment, relative to the pulled folder, for example
 * `designs/linen-shirt--<uuid>`. The id makes it unique. The readable part is the name at the first pull; it stays if
 * the design is renamed.
 */
export const formatSubjectFolder = (of: SubjectId, name: string | null): string =>
  joinSubjectFolder(of, of.kind === 'design' ? createSlug(name ?? '') : '');

const joinSubjectFolder = ({ kind, id }: SubjectId, readable: string): string =>
  `${SUBJECT_GROUPS[kind]}/${readable === '' ? '' : `${readable}--`}${id}`;

/** Lists the directories that older versions of toile used for a design with this name, except the current one. */
export const listFormerFolders = (of: SubjectId, name: string): readonly string[] =>
  of.kind === 'design'
    ? [...new Set(FORMER_SLUGS.map((former) => joinSubjectFolder(of, former(name))))].filter(
        (folder) => folder !== formatSubjectFolder(of, name),
      )
    : [];

/**
 * Returns true if the directory is the one of this design or garment, with any readable part. `folder` is relative to
 * the pulled folder.
 */
export const isFolderOfSubject = ({ kind, id }: SubjectId, folder: string): boolean => {
  const rest = folder.startsWith(`${SUBJECT_GROUPS[kind]}/`)
    ? folder.slice(SUBJECT_GROUPS[kind].length + 1)
    : '';
  if (rest === id) return true;
  const readable = kind === 'design' && rest.endsWith(`--${id}`) ? rest.slice(0, -id.length - 2) : '';
  // Some file systems return names with separate accents (decomposed), so the name is composed first.
  return readable !== '' && readable.normalize('NFKC') === createSlug(readable);
};

/**
 * Returns true if toile could have named a directory of this kind so: `GARM-101` for a garment; the id of a design,
 * or a readable part before it, for example `linen-shirt--<id>`.
 */
export const isSubjectFolder = (kind: SubjectId['kind'], name: string): boolean => {
  const of = parseSubjectId(kind, kind === 'design' ? name.slice(-36) : name);
  return of !== undefined && isFolderOfSubject(of, `${SUBJECT_GROUPS[kind]}/${name}`);
};

/** A kind of file that can be pulled of a design or garment: a graph in a profile, another resource, or an export. */
export type FileSpec =
  | { readonly read: 'graph'; readonly profile: Profile }
  | { readonly read: Exclude<Resource, 'graph'> }
  | { readonly read: 'export'; readonly profile: Profile; readonly driver: ExportDriver };

/** Returns the name of the file of this kind, for example `graph.factory.json`. */
export const formatFileName = (what: FileSpec): string => {
  if (what.read === 'graph') return `graph.${what.profile}.json`;
  if (what.read === 'export') return `export.${what.profile}.${EXPORT_DRIVERS[what.driver]}`;
  return `${what.read}.json`;
};

/** Every kind of file that a design or garment can have, by file name. */
export const SUBJECT_FILES: ReadonlyMap<string, FileSpec> = new Map(
  [
    ...GARMENT_PROFILES.map((profile): FileSpec => ({ read: 'graph', profile })),
    ...RESOURCE_NAMES.flatMap((read): readonly FileSpec[] => (read === 'graph' ? [] : [{ read }])),
    ...GARMENT_PROFILES.flatMap((profile) =>
      EXPORT_DRIVER_NAMES.map((driver): FileSpec => ({ read: 'export', profile, driver })),
    ),
  ].map((what) => [formatFileName(what), what]),
);

/**
 * Returns true for the path of a file that a pull can write, for example `garments/GARM-101/brief.json`. It is relative
 * to the pulled folder.
 */
export const isCollectionPath = (path: string): boolean => {
  const [group, name = '', file = '', ...more] = path.split('/');
  const kind =
    group === SUBJECT_GROUPS.design ? 'design' : group === SUBJECT_GROUPS.garment ? 'garment' : undefined;
  return kind !== undefined && more.length === 0 && isSubjectFolder(kind, name) && SUBJECT_FILES.has(file);
};
