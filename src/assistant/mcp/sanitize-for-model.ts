import { escapeForModel } from '../../platform/escape/invisible-characters.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { DATA_NOTE } from '../instructions.ts';

/** A message of the protocol. */
type ProtocolMessage = Readonly<Record<string, unknown>>;

/** Returns true for an error, and for an error result of a tool. */
const isErrorMessage = (message: ProtocolMessage): boolean =>
  isRecord(message.error) || (isRecord(message.result) && message.result.isError === true);

/**
 * Adds the note that texts are data to an error, because its message may quote names that other people
 * wrote.
 */
const addDataNote = (message: ProtocolMessage): ProtocolMessage => {
  if (!isErrorMessage(message)) return message;
  const { error, result } = message;
  if (isRecord(error))
    return { ...message, error: { ...error, message: `${String(error.message)} (${DATA_NOTE._note})` } };
  const content = isRecord(result) && Array.isArray(result.content) ? result.content : [];
  return {
    ...message,
    result: { ...Object(result), content: [...content, { type: 'text', text: DATA_NOTE._note }] },
  };
};

/**
 * Sanitizes a message for a model: every text is redacted like the log, and invisible characters are
 * escaped. Ids and progress tokens stay unchanged, because the client recognizes its requests by them.
 */
export const sanitizeMessageForModel = <M extends object>(
  message: M,
  redact: (text: string) => string,
): M => {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return escapeForModel(redact(value));
    if (Array.isArray(value)) return value.map(clean);
    return isRecord(value) ? cleanMembers(value, []) : value;
  };
  const cleanMembers = (value: ProtocolMessage, kept: readonly string[]): ProtocolMessage =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        escapeForModel(redact(name)),
        kept.includes(name) ? member : clean(member),
      ]),
    );
  const { params, ...rest } = addDataNote(message as ProtocolMessage);
  // Ids and progress tokens stay unchanged, because the other side matches its requests by them.
  const cleaned = {
    ...cleanMembers(rest, ['id']),
    ...(isRecord(params) && { params: cleanMembers(params, ['progressToken', 'requestId']) }),
  };
  return cleaned as unknown as M;
};
