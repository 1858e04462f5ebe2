import { createHash } from 'node:crypto';
import { SandboxHttpError } from '../http/check-request.ts';
import type { DocumentRenderer } from '../http/downloads.ts';
import {
  createSecret,
  formatExportFileName,
  isUuid,
  type RandomBytes,
  SANDBOX_DRIVERS,
} from '../state/profiles-and-drivers.ts';
import type { SampleKey } from '../state/purchase-state.ts';
import { SANDBOX_USER_IDS, type SandboxGarment } from './sample-garments.ts';

/** The contents of a pulled folder. `userId` is the user who pulled it. */
interface SandboxCollection {
  readonly userId: string | null;
  readonly subjects: readonly SandboxCollectionItem[];
}

/**
 * The entry of one file in the manifest of a pulled folder. `read` is `export` or the name of a resource, for example
 * `graph`.
 */
interface FileRecord {
  readonly read: string;
  readonly profile?: string;
  readonly driver?: string;
  readonly record?: unknown;
}

interface SandboxCollectionItem {
  readonly subjectId: { readonly kind: 'design' | 'garment'; readonly id: string };
  /** The entry of the design in the list of designs; undefined for a garment, which has no such entry. */
  readonly summary: Readonly<Record<string, unknown>> | undefined;
  readonly files: ReadonlyMap<string, FileRecord>;
  /** Returns the bytes of a file. Calls `onEdited` if it was changed after the pull. Throws if it cannot be read. */
  readBytes(name: string, onEdited: OnEditedFile): Uint8Array;
}

const createNotPulledError = (resource: string): SandboxHttpError => {
  const message = `The pulled folder has no ${resource}: pull it from the service first.`;
  return new SandboxHttpError(404, 'NOT_HELD', message);
};

/** A function that is called with the path of a file that was changed after the pull. */
type OnEditedFile = (file: string) => void;

/** Returns the bytes of a file. If that fails, throws an error with status 409, which clients do not retry. */
const readFileBytes = (item: SandboxCollectionItem, name: string, onEdited: OnEditedFile): Uint8Array => {
  try {
    return item.readBytes(name, onEdited);
  } catch (error) {
    throw new SandboxHttpError(409, 'NOT_AS_PULLED', error instanceof Error ? error.message : String(error));
  }
};

const UNKNOWN_CREATION_TIME = '1970-01-01T00:00:00Z';

const readTextOr = <T>(value: unknown, fallback: T): string | T =>
  typeof value === 'string' ? value : fallback;

const MEDIA_TYPE_PATTERN = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;
const FILE_NAME_PATTERN = /^[\w.-]{1,120}$/;
const readMatchingText = (pattern: RegExp, value: unknown, fallback: string): string =>
  typeof value === 'string' && pattern.test(value) ? value : fallback;

/** Derives a uuid from a garment id, for example from `GARM-101`, because the sandbox needs a uuid for each garment. */
const deriveUuid = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const decoder = new TextDecoder();

/**
 * Creates the garment that the sandbox serves for one design or garment of a pulled folder. Its files are read when a
 * request needs them.
 */
const createCollectionGarment = (
  item: SandboxCollectionItem,
  owner: string,
  onEdited: OnEditedFile,
): SandboxGarment => {
  const { subjectId, summary } = item;
  const readText = (resource: string, matches: (file: FileRecord) => boolean): string => {
    const name = [...item.files].find(([, file]) => matches(file))?.[0];
    if (name === undefined) throw createNotPulledError(`${resource} of ${subjectId.id}`);
    return decoder.decode(readFileBytes(item, name, onEdited));
  };
  const createdAt = readTextOr(summary?.created_at, UNKNOWN_CREATION_TIME);
  const isDesign = subjectId.kind === 'design';
  return {
    id: isDesign ? subjectId.id.toLowerCase() : deriveUuid(subjectId.id),
    owner: isDesign ? owner : null,
    name: readTextOr(summary?.name, null),
    garment_category: readTextOr(summary?.garment_category, null),
    sgg_garment_id: isDesign ? readTextOr(summary?.sgg_garment_id, null) : subjectId.id,
    created_at: Number.isNaN(Date.parse(createdAt)) ? UNKNOWN_CREATION_TIME : createdAt,
    graph: (profile) =>
      readText(
        `graph for the profile ${profile}`,
        (file) => file.read === 'graph' && file.profile === profile,
      ),
    read: (resource) => readText(resource.replaceAll('-', ' '), (file) => file.read === resource),
  };
};

/**
 * Returns the options with which `createSandbox` serves a pulled folder: its garments, its exports, and a new random
 * key that clients must send. A request for a Tech Pack gets 403, because the key has no scope `generate`. A resource
 * or export that is not in the folder gets 404. When a served file was changed after the pull, `onEdited` is called
 * with its path.
 */
export const createCollectionOptions = (
  collection: SandboxCollection,
  random: RandomBytes,
  onEdited: OnEditedFile,
): {
  readonly garments: readonly SandboxGarment[];
  readonly documents: () => Promise<DocumentRenderer>;
  readonly keys: readonly SampleKey[];
} => {
  const owner =
    collection.userId !== null && isUuid(collection.userId) ? collection.userId : SANDBOX_USER_IDS.designer;
  const listByKind = (kind: 'design' | 'garment') =>
    collection.subjects.filter(({ subjectId }) => subjectId.kind === kind);
  // A folder may contain the same garment twice, as a design and under its GARM id. The entry with the GARM id comes
  // first, so that a request with that id finds it.
  const entries = [...listByKind('garment'), ...listByKind('design')].map((item) => ({
    item,
    garment: createCollectionGarment(item, owner, onEdited),
  }));
  const itemsByGarment = new Map(entries.map(({ item, garment }) => [garment.id, item]));
  const documents: DocumentRenderer = {
    renderExportDocument(garment, profile, driver) {
      const item = itemsByGarment.get(garment.id);
      const exportFile = [...(item?.files ?? [])].find(
        ([, file]) => file.read === 'export' && file.profile === profile && file.driver === driver,
      );
      if (!item || !exportFile)
        throw createNotPulledError(`export of ${garment.id} for the profile ${profile} as ${driver}`);
      const record = (exportFile[1].record ?? {}) as Readonly<Record<string, unknown>>;
      return {
        bytes: readFileBytes(item, exportFile[0], onEdited),
        // The manifest may come from an untrusted person. Its media type and its file name are used in response
        // headers, so they are checked.
        mediaType: readMatchingText(MEDIA_TYPE_PATTERN, record.media_type, SANDBOX_DRIVERS[driver].mediaType),
        fileName: readMatchingText(
          FILE_NAME_PATTERN,
          record.file_name,
          formatExportFileName(garment.sgg_garment_id ?? garment.id, profile, driver),
        ),
        layers: Array.isArray(record.layers) ? record.layers : [],
        counts: Array.isArray(record.counts) ? record.counts : [],
      };
    },
    renderTechPackPdf: async () => {
      throw createNotPulledError('Tech Pack');
    },
  };
  const key: SampleKey = {
    name: 'folder',
    key: `svc_sk_sandbox_${createSecret(random)}`,
    via: 'api_key',
    user_id: owner,
    scopes: ['read', 'export'],
    plan: 'studio',
    about: 'the whole folder; a new key each time',
  };
  return { garments: entries.map(({ garment }) => garment), documents: async () => documents, keys: [key] };
};
