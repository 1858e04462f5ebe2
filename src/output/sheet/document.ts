import { RTL_CHARACTERS } from '../../platform/escape/invisible-characters.ts';
import { type HtmlSafe, html, markCssSafe } from '../../platform/escape/markup.ts';
import { createTranslator, removeSlots, type SheetTranslation, type TranslatedPage } from './translation.ts';

/** The input from which an HTML document is rendered: title, CSS, content and second language. */
export interface SheetDocument {
  readonly title: string;
  readonly css: string;
  /** The parts of the body. They are read once, in order. */
  readonly body: Iterable<HtmlSafe>;
  /**
   * Computes the SHA-256 digest of a text in base64. The `Content-Security-Policy` contains the digest of the CSS, so
   * that a browser allows it.
   */
  digest(text: string): string;
  readonly translation?: SheetTranslation | undefined;
  /** True if the page shows pictures from `data:` addresses. */
  readonly hasPictures?: boolean;
}

/** The end of a section of the body, which is a part of its own. */
export const SECTION_END = html`</section>\n`;

/**
 * Matches a `bdi` element without a line break. An element with a line break must stay in the page, because the CSS
 * keeps line breaks only inside `bdi` elements.
 */
const ISOLATED_TEXT = /<bdi>([^<\n]*(?:<x-[a-z]>[^<\n]*<\/x-[a-z]>)*)<\/bdi>/g;

/**
 * Removes the `bdi` elements from a part of a page, because tens of thousands of them delay a printer by seconds. In a
 * part with right-to-left text, all of these elements stay.
 */
const dropNeedlessIsolates = (markup: string): string =>
  RTL_CHARACTERS.test(markup) ? markup : markup.replace(ISOLATED_TEXT, '$1');

/**
 * Renders an HTML document that loads nothing and runs no script. If `translation` is given, each translated text
 * stands after its English text. Each part of the body is finished before the next part is rendered, which saves memory.
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
  const head = html`<!doctype html>
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
`;
  const keepsIsolates = RTL_CHARACTERS.test([...(translation?.terms.values() ?? [])].join('\n'));
  const translator = translation && createTranslator(translation);
  const parts = [head.markup];
  for (const { markup } of body) {
    const part = keepsIsolates ? markup : dropNeedlessIsolates(markup);
    parts.push(translator ? translator.fillSlots(part) : removeSlots(part));
  }
  // The notes about the translation are inserted before the end of the last section, so that they are on its page.
  if (translator) parts.splice(parts.lastIndexOf(SECTION_END.markup), 0, translator.renderNotes());
  parts.push('\n</body>\n</html>\n');
  return { parts, missing: translator?.listMissing() ?? [] };
};
