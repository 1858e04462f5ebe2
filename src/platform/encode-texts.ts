/** Joins texts and encodes them as UTF-8. This takes less memory than encoding the joined text. */
export const encodeTexts = (texts: readonly string[]): Uint8Array => {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
};
