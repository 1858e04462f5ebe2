/** The maximum sizes of a release in bytes: program on disk, download, npm package. */
export const CEILINGS = { program: 105e6, archive: 30e6, npm: 2e6 } as const;
