/** The lines of the journal, and which of them toile writes. */
import { isSummary, listed, type Strange, type Summary } from './design-summary.ts';
import { isMirrorPath, type SubjectId, subjectId } from './file-names.ts';
import { type HeldFile, type HeldSubject, heldFile, heldSubject, isObject, textOrNull } from './manifest.ts';

export type Line =
  /** A pull began. `key` says of what and as whom: only the same pull goes on. Milliseconds since 1970. */
  | {
      readonly type: 'run';
      readonly key: string;
      readonly at: number;
      readonly user_id: string | null;
    }
  /** The service stated the version of its interface. */
  | { readonly type: 'version'; readonly api_version: string | null }
  /** A page of the list came; `next` is the cursor of the one after, `doubt` why the list is not whole. */
  | {
      readonly type: 'page';
      readonly designs: readonly Summary[];
      readonly strange: readonly Strange[];
      readonly next: string | null;
      readonly doubt?: string;
    }
  /** What is known of a subject, its files aside. */
  | { readonly type: 'subject'; readonly of: SubjectId; readonly about: HeldSubject }
  /** A file was written. */
  | {
      readonly type: 'file';
      readonly of: SubjectId;
      readonly name: string;
      readonly file: HeldFile;
      readonly at: number;
      /** It was not held before. */
      readonly fresh: boolean;
    }
  /** A file was found to be what the service answers. */
  | {
      readonly type: 'same';
      readonly path: string;
      readonly at: number;
      /** It had been lost or edited here. */
      readonly restored?: true;
    }
  /** Files were asked for without success. */
  | { readonly type: 'tried'; readonly paths: readonly string[] }
  | { readonly type: 'removed'; readonly of: SubjectId };

const time = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

type Loose = Readonly<Record<string, unknown>>;

const strangeOf = (value: unknown): Strange | undefined => {
  if (!isObject(value)) return undefined;
  const [id, name] = [textOrNull(value.id), textOrNull(value.name)];
  if (id === undefined || name === undefined) return undefined;
  return { id, name, created: time(value.created) ?? null };
};

const pageOf = ({ designs, strange = [], next, doubt }: Loose): Line | undefined => {
  const cursor = textOrNull(next);
  if (!Array.isArray(designs) || !Array.isArray(strange) || cursor === undefined) return undefined;
  if (doubt !== undefined && typeof doubt !== 'string') return undefined;
  const known = designs.map(listed).filter(isSummary);
  const others = strange.map(strangeOf).filter((each) => each !== undefined);
  if (known.length !== designs.length || others.length !== strange.length) return undefined;
  return {
    type: 'page',
    designs: known,
    strange: others,
    next: cursor,
    ...(doubt !== undefined && { doubt }),
  };
};

const fileLine = (of: SubjectId, { name, file, at, fresh }: Loose): Line | undefined => {
  const when = time(at);
  const held = typeof name === 'string' ? heldFile(name, file) : undefined;
  if (typeof name !== 'string' || held === undefined || when === undefined) return undefined;
  return { type: 'file', of, name, file: held, at: when, fresh: fresh === true };
};

/** Undefined for what toile does not write: a journal may come from a stranger, as a manifest may. */
export const lineOf = (value: unknown): Line | undefined => {
  if (!isObject(value)) return undefined;
  if (value.type === 'run') {
    const { key, user_id } = value;
    const [at, user] = [time(value.at), textOrNull(user_id)];
    if (typeof key !== 'string' || at === undefined || user === undefined) return undefined;
    return { type: 'run', key, at, user_id: user };
  }
  if (value.type === 'version') {
    const version = textOrNull(value.api_version);
    return version === undefined ? undefined : { type: 'version', api_version: version };
  }
  if (value.type === 'page') return pageOf(value);
  if (value.type === 'tried') {
    const { paths } = value;
    const isPath = (path: unknown): path is string => typeof path === 'string' && isMirrorPath(path);
    return Array.isArray(paths) && paths.every(isPath) ? { type: 'tried', paths } : undefined;
  }
  if (value.type === 'same') {
    const { path, restored } = value;
    const at = time(value.at);
    if (typeof path !== 'string' || !isMirrorPath(path) || at === undefined) return undefined;
    return { type: 'same', path, at, ...(restored === true && { restored }) };
  }
  const of = isObject(value.of) ? subjectId(value.of.kind, value.of.id) : undefined;
  if (of === undefined) return undefined;
  if (value.type === 'removed') return { type: 'removed', of };
  if (value.type === 'file') return fileLine(of, value);
  const about = value.type === 'subject' ? heldSubject(of, value.about) : undefined;
  return about && { type: 'subject', of, about };
};
