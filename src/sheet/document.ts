/** What every page is written into: it carries all it needs, runs nothing, and lets nothing in from outside. */

import { html, type Markup, styleSheet } from '../border/html.ts';
import { type Beside, inEnglish, type Spoken, spoken } from './beside.ts';
import { apartWhereTurned } from './direction.ts';

export interface Document {
  readonly title: string;
  readonly css: string;
  readonly body: Markup;
  /** SHA-256 in base64, for the content policy. */
  digest(text: string): string;
  readonly beside?: Beside | undefined;
}

/** No place for another language is left in it, whether that is wanted or not. */
export const documentHtml = (of: Document): string => documentSpoken(of).page;

export const documentSpoken = ({ title, css, body, digest, beside }: Document): Spoken => {
  const policy = `default-src 'none'; style-src 'sha256-${digest(css)}'; base-uri 'none'; form-action 'none'`;
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${styleSheet(css)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  const apart = apartWhereTurned(markup, beside?.terms.values() ?? []);
  return beside === undefined ? inEnglish(apart) : spoken(apart, beside);
};
