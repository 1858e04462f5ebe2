/** What XML 1.0 does not allow in any form, and lone halves of surrogate pairs. */
const ILLEGAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Bidirectional controls reorder what stands beside them; right-to-left runs are isolated instead. */
const REORDERING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RTL = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
const RIGHT_TO_LEFT = new RegExp(`[${RTL}](?:[${RTL}\\s\\-–—./²]*[${RTL}²])?`, 'g');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** One line of text, fit to stand in a document: no controls, tabs and line breaks shown as spaces. */
export const clean = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colour codes, pasted
    .replace(/\u001b\[[0-9;]*m/g, '')
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(ILLEGAL, '')
    .replace(REORDERING, '');

/** Run by run: a mark between two right-to-left values must stay between them. */
const isolated = (text: string): string => text.replace(RIGHT_TO_LEFT, '\u2068$&\u2069');

export const escaped = (text: string): string =>
  clean(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

export type Attributes = Readonly<Record<string, string | number | undefined>>;

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        ` ${name}="${typeof value === 'number' ? Number(value.toFixed(2)) : escaped(value ?? '')}"`,
    )
    .join('');

export const element = (name: string, attributes: Attributes, content = ''): string =>
  content === ''
    ? `<${name}${attributesOf(attributes)}/>`
    : `<${name}${attributesOf(attributes)}>${content}</${name}>`;

export const text = (x: number, y: number, words: string, attributes: Attributes = {}): string =>
  element('text', { x, y, ...attributes }, isolated(escaped(words)) || ' ');

/** Ids of letters, digits and single underscores, which no editor rewrites; never the same twice. */
export const idMaker = (): ((words: string) => string) => {
  const taken = new Set<string>();
  return (words) => {
    const plain = words.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'Unnamed';
    const stem = /^[A-Za-z]/.test(plain) ? plain : `N_${plain}`;
    let id = stem;
    for (let n = 2; taken.has(id); n++) id = `${stem}_${n}`;
    taken.add(id);
    return id;
  };
};
