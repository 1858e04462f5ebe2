import { BeyondLimit, Unavailable } from '../../platform/errors.ts';
import type { ShellSafe } from '../../platform/escape/shell.ts';
import { getOwnMember, isRecord } from '../../platform/json/json-values.ts';
import { parseResponseJson } from '../../platform/json/parse-json.ts';
import { tryParseJson } from '../../platform/system/read-json-file.ts';
import type { RepeatRule, SendRequest } from '../../service/http/transport-options.ts';
import type { ResponseSummary } from './token-endpoint.ts';

/**
 * A `fetch` function with the signature that the MCP library expects. Its additional option `repeat` decides after
 * which failures a request that changes data is sent again.
 */
export type WebFetch = (
  url: string | URL,
  init?: RequestInit & { readonly repeat?: RepeatRule },
) => Promise<Response>;

/** The response of a server, as the callback `inspect` of `createWebFetch` receives it. */
export interface SeenResponse extends ResponseSummary {
  readonly url: string;
}

/** The response headers that the sign-in and tool protocols use. All other response headers are dropped. */
const PASSED_HEADERS = ['content-type', 'www-authenticate', 'retry-after', 'date'];

/**
 * Creates the fetch of the MCP library, which sends requests with `send`. `inspect` gets each response and the body of
 * its request; if `inspect` throws, the fetch rejects. The response has only the headers in PASSED_HEADERS. A GET for
 * an event stream is not sent and gets a 405.
 */
export const createWebFetch =
  (
    send: SendRequest,
    signal: AbortSignal,
    inspect: (response: SeenResponse, requestBody: unknown) => unknown = () => undefined,
  ): WebFetch =>
  async (url, init = {}) => {
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    // toile does not read the event stream that older protocol versions open, so the stream is refused.
    if (method === 'GET' && headers.get('accept')?.includes('text/event-stream')) {
      return new Response(null, { status: 405 });
    }
    const { body: requestBody, repeat } = init;
    const body = requestBody instanceof URLSearchParams ? requestBody.toString() : requestBody;
    if (requestBody instanceof URLSearchParams && !headers.has('content-type')) {
      headers.set('content-type', 'application/x-www-form-urlencoded');
    }
    const response = await send(String(url), {
      method,
      headers: Object.fromEntries(headers),
      ...(typeof body === 'string' && { body }),
      redirect: 'manual',
      credentials: 'omit',
      signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
      repeat,
    });
    const { status, headers: received } = response;
    const text = await response.text();
    inspect({ url: String(url), status, text, headers: received }, body);
    const isEmpty = [101, 202, 204, 205, 304].includes(status) || text === '';
    const passedHeaders = PASSED_HEADERS.flatMap((name) => {
      const value = received.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    return new Response(isEmpty ? null : text, { status, headers: passedHeaders });
  };

/** Splits a response into the texts of its messages. An event stream has one message for each event. */
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

/**
 * Parses the JSON-RPC messages of a response. Leaves out a message that is not a JSON object. Throws BeyondLimit for a
 * message that is too complex.
 */
const parseMessages = ({ text, headers }: SeenResponse): readonly Readonly<Record<string, unknown>>[] =>
  splitMessages(text, headers.get('content-type') ?? '').flatMap((message) => {
    try {
      const value = parseResponseJson(message);
      return isRecord(value) ? [value] : [];
    } catch (error) {
      if (error instanceof BeyondLimit) throw error;
      // A message that is not JSON is ignored. If it was the response that toile waits for, `checkResponse` or the MCP
      // library later reports that no response came.
      return [];
    }
  });

/** Returns the id of a JSON-RPC request body; undefined for a notification, which gets no response. */
const readSentRequestId = (body: unknown): unknown => {
  const sentJson = typeof body === 'string' ? tryParseJson(body) : undefined;
  return isRecord(sentJson) && typeof sentJson.method === 'string' ? getOwnMember(sentJson, 'id') : undefined;
};

const createBadResponseError = (origin: string, why: string, hint: ShellSafe): Unavailable =>
  new Unavailable(`${origin} does not respond like a tool server: ${why}`, { code: 'bad_answer', hint });

const ACCEPT_RESPONSE_MS = 5_000;

/**
 * Creates an object that watches the responses to the MCP library. The library waits forever after a response that it
 * does not accept. The promise `stalled` therefore rejects if nothing happens for five seconds after a response. `hint`
 * is the hint in the errors that the object creates.
 */
export const createResponseWatch = (
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  hint: ShellSafe,
) => {
  let rejectStalled: (error: Error) => void = () => undefined;
  const stalled = new Promise<never>((_, reject) => {
    rejectStalled = reject;
  });
  // The promise `stalled` may reject when no caller waits for it any more. This empty handler prevents an unhandled
  // rejection.
  stalled.catch(() => undefined);
  let acceptance = new AbortController();
  return {
    stalled,
    /**
     * Stops the timer that `checkResponse` starts after a valid response. Must be called when the next request begins
     * or the operation ends. Without this call, the promise `stalled` rejects when the timer ends.
     */
    settle: () => acceptance.abort(),
    /**
     * Returns the messages in the response to the request `requestBody`. Also starts the timer that `settle` stops, if
     * one message is the answer to the request. Throws Unavailable if the status is a success but no message is the
     * answer.
     */
    checkResponse(response: SeenResponse, requestBody: unknown) {
      const messages = parseMessages(response);
      const id = readSentRequestId(requestBody);
      if (id === undefined || response.status >= 300) return messages;
      const { origin } = new URL(response.url);
      if (
        !messages.some((message) => getOwnMember(message, 'id') === id && !Object.hasOwn(message, 'method'))
      )
        throw createBadResponseError(
          origin,
          `its response (${response.status}) is empty or belongs to another request`,
          hint,
        );
      acceptance.abort();
      acceptance = new AbortController();
      sleep(ACCEPT_RESPONSE_MS, acceptance.signal).then(
        () => rejectStalled(createBadResponseError(origin, 'its response cannot be parsed', hint)),
        () => undefined,
      );
      return messages;
    },
  };
};
