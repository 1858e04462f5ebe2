import { measureJson } from '../../platform/json/check-json.ts';
import { getOwnMember, isRecord } from '../../platform/json/json-values.ts';
import { RESPONSE_LIMITS } from '../../platform/size-limits.ts';

/**
 * The result of parsing one line of input. `messages` are the valid messages, and `responses` are the error responses
 * to the invalid messages.
 */
interface LineMessages {
  readonly messages: readonly unknown[];
  readonly responses: readonly object[];
  /** True if the messages came as a batch, so that their responses must be sent as a batch too. */
  readonly isBatch: boolean;
  readonly warning?: string;
}

/** The only protocol version that allows batches, which are several messages in one JSON array. */
const BATCH_VERSION = '2025-03-26';
/** The MCP versions in which each request contains the protocol version that it uses. */
const STATELESS_VERSIONS = ['2026-07-28'];
const VERSION_MEMBER = 'io.modelcontextprotocol/protocolVersion';

const createRpcError = (id: unknown, code: number, message: string, data?: object): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data && { data }) },
});

const NO_MESSAGES: LineMessages = { messages: [], responses: [], isBatch: false };

const readNestedMember = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((parent, key) => (isRecord(parent) ? getOwnMember(parent, key) : undefined), value);

/** Returns the id of a request; undefined for a notification or a response. */
export const readRequestId = (message: unknown): unknown =>
  typeof readNestedMember(message, 'method') === 'string' ? readNestedMember(message, 'id') : undefined;

/** Returns the protocol version of an `initialize` request; undefined for any other message. */
export const readInitializeVersion = (message: unknown): unknown =>
  readNestedMember(message, 'method') === 'initialize'
    ? readNestedMember(message, 'params', 'protocolVersion')
    : undefined;

const findUnknownVersion = (message: unknown): string | undefined => {
  const version = readNestedMember(message, 'params', '_meta', VERSION_MEMBER);
  return typeof version === 'string' && !STATELESS_VERSIONS.includes(version) ? version : undefined;
};

/** The maximum nesting depth of a message. Real messages are far less deep, and the libraries can handle this depth. */
const MAX_MESSAGE_LEVELS = 200;
const MESSAGE_MEMBERS: readonly string[] = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/** Methods that always return their whole list on one page. A request for a further page, with a cursor, is invalid. */
const UNPAGED_LISTS: readonly unknown[] = ['tools/list', 'prompts/list', 'resources/templates/list'];

const isResponse = (message: Readonly<Record<string, unknown>>): boolean =>
  message.id !== undefined && (isRecord(message.result) || isRecord(message.error));

/**
 * Returns the reason why a message is invalid; undefined for a valid message. The MCP library would ignore an invalid
 * message without a response.
 */
const explainFault = (message: unknown): string | undefined => {
  if (!isRecord(message)) return 'A message must be an object.';
  if (getOwnMember(message, 'jsonrpc') !== '2.0') return 'A message must have "jsonrpc": "2.0".';
  if (Object.keys(message).some((name) => !MESSAGE_MEMBERS.includes(name)))
    return 'The message has an unknown member.';
  const { id, params, method } = message;
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id))
    return 'An id must be a string or an integer below 2^53.';
  if (method === undefined ? !isResponse(message) : typeof method !== 'string')
    return 'A message must have a method (a string), or a result or an error.';
  return params === undefined || isRecord(params) ? undefined : 'params must be an object.';
};

/**
 * Returns the error response to a message that is invalid or has an unknown cursor; undefined for any other message.
 */
const findMessageFault = (message: unknown): object | undefined => {
  const id = readNestedMember(message, 'id');
  const fault = explainFault(message);
  if (fault !== undefined)
    return createRpcError(typeof id === 'string' || Number.isSafeInteger(id) ? id : null, -32600, fault);
  const isUnknownCursor =
    UNPAGED_LISTS.includes(readNestedMember(message, 'method')) &&
    readNestedMember(message, 'params', 'cursor') !== undefined;
  return isUnknownCursor && id !== undefined
    ? createRpcError(id, -32602, 'Unknown cursor: this list has one page.')
    : undefined;
};

