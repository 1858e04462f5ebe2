/**
 * Parses and formats `manifest.json` of a pulled folder. It names the user, and lists the files with the time and the
 * API version of each fetch.
 */

import { Failure } from '../platform/errors.ts';
import type { Hint } from '../platform/escape/shell.ts';
import { isRecord } from '../platform/json/json-values.ts';
import { COLLECTION_LIMITS } from '../platform/size-limits.ts';
import type { ExportDriver, Profile } from '../service/client/index.ts';
import {
  type FileSpec,
  isFolderOfSubject,
  parseSubjectId,
  SUBJECT_FILES,
  type SubjectId,
} from './collection-paths.ts';
import type { CollectionTools } from './collection-types.ts';

export const MANIFEST_FILE = 'manifest.json';
const MANIFEST_SCHEMA = 'toile.mirror/1';

/**
 * One pulled file in the manifest: its digest, and how it was fetched. Times are ISO 8601, digests SHA-256 in
 * hexadecimal.
 */
export interface ManifestFile {
  readonly sha256: string;
  /**
   * The time when the present content of the file was first fetched. If a later check finds the same content, this time
   * does not change.
   */
  readonly fetched: string;
  readonly read: FileSpec['read'];
  readonly profile?: Profile;
  readonly driver?: ExportDriver;
  readonly api_version: string | null;
  /** The digest of the graph from which an export was made. Only exports have it. */
  readonly graph_sha256?: string;
  /** The service's record of an export (specification 2.10). */
  readonly record?: unknown;
}

/**
 * The entry of a design or garment in the manifest, without its files: its directory and, for a design, its summary.
 */
export interface ManifestSubject {
  /** The directory of the design or garment, relative to the pulled folder. */
  readonly folder: string;
  /** The design as the list of designs describes it (specification 2.4); absent for a garment. */
  readonly summary?: Readonly<Record<string, unknown>>;
}

/** Returns the name of a design from its summary; null if there is none. */
export const readSubjectName = ({ summary }: Pick<ManifestSubject, 'summary'>): string | null =>
  typeof summary?.name === 'string' ? summary.name : null;

/** A design or garment in the manifest, with its files by name. */
export interface ManifestEntry {
  readonly subjectId: SubjectId;
  readonly about: ManifestSubject;
  readonly files: ReadonlyMap<string, ManifestFile>;
}

/** The parsed manifest: the user and the designs and garments of a pulled folder. */
export interface CollectionManifest {
  readonly userId: string | null;
  readonly subjects: readonly ManifestEntry[];
}

/** Returns a string or null unchanged; undefined for any other value. */
export const readTextOrNull = (value: unknown): string | null | undefined =>
  value === null || typeof value === 'string' ? value : undefined;

const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isTimeText = (value: unknown): value is string =>
  typeof value === 'string' && value.length < 40 && !Number.isNaN(Date.parse(value));

/**
 * Checks what a manifest states about the file `name`. Returns the checked value; undefined if it is invalid or
 * describes another file.
 */
export const parseManifestFile = (name: string, value: unknown): ManifestFile | undefined => {
  const spec = SUBJECT_FILES.get(name);
  if (!isRecord(value) || spec === undefined) return undefined;
  const { sha256, fetched, read, profile, driver, api_version = null, graph_sha256, record } = value;
  const members = { read: spec.read, ...('profile' in spec && { profile: spec.profile }) };
  const exportMembers = spec.read === 'export' ? { driver: spec.driver } : {};
  const version = readTextOrNull(api_version);
  if (read !== members.read || profile !== members.profile || driver !== exportMembers.driver)
    return undefined;
  if (!isDigest(sha256) || !isTimeText(fetched) || version === undefined) return undefined;
  if (graph_sha256 !== undefined && !isDigest(graph_sha256)) return undefined;
  return {
    sha256,
    fetched,
    ...members,
    ...exportMembers,
    api_version: version,
    ...(graph_sha256 !== undefined && { graph_sha256 }),
    ...(record !== undefined && { record }),
  };
};

/**
 * Reads `value`, the entry of the design or garment `subjectId` in a manifest. Returns the folder and the summary of
 * the design or garment. Returns undefined if the entry is invalid or its folder belongs to another id.
 */
