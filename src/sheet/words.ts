/**
 * What a sheet says of itself, and the places behind words and texts where another language can stand. Whatever toile
 * prints on the page in words of its own goes through here; without `--lang` a place is nothing.
 */

import { html, type Markup } from '../border/html.ts';

/** Sentences that hold a number are said as they are, with the rest of them behind: no translation repeats a figure. */
export const SAID = [
  ...[
    'Garment sheet',
    'Garment sheets',
    'garments',
    'nodes',
    'profile',
    'read',
    'page',
    'name',
    'why',
    'confidence',
  ],
  ...['technical designer', 'factory', 'state', '(itself)'],
  ...['counted on this page', 'with no state given', 'no state given', 'not given', 'nothing is given'],
  ...['any other', 'a word that stands beside the value', 'an empty cell', 'the data holds no such value'],
  ...['Facts', 'Beside the nodes', 'Tailor brief', 'Design Trust', 'Open questions', 'Nodes'],
  ...['Materials, trims and colours', 'Cutting', 'Sewing', 'Points of measure', 'Labels and packing'],
  ...['Further nodes', 'Other kinds', 'Not stated', 'Left off this sheet', 'Not on this page'],
  ...['the rest', 'The brief holds no texts.', 'The graph holds no nodes yet.', 'The body holds no counts.'],
  ...['Counts as derived by the service over the rows of its own pack.', 'of'],
  ...['several, see below', 'values and relations', 'measured', 'No kind given', 'no kind', 'none (stated)'],
  ...['(no value)', 'done', 'no.', 'about', 'question', 'until then', 'Answer, by whom, when:'],
  ...['The body holds no list of confirmations.', 'No unresolved confirmations.'],
  ...['unresolved, counted on this page. None blocks a sample or a quotation export.'],
  ...['values that nobody has stated, counted on this page'],
  ...['They stand in the tables above; here they are counted by kind.'],
  ...['Not read for this page', 'the tailor brief', 'the open questions'],
  ...['The service sent these as well; they stand on no page of this sheet.'],
  ...['What changed', 'Compared with', 'which is of', 'Not compared', 'the graph', 'No change.'],
  ...['holds nothing of this garment, so nothing is compared.', 'changed, added, removed'],
  ...['A bar stands beside what is new, here and in the tables that follow.', 'a bar', 'not what it was'],
  ...['differences in reasons, order or spelling alone', 'what it holds', 'tolerances as they are now'],
  ...['to be checked: it did not change with it', 'all of it', 'not there', 'none given'],
  ...['Drawing', 'Governed construction document', 'To scale', 'Not to scale', 'Layers, the lowest first'],
  ...['A drawing of whoever made this sheet, which the service did not send', 'Taken out of the drawing'],
  ...['Nodes that the drawing names', 'on the drawing'],
  ...['stands on no page of this sheet', 'is no node of this graph'],
  ...['field', 'value before', 'state before', 'value now', 'state now', 'change'],
] as const;

export type Said = (typeof SAID)[number];

/** The place behind a name of a field, a kind or a relation: the trade may have a word for it, or whoever prints it. */
export const afterName = (name: string): Markup => html`<x-n>${name}</x-n>`;

const PLACES = new Map(SAID.map((said) => [said, afterName(said)] as const));

/** The place behind what toile says. No text of a body can make one: there every `<` is escaped. */
export const after = (said: Said): Markup => PLACES.get(said) ?? afterName(said);

export const say = (said: Said): Markup => html`${said}${after(said)}`;

/** The place behind a text that somebody wrote: only the terms of whoever prints it can fill it. */
export const afterText = (text: string): Markup => html`<x-t>${text}</x-t>`;

/** The place behind a code, for the English name of its class and the other. */
export const afterCode = (name: string): Markup => html`<x-c>${name}</x-c>`;