/** Returns the message if it is valid and its protocol version is supported; otherwise an error response to it. */
const checkMessage = (message: unknown): LineMessages => {
  const fault = findMessageFault(message);
  if (fault !== undefined) return { ...NO_MESSAGES, responses: [fault], warning: 'a message was refused' };
  const requested = findUnknownVersion(message);
  if (requested === undefined) return { ...NO_MESSAGES, messages: [message] };
  const id = readRequestId(message);
  // The MCP library checks the protocol version of the first request only, so every request is checked here.
  const data = { supported: STATELESS_VERSIONS, requested };
  const response = createRpcError(id, -32022, `Unsupported protocol version: ${requested}`, data);
  return { ...NO_MESSAGES, responses: id === undefined ? [] : [response] };
};

/**
 * The result of parsing the text of a message: the parsed value, or the error response (`fault`) and a warning for the
 * log.
 */
type ParsedMessage =
  | { readonly value: unknown; readonly fault?: undefined }
  | { readonly fault: object; readonly warning: string };

/** Parses the text of a message or batch. Its depth is checked first, because deep nesting could exhaust the stack. */
const parseMessageText = (text: string): ParsedMessage => {
  const { levels, values } = measureJson(text, RESPONSE_LIMITS.values);
  if (levels > MAX_MESSAGE_LEVELS || values > RESPONSE_LIMITS.values)
    return {
      fault: createRpcError(null, -32600, 'The message is nested too deeply or has too many values.'),
      warning: 'a message was refused: it is nested too deeply or has too many values',
    };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return {
      fault: createRpcError(null, -32700, 'The message is not valid JSON.'),
      warning: 'a line was refused: it is not valid JSON',
    };
  }
};

/**
 * Returns the HTTP response that reports the error of an MCP message. Its status is 200 for an unknown cursor, and 400
 * for other errors. Returns undefined for a valid message and for a batch, which the MCP library handles.
 */
export const createFaultResponse = (text: string): Response | undefined => {
  const parsed = parseMessageText(text.replace(/^\uFEFF/, ''));
  if (parsed.fault !== undefined) return Response.json(parsed.fault, { status: 400 });
  const fault = Array.isArray(parsed.value) ? undefined : findMessageFault(parsed.value);
  const isRefused = explainFault(parsed.value) !== undefined;
  return fault && Response.json(fault, { status: isRefused ? 400 : 200 });
};

/**
 * Parses one line of input. Returns its valid messages, and the error responses to the invalid ones. `version` is the
 * protocol version of the session, undefined before it is opened. Only BATCH_VERSION accepts a batch.
 */
export const parseInputLine = (line: string, version: unknown): LineMessages => {
  const parsed = parseMessageText(line.replace(/^\uFEFF/, ''));
  if (parsed.fault !== undefined)
    return { ...NO_MESSAGES, responses: [parsed.fault], warning: parsed.warning };
  const { value: input } = parsed;
  if (!Array.isArray(input)) return checkMessage(input);
  if (input.length === 0)
    return { ...NO_MESSAGES, responses: [createRpcError(null, -32600, 'The batch is empty.')] };
  if (version === BATCH_VERSION) {
    const faults = input.flatMap((message) => findMessageFault(message) ?? []);
    return {
      messages: input.filter((message) => findMessageFault(message) === undefined),
      responses: faults,
      isBatch: true,
      ...(faults.length > 0 && { warning: 'a message was refused' }),
    };
  }
  const responses = input
    .map(readRequestId)
    .filter((id) => id !== undefined)
    .map((id) =>
      createRpcError(
        id,
        -32600,
        `Only protocol version ${BATCH_VERSION} supports batches: send each message separately.`,
      ),
    );
  return { ...NO_MESSAGES, responses, warning: 'a batch was refused' };
};
