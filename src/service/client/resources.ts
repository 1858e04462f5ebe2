/**
 * Resources, profiles and drivers, with the names that the service uses. To add a resource of garments, add a
 * row here.
 */

/** The profiles of a graph or an export (4.2), the default first. */
export const GARMENT_PROFILES = ['technical_designer', 'factory'] as const;

/** The audience of a graph or an export. */
export type Profile = (typeof GARMENT_PROFILES)[number];

/** The default of the service. */
export const DEFAULT_PROFILE: Profile = GARMENT_PROFILES[0];

/**
 * The reads of a design or garment (4.2). The key is part of the route and of file names. `command` is the
 * command that reads it; `perProfile` is true when the body depends on the profile.
 */
export const GARMENT_RESOURCES = {
  graph: { command: 'graph', perProfile: true },
  'tailor-brief': { command: 'brief', perProfile: false },
  'design-trust': { command: 'trust', perProfile: false },
  confirmations: { command: 'confirmations', perProfile: false },
} as const satisfies Record<string, { readonly command: string; readonly perProfile: boolean }>;

/** The name of a read. */
export type Resource = keyof typeof GARMENT_RESOURCES;

/** The names of all reads. */
export const RESOURCE_NAMES = /* @__PURE__ */ Object.keys(GARMENT_RESOURCES) as readonly Resource[];

/** Finds a read by its name or by its command; undefined for an unknown word. */
export const findResource = (word: string): Resource | undefined =>
  RESOURCE_NAMES.find((one) => one === word || GARMENT_RESOURCES[one].command === word);

/** The drivers of an export (2.9), the default first, each with the format that it creates. */
export const EXPORT_DRIVERS = { illustrator_svg_stage1: 'svg', json: 'json' } as const;

/** The form of an export. */
export type ExportDriver = keyof typeof EXPORT_DRIVERS;

/** The names of all drivers. */
export const EXPORT_DRIVER_NAMES = /* @__PURE__ */ Object.keys(EXPORT_DRIVERS) as readonly ExportDriver[];

/** The default of the service. */
export const DEFAULT_DRIVER: ExportDriver = 'illustrator_svg_stage1';

/** Finds a driver by its name or by its format; undefined for an unknown word. */
export const findExportDriver = (word: string): ExportDriver | undefined =>
  EXPORT_DRIVER_NAMES.find((driver) => driver === word || EXPORT_DRIVERS[driver] === word);

/** The version of the client file. */
export const FILE_VERSION = '2026-10-16';

/** The API version that the client is made for; `index()` returns that of the service. */
export const API_VERSION = '2026-09-15';
