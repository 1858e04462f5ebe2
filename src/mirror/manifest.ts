/** `manifest.json`: what the folder holds, of whom, from when, and under which version of the interface. */
import { typeable } from '../border/shell.ts';
import { Failure } from '../errors.ts';
import { isMirrorPath, type SubjectId } from './names.ts';
import type { Tools } from './tools.ts';

export const SCHEMA = 'toile.mirror/1';

/** One file of the mirror. Times are ISO 8601, digests SHA-256 in hex. */
export interface HeldFile {
  readonly sha256: string;
  /** When this content was first fetched. That it was found unchanged later is not written here. */
  readonly fetched: string;
  readonly read: string;
  readonly profile?: string;
  readonly driver?: string;
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
  readonly files: Readonly<Record<string, HeldFile>>;
}

export interface Manifest {
  readonly user_id: string | null;
  readonly designs: Readonly<Record<string, HeldSubject>>;
  readonly garments: Readonly<Record<string, HeldSubject>>;
}

type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const heldFile = (value: unknown): value is HeldFile =>
  isObject(value) &&
  typeof value.sha256 === 'string' &&
  typeof value.fetched === 'string' &&
  typeof value.read === 'string';

const heldSubject = (value: unknown): value is HeldSubject =>
  isObject(value) &&
  typeof value.folder === 'string' &&
  isObject(value.files) &&
  Object.entries(value.files).every(
    ([name, file]) => heldFile(file) && isMirrorPath(`${value.folder}/${name}`),
  );

const subjects = (value: unknown): value is Readonly<Record<string, HeldSubject>> =>
  isObject(value) && Object.values(value).every(heldSubject);

/** Throws a Failure for anything that toile did not write. A manifest may come from a stranger: its paths are checked. */
export function parseManifest(text: string, path: string, tools: Pick<Tools, 'readJson'>): Manifest {
  const refuse = (why: string): never => {
    throw new Failure(`${path} ${why}`, {
      code: 'bad_manifest',
      hint: typeable`is this the folder of a \`toile pull\`? Pull into another one, or put the file right`,
    });
  };
  let value: unknown;
  try {
    value = tools.readJson(text);
  } catch {
    return refuse(/^(<{7}|={7}|>{7})/m.test(text) ? 'holds the marks of a git conflict' : 'is not JSON');
  }
  if (!isObject(value) || typeof value.schema !== 'string') return refuse('is not a manifest of toile');
  if (value.schema !== SCHEMA) return refuse(`is of another kind or version: ${value.schema}`);
  const { user_id = null, designs = {}, garments = {} } = value;
  if (!subjects(designs) || !subjects(garments)) return refuse('names files that toile would not');
  return { user_id: typeof user_id === 'string' ? user_id : null, designs, garments };
}

/** The canonical text, put together subject by subject: a large collection is never held as tokens. */
export function manifestText(manifest: Manifest, tools: Pick<Tools, 'writeJson' | 'canonical'>): string {
  const one = (value: unknown): string => tools.canonical(tools.writeJson(value)).trimEnd();
  const group = (held: Readonly<Record<string, HeldSubject>>): string => {
    const ids = Object.keys(held).sort();
    if (ids.length === 0) return '{}';
    const members = ids.map((id) => `    ${one(id)}: ${one(held[id]).replaceAll('\n', '\n    ')}`);
    return `{\n${members.join(',\n')}\n  }`;
  };
  return [
    '{',
    `  "designs": ${group(manifest.designs)},`,
    `  "garments": ${group(manifest.garments)},`,
    `  "schema": ${one(SCHEMA)},`,
    `  "user_id": ${one(manifest.user_id)}`,
    '}\n',
  ].join('\n');
}

export const keyOf = ({ kind, id }: SubjectId): string => `${kind} ${id}`;