export const parseManifestSubject = (subjectId: SubjectId, value: unknown): ManifestSubject | undefined => {
  if (!isRecord(value) || typeof value.folder !== 'string' || !isFolderOfSubject(subjectId, value.folder))
    return undefined;
  const { folder, summary } = value;
  if (summary !== undefined && !isRecord(summary)) return undefined;
  return { folder, ...(summary !== undefined && { summary }) };
};

/** Quotes untrusted text as JSON for an error message, cut to 80 characters. */
export const quoteUntrusted = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/**
 * Parses the text of a manifest. It may come from another person, so a Failure is thrown for anything that toile does
 * not write. `displayPath` is the path for the message.
 */
export const parseManifest = (
  text: string,
  displayPath: string,
  hint: Hint,
  tools: Pick<CollectionTools, 'readJsonUpTo'>,
): CollectionManifest => {
  const refuse = (problem: string): never => {
    throw new Failure(`${displayPath} ${problem}`, { code: 'bad_manifest', hint });
  };
  const parseEntry = (kind: SubjectId['kind'], id: string, value: unknown): ManifestEntry => {
    const subjectId = parseSubjectId(kind, id);
    if (subjectId === undefined)
      return refuse(
        `has an invalid ${kind} id ${quoteUntrusted(id)}: expected ${kind === 'design' ? 'a uuid' : 'GARM- followed by digits'}`,
      );
    const about = parseManifestSubject(subjectId, value);
    if (about === undefined) return refuse(`gives the ${kind} ${id} a folder name that toile does not use`);
    const fileEntries = isRecord(value) && isRecord(value.files) ? Object.entries(value.files) : [];
    const files = fileEntries.map(([name, entry]): [string, ManifestFile] => {
      const file = parseManifestFile(name, entry);
      return [
        name,
        file ?? refuse(`has an invalid entry for a file of the ${kind} ${id}: ${quoteUntrusted(name)}`),
      ];
    });
    return { subjectId, about, files: new Map(files) };
  };

  let value: unknown;
  try {
    value = tools.readJsonUpTo(text, COLLECTION_LIMITS.values);
  } catch {
    return refuse(/^(<{7}|={7}|>{7})/m.test(text) ? 'contains git conflict markers' : 'is not JSON');
  }
  if (!isRecord(value) || typeof value.schema !== 'string') return refuse('is not a manifest of toile');
  if (value.schema !== MANIFEST_SCHEMA)
    return refuse(`has an unknown kind or version: ${quoteUntrusted(value.schema)}`);
  const { user_id = null, designs = {}, garments = {} } = value;
  const userId = readTextOrNull(user_id);
  if (userId === undefined || !isRecord(designs) || !isRecord(garments))
    return refuse('is not a manifest of toile');
  return {
    userId,
    subjects: [
      ...Object.entries(designs).map(([id, each]) => parseEntry('design', id, each)),
      ...Object.entries(garments).map(([id, each]) => parseEntry('garment', id, each)),
    ],
  };
};

/**
 * Formats a manifest as canonical JSON with a line feed at its end. It contains the designs and then the garments, each
 * group sorted by id. Each design or garment is formatted separately, to save memory.
 */
export const formatManifest = (
  { userId, subjects }: CollectionManifest,
  tools: Pick<CollectionTools, 'writeJson' | 'canonicalize'>,
): string => {
  const formatValue = (value: unknown): string => tools.canonicalize(tools.writeJson(value)).trimEnd();
  const formatGroup = (kind: SubjectId['kind']): string => {
    const members = subjects
      .filter(({ subjectId }) => subjectId.kind === kind)
      .sort((a, b) => (a.subjectId.id < b.subjectId.id ? -1 : 1))
      .map(({ subjectId, about, files }) => {
        const text = formatValue({ ...about, files: Object.fromEntries(files) }).replaceAll('\n', '\n    ');
        return `    ${formatValue(subjectId.id)}: ${text}`;
      });
    return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n  }`;
  };
  return [
    '{',
    `  "designs": ${formatGroup('design')},`,
    `  "garments": ${formatGroup('garment')},`,
    `  "schema": ${formatValue(MANIFEST_SCHEMA)},`,
    `  "user_id": ${formatValue(userId)}`,
    '}\n',
  ].join('\n');
};

/** Returns the key of a design or garment in a Map, for example `garment GARM-101`. */
export const formatSubjectKey = ({ kind, id }: SubjectId): string => `${kind} ${id}`;
