import { MARK } from '../assistant/instructions.ts';
import { escapeUnseen } from '../border/model-text.ts';
import { isRecord } from '../json/values.ts';

type Message = Readonly<Record<string, unknown>>;

const isError = (message: Message): boolean =>
  isRecord(message.error) || (isRecord(message.result) && message.result.isError === true);

/** Says of an error, whose words may quote names of other people, what the results say of themselves. */
const marked = (message: Message): Message => {
  if (!isError(message)) return message;
  const { error, result } = message;
  if (isRecord(error))
    return { ...message, error: { ...error, message: `${String(error.message)} (${MARK._note})` } };
  const content = isRecord(result) && Array.isArray(result.content) ? result.content : [];
  return {
    ...message,
    result: { ...Object(result), content: [...content, { type: 'text', text: MARK._note }] },
  };
};

/**
 * A message of the protocol as an assistant may read it: a model is a screen. Every text in it passes the redaction of
 * the log, and signs that people do not see are spelled out. Errors carry the mark that their texts are data.
 */
export const messageForModel = <M extends object>(message: M, redact: (text: string) => string): M => {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return escapeUnseen(redact(value));
    if (Array.isArray(value)) return value.map(clean);
    return isRecord(value) ? cleanMembers(value, []) : value;
  };
  const cleanMembers = (value: Message, kept: readonly string[]): Message =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        escapeUnseen(redact(name)),
        kept.includes(name) ? member : clean(member),
      ]),
    );
  const { params, ...rest } = marked(message as Message);
  // The other side knows its requests by what it gave them, to the letter.
  const cleaned = {
    ...cleanMembers(rest, ['id']),
    ...(isRecord(params) && { params: cleanMembers(params, ['progressToken', 'requestId']) }),
  };
  return cleaned as unknown as M;
};
