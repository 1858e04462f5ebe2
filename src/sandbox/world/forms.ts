/** For whom, and in which form, a garment can be had (specification 2.9). The first of each is taken where none is named. */

export const PROFILES = ['technical_designer', 'factory'] as const;
export type Profile = (typeof PROFILES)[number];

export const isProfile = (word: unknown): word is Profile => PROFILES.some((known) => known === word);

/** How the files of a driver end, and as what they are sent. */
export const DRIVERS = {
  illustrator_svg_stage1: { ending: 'svg', mediaType: 'image/svg+xml' },
  json: { ending: 'json', mediaType: 'application/json' },
} as const;
export type Driver = keyof typeof DRIVERS;

export const isDriver = (word: unknown): word is Driver =>
  typeof word === 'string' && Object.hasOwn(DRIVERS, word);

/** Identity, profile and driver: the same garment has the same name tomorrow. */
export const fileNameOf = (identity: string, profile: Profile, driver: Driver): string =>
  `${identity}_${profile}_${driver}.${DRIVERS[driver].ending}`;

/** How a refusal names what there is. */
export const oneOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' or ');
