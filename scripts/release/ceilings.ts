/** Bytes that nothing of a release may have more of: the program on disk, what people download of it, the npm package. */
export const CEILINGS = { program: 105e6, archive: 30e6, npm: 2e6 } as const;
