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
import { SANDBOX_OWNERS, type SandboxGarment } from './sample-garments.ts';

/** The contents of a pulled folder, from which a sandbox can serve it. */
export interface SandboxCollection {
  readonly userId: string | null;
  readonly subjects: readonly SandboxCollectionItem[];
}

/** A design or garment of the pulled folder with its files. */
interface SandboxCollectionItem {
  readonly of: { readonly kind: 'design' | 'garment'; readonly id: string };
  /** The summary of the design from the list of designs; undefined for a garment. */
  readonly summary: Readonly<Record<string, unknown>> | undefined;
  readonly files: ReadonlyMap<
    string,
    {
      readonly read: string;
      readonly profile?: string;
      readonly driver?: string;
      readonly record?: unknown;
    }
  >;
  /** Returns the bytes of a file, or throws. Calls `edited` if the file was changed after the pull. */
  bytes(name: string, edited: OnEditedFile): Uint8Array;
}

/** Creates the error 404 `NOT_HELD` for a file that was not pulled. An absent resource has another code. */
const createNotPulledError = (what: string): SandboxHttpError =>
  new SandboxHttpError(404, 'NOT_HELD', `The pulled folder has no ${what}: pull it from the service first.`);

/** Gets the name of a file that was changed after the pull. */
type OnEditedFile = (file: string) => void;

/** Returns the bytes of a file. Throws SandboxHttpError 409 if it is unreadable, because no retry helps. */
const readFileBytes = (one: SandboxCollectionItem, name: string, edited: OnEditedFile): Uint8Array => {
  try {
    return one.bytes(name, edited);
  } catch (error) {
    throw new SandboxHttpError(409, 'NOT_AS_PULLED', error instanceof Error ? error.message : String(error));
  }
};

/** The creation time of a design that has none. */
const UNKNOWN_CREATION_TIME = '1970-01-01T00:00:00Z';

/** Returns a text unchanged; `other` for a value of another type. */
const readTextOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' ? value : other);

const MEDIA_TYPE_PATTERN = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;
const FILE_NAME_PATTERN = /^[\w.-]{1,120}$/;
/** Returns a text that matches the pattern unchanged; `other` for any other value. */
const readMatchingText = (form: RegExp, value: unknown, other: string): string =>
  typeof value === 'string' && form.test(value) ? value : other;

/** Derives a uuid from the id of a garment, because the sandbox needs a uuid for each garment. */
const deriveUuid = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const decoder = new TextDecoder();

/** Creates the garment that the sandbox serves for an item of the folder. Bodies are read on request. */
const createCollectionGarment = (
  one: SandboxCollectionItem,
  owner: string,
  edited: OnEditedFile,
): SandboxGarment => {
  const { of, summary } = one;
  const textOf = (what: string, fits: (file: { read: string; profile?: string }) => boolean): string => {
    const name = [...one.files].find(([, file]) => fits(file))?.[0];
    if (name === undefined) throw createNotPulledError(`${what} of ${of.id}`);
    return decoder.decode(readFileBytes(one, name, edited));
  };
  const created = readTextOr(summary?.created_at, UNKNOWN_CREATION_TIME);
  const isDesign = of.kind === 'design';
  return {
    id: isDesign ? of.id.toLowerCase() : deriveUuid(of.id),
    owner: isDesign ? owner : null,
    name: readTextOr(summary?.name, null),
    garment_category: readTextOr(summary?.garment_category, null),
    sgg_garment_id: isDesign ? readTextOr(summary?.sgg_garment_id, null) : of.id,
    created_at: Number.isNaN(Date.parse(created)) ? UNKNOWN_CREATION_TIME : created,
    graph: (profile) =>
      textOf(`graph for the profile ${profile}`, (file) => file.read === 'graph' && file.profile === profile),
    read: (resource) => textOf(resource.replaceAll('-', ' '), (file) => file.read === resource),
  };
};

/**
 * Returns the options of `createSandbox` that serve a pulled folder: its garments, its exports, and one new random key,
 * because the designs are not samples. `edited` gets the names of files that were changed after the pull.
 */
export const createCollectionOptions = (
  holding: SandboxCollection,
  random: RandomBytes,
  edited: OnEditedFile,
): {
  readonly garments: readonly SandboxGarment[];
  readonly documents: () => Promise<DocumentRenderer>;
  readonly keys: readonly SampleKey[];
} => {
  const owner = holding.userId !== null && isUuid(holding.userId) ? holding.userId : SANDBOX_OWNERS.designer;
  const byKind = (kind: 'design' | 'garment') => holding.subjects.filter(({ of }) => of.kind === kind);
  // Garments come first, so that a design that was also pulled as a garment is found as the garment.
  const all = [...byKind('garment'), ...byKind('design')].map((one) => ({
    one,
    garment: createCollectionGarment(one, owner, edited),
  }));
  const heldBy = new Map(all.map(({ one, garment }) => [garment.id, one]));
  const documents: DocumentRenderer = {
    renderExportDocument(garment, profile, driver) {
      const one = heldBy.get(garment.id);
      const found = [...(one?.files ?? [])].find(
        ([, file]) => file.read === 'export' && file.profile === profile && file.driver === driver,
      );
      if (!one || !found)
        throw createNotPulledError(`export of ${garment.id} for the profile ${profile} as ${driver}`);
      const record = (found[1].record ?? {}) as Readonly<Record<string, unknown>>;
      return {
        bytes: readFileBytes(one, found[0], edited),
        // The values become headers, and the manifest may come from an untrusted person, so they are checked.
        mediaType: readMatchingText(MEDIA_TYPE_PATTERN, record.media_type, SANDBOX_DRIVERS[driver].mediaType),
        fileName: readMatchingText(
          FILE_NAME_PATTERN,
          record.file_name,
          formatExportFileName(garment.id, profile, driver),
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
  return { garments: all.map(({ garment }) => garment), documents: async () => documents, keys: [key] };
};
