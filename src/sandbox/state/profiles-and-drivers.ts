/** The names of profiles, export drivers (specification 2.9) and scenarios, and functions that create random values. */

/** The names of the profiles, the default first. */
export const SANDBOX_PROFILES = ['technical_designer', 'factory'] as const;
/** The audience of a graph or an export. A factory does not see the intentions of the designer. */
export type SandboxProfile = (typeof SANDBOX_PROFILES)[number];

export const isSandboxProfile = (word: unknown): word is SandboxProfile =>
  SANDBOX_PROFILES.some((known) => known === word);

/** The export drivers by name, the default first, each with the extension of its file names and its media type. */
export const SANDBOX_DRIVERS = {
  illustrator_svg_stage1: { ending: 'svg', mediaType: 'image/svg+xml' },
  json: { ending: 'json', mediaType: 'application/json' },
} as const;
/** The name of an export driver, for example `json`. */
export type SandboxDriver = keyof typeof SANDBOX_DRIVERS;
/** The names of the export drivers, the default first. */
export const SANDBOX_DRIVER_NAMES = Object.keys(SANDBOX_DRIVERS) as readonly SandboxDriver[];

export const isSandboxDriver = (word: unknown): word is SandboxDriver =>
  typeof word === 'string' && Object.hasOwn(SANDBOX_DRIVERS, word);

/** Returns the file name of an export from garment id, profile and driver: `GARM-101_factory_json.json`. */
export const formatExportFileName = (
  identity: string,
  profile: SandboxProfile,
  driver: SandboxDriver,
): string => `${identity}_${profile}_${driver}.${SANDBOX_DRIVERS[driver].ending}`;

/**
 * A function that returns `length` random bytes. All random values of the sandbox come from it, so a test can make them
 * repeatable.
 */
export type RandomBytes = (length: number) => Uint8Array;

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Creates a random uuid, version 4. */
export const createUuid = (random: RandomBytes): string => {
  const bytes = Uint8Array.from(random(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Creates a random secret of 64 hexadecimal digits. */
export const createSecret = (random: RandomBytes): string => toHex(random(32));

/** Returns true for a text in the form of a uuid, in upper or lower case. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

/** Returns a pseudo-random number from 0 (inclusive) to 1 (exclusive). It depends only on `words`. */
export const computeChance = (...words: readonly (string | number)[]): number => {
  let hash = 0x811c9dc5;
  const text = words.join('/');
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
};

/**
 * Returns a pseudo-random item of a list, chosen by `words`: the same words always choose the same item. Throws a
 * RangeError for an empty list.
 */
export const pickSeeded = <T>(items: readonly T[], ...words: readonly (string | number)[]): T => {
  const item = items[Math.floor(computeChance(...words) * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
};

/** Creates a uuid (version 4) that is computed from `words`: the same words always give the same uuid. */
export const createSeededUuid = (...words: readonly (string | number)[]): string => {
  const hex = (salt: number) =>
    Math.floor(computeChance(...words, salt) * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [hex(1), hex(2), hex(3), hex(4)] as [string, string, string, string];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
};

/** The failures and delays that the sandbox can simulate, by name, each with its description. */
export const SANDBOX_SCENARIOS = {
  'rate-limited': 'the rate limit is used up: 429 until the sandbox clock is five minutes ahead',
  'expired-link': 'every second download link has already expired, beginning with the first',
  'payment-required': 'the allowance of the plan does not count: every Tech Pack request returns 402',
  'pricing-not-configured': 'no surcharge is configured: every Tech Pack request returns 409',
  'slow-pack': 'a Tech Pack takes an hour on the sandbox clock',
  'failed-pack': 'the composition of a Tech Pack fails',
  unavailable: 'every route returns 503',
  'flaky-network':
    'of every four requests, the first is cut off before it is read and the third after it took effect',
  'cut-download': 'a new download breaks off halfway; a resumed download finishes',
} as const;

/** The name of a scenario, for example `slow-pack`. */
export type SandboxScenario = keyof typeof SANDBOX_SCENARIOS;

export const isSandboxScenario = (name: string): name is SandboxScenario =>
  Object.hasOwn(SANDBOX_SCENARIOS, name);
