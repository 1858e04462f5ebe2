/** Returns true for a variable that is set to something else than 0, false or no. */
export const isSwitchedOn = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());
