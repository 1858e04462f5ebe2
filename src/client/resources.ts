/** What can be asked for, by the words that the service knows for it: a new read of a garment begins with its row here. */

/** Whom a graph or an export is made for (4.2), the service's default first. */
export const PROFILES = ['technical_designer', 'factory'] as const;

export type Profile = (typeof PROFILES)[number];

export const DEFAULT_PROFILE: Profile = PROFILES[0];

/**
 * The reads of a design or garment (4.2). The word stands in the route and names the file of a pull; `command` is what
 * is typed for it, and `perProfile` those that differ by profile.
 */
export const RESOURCES = {
  graph: { command: 'graph', perProfile: true },
  'tailor-brief': { command: 'brief', perProfile: false },
  'design-trust': { command: 'trust', perProfile: false },
  confirmations: { command: 'confirmations', perProfile: false },
} as const satisfies Record<string, { readonly command: string; readonly perProfile: boolean }>;

export type Resource = keyof typeof RESOURCES;

export const ALL_RESOURCES = /* @__PURE__ */ Object.keys(RESOURCES) as readonly Resource[];

/** A read by its own word or by that of its command; undefined for what is none. */
export const resourceOf = (word: string): Resource | undefined =>
  ALL_RESOURCES.find((one) => one === word || RESOURCES[one].command === word);

/** Forms of an export (2.9), the service's default first, and what each makes: a layered SVG, or JSON. */
export const DRIVERS = { illustrator_svg_stage1: 'svg', json: 'json' } as const;

export type Driver = keyof typeof DRIVERS;

export const ALL_DRIVERS = /* @__PURE__ */ Object.keys(DRIVERS) as readonly Driver[];

export const DEFAULT_DRIVER: Driver = 'illustrator_svg_stage1';

/** A driver by its name or by what it makes; undefined for what is none. */
export const driverOf = (word: string): Driver | undefined =>
  ALL_DRIVERS.find((driver) => driver === word || DRIVERS[driver] === word);
