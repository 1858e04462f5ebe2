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

/**
 * The maximum length of the readable part of a directory name, for example of `linen-shirt` in `linen-shirt--<uuid>`.
 */
const MAX_SLUG_LENGTH = 40;

/**
 * The uuid of a design of the account, or the permanent identity of a garment (`GARM-<n>`). Each has its own directory
 * in a pulled folder.
 */
export type SubjectId =
  | { readonly kind: 'design'; readonly id: Uuid }
  | { readonly kind: 'garment'; readonly id: GarmentId };

/**
 * Returns `kind` and `id` as a SubjectId. Returns undefined if the id is invalid, or spelled in another way than toile
 * writes it, for example `garm-101` instead of `GARM-101`.
 */
export const parseSubjectId = (kind: unknown, id: unknown): SubjectId | undefined => {
  const [uuid, garmentId] = [parseUuid(id), parseGarmentId(id)];
  if (kind === 'design' && uuid !== undefined && uuid === id) return { kind, id: uuid };
  if (kind === 'garment' && garmentId !== undefined && garmentId === id) return { kind, id: garmentId };
  return undefined;
};

/**
 * Returns the readable part of a directory name, for example `linen-shirt` for the design name `Linen Shirt`. It has
 * only lower-case letters and digits of any script and hyphens. It need not be unique, because an id follows it.
 */
const createSlug = (name: string): string =>
  truncateSlug(replaceSeparators(name.normalize('NFKC').toLowerCase().normalize('NFKC')));

const replaceSeparators = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^[-\p{M}]+|-+$/gu, '');

const truncateSlug = (name: string): string =>
  [...name].slice(0, MAX_SLUG_LENGTH).join('').replaceAll(/-+$/g, '');

/**
 * The functions that older versions of toile used instead of `createSlug`, newest first. The first removes accents of
 * Latin letters, the second all characters except ASCII letters and digits.
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

/** The directories of designs and of garments in a pulled folder. */
export const SUBJECT_GROUPS = { design: 'designs', garment: 'garments' } as const;

/**
 * Returns the directory of a design or garment, relative to the pulled folder, for example `garments/GARM-101` or
 * `designs/linen-shirt--<uuid>`. The directory of a design contains its name at the first pull, and stays the same if
 * the design is renamed later.
 */
export const formatSubjectFolder = (subjectId: SubjectId, name: string | null): string =>
  joinSubjectFolder(subjectId, subjectId.kind === 'design' ? createSlug(name ?? '') : '');

const joinSubjectFolder = ({ kind, id }: SubjectId, slug: string): string =>
  `${SUBJECT_GROUPS[kind]}/${slug === '' ? '' : `${slug}--`}${id}`;

/**
 * Lists the directories that older versions of toile used for a design with this name, except the one that this version
 * uses. Empty for a garment.
 */
export const listFormerFolders = (subjectId: SubjectId, name: string): readonly string[] =>
  subjectId.kind === 'design'
    ? [
        ...new Set(
          FORMER_SLUGS.map((createFormerSlug) => joinSubjectFolder(subjectId, createFormerSlug(name))),
        ),
      ].filter((folder) => folder !== formatSubjectFolder(subjectId, name))
    : [];

/**
 * Returns true if `folder` is the path of a directory for the given design or garment: `garments/GARM-101`,
 * `designs/<uuid>`, or `designs/linen-shirt--<uuid>` with any valid text before the id.
 */
export const isFolderOfSubject = ({ kind, id }: SubjectId, folder: string): boolean => {
  const folderName = folder.startsWith(`${SUBJECT_GROUPS[kind]}/`)
    ? folder.slice(SUBJECT_GROUPS[kind].length + 1)
    : '';
  if (folderName === id) return true;
  const slug = kind === 'design' && folderName.endsWith(`--${id}`) ? folderName.slice(0, -id.length - 2) : '';
  // Some file systems return a letter and its accent as two characters. Normalization combines them again.
  return slug !== '' && slug.normalize('NFKC') === createSlug(slug);
};

/**
 * Returns true if a directory of this name can belong to a design or garment: `GARM-101` for a garment; `<uuid>` or
 * `linen-shirt--<uuid>` for a design.
 */
export const isSubjectFolderName = (kind: SubjectId['kind'], name: string): boolean => {
  const subjectId = parseSubjectId(kind, kind === 'design' ? name.slice(-36) : name);
  return subjectId !== undefined && isFolderOfSubject(subjectId, `${SUBJECT_GROUPS[kind]}/${name}`);
};

/** Identifies a file that a design or garment can have: a graph in a profile, another resource, or an export. */
export type FileSpec =
  | { readonly read: 'graph'; readonly profile: Profile }
  | { readonly read: Exclude<Resource, 'graph'> }
  | { readonly read: 'export'; readonly profile: Profile; readonly driver: ExportDriver };

/** Returns the name of the file in a pulled folder that `spec` describes, for example `graph.factory.json`. */
export const formatFileName = (spec: FileSpec): string => {
  if (spec.read === 'graph') return `graph.${spec.profile}.json`;
  if (spec.read === 'export') return `export.${spec.profile}.${EXPORT_DRIVERS[spec.driver]}`;
  return `${spec.read}.json`;
};

/**
 * Maps the name of each file that a design or garment can have to a description of its content. For example,
 * `graph.factory.json` contains the graph with the profile `factory`.
 */
export const SUBJECT_FILES: ReadonlyMap<string, FileSpec> = new Map(
  [
    ...GARMENT_PROFILES.map((profile): FileSpec => ({ read: 'graph', profile })),
    ...RESOURCE_NAMES.flatMap((read): readonly FileSpec[] => (read === 'graph' ? [] : [{ read }])),
    ...GARMENT_PROFILES.flatMap((profile) =>
      EXPORT_DRIVER_NAMES.map((driver): FileSpec => ({ read: 'export', profile, driver })),
    ),
  ].map((spec) => [formatFileName(spec), spec]),
);

/**
 * Returns true for the path of a file of a design or garment, relative to the pulled folder:
 * `garments/GARM-101/tailor-brief.json`. False for other files of the folder, for example `manifest.json`.
 */
export const isSubjectFilePath = (path: string): boolean => {
  const [group, name = '', file = '', ...more] = path.split('/');
  const kind =
    group === SUBJECT_GROUPS.design ? 'design' : group === SUBJECT_GROUPS.garment ? 'garment' : undefined;
  return (
    kind !== undefined && more.length === 0 && isSubjectFolderName(kind, name) && SUBJECT_FILES.has(file)
  );
};
