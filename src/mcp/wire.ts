import { type Answered, asJson, passingFault, said } from '../account/oauth/passing-faults.ts';
import { type Seen, type WebFetch, webFetch } from '../account/oauth/web-fetch.ts';
import { advice, toType, typeable } from '../border/shell.ts';
import { BeyondLimit, NotSignedIn, Unavailable } from '../errors.ts';
import { readAnswer, writeJson } from '../json/lossless.ts';
import { isRecord, own } from '../json/values.ts';
import type { RemoteSetting } from './remote.ts';

/** The way to a tool server. */
export interface Wire {
  readonly fetch: WebFetch;
  /** The results that arrived, as JSON with every number as it was sent. */
  results(): readonly string[];
  /** Those so far were of something else. */
  forgetResults(): void;
  /** What the server, or the way to it, refused; the library wraps it too often to find it again. */
  refusal(): unknown;
  /** Rejects where an answer arrived and the library did not take it up. */
  readonly stuck: Promise<never>;
  close(): void;
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

/** The messages that are JSON objects. Throws BeyondLimit for one that takes more work than toile spends on it. */
const readMessages = (text: string, type: string): readonly Readonly<Record<string, unknown>>[] =>
  messages(text, type).flatMap((message) => {
    try {
      const value = readAnswer(message);
      return isRecord(value) ? [value] : [];
    } catch (error) {
      if (error instanceof BeyondLimit) throw error;
      // Text that is no JSON holds no result; the library says what it thinks of it.
      return [];
    }
  });

/** The id of the request that a body carries; undefined for a notification, which wants no answer. */
const requestIdIn = (body: unknown): unknown => {
  const sent = typeof body === 'string' ? asJson(body) : undefined;
  return isRecord(sent) && typeof sent.method === 'string' ? own(sent, 'id') : undefined;
};

/** Milliseconds that the library has to take up an answer that is already here. */
const TAKE_UP_MS = 5_000;

const unanswered = (origin: string, why: string): Unavailable =>
  new Unavailable(`${origin} does not answer as a tool server does: ${why}`, {
    code: 'bad_answer',
    hint: typeable`is the address right? See TOILE_MCP_URL, or toile login --mcp-url`,
  });

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

export const wire = ({
  fetch: send,
  signal,
  again,
  sleep,
}: Pick<RemoteSetting, 'fetch' | 'signal' | 'again' | 'sleep'>): Wire => {
  const results: string[] = [];
  let refusal: unknown;
  let giveUp: (error: Error) => void = () => undefined;
  const stuck = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  // The promise may reject after the operation has ended, when nothing waits for it.
  stuck.catch(() => undefined);
  let taken = new AbortController();
  /**
   * A body is read to its end before the library gets it, so an answer that does not hold the id of the request never
   * will. The library itself would wait for such an answer for ever.
   */
  const checkAnswer = (seen: Seen, id: unknown): void => {
    const { origin } = new URL(seen.url);
    const trouble = refused(origin, seen, again);
    if (trouble) throw trouble;
    const found = readMessages(seen.text, seen.type);
    for (const message of found)
      if (Object.hasOwn(message, 'result')) results.push(writeJson(own(message, 'result')));
    if (id === undefined || seen.status >= 300) return;
    if (!found.some((message) => own(message, 'id') === id && !Object.hasOwn(message, 'method')))
      throw unanswered(origin, `its answer (${seen.status}) is to another request, or empty`);
    taken = new AbortController();
    sleep(TAKE_UP_MS, taken.signal).then(
      () => giveUp(unanswered(origin, 'its answer cannot be read')),
      () => undefined,
    );
  };
  return {
    stuck,
    close: () => taken.abort(),
    results: () => results,
    forgetResults: () => {
      results.length = 0;
    },
    refusal: () => refusal,
    fetch: async (url, init) => {
      taken.abort();
      try {
        const id = requestIdIn(init?.body);
        return await webFetch(send, signal, (seen) => checkAnswer(seen, id))(url, init);
      } catch (error) {
        refusal = error;
        throw error;
      }
    },
  };
};
