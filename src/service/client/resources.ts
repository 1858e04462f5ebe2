/**
 * The resources of a design or garment, the profiles and the export drivers, with the names that the service uses. A
 * new resource needs only a new row in GARMENT_RESOURCES.
 */

/** The profiles of a graph or an export (specification 4.2), the default first. */
export const GARMENT_PROFILES = ['technical_designer', 'factory'] as const;

/** The audience of a graph or an export, for example `factory`. */
export type Profile = (typeof GARMENT_PROFILES)[number];

/** The profile that the service uses if a request names none. */
export const DEFAULT_PROFILE: Profile = GARMENT_PROFILES[0];

/**
 * The resources of a design or garment (specification 4.2). The key is the name of a resource in routes and file names.
 * `command` is the toile command that reads the resource. `perProfile` is true if its body depends on the profile.
 */
export const GARMENT_RESOURCES = {
  graph: { command: 'graph', perProfile: true },
  'tailor-brief': { command: 'brief', perProfile: false },
  'design-trust': { command: 'trust', perProfile: false },
  confirmations: { command: 'confirmations', perProfile: false },
} as const satisfies Record<string, { readonly command: string; readonly perProfile: boolean }>;

/** The name of a resource of a design or garment, for example `tailor-brief`. */
export type Resource = keyof typeof GARMENT_RESOURCES;

/** The names of all resources of a design or garment, in the order of GARMENT_RESOURCES. */
export const RESOURCE_NAMES = /* @__PURE__ */ Object.keys(GARMENT_RESOURCES) as readonly Resource[];

/** Returns the resource with this name or command, for example `tailor-brief` for `brief`; undefined if unknown. */
export const findResource = (word: string): Resource | undefined =>
  RESOURCE_NAMES.find((name) => name === word || GARMENT_RESOURCES[name].command === word);

/**
 * The drivers of an export, which are its output formats (specification 2.9). The default driver is first. Each driver
 * is mapped to the file name extension of its documents.
 */
export const EXPORT_DRIVERS = { illustrator_svg_stage1: 'svg', json: 'json' } as const;

/** The name of an export driver, which decides the format of the document. */
export type ExportDriver = keyof typeof EXPORT_DRIVERS;

/** The names of all export drivers, the default first. */
export const EXPORT_DRIVER_NAMES = /* @__PURE__ */ Object.keys(EXPORT_DRIVERS) as readonly ExportDriver[];

/** The export driver that the service uses if a request names none. */
export const DEFAULT_DRIVER: ExportDriver = 'illustrator_svg_stage1';

/**
 * Returns the export driver with this name or file ending, for example `illustrator_svg_stage1` for `svg`; undefined
 * for an unknown word.
 */
export const findExportDriver = (word: string): ExportDriver | undefined =>
  EXPORT_DRIVER_NAMES.find((driver) => driver === word || EXPORT_DRIVERS[driver] === word);

/** The version of `dist/client.js`, as a date. */
export const FILE_VERSION = '2026-10-16';

/** The version of the API that this client supports. The service may use another version, which `index()` returns. */
export const API_VERSION = '2026-09-15';
