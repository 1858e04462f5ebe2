/** What `toile api` takes apart: fields of a query or of a body, and the one route that has pages. */

import { typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { LARGEST_PAGE } from './designs/list-designs.ts';

/** A field as typed; `isJson` says that its value is no text. */
export interface Field {
  readonly name: string;
  readonly value: string;
  readonly isJson: boolean;
}

export const fieldIn = (typed: string): Field => {
  const [, name = '', sign = '', value = ''] = /^([^=]*?)(:?=)(.*)$/s.exec(typed) ?? [];
  if (name !== '') return { name, value, isJson: sign === ':=' };
  throw new UsageError(`--field takes KEY=VALUE, not ${JSON.stringify(typed)}`, {
    hint: typeable`toile api v1/designs -f limit=2`,
  });
};

const memberOf = ({ name, value, isJson }: Field): string => {
  if (!isJson) return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  try {
    JSON.parse(value);
  } catch {
    throw new UsageError(`--field ${name}: its value is not JSON; nothing was sent`, {
      hint: typeable`with = instead of := it is a text`,
    });
  }
  return `${JSON.stringify(name)}:${value.trim()}`;
};

/** The JSON body that they make, numbers as typed. Throws a UsageError for what is no JSON, or there twice. */
export const bodyOf = (fields: readonly Field[]): string => {
  const twice = fields.find(({ name }, at) => fields.findIndex((each) => each.name === name) !== at);
  if (twice) throw new UsageError(`--field ${twice.name} is there twice`);
  return `{${fields.map(memberOf).join(',')}}`;
};

/** The path with these fields behind what its query says already. */
export const withQuery = (path: string, fields: readonly Field[]): string => {
  if (fields.length === 0) return path;
  if (fields.some(({ isJson }) => isJson)) throw new UsageError('a query has texts alone: KEY=VALUE');
  const query = fields
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const [before = '', ...fragment] = path.split('#');
  const sign = before.includes('?') ? (/[?&]$/.test(before) ? '' : '&') : '?';
  return [`${before}${sign}${query}`, ...fragment].join('#');
};

/** Where to begin and how long a page is to be, for the route that has pages. Throws a UsageError for any other. */
export const allOf = (
  path: string,
  method: string,
  include: boolean,
): { readonly size: number; readonly before: string | undefined } => {
  const [route = '', query = ''] = path.split('?');
  if (method !== 'GET' || !/^\/?v1\/designs\/?$/.test(route))
    throw new UsageError('--all is for a GET of v1/designs: no other route has pages');
  if (include) throw new UsageError('--include shows one head, and --all may ask for many pages');
  const asked = new URLSearchParams(query);
  const other = [...asked.keys()].find((name) => name !== 'limit' && name !== 'before');
  if (other !== undefined)
    throw new UsageError(`--all goes on from page to page, and ${other} is not passed on`);
  const limit = Number(asked.get('limit') ?? LARGEST_PAGE);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('limit is a whole number of at least 1');
  return { size: Math.min(limit, LARGEST_PAGE), before: asked.get('before') ?? undefined };
};
