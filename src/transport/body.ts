import { typeable } from '../border/shell.ts';
import { BeyondLimit } from '../errors.ts';
import { ANSWER } from '../size-limits.ts';
import { roomForText } from '../system/memory.ts';
import type { RawFetch } from './options.ts';

type Response = Awaited<ReturnType<RawFetch>>;
/**
 * The text of an answer, counted as it is unpacked. Throws BeyondLimit for one that is longer than is read; of one
 * that failed the beginning is enough, and given. `heard` is told of every piece.
 */
export const boundedText = async (response: Response, heard?: () => void): Promise<string> => {
  const { status, headers } = response;
  const failed = status >= 400 && status !== 402;
  const most = failed ? ANSWER.errorBytes : Math.min(ANSWER.bytes, roomForText());
  if (!failed && Number(headers.get('content-length')) > most) throw tooLong(most);
  const reader = response.body?.getReader();
  if (!reader) {
    const text = await response.text();
    if (text.length <= most) return text;
    if (failed) return text.slice(0, most);
    throw tooLong(most);
  }
  // Read at once: a text that grows by its end takes twice as long to look through, and many small ones to tidy up.
  const pieces: Uint8Array[] = [];
  const textOf = (): string => new TextDecoder().decode(Buffer.concat(pieces));
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    heard?.();
    if (done) return textOf();
    if (value) pieces.push(value);
    bytes += value?.length ?? 0;
    if (bytes <= most) continue;
    void reader.cancel?.().catch(() => undefined);
    if (failed) return textOf();
    throw tooLong(most);
  }
};

const inMiB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MiB`;

const tooLong = (most: number): BeyondLimit =>
  most < ANSWER.bytes
    ? new BeyondLimit(`the answer is longer than ${inMiB(most)}, and there is no memory for more`, {
        code: 'too_little_memory',
        hint: typeable`give it more: NODE_OPTIONS=--max-old-space-size=512`,
      })
    : new BeyondLimit(`the answer is longer than ${inMiB(most)}, which is more than toile reads`, {
        code: 'answer_too_large',
        hint: typeable`if the address is right, tell whoever runs the service`,
      });
