import { getOwnMember, isRecord } from '../../platform/json/json-values.ts';
import { countValues } from '../../platform/json/written-numbers.ts';
import { ANSWER_LIMITS } from '../../platform/size-limits.ts';

/** The result of one line of input: messages for the server, and answers that need no server. */
export interface LineMessages {
  readonly messages: readonly unknown[];
  readonly answers: readonly object[];
  /** The messages came as a batch, so that their answers are sent as a batch. */
  readonly isBatch: boolean;
  /** A warning for the log. */
  readonly warning?: string;
}

/** The only protocol version with batches. */
export const BATCH_VERSION = '2025-03-26';
/** The protocol versions in which every request names its version. */
const STATELESS_VERSIONS = ['2026-07-28'];
const VERSION_MEMBER = 'io.modelcontextprotocol/protocolVersion';

/** Creates an error response of JSON-RPC. */
const createRpcError = (id: unknown, code: number, message: string, data?: object): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data && { data }) },
});

const NO_MESSAGES: LineMessages = { messages: [], answers: [], isBatch: false };

/** Returns the member at a path; undefined when there is none. */
const readNestedMember = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, key) => (isRecord(inside) ? getOwnMember(inside, key) : undefined), value);

/** Returns the id of a request; undefined for a message that needs no answer. */
export const readRequestId = (message: unknown): unknown =>
  typeof readNestedMember(message, 'method') === 'string' ? readNestedMember(message, 'id') : undefined;

/** Returns the protocol version of an `initialize` request; undefined for any other message. */
export const readInitializeVersion = (message: unknown): unknown =>
  readNestedMember(message, 'method') === 'initialize'
    ? readNestedMember(message, 'params', 'protocolVersion')
    : undefined;

/** Returns the protocol version that a message names if it is unknown; undefined otherwise. */
const findUnknownVersion = (message: unknown): string | undefined => {
  const said = readNestedMember(message, 'params', '_meta', VERSION_MEMBER);
  return typeof said === 'string' && !STATELESS_VERSIONS.includes(said) ? said : undefined;
};

/** The deepest nesting of a message. Real messages need far less, and the libraries can handle it. */
const MAX_MESSAGE_LEVELS = 200;
const MESSAGE_MEMBERS: readonly string[] = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/**
 * Explains why a message does not follow the protocol, because the library would ignore it silently;
 * undefined for a valid message.
 */
const findMessageFault = (message: unknown): string | undefined => {
  if (!isRecord(message)) return 'A message is an object.';
  if (getOwnMember(message, 'jsonrpc') !== '2.0') return 'A message says "jsonrpc": "2.0".';
  if (Object.keys(message).some((name) => !MESSAGE_MEMBERS.includes(name)))
    return 'A message has another member.';
  const { id, params } = message;
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id))
    return 'An id is a text or a whole number below 2^53.';
  if (params !== undefined && !isRecord(params)) return 'The parameters are an object.';
  return undefined;
};

/** Passes on a message, or answers it with an error if it is invalid or of an unknown version. */
const checkMessage = (message: unknown): LineMessages => {
  const fault = findMessageFault(message);
  if (fault !== undefined) {
    const id = readNestedMember(message, 'id');
    const answerTo = typeof id === 'string' || Number.isSafeInteger(id) ? id : null;
    return {
      ...NO_MESSAGES,
      answers: [createRpcError(answerTo, -32600, fault)],
      warning: 'a message was refused',
    };
  }
  const requested = findUnknownVersion(message);
  if (requested === undefined) return { ...NO_MESSAGES, messages: [message] };
  const id = readRequestId(message);
  // The library checks the version of the first request only.
  const data = { supported: STATELESS_VERSIONS, requested };
  const answer = createRpcError(id, -32022, `Unsupported protocol version: ${requested}`, data);
  return { ...NO_MESSAGES, answers: id === undefined ? [] : [answer] };
};

/** Parses a line of input, in a session that was opened with `version`. */
export const parseInputLine = (line: string, version: unknown): LineMessages => {
  const text = line.replace(/^\uFEFF/, '');
  const { levels, values } = countValues(text, ANSWER_LIMITS.values);
  if (levels > MAX_MESSAGE_LEVELS || values > ANSWER_LIMITS.values)
    return {
      ...NO_MESSAGES,
      answers: [createRpcError(null, -32600, 'The message is nested too deep, or holds too many values.')],
      warning: 'a message that is nested too deep, or holds too many values, was refused',
    };
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    const answers = [createRpcError(null, -32700, 'The line is no JSON.')];
    return { ...NO_MESSAGES, answers, warning: 'a line that is no JSON was refused' };
  }
  if (!Array.isArray(read)) return checkMessage(read);
  if (read.length === 0)
    return { ...NO_MESSAGES, answers: [createRpcError(null, -32600, 'The batch is empty.')] };
  if (version === BATCH_VERSION) return { ...NO_MESSAGES, messages: read, isBatch: true };
  const answers = read
    .map(readRequestId)
    .filter((id) => id !== undefined)
    .map((id) =>
      createRpcError(id, -32600, `Batches belong to ${BATCH_VERSION} alone: send each message separately.`),
    );
  return { ...NO_MESSAGES, answers, warning: 'a batch was refused' };
};
