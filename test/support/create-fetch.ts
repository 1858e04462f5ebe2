/** Creates a `fetch` from rows. Requests without a row and rows without a request fail the test. */

import { expect, onTestFinished } from 'vitest';
import type { Fetch, FetchInit, HeadersLike, ResponseLike } from '../../src/service/client/index.ts';

export interface FetchRow {
  /** Method and path with query, as sent below the origin: `GET /v1/me`. */
  readonly on: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is written as JSON; text goes out as it is. */
  readonly body?: string | object;
  /** The response type; a browser marks opaque answers with it. */
  readonly type?: string;
  /** Instead of an answer: what fetch rejects with. */
  readonly fails?: unknown;
  /** Instead of a body: what reading it rejects with. */
  readonly breaks?: unknown;
  /** Instead of an answer: nothing, for ever, not even on abort. */
  readonly hangs?: true;
}

export interface SentRequest extends FetchInit {
  readonly url: string;
  readonly on: string;
}

/** Rows are used in order among those that match, each once. */
export function createFetch(...all: FetchRow[]): Fetch & { readonly sent: SentRequest[] } {
  const left = [...all];
  const sent: SentRequest[] = [];
  const unmatched: string[] = [];
  const fetch = async (url: string, init: FetchInit): Promise<ResponseLike> => {
    const { pathname, search } = new URL(url);
    const on = `${init.method} ${pathname}${search}`;
    sent.push({ ...init, url, on });
    const at = left.findIndex((row) => row.on === on);
    const [row] = at < 0 ? [] : left.splice(at, 1);
    if (!row) {
      unmatched.push(on);
      throw new Error(`no row for ${on}`);
    }
    if (row.hangs) return new Promise(() => {});
    if (row.fails !== undefined) throw row.fails;
    return createResponse(row);
  };
  onTestFinished(() => {
    expect(unmatched, 'requests without a row').toEqual([]);
    expect(
      left.map((row) => row.on),
      'rows without a request',
    ).toEqual([]);
  });
  return Object.assign(fetch, { sent });
}

function createResponse(row: FetchRow): ResponseLike {
  const { body = '', status = 200, type = 'basic' } = row;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    type,
    headers: createHeaders({ 'content-type': 'application/json', ...row.headers }),
    text: async () => {
      if (row.breaks !== undefined) throw row.breaks;
      return text;
    },
  };
}

export function createHeaders(given: Readonly<Record<string, string>>): HeadersLike {
  const known = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  return { get: (name) => known.get(name.toLowerCase()) ?? null, forEach: (each) => known.forEach(each) };
}
