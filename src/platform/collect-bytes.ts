/** Bytes that arrive in chunks, in one buffer. A list of the chunks and their copy would take twice the memory. */
export interface CollectedBytes {
  readonly length: number;
  add(chunk: Uint8Array): void;
  /** Returns the bytes without copying them. */
  toBytes(): Buffer;
  /** Decodes the bytes as UTF-8, without a byte order mark. */
  toText(): string;
}

/** Creates an empty collection. `expectedLength` is only a hint: the buffer grows when it is full. */
export const collectBytes = (expectedLength = 0): CollectedBytes => {
  let bytes = Buffer.allocUnsafeSlow(expectedLength);
  let length = 0;
  const toBytes = (): Buffer => bytes.subarray(0, length);
  return {
    get length() {
      return length;
    },
    add: (chunk) => {
      if (length + chunk.length > bytes.length) {
        // The system provides memory for the unused end only when it is written.
        const enlarged = Buffer.allocUnsafeSlow(Math.max(length + chunk.length, 2 * bytes.length));
        enlarged.set(toBytes());
        bytes = enlarged;
      }
      bytes.set(chunk, length);
      length += chunk.length;
    },
    toBytes,
    // Decoding at the end is faster than appending each chunk to a text.
    toText: () => new TextDecoder().decode(toBytes()),
  };
};
