import { type HtmlSafe, html, markCssSafe } from '../../platform/escape/markup.ts';
import { dropNeedlessIsolates } from './text-isolates.ts';
import { removeSlots, type SheetTranslation, type TranslatedPage, translatePage } from './translation.ts';

/** The input of an HTML document: title, CSS, content and second language. */
export interface SheetDocument {
  readonly title: string;
  readonly css: string;
  readonly body: HtmlSafe;
  /** Computes the SHA-256 digest of a text in base64. The content policy allows the CSS by its digest. */
  digest(text: string): string;
  /** The second language, printed after the English text. */
  readonly beside?: SheetTranslation | undefined;
  /** True if the page shows pictures from `data:` addresses. */
  readonly hasPictures?: boolean;
}

/** Renders an HTML document that loads nothing and runs no script. Translations follow the English text. */
export const renderDocumentHtml = (of: SheetDocument): string => renderTranslatedDocument(of).page;

/** Renders an HTML document like `renderDocumentHtml`. Also returns the texts without a translation. */
export const renderTranslatedDocument = ({
  title,
  css,
  body,
  digest,
  beside,
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
  const apart = dropNeedlessIsolates(markup, beside?.terms.values() ?? []);
  return beside === undefined ? removeSlots(apart) : translatePage(apart, beside);
};
