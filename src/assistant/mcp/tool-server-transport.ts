import {
  findTransientError,
  formatServerMessage,
  type ResponseSummary,
  tryParseJson,
} from '../../auth/oauth/find-transient-error.ts';
import { createWebFetch, type SeenResponse, type WebFetch } from '../../auth/oauth/web-fetch.ts';
import { BeyondLimit, NotSignedIn, Unavailable } from '../../platform/errors.ts';
import { hintText, nextCommand, shellText } from '../../platform/escape/shell.ts';
import { getOwnMember, isRecord } from '../../platform/json/json-values.ts';
import { parseAnswer, serializeJson } from '../../platform/json/parse-json.ts';
import type { ToolServerSettings } from './tool-server-client.ts';

/** The `fetch` of a tool server client, which checks every answer and records its results. */
export interface ToolServerTransport {
  readonly fetch: WebFetch;
  /** Returns the results so far, as JSON with exact numbers. */
  results(): readonly string[];
  /** Clears the results of earlier requests. */
  clearResults(): void;
  /** Returns the last error of a request. The library wraps it too deeply to find it again. */
  lastError(): unknown;
  /** Rejects when the library does not accept an answer that has arrived. */
  readonly stalled: Promise<never>;
  close(): void;
}

/** Splits an answer into messages: one object, or the events of a stream. */
const splitMessages = (text: string, type: string): readonly string[] =>
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

/** Parses the messages that are JSON objects. Throws BeyondLimit for a message that is too complex. */
const parseMessages = (text: string, type: string): readonly Readonly<Record<string, unknown>>[] =>
  splitMessages(text, type).flatMap((message) => {
    try {
      const value = parseAnswer(message);
      return isRecord(value) ? [value] : [];
    } catch (error) {
      if (error instanceof BeyondLimit) throw error;
      // Text that is not JSON contains no result; the library reports the error.
      return [];
    }
  });

/** Returns the id of the request in a body; undefined for a notification, which needs no answer. */
const readSentRequestId = (body: unknown): unknown => {
  const sent = typeof body === 'string' ? tryParseJson(body) : undefined;
  return isRecord(sent) && typeof sent.method === 'string' ? getOwnMember(sent, 'id') : undefined;
};

/** Milliseconds that the library has to accept an answer. */
const ACCEPT_ANSWER_MS = 5_000;

/** Creates the error for an answer that is not of the protocol. */
const createBadAnswerError = (origin: string, why: string): Unavailable =>
  new Unavailable(`${origin} does not answer as a tool server does: ${why}`, {
    code: 'bad_answer',
    hint: shellText`is the address right? See TOILE_MCP_URL, or toile login --mcp-url`,
  });

/** Returns true for a JSON-RPC message. */
const isRpcMessage = (text: string): boolean => {
  const value = tryParseJson(text);
  return isRecord(value) && value.jsonrpc === '2.0';
};

/** The default hint for a credential that is not accepted. */
const SIGN_IN_HINT = hintText`${nextCommand`toile login`}, or toile login --web where it signs in by the browser`;

/**
 * Returns the error of an answer that is not of the protocol; undefined for an answer that the library
 * handles.
 */
const findAnswerError = (
  origin: string,
  answer: ResponseSummary,
  again = SIGN_IN_HINT,
): Error | undefined => {
  const { status, text, header } = answer;
  if (status === 401) {
    return new NotSignedIn(`the tool server does not accept the credential${formatServerMessage(text)}`, {
      details: { status },
      hint: again,
    });
  }
  if (status === 403) {
    const scope = /scope="([^"]*)"/.exec(header('www-authenticate') ?? '')?.[1];
    return new NotSignedIn(
      scope === undefined
        ? `the tool server refuses this${formatServerMessage(text)}`
        : `the credential lacks the scope ${scope}, which this tool needs`,
      {
        code: scope === undefined ? 'forbidden' : 'scope_required',
        details: { status },
        hint: nextCommand`toile me`,
      },
    );
  }
  const fault = findTransientError('the tool server', answer);
  if (fault) return fault;
  const isElsewhere = status >= 300 && status < 400;
  if (isElsewhere || (status >= 400 && !isRpcMessage(text) && status !== 405)) {
    return new Unavailable(
      `${origin} does not answer as a tool server does (${status})${formatServerMessage(text)}`,
      {
        code: 'bad_answer',
        details: { status },
        hint: shellText`is the address right? See TOILE_MCP_URL, or toile login --mcp-url`,
      },
    );
  }
  return undefined;
};

/** Creates the transport of one operation. */
export const createToolServerTransport = ({
  fetch: send,
  signal,
  signInHint,
  sleep,
}: Pick<ToolServerSettings, 'fetch' | 'signal' | 'signInHint' | 'sleep'>): ToolServerTransport => {
  const results: string[] = [];
  let refusal: unknown;
  let giveUp: (error: Error) => void = () => undefined;
  const stuck = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  // The promise may reject after the operation has ended, when nothing awaits it.
  stuck.catch(() => undefined);
  let taken = new AbortController();
  /**
   * Throws when the answer does not contain the id of the request. The body has been read to its end, so the
   * id cannot follow later; the library would wait for it for ever.
   */
  const checkAnswer = (seen: SeenResponse, id: unknown): void => {
    const { origin } = new URL(seen.url);
    const trouble = findAnswerError(origin, seen, signInHint);
    if (trouble) throw trouble;
    const found = parseMessages(seen.text, seen.type);
    for (const message of found)
      if (Object.hasOwn(message, 'result')) results.push(serializeJson(getOwnMember(message, 'result')));
    if (id === undefined || seen.status >= 300) return;
    if (!found.some((message) => getOwnMember(message, 'id') === id && !Object.hasOwn(message, 'method')))
      throw createBadAnswerError(origin, `its answer (${seen.status}) is to another request, or empty`);
    taken = new AbortController();
    sleep(ACCEPT_ANSWER_MS, taken.signal).then(
      () => giveUp(createBadAnswerError(origin, 'its answer cannot be read')),
      () => undefined,
    );
  };
  return {
    stalled: stuck,
    close: () => taken.abort(),
    results: () => results,
    clearResults: () => {
      results.length = 0;
    },
    lastError: () => refusal,
    fetch: async (url, init) => {
      taken.abort();
      try {
        const id = readSentRequestId(init?.body);
        return await createWebFetch(send, signal, (seen) => checkAnswer(seen, id))(url, init);
      } catch (error) {
        refusal = error;
        throw error;
      }
    },
  };
};
