import type { FlagSpec, Given } from '../typed.ts';
import { count } from './parse-flags.ts';

/** Requests of each window that are left to people: with them the next command never waits behind a pull. */
const RESERVE = 5;

export const RESERVE_FLAG: FlagSpec = {
  value: 'N',
  about: `requests of every five minutes that are left to others; ${RESERVE} unless said`,
};

/** Zero is an answer here. */
export const reserveOf = (flags: Given): number =>
  flags.reserve === '0' ? 0 : (count(flags, 'reserve') ?? RESERVE);
