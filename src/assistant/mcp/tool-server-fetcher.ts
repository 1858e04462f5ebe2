import {
  findTransientError,
  formatServerMessage,
  type ResponseSummary,
} from '../../auth/oauth/token-endpoint.ts';
import {
  createResponseWatch,
  createWebFetch,
  type SeenResponse,
  type WebFetch,
} from '../../auth/oauth/web-fetch.ts';
import { NotSignedIn, Unavailable } from '../../platform/errors.ts';
import { hintText, nextCommand, shellText } from '../../platform/escape/shell.ts';
import { getOwnMember, isRecord, toJsonText } from '../../platform/json/json-values.ts';
import { tryParseJson } from '../../platform/system/read-json-file.ts';
import type { ToolServerSettings } from './tool-server-client.ts';

const isRpcMessage = (text: string): boolean => {
  const value = tryParseJson(text);
  return isRecord(value) && value.jsonrpc === '2.0';
};

/** The hint for an address that does not respond like a tool server. */
export const TOOL_SERVER_ADDRESS_HINT = shellText`check the address: TOILE_MCP_URL, or toile login --mcp-url`;

const SIGN_IN_HINT = hintText`${nextCommand`toile login`}, or toile login --web to sign in with a browser`;

/**
 * Returns the error for a response that the MCP library cannot handle, for example a rejected credential or a response
 * that does not follow the protocol. Returns undefined for any other response.
 */
const findResponseError = (
  origin: string,
  response: ResponseSummary,
  signInHint = SIGN_IN_HINT,
): Error | undefined => {
  const { status, text, headers } = response;
  if (status === 401) {
    return new NotSignedIn(`the tool server rejected the credential${formatServerMessage(text)}`, {
      details: { status },
      hint: signInHint,
    });
  }
  if (status === 403) {
    const scope = /scope="([^"]*)"/.exec(headers.get('www-authenticate') ?? '')?.[1];
    return new NotSignedIn(
      scope === undefined
        ? `the tool server refused the request${formatServerMessage(text)}`
        : `the credential lacks the scope ${scope}, which this tool needs`,
      {
        code: scope === undefined ? 'forbidden' : 'scope_required',
        details: { status },
        hint: nextCommand`toile me`,
      },
    );
  }
  const transientError = findTransientError('the tool server', response);
  if (transientError) return transientError;
  const isElsewhere = status >= 300 && status < 400;
  if (isElsewhere || (status >= 400 && !isRpcMessage(text) && status !== 405)) {
    return new Unavailable(
      `${origin} does not respond like a tool server (${status})${formatServerMessage(text)}`,
      {
        code: 'bad_answer',
        details: { status },
        hint: TOOL_SERVER_ADDRESS_HINT,
      },
    );
  }
  return undefined;
};

/**
 * Creates the `fetch` of a tool server client, which checks each response and rejects if the response does not follow
 * the protocol. `getResults()` returns the results that were received after the last `clearResults()`. `getLastError()`
 * returns the last error of a request.
 */
export const createToolServerFetcher = ({
  fetch: send,
  signal,
  signInHint,
  sleep,
}: Pick<ToolServerSettings, 'fetch' | 'signal' | 'signInHint' | 'sleep'>) => {
  const results: string[] = [];
  let latestError: unknown;
  const watch = createResponseWatch(sleep, TOOL_SERVER_ADDRESS_HINT);
  const checkResponse = (response: SeenResponse, requestBody: unknown): void => {
    const responseError = findResponseError(new URL(response.url).origin, response, signInHint);
    if (responseError) throw responseError;
    for (const message of watch.checkResponse(response, requestBody))
      if (Object.hasOwn(message, 'result')) results.push(toJsonText(getOwnMember(message, 'result')));
  };
  return {
    /** A promise that rejects if the MCP library does not process a response that has arrived. */
    stalled: watch.stalled,
    close: watch.settle,
    /** Returns the results recorded so far as JSON text. Numbers stay as the server wrote them: `56.0`. */
    getResults: () => results,
    clearResults: () => {
      results.length = 0;
    },
    /** Returns the last error of a request, because the error that the MCP library throws does not contain it. */
    getLastError: () => latestError,
    fetch: (async (url, init) => {
      watch.settle();
      try {
        return await createWebFetch(send, signal, checkResponse)(url, init);
      } catch (error) {
        latestError = error;
        throw error;
      }
    }) satisfies WebFetch,
  };
};

/** The `fetch` of a tool server client, with functions that return the received results and the last error. */
export type ToolServerFetcher = ReturnType<typeof createToolServerFetcher>;
