import { typeable } from '../border/shell.ts';
import type { Fetch } from '../client/index.ts';
import { NotSignedIn, RateLimited, Unavailable } from '../errors.ts';
import { readJson, writeJson } from '../format/lossless.ts';
import { isRecord, own } from '../provenance/index.ts';
import { type WebFetch, webFetch } from './web-fetch.ts';

/** The way to a tool server. */
export interface Wire {
  readonly fetch: WebFetch;
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
      hint: typeable`toile login, or toile login --web where it signs in by the browser`,
    });
  }
  if (status === 403) {
    const scope = /scope="([^"]*)"/.exec(header('www-authenticate') ?? '')?.[1];
    return new NotSignedIn(
      scope === undefined
        ? `the tool server refuses this${said(text)}`
        : `the credential lacks the scope ${scope}, which this tool needs`,
      {
        code: scope === undefined ? 'forbidden' : 'scope_required',
        details: { status },
        hint: typeable`toile me`,
      },
    );
  }
  if (status === 429) {
    const seconds = Number(header('retry-after'));
    const known = Number.isFinite(seconds) && seconds > 0;
    return new RateLimited(`the rate limit of the tool server is used up${said(text)}`, {
      details: { status, ...(known && { retry_after: seconds }) },
      hint: known ? typeable`try again in ${seconds} s` : typeable`try again in a few minutes`,
    });
  }
  if (status >= 500)
    return new Unavailable(`the tool server failed (${status})${said(text)}`, { details: { status } });
  const isElsewhere = status >= 300 && status < 400;
  if (isElsewhere || (status >= 400 && !isProtocol(text) && status !== 405)) {
    return new Unavailable(`${origin} does not answer as a tool server does (${status})${said(text)}`, {
      code: 'bad_answer',
      details: { status },
      hint: typeable`is the address right? See TOILE_MCP_URL, or toile login --mcp-url`,
    });
  }
  return undefined;
};

export const wire = (send: Fetch, signal: AbortSignal): Wire => {
  let result: string | undefined;
  let refusal: unknown;
  const through = webFetch(send, signal, ({ url, status, text, type, header }) => {
    const trouble = refused(new URL(url).origin, status, text, header);
    if (trouble) throw trouble;
    result = resultIn(text, type) ?? result;
  });
  return {
    lastResult: () => result,
    refusal: () => refusal,
    fetch: async (url, init) => {
      try {
        return await through(url, init);
      } catch (error) {
        refusal = error;
        throw error;
      }
    },
  };
};
