/** Names of files and folders that mean the same on every file system. */
import { createHash } from 'node:crypto';
import { asGarmentId, asUuid } from '../border/identity.ts';

const LONGEST_SLUG = 40;

/** Whom a folder of the mirror is about: a design of the caller, or a garment by its permanent identity. */
export interface SubjectId {
  readonly kind: 'design' | 'garment';
  readonly id: string;
}

/** What people may recognise in a listing: ASCII letters and digits only, since file systems differ on the rest. */
const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replaceAll(/^-+|-+$/g, '');

/** An id as part of a file name. Ids that two file systems could take for one another become their digest. */
const fileId = ({ kind, id }: SubjectId): string =>
  (kind === 'design' ? asUuid(id) : asGarmentId(id)) === id
    ? id
    : `id-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;

/**
 * The folder of a subject, relative to the mirror, with `/`. The id makes it unique; the name that a design has
 * when it is first seen makes it readable, and stays when the design is renamed.
 */
export function folderFor(subject: SubjectId, name: string | null): string {
  if (subject.kind === 'garment') return `garments/${fileId(subject)}`;
  const readable = slug(name ?? '');
  return `designs/${readable === '' ? '' : `${readable}--`}${fileId(subject)}`;
}

/** One thing that is pulled of a subject. */
export type What =
  | { readonly read: 'graph'; readonly profile: string }
  | { readonly read: 'tailor-brief' | 'design-trust' | 'confirmations' }
  | { readonly read: 'export'; readonly profile: string; readonly driver: string };

const ENDS: Readonly<Record<string, string>> = { illustrator_svg_stage1: 'svg', json: 'json' };

export function fileFor(what: What): string {
  if (what.read === 'graph') return `graph.${what.profile}.json`;
  if (what.read === 'export') return `export.${what.profile}.${ENDS[what.driver] ?? what.driver}`;
  return `${what.read}.json`;
}

/** True for what the two functions above can make: a manifest from elsewhere may name anything. */
export const isMirrorPath = (path: string): boolean =>
  /^(?:designs|garments)\/[A-Za-z0-9][A-Za-z0-9-]{0,150}\/[a-z][a-z0-9_-]*(?:\.[a-z0-9_]+){1,3}$/.test(path);
