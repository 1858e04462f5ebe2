/** `manifest.json`: what the folder holds, of whom, from when, and under which version of the interface. */
import type { Hint } from '../border/shell.ts';
import type { Driver, Profile } from '../client/index.ts';
import { Failure } from '../errors.ts';
import { FOLDER } from '../size-limits.ts';
import { FILES, isFolderOf, type SubjectId, subjectId, type What } from './file-names.ts';
import type { Tools } from './tools.ts';

export const MANIFEST = 'manifest.json';
const SCHEMA = 'toile.mirror/1';

/** One file of the mirror. Times are ISO 8601, digests SHA-256 in hex. */
export interface HeldFile {
  readonly sha256: string;
  /** When this content was first fetched. That it was found unchanged later is not written here. */
  readonly fetched: string;
  readonly read: What['read'];
  readonly profile?: Profile;
  readonly driver?: Driver;
  readonly api_version: string | null;
  /** Of an export: digest of the graph it was made from. */
  readonly graph_sha256?: string;
  /** Of an export: its record as the service gave it (2.10). */
  readonly record?: unknown;
}

export interface HeldSubject {
  readonly folder: string;
  /** The design as the list gave it (2.4); nothing for a garment. */
  readonly summary?: Readonly<Record<string, unknown>>;
}

/** What a design is called, where the list says so in words. */
export const nameOf = ({ summary }: Pick<HeldSubject, 'summary'>): string | null =>
  typeof summary?.name === 'string' ? summary.name : null;

/** A subject with its files, by their names. */
export interface HeldEntry {
  readonly of: SubjectId;
  readonly about: HeldSubject;
  readonly files: ReadonlyMap<string, HeldFile>;
}

export interface Manifest {
  readonly userId: string | null;
  readonly subjects: readonly HeldEntry[];
}

type Loose = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOrNull = (value: unknown): string | null | undefined =>
  value === null || typeof value === 'string' ? value : undefined;

const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && value.length < 40 && !Number.isNaN(Date.parse(value));

/** Undefined for what toile does not write under that name. */
export const heldFile = (name: string, value: unknown): HeldFile | undefined => {
  const what = FILES.get(name);
  if (!isObject(value) || what === undefined) return undefined;
  const { sha256, fetched, read, profile, driver, api_version = null, graph_sha256, record } = value;
  const own = { read: what.read, ...('profile' in what && { profile: what.profile }) };
  const made = what.read === 'export' ? { driver: what.driver } : {};
  const version = textOrNull(api_version);
  if (read !== own.read || profile !== own.profile || driver !== made.driver) return undefined;
  if (!isDigest(sha256) || !isTime(fetched) || version === undefined) return undefined;
  if (graph_sha256 !== undefined && !isDigest(graph_sha256)) return undefined;
  return {
    sha256,
    fetched,
    ...own,
    ...made,
    api_version: version,
    ...(graph_sha256 !== undefined && { graph_sha256 }),
    ...(record !== undefined && { record }),
  };
};

/** Undefined where the folder is not that of the subject. */
export const heldSubject = (of: SubjectId, value: unknown): HeldSubject | undefined => {
  if (!isObject(value) || typeof value.folder !== 'string' || !isFolderOf(of, value.folder)) return undefined;
  const { folder, summary } = value;
  if (summary !== undefined && !isObject(summary)) return undefined;
  return { folder, ...(summary !== undefined && { summary }) };
};

/** A stranger's words in a message. */
export const quoted = (words: string): string =>
  JSON.stringify(words.length > 80 ? `${words.slice(0, 80)}…` : words);

/** Throws a Failure for anything that toile did not write: a manifest may come from a stranger. */
export const parseManifest = (
  text: string,
  shown: string,
  hint: Hint,
  tools: Pick<Tools, 'readJsonWithin'>,
): Manifest => {
  const refuse = (why: string): never => {
    throw new Failure(`${shown} ${why}`, { code: 'bad_manifest', hint });
  };
  const subject = (kind: SubjectId['kind'], id: string, value: unknown): HeldEntry => {
    const of = subjectId(kind, id);
    if (of === undefined)
      return refuse(`names a ${kind} ${quoted(id)}, which is no ${kind === 'design' ? 'uuid' : 'GARM-<n>'}`);
    const about = heldSubject(of, value);
    if (about === undefined) return refuse(`gives the ${kind} ${id} a folder that toile would not`);
    const held = isObject(value) && isObject(value.files) ? Object.entries(value.files) : [];
    const files = held.map(([name, each]): [string, HeldFile] => {
      const file = heldFile(name, each);
      return [
        name,
        file ?? refuse(`names a file of the ${kind} ${id} that toile would not: ${quoted(name)}`),
      ];
    });
    return { of, about, files: new Map(files) };
  };

  let value: unknown;
  try {
    value = tools.readJsonWithin(text, FOLDER.values);
  } catch {
    return refuse(/^(<{7}|={7}|>{7})/m.test(text) ? 'holds the marks of a git conflict' : 'is not JSON');
  }
  if (!isObject(value) || typeof value.schema !== 'string') return refuse('is not a manifest of toile');
  if (value.schema !== SCHEMA) return refuse(`is of another kind or version: ${quoted(value.schema)}`);
  const { user_id = null, designs = {}, garments = {} } = value;
  const userId = textOrNull(user_id);
  if (userId === undefined || !isObject(designs) || !isObject(garments))
    return refuse('is not a manifest of toile');
  return {
    userId,
    subjects: [
      ...Object.entries(designs).map(([id, each]) => subject('design', id, each)),
      ...Object.entries(garments).map(([id, each]) => subject('garment', id, each)),
    ],
  };
};

/** The canonical text, put together subject by subject: a large collection is never held as tokens. */
export const manifestText = (
  { userId, subjects }: Manifest,
  tools: Pick<Tools, 'writeJson' | 'canonical'>,
): string => {
  const one = (value: unknown): string => tools.canonical(tools.writeJson(value)).trimEnd();
  const group = (kind: SubjectId['kind']): string => {
    const members = subjects
      .filter(({ of }) => of.kind === kind)
      .sort((a, b) => (a.of.id < b.of.id ? -1 : 1))
      .map(({ of, about, files }) => {
        const text = one({ ...about, files: Object.fromEntries(files) }).replaceAll('\n', '\n    ');
        return `    ${one(of.id)}: ${text}`;
      });
    return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n  }`;
  };
  return [
    '{',
    `  "designs": ${group('design')},`,
    `  "garments": ${group('garment')},`,
    `  "schema": ${one(SCHEMA)},`,
    `  "user_id": ${one(userId)}`,
    '}\n',
  ].join('\n');
};

export const keyOf = ({ kind, id }: SubjectId): string => `${kind} ${id}`;
