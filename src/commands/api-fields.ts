/** Parses the flag `--field` of `toile api` for a query or a JSON body, and the page options of `--all`. */

import { UsageError } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';
import { MAX_LIST_PAGE_SIZE } from './designs/walk-design-pages.ts';

/** A parsed `--field`: `limit=2` has the name `limit` and the value `2`. `isJson` is true for `KEY:=JSON`. */
export interface ApiField {
  readonly name: string;
  readonly value: string;
  readonly isJson: boolean;
}

/** Parses `KEY=VALUE` or `KEY:=JSON`. Throws a UsageError for anything else. */
export const parseApiField = (typed: string): ApiField => {
  const [, name = '', sign = '', value = ''] = /^([^=]*?)(:?=)(.*)$/s.exec(typed) ?? [];
  if (name !== '') return { name, value, isJson: sign === ':=' };
  throw new UsageError(`--field takes KEY=VALUE, not ${JSON.stringify(typed)}`, {
    hint: shellText`toile api v1/designs -f limit=2`,
  });
};

/** Formats a field as a JSON member, for example `"limit":2`. Throws a UsageError if its value is not JSON. */
const formatJsonMember = ({ name, value, isJson }: ApiField): string => {
  if (!isJson) return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  try {
    JSON.parse(value);
  } catch {
    throw new UsageError(`--field ${name}: its value is not JSON; nothing was sent`, {
      hint: shellText`use = instead of := for text`,
    });
  }
  return `${JSON.stringify(name)}:${value.trim()}`;
};

/** Builds a JSON object from the fields; numbers stay as typed. Throws a UsageError for invalid or repeated fields. */
export const buildJsonBody = (fields: readonly ApiField[]): string => {
  const twice = fields.find(({ name }, at) => fields.findIndex((each) => each.name === name) !== at);
  if (twice) throw new UsageError(`--field ${twice.name} given twice`);
  return `{${fields.map(formatJsonMember).join(',')}}`;
};

/** Returns the path with the fields added to its query. Throws a UsageError for a field typed as `KEY:=JSON`. */
export const appendQuery = (path: string, fields: readonly ApiField[]): string => {
  if (fields.length === 0) return path;
  if (fields.some(({ isJson }) => isJson))
    throw new UsageError('a query can contain text only: use KEY=VALUE');
  const query = fields
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const [before = '', ...fragment] = path.split('#');
  const sign = before.includes('?') ? (/[?&]$/.test(before) ? '' : '&') : '?';
  return [`${before}${sign}${query}`, ...fragment].join('#');
};

/**
 * Returns the page size (`limit`, default and maximum: 100) and the start cursor (`before`) for `--all`, both from the
 * query of the path. Throws a UsageError for a route without pages, another parameter or an invalid limit.
 */
export const readPagingOptions = (
  path: string,
  method: string,
): { readonly pageSize: number; readonly before: string | undefined } => {
  const [route = '', query = ''] = path.split('?');
  if (method !== 'GET' || !/^\/?v1\/designs\/?$/.test(route))
    throw new UsageError('--all needs GET v1/designs: no other route has pages');
  const asked = new URLSearchParams(query);
  const other = [...asked.keys()].find((name) => name !== 'limit' && name !== 'before');
  if (other !== undefined) throw new UsageError(`--all cannot be combined with the field ${other}`);
  const limit = Number(asked.get('limit') ?? MAX_LIST_PAGE_SIZE);
  if (!Number.isInteger(limit) || limit < 1)
    throw new UsageError('limit must be a whole number of at least 1');
  return { pageSize: Math.min(limit, MAX_LIST_PAGE_SIZE), before: asked.get('before') ?? undefined };
};
