/** Returns the system code of an error, for example `ENOENT`; empty if it has none. */
export const getErrnoCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
