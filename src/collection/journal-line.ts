/** The lines of the journal, with validation. */

import { isCollectionPath, parseSubjectId, type SubjectId } from './collection-paths.ts';
import {
  classifyListItem,
  type IdentifiedDesign,
  type InvalidIdDesign,
  isIdentifiedDesign,
} from './design-summary.ts';
import {
  isPlainRecord,
  type ManifestFile,
  type ManifestSubject,
  parseManifestFile,
  parseManifestSubject,
  readTextOrNull,
} from './manifest.ts';

/** One line of the journal. */
export type JournalLine =
  /** A pull began, in milliseconds since 1970. `key` identifies selection and user: only an equal pull resumes. */
  | {
      readonly type: 'run';
      readonly key: string;
      readonly at: number;
      readonly user_id: string | null;
    }
  /** The service stated the version of its interface. */
  | { readonly type: 'version'; readonly api_version: string | null }
  /** A page of the list arrived. `next` is the next cursor; `doubt` is why the list is incomplete. */
  | {
      readonly type: 'page';
      readonly designs: readonly IdentifiedDesign[];
      readonly strange: readonly InvalidIdDesign[];
      readonly next: string | null;
      readonly doubt?: string;
    }
  /** The details of a subject, without its files. */
  | { readonly type: 'subject'; readonly of: SubjectId; readonly about: ManifestSubject }
  /** A file was written. */
  | {
      readonly type: 'file';
      readonly of: SubjectId;
      readonly name: string;
      readonly file: ManifestFile;
      readonly at: number;
      /** The file is new in the folder. */
      readonly fresh: boolean;
    }
  /** A file is equal to the service's answer. */
  | {
      readonly type: 'same';
      readonly path: string;
      readonly at: number;
      /** The file was lost or edited on disk, and was restored. */
      readonly restored?: true;
    }
  /** Requests for these files failed. */
  | { readonly type: 'tried'; readonly paths: readonly string[] }
  | { readonly type: 'removed'; readonly of: SubjectId };

const readTime = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

type UnknownRecord = Readonly<Record<string, unknown>>;

const readInvalidIdDesign = (value: unknown): InvalidIdDesign | undefined => {
  if (!isPlainRecord(value)) return undefined;
  const [id, name] = [readTextOrNull(value.id), readTextOrNull(value.name)];
  if (id === undefined || name === undefined) return undefined;
  return { id, name, created: readTime(value.created) ?? null };
};

const readPageLine = ({ designs, strange = [], next, doubt }: UnknownRecord): JournalLine | undefined => {
  const cursor = readTextOrNull(next);
  if (!Array.isArray(designs) || !Array.isArray(strange) || cursor === undefined) return undefined;
  if (doubt !== undefined && typeof doubt !== 'string') return undefined;
  const known = designs.map(classifyListItem).filter(isIdentifiedDesign);
  const others = strange.map(readInvalidIdDesign).filter((each) => each !== undefined);
  if (known.length !== designs.length || others.length !== strange.length) return undefined;
  return {
    type: 'page',
    designs: known,
    strange: others,
    next: cursor,
    ...(doubt !== undefined && { doubt }),
  };
};

const readFileLine = (of: SubjectId, { name, file, at, fresh }: UnknownRecord): JournalLine | undefined => {
  const when = readTime(at);
  const held = typeof name === 'string' ? parseManifestFile(name, file) : undefined;
  if (typeof name !== 'string' || held === undefined || when === undefined) return undefined;
  return { type: 'file', of, name, file: held, at: when, fresh: fresh === true };
};

/** Returns a valid line, or undefined. The journal may come from someone else, as the manifest may. */
export const parsePullLine = (value: unknown): JournalLine | undefined => {
  if (!isPlainRecord(value)) return undefined;
  if (value.type === 'run') {
    const { key, user_id } = value;
    const [at, user] = [readTime(value.at), readTextOrNull(user_id)];
    if (typeof key !== 'string' || at === undefined || user === undefined) return undefined;
    return { type: 'run', key, at, user_id: user };
  }
  if (value.type === 'version') {
    const version = readTextOrNull(value.api_version);
    return version === undefined ? undefined : { type: 'version', api_version: version };
  }
  if (value.type === 'page') return readPageLine(value);
  if (value.type === 'tried') {
    const { paths } = value;
    const isPath = (path: unknown): path is string => typeof path === 'string' && isCollectionPath(path);
    return Array.isArray(paths) && paths.every(isPath) ? { type: 'tried', paths } : undefined;
  }
  if (value.type === 'same') {
    const { path, restored } = value;
    const at = readTime(value.at);
    if (typeof path !== 'string' || !isCollectionPath(path) || at === undefined) return undefined;
    return { type: 'same', path, at, ...(restored === true && { restored }) };
  }
  const of = isPlainRecord(value.of) ? parseSubjectId(value.of.kind, value.of.id) : undefined;
  if (of === undefined) return undefined;
  if (value.type === 'removed') return { type: 'removed', of };
  if (value.type === 'file') return readFileLine(of, value);
  const about = value.type === 'subject' ? parseManifestSubject(of, value.about) : undefined;
  return about && { type: 'subject', of, about };
};
