/** Renders text, elements and ids of an SVG document. */

/** Matches characters that XML 1.0 does not allow in any form, and lone surrogates. */
const ILLEGAL_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the control characters to remove
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Matches the invisible characters that set the direction of text. They are removed from texts; `wrapRtlRuns` later
 * adds its own.
 */
const BIDI_CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RTL_RANGES = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
const RTL_RUN = new RegExp(`[${RTL_RANGES}](?:[${RTL_RANGES}\\s\\-–—./²]*[${RTL_RANGES}²])?`, 'g');

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Returns a text on one line without control characters and colour codes. Tabs and line breaks become spaces. */
export const cleanXmlText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches colour codes in text copied from a terminal
    .replace(/\u001b\[[0-9;]*m/g, '')
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(ILLEGAL_XML, '')
    .replace(BIDI_CONTROLS, '');

/**
 * Encloses each right-to-left part of a text in isolation characters. Without them, a provenance mark between two such
 * parts could be displayed at another place.
 */
const wrapRtlRuns = (text: string): string => text.replace(RTL_RUN, '\u2068$&\u2069');

/** Cleans a text with `cleanXmlText` and escapes it for XML elements and attributes. */
export const escapeXmlText = (text: string): string =>
  cleanXmlText(text).replace(/[&<>"']/g, (char) => XML_ENTITIES[char] ?? char);

type XmlAttributes = Readonly<Record<string, string | number | undefined>>;

const formatXmlAttributes = (attributes: XmlAttributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        ` ${name}="${typeof value === 'number' ? Number(value.toFixed(2)) : escapeXmlText(value ?? '')}"`,
    )
    .join('');

/** Renders an element. The attributes are escaped here; `content` must already be escaped. */
export const renderSvgElement = (name: string, attributes: XmlAttributes, content = ''): string =>
  content === ''
    ? `<${name}${formatXmlAttributes(attributes)}/>`
    : `<${name}${formatXmlAttributes(attributes)}>${content}</${name}>`;

/** Renders a text element at a position in millimetres. The text is escaped; an empty text becomes a space. */
export const renderSvgText = (x: number, y: number, text: string, attributes: XmlAttributes = {}): string =>
  renderSvgElement('text', { x, y, ...attributes }, wrapRtlRuns(escapeXmlText(text)) || ' ');

/**
 * Creates a function that converts words to an SVG id of letters, digits and `_`. The ids are unique: a second
 * `Seam_side` becomes `Seam_side_2`.
 */
export const createIdMaker = (): ((words: string) => string) => {
  const usedIds = new Set<string>();
  return (words) => {
    const sanitized = words.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'Unnamed';
    const stem = /^[A-Za-z]/.test(sanitized) ? sanitized : `N_${sanitized}`;
    let id = stem;
    for (let n = 2; usedIds.has(id); n++) id = `${stem}_${n}`;
    usedIds.add(id);
    return id;
  };
};

/** The margin of the sheet in millimetres. */
export const SHEET_MARGIN = 10;
/** The usual size of text in millimetres. */
export const SVG_FONT_SIZE = 3.2;
/** The fonts of all text: the value of the SVG attribute `font-family`. */
export const SVG_FONT_FAMILY = 'Helvetica, Arial, sans-serif';
export const INK_COLOR = '#000000';
/** The size in millimetres of the dashed frame that replaces an unknown outline. */
export const EMPTY_FRAME = { width: 68, height: 100 };
