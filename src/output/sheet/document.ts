import { RTL_CHARACTERS } from '../../platform/escape/invisible-characters.ts';
import { type HtmlSafe, html, markCssSafe } from '../../platform/escape/markup.ts';
import { removeSlots, type SheetTranslation, type TranslatedPage, translatePage } from './translation.ts';

/** The input from which an HTML document is rendered: title, CSS, content and second language. */
export interface SheetDocument {
  readonly title: string;
  readonly css: string;
  readonly body: HtmlSafe;
  /**
   * Computes the SHA-256 digest of a text in base64. The `Content-Security-Policy` contains the digest of the CSS, so
   * that a browser allows it.
   */
  digest(text: string): string;
  readonly translation?: SheetTranslation | undefined;
  /** True if the page shows pictures from `data:` addresses. */
  readonly hasPictures?: boolean;
}

/**
 * Matches a `bdi` element without a line break. An element with a line break must stay in the page, because the CSS
 * keeps line breaks only inside `bdi` elements.
 */
const ISOLATED_TEXT = /<bdi>([^<\n]*(?:<x-[a-z]>[^<\n]*<\/x-[a-z]>)*)<\/bdi>/g;

/**
 * Removes the `bdi` elements from a page, because tens of thousands of them delay a printer by seconds. If the page or
 * the user's translations have right-to-left text, all of these elements stay.
 */
const dropNeedlessIsolates = (markup: string, terms: Iterable<string>): string =>
  RTL_CHARACTERS.test(markup) || RTL_CHARACTERS.test([...terms].join('\n'))
    ? markup
    : markup.replace(ISOLATED_TEXT, '$1');

/**
 * Renders an HTML document that loads nothing and runs no script. If `translation` is given, each translated text
 * stands after its English text.
 */
export const renderDocumentHtml = ({
  title,
  css,
  body,
  digest,
  translation,
  hasPictures = false,
}: SheetDocument): TranslatedPage => {
  const policy = `default-src 'none'; style-src 'sha256-${digest(css)}'; base-uri 'none'; form-action 'none'${hasPictures ? '; img-src data:' : ''}`;
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${markCssSafe(css)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  const page = dropNeedlessIsolates(markup, translation?.terms.values() ?? []);
  return translation === undefined ? removeSlots(page) : translatePage(page, translation);
};
