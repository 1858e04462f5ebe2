import type { Fetch } from '../client/index.ts';
import { NotSignedIn, RateLimited, Unavailable } from '../errors.ts';
import { readJson, writeJson } from '../format/lossless.ts';
import { isRecord, own } from '../provenance/index.ts';

/** The way to a tool server: a fetch as the protocol's library wants it, over toile's own. */
export interface Wire {
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** The last result that arrived, as JSON with every number as it was sent. */
  lastResult(): string | undefined;
  /** What the server, or the way to it, refused; the library wraps it too often to find it again. */
  refusal(): unknown;
}

/** Answers of both eras: an object, or events of which one holds it. */
const messages = (text: string, type: string): readonly string[] =>
  type.startsWith('text/event-stream')
    ? text
        .split(/\r?\n\r?\n/)
        .map((event) =>
          event
            .split(/\r?\n/)
            .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
            .join('\n'),
        )
        .filter((data) => data !== '')
    : [text];

const resultIn = (text: string, type: string): string | undefined => {
  for (const message of messages(text, type)) {
    try {
      const value = readJson(message);
      if (isRecord(value) && Object.hasOwn(value, 'result')) return writeJson(own(value, 'result'));
    } catch {
      // No JSON is no result; the library says what it thinks of it.
    }
  }
  return undefined;
};

const isProtocol = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && value.jsonrpc === '2.0';
  } catch {
    return false;
  }
};

const said = (text: string): string => {
  try {
    const value: unknown = JSON.parse(text);
    const words = isRecord(value) ? (value.error ?? value.error_description) : undefined;
    if (typeof words === 'string') return `: ${words.slice(0, 300)}`;
    if (isRecord(words) && typeof words.message === 'string') return `: ${words.message.slice(0, 300)}`;
  } catch {
    // Not everything that answers speaks JSON.
  }
  return '';
};

/** What is no answer of the protocol, in toile's own words; undefined for what the library understands itself. */
const refused = (
  origin: string,
  status: number,
  text: string,
  header: (name: string) => string | null,
): Error | undefined => {
  if (status === 401) {
    return new NotSignedIn(`the tool server does not accept the credential${said(text)}`, {
      details: { status },
      hint: 'toile login, or toile login --web where it signs in by the browser',
    });
  }
  if (status === 403) {
    const scope = /scope="([^"]*)"/.exec(header('www-authenticate') ?? '')?.[1];
    return new NotSignedIn(
      scope === undefined
        ? `the tool server refuses this${said(text)}`
        : `the credential lacks the scope ${scope}, which this tool needs`,
      { code: scope === undefined ? 'forbidden' : 'scope_required', details: { status }, hint: 'toile me' },
    );
  }
  if (status === 429) {
    const seconds = Number(header('retry-after'));
    const known = Number.isFinite(seconds) && seconds > 0;
    return new RateLimited(`the rate limit of the tool server is used up${said(text)}`, {
      details: { status, ...(known && { retry_after: seconds }) },
      hint: known ? `try again in ${seconds} s` : 'try again in a few minutes',
    });
  }
  if (status >= 500)
    return new Unavailable(`the tool server failed (${status})${said(text)}`, { details: { status } });
  const isElsewhere = status >= 300 && status < 400;
  if (isElsewhere || (status >= 400 && !isProtocol(text) && status !== 405)) {
    return new Unavailable(`${origin} does not answer as a tool server does (${status})${said(text)}`, {
      code: 'bad_answer',
      details: { status },
      hint: 'is the address right? See TOILE_MCP_URL, or toile login --mcp-url',
    });
  }
  return undefined;
};

/** `send` waits, counts and explains as it does for every other request. */
export const wire = (send: Fetch, signal: AbortSignal): Wire => {
  let result: string | undefined;
  let refusal: unknown;
  return {
    lastResult: () => result,
    refusal: () => refusal,
    fetch: async (url, init = {}) => {
      // The older era offers a stream for what nobody asked; nothing here would listen to it.
      if ((init.method ?? 'GET') === 'GET') return new Response(null, { status: 405 });
      try {
        const { status, headers, text } = await send(String(url), {
          method: init.method ?? 'GET',
          headers: Object.fromEntries(new Headers(init.headers)),
          ...(typeof init.body === 'string' && { body: init.body }),
          redirect: 'manual',
          credentials: 'omit',
          signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
        });
        const body = await text();
        const type = headers.get('content-type') ?? '';
        const trouble = refused(new URL(url).origin, status, body, (name) => headers.get(name));
        if (trouble) throw trouble;
        result = resultIn(body, type) ?? result;
        const isEmpty = [101, 202, 204, 205, 304].includes(status) || body === '';
        return new Response(isEmpty ? null : body, { status, headers: { 'content-type': type } });
      } catch (error) {
        refusal = error;
        throw error;
      }
    },
  };
};
