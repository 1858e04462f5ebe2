import { parse } from 'smol-toml';
import { isRecord } from '../../json/values.ts';
import { type Edited, Unreadable } from './json-entry.ts';

const read = (text: string): Record<string, unknown> => {
  try {
    return parse(text);
  } catch {
    throw new Unreadable('is not TOML');
  }
};

/** A string as TOML takes it: its basic strings have the escapes of JSON. */
const written = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(written).join(', ')}]` : JSON.stringify(value);

const bare = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

/** Lines of a table: from its header to the next. A header inside a text would be a mistake, which is seen below. */
const tableAt = (
  lines: readonly string[],
  table: string,
  name: string,
  isWithTablesBelow: boolean,
): readonly [number, number] | undefined => {
  const spellings = [name, `"${name}"`, `'${name}'`].map((key) => `[${table}.${key}]`);
  const from = lines.findIndex((line) =>
    spellings.includes(line.replace(/#.*$/, '').trim().replaceAll(/\s/g, '')),
  );
  if (from < 0) return undefined;
  const own = spellings.map((spelling) => spelling.replace(/\]$/, '.'));
  const isBelow = (line: string): boolean =>
    isWithTablesBelow && own.some((begin) => line.trim().replaceAll(/\s/g, '').startsWith(begin));
  const length = lines.slice(from + 1).findIndex((line) => /^\s*\[/.test(line) && !isBelow(line));
  return [from, length < 0 ? lines.length : from + 1 + length];
};

const keyOf = (line: string): string | undefined => /^\s*([A-Za-z0-9_-]+)\s*=/.exec(line)?.[1];

const isWhole = (text: string): boolean => {
  try {
    return Boolean(parse(text));
  } catch {
    return false;
  }
};

/** Lines of a member: until they make sense by themselves. */
const memberAt = (
  lines: readonly string[],
  key: string,
  from: number,
  to: number,
): readonly [number, number] | undefined => {
  const at = lines.findIndex((line, index) => index > from && index < to && keyOf(line) === key);
  if (at < 0) return undefined;
  for (let end = at + 1; end <= to; end++) if (isWhole(lines.slice(at, end).join('\n'))) return [at, end];
  return undefined;
};

const rest = (all: Record<string, unknown>, table: string, name: string): string => {
  const { [table]: servers, ...others } = all;
  const { [name]: _, ...kept } = isRecord(servers) ? servers : {};
  return JSON.stringify([others, kept], (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
};

/** As editJson, for a table of TOML: `[mcp_servers.toile]`. Throws Unreadable. */
export const editToml = (
  text: string,
  table: string,
  name: string,
  entry: Readonly<Record<string, unknown>> | undefined,
): Edited => {
  const all = read(text);
  const servers = all[table];
  const now = isRecord(servers) ? servers[name] : undefined;
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const lines = text.split('\n');
  const place = tableAt(lines, table, name, entry === undefined);
  if (now !== undefined && place === undefined) throw new Unreadable('holds the server in a form of its own');
  let next = text;
  if (entry === undefined) {
    if (place === undefined) return { text, now };
    const [from, to] = place;
    const above = from > 0 && lines[from - 1]?.trim() === '' && to === lines.length ? from - 1 : from;
    next = [...lines.slice(0, above), ...(to === lines.length ? [''] : []), ...lines.slice(to)].join('\n');
  } else if (place === undefined) {
    const members = Object.entries(entry).map(([key, value]) => `${bare(key)} = ${written(value)}`);
    const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
    next = `${text}${gap}${[`[${table}.${bare(name)}]`, ...members].join(eol)}${eol}`;
  } else {
    const [from, to] = place;
    const changed = [...lines];
    for (const [key, value] of Object.entries(entry)) {
      if (JSON.stringify(Object(now)[key]) === JSON.stringify(value)) continue;
      const line = `${bare(key)} = ${written(value)}${eol === '\r\n' ? '\r' : ''}`;
      const member = memberAt(lines, key, from, to);
      if (member === undefined) changed[from] = `${changed[from]}\n${line}`;
      else for (let at = member[0]; at < member[1]; at++) changed[at] = at === member[0] ? line : '\0';
    }
    next = changed.filter((line) => line !== '\0').join('\n');
  }
  const after = read(next);
  const made = isRecord(after[table]) ? after[table][name] : undefined;
  const isMade =
    entry === undefined
      ? made === undefined
      : Object.entries(entry).every(
          ([key, value]) => JSON.stringify(Object(made)[key]) === JSON.stringify(value),
        );
  if (!isMade || rest(all, table, name) !== rest(after, table, name))
    throw new Unreadable('cannot be edited without changing the rest of it');
  return { text: next, now };
};
