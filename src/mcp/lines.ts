import { countValues } from '../json/look.ts';
import { isRecord, own } from '../json/values.ts';
import { ANSWER } from '../size-limits.ts';

/** What becomes of a line of input: messages for the server, and answers for which it need not be asked. */
export interface Sorted {
  readonly messages: readonly unknown[];
  readonly answers: readonly object[];
  /** The messages came together, so that their answers go back together. */
  readonly together: boolean;
  /** For the log. */
  readonly trouble?: string;
}

/** The one version in which messages may come together. */
export const BATCHED = '2025-03-26';
/** The versions whose every request says which it is of. */
const SAID_EACH_TIME = ['2026-07-28'];
const VERSION_MEMBER = 'io.modelcontextprotocol/protocolVersion';

const refused = (id: unknown, code: number, message: string, data?: object): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data && { data }) },
});

const none: Sorted = { messages: [], answers: [], together: false };

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, key) => (isRecord(inside) ? own(inside, key) : undefined), value);

/** The id of a request; undefined for what wants no answer. */
export const requestId = (message: unknown): unknown =>
  typeof at(message, 'method') === 'string' ? at(message, 'id') : undefined;

/** The version that a message opens the older era with. */
export const opensWith = (message: unknown): unknown =>
  at(message, 'method') === 'initialize' ? at(message, 'params', 'protocolVersion') : undefined;

/** A version of which no request can be; undefined for one that can, and for what says none. */
const strange = (message: unknown): string | undefined => {
  const said = at(message, 'params', '_meta', VERSION_MEMBER);
  return typeof said === 'string' && !SAID_EACH_TIME.includes(said) ? said : undefined;
};

/** Levels of a message: far more than any has, and few enough for each of the libraries that walk through it. */
const MOST_LEVELS = 200;
const MEMBERS: readonly string[] = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/** Why a message is none of the protocol, which the library would pass over in silence; undefined where it is one. */
const faultOf = (message: unknown): string | undefined => {
  if (!isRecord(message)) return 'A message is an object.';
  if (own(message, 'jsonrpc') !== '2.0') return 'A message says "jsonrpc": "2.0".';
  if (Object.keys(message).some((name) => !MEMBERS.includes(name))) return 'A message has another member.';
  const { id, params } = message;
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id))
    return 'An id is a text or a whole number below 2^53.';
  if (params !== undefined && !isRecord(params)) return 'The parameters are an object.';
  return undefined;
};

const one = (message: unknown): Sorted => {
  const fault = faultOf(message);
  if (fault !== undefined) {
    const id = at(message, 'id');
    const answerTo = typeof id === 'string' || Number.isSafeInteger(id) ? id : null;
    return { ...none, answers: [refused(answerTo, -32600, fault)], trouble: 'a message was refused' };
  }
  const requested = strange(message);
  if (requested === undefined) return { ...none, messages: [message] };
  const id = requestId(message);
  // The library looks at the version of the first request alone.
  const data = { supported: SAID_EACH_TIME, requested };
  const answer = refused(id, -32022, `Unsupported protocol version: ${requested}`, data);
  return { ...none, answers: id === undefined ? [] : [answer] };
};

/** Sorts a line, in a talk that was opened with `version`. */
export const sorted = (line: string, version: unknown): Sorted => {
  const text = line.replace(/^\uFEFF/, '');
  const { levels, values } = countValues(text, ANSWER.values);
  if (levels > MOST_LEVELS || values > ANSWER.values)
    return {
      ...none,
      answers: [refused(null, -32600, 'The message is nested too deep, or holds too many values.')],
      trouble: 'a message that is nested too deep, or holds too many values, was refused',
    };
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    const answers = [refused(null, -32700, 'The line is no JSON.')];
    return { ...none, answers, trouble: 'a line that is no JSON was refused' };
  }
  if (!Array.isArray(read)) return one(read);
  if (read.length === 0) return { ...none, answers: [refused(null, -32600, 'The batch is empty.')] };
  if (version === BATCHED) return { ...none, messages: read, together: true };
  const answers = read
    .map(requestId)
    .filter((id) => id !== undefined)
    .map((id) => refused(id, -32600, `Batches belong to ${BATCHED} alone: send each message by itself.`));
  return { ...none, answers, trouble: 'a batch was refused' };
};
