/** Profiles and export drivers (specification 2.9). The first of each is the default. */

/** The profiles, the default first. */
export const SANDBOX_PROFILES = ['technical_designer', 'factory'] as const;
/** The audience of a graph or an export. */
export type SandboxProfile = (typeof SANDBOX_PROFILES)[number];

/** Returns true for the name of a profile. */
export const isSandboxProfile = (word: unknown): word is SandboxProfile =>
  SANDBOX_PROFILES.some((known) => known === word);

/** The export drivers, each with the extension of its file name and its media type. */
export const SANDBOX_DRIVERS = {
  illustrator_svg_stage1: { ending: 'svg', mediaType: 'image/svg+xml' },
  json: { ending: 'json', mediaType: 'application/json' },
} as const;
/** The form of an export. */
export type SandboxDriver = keyof typeof SANDBOX_DRIVERS;

/** Returns true for the name of a driver. */
export const isSandboxDriver = (word: unknown): word is SandboxDriver =>
  typeof word === 'string' && Object.hasOwn(SANDBOX_DRIVERS, word);

/**
 * Formats the file name of an export, for example `GARM-101_factory_json.json`. The same garment always
 * gets the same name.
 */
export const formatExportFileName = (
  identity: string,
  profile: SandboxProfile,
  driver: SandboxDriver,
): string => `${identity}_${profile}_${driver}.${SANDBOX_DRIVERS[driver].ending}`;

/** Formats the accepted words for an error message, for example `"a" or "b"`. */
export const formatAlternatives = (words: readonly string[]): string =>
  words.map((word) => `"${word}"`).join(' or ');
