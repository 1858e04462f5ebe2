/** Maps whose members are the rows of a table, each under its name: `measurements: {chest: {…}, waist: {…}}`. */

import { isRecord, lexeme } from '../json/values.ts';
import type { Entry } from './entries.ts';
import { isSize } from './taken-apart.ts';

const FIRST = /^([^.[\]]+)(?:\.([^.[\]]+)(.*))?$/s;

/** Several things of one kind: what is called in the singular is one thing, and its members are what it says. */
const isPlural = (name: string): boolean => /s$/i.test(name);

/** What a member of such a map may be: something that says more of itself, or a number that is all there is to say. */
interface Member {
  readonly isOpen: boolean;
  readonly isNumber: boolean;
}

const memberOf = (value: unknown, isStated: boolean): Member => ({
  isOpen: isStated || isRecord(value),
  isNumber: lexeme(value) !== undefined,
});

/** Names of the members that are such maps. Sizes are no rows: they are columns of one. */
export const namedLines = (
  entries: readonly Entry[],
  isLine: (member: string) => boolean,
): ReadonlySet<string> => {
  const found = new Map<string, Map<string, Member> | undefined>();
  for (const { field, value, state, role } of entries) {
    const [, name, key, rest] = FIRST.exec(field) ?? [];
    if (name === undefined || !isPlural(name) || !isLine(name)) continue;
    const members = found.has(name) ? found.get(name) : new Map<string, Member>();
    const isMap = key !== undefined || (role === 'plain' && isRecord(value));
    found.set(name, isMap ? members : undefined);
    if (members === undefined || !isMap) continue;
    if (key === undefined)
      for (const [each, item] of Object.entries(Object(value))) members.set(each, memberOf(item, false));
    else if (rest !== '') members.set(key, members.get(key) ?? { isOpen: true, isNumber: false });
    else members.set(key, memberOf(value, state !== undefined || role !== 'plain'));
  }
  const names = [...found].flatMap(([name, members]) => {
    const all = [...(members?.values() ?? [])];
    const isRows =
      all.length > 0 && (all.every(({ isOpen }) => isOpen) || all.every(({ isNumber }) => isNumber));
    return isRows && ![...(members?.keys() ?? [])].every(isSize) ? [name] : [];
  });
  return new Set(names);
};

/** A field in such a map: the line that it stands on, and what is left of it there. */
export const onNamedLine = (
  field: string,
  maps: ReadonlySet<string>,
): { readonly line: string; readonly rest: string } | undefined => {
  const [, name = '', key, rest = ''] = FIRST.exec(field) ?? [];
  if (key === undefined || !maps.has(name)) return undefined;
  return { line: `${name}.${key}`, rest: rest.replace(/^\./, '') };
};
