/** The words that the service knows for what can be asked of it: they stand in routes, in bodies and in names of files. */

/** Forms of an export (2.9), the service's default first, and what each makes: a layered SVG, or JSON. */
export const DRIVERS = { illustrator_svg_stage1: 'svg', json: 'json' } as const;

export type Driver = keyof typeof DRIVERS;

/** A driver by its name or by what it makes; undefined for what is none. */
export const driverOf = (word: string): Driver | undefined =>
  (Object.keys(DRIVERS) as Driver[]).find((driver) => driver === word || DRIVERS[driver] === word);
