import { shellWord, type Typeable, typeable, typeables } from '../../border/shell.ts';
import type { Base, Files } from '../facets.ts';
import { objectText } from '../flags/json-text.ts';
import { text } from '../flags/parse-flags.ts';
import type { Given } from '../typed.ts';

/** Flags of single members; with `--body` the whole body is given instead. */
export const MEMBERS = { brand: 'brand', notes: 'designerNotes', 'piece-scope': 'pieceScope' } as const;

/** The body of a request, as JSON. */
export const bodyOf = async (deps: Base & Files, flags: Given): Promise<string> => {
  const whole = text(flags, 'body');
  if (whole !== undefined) return objectText(deps, 'body', whole);
  const size = text(flags, 'size-selection');
  const members = Object.entries(MEMBERS).flatMap(([flag, name]) => {
    const value = text(flags, flag);
    return value === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
  });
  // Put in as it was typed: a number read and written again is not the number that was typed.
  if (size !== undefined) members.push(`"sizeSelection":${await objectText(deps, 'size-selection', size)}`);
  return `{${members.join(',')}}`;
};

/** The same command, to be typed again; without the flags that say how to go on after it. */
export const typedAgain = (deps: Base & Files, id: string, flags: Given): Typeable => {
  const passed = ['brand', 'size-selection', 'notes', 'piece-scope', 'body'].flatMap((flag) => {
    const value = flags[flag];
    return typeof value === 'string' ? [typeable`--${shellWord(flag)} ${shellWord(value)}`] : [];
  });
  return typeables([typeable`${deps.toile} techpack request ${shellWord(id)}`, ...passed]);
};
