import { createHash } from 'node:crypto';
import type { Documents } from '../http/cabinet.ts';
import { Refusal } from '../http/refusal.ts';
import { DRIVERS, fileNameOf } from '../world/forms.ts';
import { isUuid, type Random, secret } from '../world/random-id.ts';
import type { SampleKey } from '../world/sample-keys.ts';
import type { Garment } from './index.ts';
import { OWNERS } from './index.ts';

/** A folder that was pulled, as far as the sandbox serves it. */
export interface Holding {
  readonly userId: string | null;
  readonly subjects: readonly HoldingOne[];
}

export interface HoldingOne {
  readonly of: { readonly kind: 'design' | 'garment'; readonly id: string };
  /** The design as the list gave it. */
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
  /** Throws where they are no answer; `edited` is told a file that somebody changed, and is served as it is. */
  bytes(name: string, edited: Edited): Uint8Array;
}

/** What the service had and nobody pulled. The code tells it from what the service did not have. */
const notHeld = (what: string): Refusal =>
  new Refusal(
    404,
    'NOT_HELD',
    `The pulled folder holds no ${what}; pull it while the service can be reached.`,
  );

/** What is said of a file that is served as somebody changed it. */
export type Edited = (file: string) => void;

/** The file is there no more, or nobody can read it as an answer: asking again does not help. */
const bytesOf = (one: HoldingOne, name: string, edited: Edited): Uint8Array => {
  try {
    return one.bytes(name, edited);
  } catch (error) {
    throw new Refusal(409, 'NOT_AS_PULLED', error instanceof Error ? error.message : String(error));
  }
};

const LONG_AGO = '1970-01-01T00:00:00Z';

const textOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' ? value : other);

const TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;
const NAME = /^[\w.-]{1,120}$/;
const textLike = (form: RegExp, value: unknown, other: string): string =>
  typeof value === 'string' && form.test(value) ? value : other;

/** The sandbox wants a uuid for everything; that of a published garment is never shown. */
const uuidOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const decoder = new TextDecoder();

const served = (one: HoldingOne, owner: string, edited: Edited): Garment => {
  const { of, summary } = one;
  const textOf = (what: string, fits: (file: { read: string; profile?: string }) => boolean): string => {
    const name = [...one.files].find(([, file]) => fits(file))?.[0];
    if (name === undefined) throw notHeld(`${what} of ${of.id}`);
    return decoder.decode(bytesOf(one, name, edited));
  };
  const created = textOr(summary?.created_at, LONG_AGO);
  const isDesign = of.kind === 'design';
  return {
    id: isDesign ? of.id.toLowerCase() : uuidOf(of.id),
    owner: isDesign ? owner : null,
    name: textOr(summary?.name, null),
    garment_category: textOr(summary?.garment_category, null),
    sgg_garment_id: isDesign ? textOr(summary?.sgg_garment_id, null) : of.id,
    created_at: Number.isNaN(Date.parse(created)) ? LONG_AGO : created,
    graph: (profile) =>
      textOf(`graph for the profile ${profile}`, (file) => file.read === 'graph' && file.profile === profile),
    read: (resource) => textOf(resource.replaceAll('-', ' '), (file) => file.read === resource),
  };
};

/**
 * What `createSandbox` is given to serve a pulled folder: its garments, its exports, and one key that nobody else
 * knows, since the designs are not sample ones. Bodies are read when they are asked for.
 */
export const fromFolder = (
  holding: Holding,
  random: Random,
  edited: Edited,
): {
  readonly garments: readonly Garment[];
  readonly documents: () => Promise<Documents>;
  readonly keys: readonly SampleKey[];
} => {
  const owner = holding.userId !== null && isUuid(holding.userId) ? holding.userId : OWNERS.designer;
  const byKind = (kind: 'design' | 'garment') => holding.subjects.filter(({ of }) => of.kind === kind);
  // A garment of one's own that was pulled under its GARM identity, too, is found under that first.
  const all = [...byKind('garment'), ...byKind('design')].map((one) => ({
    one,
    garment: served(one, owner, edited),
  }));
  const heldBy = new Map(all.map(({ one, garment }) => [garment.id, one]));
  const documents: Documents = {
    exportDocument(garment, profile, driver) {
      const one = heldBy.get(garment.id);
      const found = [...(one?.files ?? [])].find(
        ([, file]) => file.read === 'export' && file.profile === profile && file.driver === driver,
      );
      if (!one || !found) throw notHeld(`export of ${garment.id} for the profile ${profile} as ${driver}`);
      const record = (found[1].record ?? {}) as Readonly<Record<string, unknown>>;
      return {
        bytes: bytesOf(one, found[0], edited),
        // They become headers, and a manifest may come from anybody.
        mediaType: textLike(TYPE, record.media_type, DRIVERS[driver].mediaType),
        fileName: textLike(NAME, record.file_name, fileNameOf(garment.id, profile, driver)),
        layers: Array.isArray(record.layers) ? record.layers : [],
        counts: Array.isArray(record.counts) ? record.counts : [],
      };
    },
    techPackPdf: async () => {
      throw notHeld('Tech Pack');
    },
  };
  const key: SampleKey = {
    name: 'folder',
    key: `svc_sk_sandbox_${secret(random)}`,
    via: 'api_key',
    user_id: owner,
    scopes: ['read', 'export'],
    plan: 'studio',
    about: 'everything that the folder holds; made anew each time',
  };
  return { garments: all.map(({ garment }) => garment), documents: async () => documents, keys: [key] };
};
