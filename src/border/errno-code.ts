/** The operating system's word for what went wrong, `ENOENT`; empty where the error carries none. */
export const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
