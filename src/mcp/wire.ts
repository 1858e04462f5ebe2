import { type Answered, asJson, passingFault, said } from '../account/oauth/passing-faults.ts';
import { type WebFetch, webFetch } from '../account/oauth/web-fetch.ts';
import { advice, type Typeable, toType, typeable } from '../border/shell.ts';
import type { Fetch } from '../client/index.ts';
import { NotSignedIn, Unavailable } from '../errors.ts';
import { readJson, writeJson } from '../json/lossless.ts';
import { isRecord, own } from '../json/values.ts';

/** The way to a tool server. */
export interface Wire {
  readonly fetch: WebFetch;
  /** The results that arrived, as JSON with every number as it was sent. */
  results(): readonly string[];
  /** Those so far were of something else. */
  forgetResults(): void;
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
  const value = asJson(text);
  return isRecord(value) && value.jsonrpc === '2.0';
};

const ANOTHER = advice`${toType`toile login`}, or toile login --web where it signs in by the browser`;

/** What is no answer of the protocol, in toile's own words; undefined for what the library understands itself. */
const refused = (origin: string, answer: Answered, again = ANOTHER): Error | undefined => {
  const { status, text, header } = answer;
  if (status === 401) {
    return new NotSignedIn(`the tool server does not accept the credential${said(text)}`, {
      details: { status },
      hint: again,
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
        hint: toType`toile me`,
      },
    );
  }
  const fault = passingFault('the tool server', answer);
  if (fault) return fault;
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

/** `again` is what to type where the credential is not accepted. */
export const wire = (send: Fetch, signal: AbortSignal, again: Typeable | undefined): Wire => {
  const results: string[] = [];
  let refusal: unknown;
  const through = webFetch(send, signal, (seen) => {
    const trouble = refused(new URL(seen.url).origin, seen, again);
    if (trouble) throw trouble;
    const result = resultIn(seen.text, seen.type);
    if (result !== undefined) results.push(result);
  });
  return {
    results: () => results,
    forgetResults: () => {
      results.length = 0;
    },
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
