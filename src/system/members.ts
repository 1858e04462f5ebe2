/** The members of an object that stood in a file of toile's own; none of anything else, which somebody may have put there. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
