/** Returns the members of an object from a file, or an empty object for any other value. */
export const readMembers = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
