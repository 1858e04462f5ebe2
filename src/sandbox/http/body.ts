import { invalid, Refusal } from './refusal.ts';
import type { Call } from './service.ts';

export const MAXIMUM_BODY = 64 * 1024;
export const MAXIMUM_DEPTH = 64;

/** The body of a write as a JSON object; an absent body is an empty one, since every member has a default. */
export const objectBody = async ({ c }: Call): Promise<Record<string, unknown>> => {
  const text = await limitedText(c.req.raw);
  if (text.trim() === '') return {};
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) {
    throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The body must be a JSON object.');
  }
  if (isDeeper(value, MAXIMUM_DEPTH))
    throw invalid(`The body is nested deeper than ${MAXIMUM_DEPTH} levels.`);
  return value as Record<string, unknown>;
};

/** A body of 64 KiB can be nested so deeply that writing it down again overflows the stack. */
const isDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
};

/** Counts while it reads: what a sender says about the length is not to be relied upon. */
export const limitedText = async (request: Request): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAXIMUM_BODY) {
      reader.cancel().catch(() => undefined);
      throw new Refusal(413, 'BODY_TOO_LARGE', `The body is larger than ${MAXIMUM_BODY} bytes.`, {
        connection: 'close',
      });
    }
    chunks.push(value);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalid('The body is not UTF-8.');
  }
};
