/** Changes to a JSON text, each one stretch of it: all around stays as somebody wrote it, comments and line ends too. */

import type { Node } from 'jsonc-parser';

interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const SPACE_AND_COMMENTS = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;

const endOf = ({ offset, length }: Node): number => offset + length;

/** Where the comma stands that follows a place; undefined for none. */
const commaAfter = (text: string, at: number): number | undefined => {
  SPACE_AND_COMMENTS.lastIndex = at;
  SPACE_AND_COMMENTS.exec(text);
  const next = SPACE_AND_COMMENTS.lastIndex;
  return text[next] === ',' ? next : undefined;
};

export const applied = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.at - a.at)
    .reduce((all, { at, length, text: put }) => all.slice(0, at) + put + all.slice(at + length), text);

const lineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

const indentAt = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? '';

/** One step of indent, as the file has it. */
const stepOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

const written = (text: string, value: unknown, indent: string): string =>
  text.trim().includes('\n') || text.trim().length < 3
    ? JSON.stringify(value, null, stepOf(text)).replaceAll('\n', lineEnd(text) + indent)
    : JSON.stringify(value);

/** Another value in the place of one. */
export const replaced = (text: string, node: Node, value: unknown): Edit => ({
  at: node.offset,
  length: node.length,
  text: written(text, value, indentAt(text, node.offset)),
});

/** A further member of an object, behind its last one. */
export const added = (text: string, object: Node, key: string, value: unknown): Edit => {
  const last = object.children?.at(-1);
  const first = object.children?.[0];
  const own = indentAt(text, object.offset);
  const isOnLines = first
    ? text.slice(object.offset, first.offset).includes('\n')
    : text.trim().length < 3 || text.trim().includes('\n');
  const indent = first && isOnLines ? indentAt(text, first.offset) : own + stepOf(text);
  const gap = isOnLines ? lineEnd(text) + indent : '';
  const member = `${JSON.stringify(key)}:${isOnLines ? ' ' : ''}${written(text, value, indent)}`;
  if (last === undefined) {
    const isShut = text.slice(object.offset + 1, endOf(object) - 1).trim() === '';
    const inside = isShut ? object.length - 2 : 0;
    return {
      at: object.offset + 1,
      length: inside,
      text: gap + member + (isOnLines ? lineEnd(text) + own : ''),
    };
  }
  const rest = text.slice(endOf(last), text.indexOf('\n', endOf(last)) + 1 || undefined);
  // A comment behind the last member is about that one, so that the new one goes in front.
  if (first && /\/[/*]/.test(rest)) return { at: first.offset, length: 0, text: `${member},${gap || ' '}` };
  return { at: endOf(last), length: 0, text: `,${gap}${member}` };
};

/** Takes a member out of its object, with the comma that it needed. */
export const removed = (text: string, object: Node, member: Node): readonly Edit[] => {
  const all = object.children ?? [];
  const at = all.indexOf(member);
  const comma = commaAfter(text, endOf(member));
  const before = text.slice(0, member.offset);
  const space = before.length - before.trimEnd().length;
  const own = { at: member.offset - space, length: member.length + space, text: '' };
  if (comma !== undefined) {
    // What stands between it and its comma, or before it, may be somebody's comment.
    const isClose = comma === endOf(member);
    return isClose ? [{ ...own, length: own.length + 1 }] : [own, { at: comma, length: 1, text: '' }];
  }
  const previous = all[at - 1];
  const earlier = previous && commaAfter(text, endOf(previous));
  if (earlier === undefined) {
    const after = text.slice(endOf(member), endOf(object) - 1);
    return [{ ...own, length: own.length + (after.trim() === '' ? after.length : 0) }];
  }
  return earlier >= own.at ? [own] : [{ at: earlier, length: 1, text: '' }, own];
};
