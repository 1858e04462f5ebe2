/**
 * The phrases that a sheet prints in toile's own words, and the slots behind words and texts where a second
 * language is inserted. Every phrase of toile's own goes through here. Without `--lang` the slots are
 * removed.
 */

import { type HtmlSafe, html } from '../../platform/escape/markup.ts';

/**
 * The phrases of a sheet. In a sentence with a number only the rest is translated, so that no translation
 * repeats a figure.
 */
export const SHEET_PHRASES = [
  ...['Garment sheet', 'Garment sheets', 'garments', 'profile', 'read', 'page', 'name', 'why', 'confidence'],
  ...['technical designer', 'factory', 'state', '(itself)'],
  ...['with no state given', 'no state given', 'not given', 'nothing is given', 'digest of the read'],
  ...['any other', 'a word that stands beside the value', 'grey: the data holds no such value'],
  ...['Facts', 'Beside the nodes', 'Tailor brief', 'Design Trust', 'Open questions', 'Nodes'],
  ...['bold in a grid of numbers: asserted', 'sample', 'style number', 'brand', 'stage', 'main fabric'],
  ...['designer', 'revision', 'prepared', 'checked', 'date', 'Fabric', 'Trims', 'Packaging', 'Further'],
  ...['Further nodes', 'Other kinds', 'Not stated', 'Left off this sheet'],
  ...['the rest', 'The brief holds no texts.', 'The graph holds no nodes yet.', 'The body holds no counts.'],
  ...['Counts as derived by the service over the rows of its own pack.', 'of'],
  ...['No kind given', 'no kind', 'none (stated)', 'labels'],
  ...['(no value)', 'done', 'no.', 'about', 'question', 'until then', 'Answer, answered by, date:'],
  ...['The body holds no list of confirmations.', 'No unresolved confirmations.'],
  ...['unresolved, counted on this page. None blocks a sample or a quotation export.'],
  ...['values that are not stated, counted on this page'],
  ...['They stand in the tables above; here they are counted by kind.'],
  ...['Not read for this page', 'the tailor brief', 'the open questions'],
  ...['Not on any page of this sheet.'],
  ...['What changed', 'Compared with', 'which is of', 'Not compared', 'the graph', 'No change.'],
  ...[
    'holds nothing of this garment, so nothing is compared.',
    'changed, added, removed',
    'Revision',
    'seen by',
    'date',
  ],
  ...[
    'The letter stands beside what is new, here and in the tables; what is gone is struck through there.',
    'a letter',
    'not what it was',
  ],
  ...[
    'differences in reasons, order or spelling alone',
    'what it holds',
    'each size',
    'tolerances as they are now',
  ],
  ...['to be checked: it did not change with it', 'all of it', 'not there', 'none given'],
  ...['Drawing', 'Governed construction document', 'Not to scale'],
  ...['A drawing added by the author of this sheet, not sent by the service'],
  ...['To countersign', 'place', 'what', 'agree', 'make it', 'initials', 'once', 'twice', 'left', 'right'],
  ...[
    'inferred values, counted on this page',
    'A signature is the answer of the factory. The value stays inferred until the designer states it.',
    'Not said in the construction lines',
    'Write only into white boxes. An empty box stays open.',
    'inside',
    'outside',
  ],
  ...['field', 'value before', 'state before', 'value now', 'state now', 'change'],
] as const;

/** A phrase of a sheet. */
export type SheetPhrase = (typeof SHEET_PHRASES)[number];

/**
 * Returns the slot behind the name of a field, kind or relation. The dictionary or the user's terms fill
 * it.
 */
export const renderNameSlot = (name: string): HtmlSafe => html`<x-n>${name}</x-n>`;

const PHRASE_SLOTS = new Map(SHEET_PHRASES.map((said) => [said, renderNameSlot(said)] as const));

/**
 * Returns the slot behind a phrase. No text of a body can imitate a slot, since every `<` in it is escaped.
 */
export const renderPhraseSlot = (said: SheetPhrase): HtmlSafe =>
  PHRASE_SLOTS.get(said) ?? renderNameSlot(said);

/** Renders a phrase with its slot. */
export const renderPhrase = (said: SheetPhrase): HtmlSafe => html`${said}${renderPhraseSlot(said)}`;

/** Returns the slot behind a text of a body. Only the user's terms fill it. */
export const renderTextSlot = (text: string): HtmlSafe => html`<x-t>${text}</x-t>`;

/** Returns the slot behind a code, for the English name of its class and its translation. */
export const renderCodeSlot = (name: string): HtmlSafe => html`<x-c>${name}</x-c>`;
