/** Returns the indented block of a help text that follows the line. */
export const findBlockAfter = (text: string, title: string): string => {
  if (!text.includes(title)) throw new Error(`there is no block after "${title}"`);
  const lines = text.slice(text.indexOf(title)).split('\n').slice(2);
  return `${lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('    ')),
    )
    .map((line) => line.slice(4))
    .join('\n')}\n`;
};
