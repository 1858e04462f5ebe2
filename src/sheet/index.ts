/** The printable page of a garment: one HTML document that carries all it needs, and runs nothing. */

import { html, type Markup, styleSheet } from '../border/html.ts';
import { readGraph } from '../garment/graph.ts';
import { briefSection } from './brief.ts';
import { diagramSection } from './diagrams.ts';
import { head, pageTitle } from './head.ts';
import { leftOffSection } from './left-off.ts';
import { nodeSections } from './nodes.ts';
import { besideSection, notStatedSection } from './open-ends.ts';
import { questionsSection } from './questions.ts';
import { style } from './style.ts';
import { trustSection } from './trust.ts';

export interface SheetOf {
  /** The four bodies as read, numbers with their lexemes; undefined for one that was not read. */
  readonly graph: unknown;
  readonly brief: unknown;
  readonly trust: unknown;
  readonly confirmations: unknown;
  /** How the garment was asked for; stands in where the body names none. */
  readonly subject: string;
  /** The profile that was asked for. */
  readonly profile: string;
  /** When it was read, in milliseconds since 1970. */
  readonly now: number;
  /** SHA-256 in base64, for the content policy. */
  digest(text: string): string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
  /** It stands on pages of its own, turned. */
  readonly wide?: boolean;
}

const sectionHtml = ({ id, title, content, wide }: Section): Markup =>
  html`<section id="${id}"${wide ? html` class="wide"` : ''}><h2>${title}</h2>${content}</section>\n`;

/** A page that says nothing of open questions would be taken for one of a garment that has none. */
function notRead({ brief, trust, confirmations }: SheetOf): readonly Section[] {
  const names = Object.entries({
    'the tailor brief': brief,
    'Design Trust': trust,
    'the open questions': confirmations,
  })
    .filter(([, body]) => body === undefined)
    .map(([name]) => name);
  if (names.length === 0) return [];
  const content = html`<p class="note">Not read for this page: ${names.join(', ')}.</p>`;
  return [{ id: 'not-read', title: 'Not on this page', content }];
}

/** The document. Nothing of a body gets into it unescaped, and its content policy lets nothing in from outside. */
export function sheetHtml(of: SheetOf): string {
  const graph = readGraph(of.graph);
  const sections: readonly Section[] = [
    ...nodeSections(graph),
    ...besideSection(graph),
    ...(of.brief === undefined ? [] : briefSection(of.brief)),
    ...(of.trust === undefined ? [] : trustSection(of.trust)),
    ...(of.confirmations === undefined ? [] : questionsSection(of.confirmations, graph)),
    ...notRead(of),
    ...notStatedSection(graph),
    ...diagramSection(graph),
    ...leftOffSection(graph, of),
  ];
  const css = style(graph, of);
  const policy = `default-src 'none'; style-src 'sha256-${of.digest(css)}'; base-uri 'none'; form-action 'none'`;
  const contents = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${pageTitle(graph, of)}</title>
<style>${styleSheet(css)}</style>
</head>
<body>
${head(graph, of)}
<nav aria-label="Contents"><ul>${contents}</ul></nav>
<main>
${sections.map(sectionHtml)}</main>
</body>
</html>
`.markup;
}
