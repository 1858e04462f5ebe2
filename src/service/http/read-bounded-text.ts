import { BeyondLimit } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { ANSWER_LIMITS } from '../../platform/size-limits.ts';
import { estimateTextLimit, MIN_TEXT_BYTES } from '../../platform/system/memory-limit.ts';
import type { RawFetch } from './transport-options.ts';

type StreamedResponse = Awaited<ReturnType<RawFetch>>;
/**
 * Reads the text of a response up to the size limit, counted after decompression. Throws BeyondLimit for a
 * longer one; of an error response it returns the beginning. Calls `heard` for each chunk.
 */
export const readBoundedText = async (response: StreamedResponse, heard?: () => void): Promise<string> => {
  const { status, headers } = response;
  const failed = status >= 400 && status !== 402;
  const declared = Number(headers.get('content-length'));
  // The memory of the process is read only for a long response, because reading it loads a module of Node.
  let most = failed ? ANSWER_LIMITS.errorBytes : MIN_TEXT_BYTES;
  const isTooLong = (bytes: number): boolean => {
    if (!failed && bytes > most) most = Math.min(ANSWER_LIMITS.bytes, estimateTextLimit());
    return bytes > most;
  };
  if (!failed && isTooLong(declared)) throw createResponseTooLargeError(most);
  const reader = response.body?.getReader();
  if (!reader) {
    const text = await response.text();
    if (!isTooLong(text.length)) return text;
    if (failed) return text.slice(0, most);
    throw createResponseTooLargeError(most);
  }
  // Chunks are decoded at once: text that grows by appending takes twice as long to search and leaves much garbage.
  const pieces: Uint8Array[] = [];
  const textOf = (): string => new TextDecoder().decode(Buffer.concat(pieces));
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    heard?.();
    if (done) return textOf();
    if (value) pieces.push(value);
    bytes += value?.length ?? 0;
    if (!isTooLong(bytes)) continue;
    void reader.cancel?.().catch(() => undefined);
    if (failed) return textOf();
    throw createResponseTooLargeError(most);
  }
};

const formatMebibytes = (bytes: number): string =>
  `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MiB`;

const createResponseTooLargeError = (most: number): BeyondLimit =>
  most < ANSWER_LIMITS.bytes
    ? new BeyondLimit(`the answer is longer than ${formatMebibytes(most)}, and there is no memory for more`, {
        code: 'too_little_memory',
        hint: shellText`give it more: NODE_OPTIONS=--max-old-space-size=512`,
      })
    : new BeyondLimit(`the answer is longer than ${formatMebibytes(most)}, which is more than toile reads`, {
        code: 'answer_too_large',
        hint: shellText`if the address is right, contact support`,
      });
