import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { added, applied, removed, replaced } from './json-edits.ts';

/** What a file would hold, and what it holds under that name now. */
export interface Edited {
  readonly text: string;
  /** The entry as it is; undefined where there is none. */
  readonly now: unknown;
}

/** What cannot be edited, in words that follow the name of the file. */
export class Unreadable extends Error {}

type Entry = Readonly<Record<string, unknown>>;

const BOM = '\uFEFF';

const treeOf = (text: string): Node | undefined => {
  if (text.trim() === '') return undefined;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  if (tree === undefined || errors.length > 0) throw new Unreadable('is not JSON');
  return tree;
};

/** A member of an object; undefined for one that is not there. */
const memberOf = (node: Node, key: string): Node | undefined => {
  if (node.type !== 'object') throw new Unreadable('has another form than is known');
  const found = node.children?.filter(({ children }) => children?.[0]?.value === key) ?? [];
  // Of two members of one name hosts read the one or the other.
  if (found.length > 1) throw new Unreadable(`says ${key} twice`);
  return found[0];
};

const valueIn = (member: Node | undefined): Node | undefined => member?.children?.[1];

/** All of a tree but one place and what only holds it, to be compared. */
const without = (node: Node | undefined, [key, ...path]: readonly string[]): unknown => {
  if (node?.type !== 'object') return node && getNodeValue(node);
  const members = (node.children ?? []).flatMap(({ children }) => {
    const [name, value] = children ?? [];
    if (name?.value !== key) return [[name?.value, value && getNodeValue(value)]];
    const left = path.length === 0 ? undefined : without(value, path);
    return left === undefined ? [] : [[key, left]];
  });
  return members.length === 0 ? undefined : members;
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The text with the entry in it, or without it. */
const changed = (text: string, tree: Node, table: string, name: string, entry: Entry | undefined): string => {
  const servers = valueIn(memberOf(tree, table));
  const member = servers && memberOf(servers, name);
  const found = valueIn(member);
  if (entry === undefined) return servers && member ? applied(text, removed(text, servers, member)) : text;
  if (servers === undefined) return applied(text, [added(text, tree, table, { [name]: entry })]);
  if (found === undefined) return applied(text, [added(text, servers, name, entry)]);
  if (found.type !== 'object') return applied(text, [replaced(text, found, entry)]);
  for (const [key, value] of Object.entries(entry)) {
    const now = valueIn(memberOf(found, key));
    if (now && same(getNodeValue(now), value)) continue;
    const next = applied(text, [now ? replaced(text, now, value) : added(text, found, key, value)]);
    // Places have moved, so that the rest is looked for again.
    const after = treeOf(next);
    return after ? changed(next, after, table, name, entry) : next;
  }
  return text;
};

/**
 * Puts an entry into a JSON file that may hold comments; `undefined` takes it out. Members of an entry that is there
 * already stay, but for those given. Not a byte of the rest changes. Throws Unreadable.
 */
export const editJson = (given: string, table: string, name: string, entry: Entry | undefined): Edited => {
  const mark = given.startsWith(BOM) ? BOM : '';
  const text = given.slice(mark.length);
  const tree = treeOf(text);
  const servers = tree && valueIn(memberOf(tree, table));
  const found = servers && valueIn(memberOf(servers, name));
  const now = found && getNodeValue(found);
  if (tree === undefined && entry === undefined) return { text: given, now };
  const [basis, root] = tree ? [text, tree] : ['{}\n', treeOf('{}')];
  if (root === undefined) throw new Unreadable('is not JSON');
  const next = changed(basis, root, table, name, entry);
  const after = treeOf(next);
  const [before, then] = [tree, after].map((one) => without(one, [table, name]));
  if (!same(before, then)) throw new Unreadable('cannot be edited without changing the rest of it');
  return { text: mark + next, now };
};
