/**
 * The phrases that a sheet prints in toile's own words, and the slots for their translations. A slot is an HTML element
 * that follows a phrase, name, code or text and marks where its translation is inserted. With `--lang`, the translation
 * replaces the slot. Otherwise the slot is removed.
 */

import { STEP_MOMENTS, STEP_NOTE } from '../../garment/production-steps.ts';
import { type HtmlSafe, html } from '../../platform/escape/markup.ts';

/** The phrases of a sheet. If a sheet prints a number before a phrase, only the words after the number are listed. */
export const SHEET_PHRASES = [
  ...['Garment sheet', 'Garment sheets', 'garments', 'profile', 'read', 'page', 'name', 'why', 'confidence'],
  ...['technical designer', 'factory', 'state', '(itself)'],
  ...['without a state', 'not given', 'data digest'],
  ...['any other', 'the word is printed beside the value', 'grey: the data has no such value'],
  ...['Facts', 'Outside the nodes', 'Tailor brief', 'Design Trust', 'Open questions', 'Nodes'],
  ...['bold in a grid of numbers: asserted', 'sample', 'style number', 'brand', 'stage', 'main fabric'],
  ...['designer', 'revision', 'prepared', 'checked', 'date', 'Fabric', 'Trims', 'Packaging', 'Further'],
  ...['Further nodes', 'Other kinds', 'Not stated', 'Left off this sheet'],
  ...['the rest', 'The brief has no texts.', 'The graph has no nodes yet.', 'There are no counts.'],
  ...['Counts that the service derives from the rows of its own pack.', 'of'],
  ...['No kind given', 'no kind', 'none (stated)', 'labels'],
  ...['(no value)', 'done', 'no.', 'about', 'question', 'current value', 'Answer, answered by, date:'],
  ...['There is no list of confirmations.', 'No unresolved confirmations.'],
  ...['unresolved, counted on this page. None blocks a sample or a quotation export.'],
  ...['values that are not stated, counted on this page'],
  ...['They are listed in the tables above; here they are counted by kind.'],
  ...['Not read for this page', 'the tailor brief', 'the open questions'],
  ...['Not on any page of this sheet.', 'texts without a translation, counted on this page'],
  ...['translations with other numbers than their text'],
  ...['What changed', 'Compared with', 'which belongs to', 'Not compared', 'the graph', 'No change.'],
  ...[
    'has no data of this garment, so nothing is compared.',
    'changed, added, removed',
    'Revision',
    'seen by',
    'date',
  ],
  ...[
    'The letter marks what is new, here and in the tables; what was removed is struck through there.',
    'a letter',
    'changed since the earlier version',
  ],
  ...['differences only in reasons, order or spelling', 'its contents', 'each size', 'current tolerances'],
  ...['to be checked: did not change', 'all of it', 'absent', 'none given'],
  ...['Drawing', 'Governed construction document', 'Not to scale'],
  ...['A drawing added by the author of this sheet, not sent by the service'],
  ...['To countersign', 'place', 'what', 'agree', 'make it', 'initials', 'once', 'twice', 'left', 'right'],
  ...[
    'inferred values, counted on this page',
    'A signature is the answer of the factory. The value stays inferred until the designer states it.',
    'Not given in the construction lines',
    'Write in the white boxes only. An empty box counts as not answered.',
    'inside',
    'outside',
  ],
  ...['Statements that do not agree', 'conflicts, counted on this page', 'No conflict found.', 'statement'],
  ...['Each statement is printed as it is in the data; none was chosen.'],
  ...['Open values by step', 'inferred or not stated, counted on this page', STEP_NOTE],
  ...STEP_MOMENTS,
  ...['field', 'value before', 'state before', 'value now', 'state now', 'change'],
] as const;

/** A phrase of a sheet, which every dictionary translates. */
export type SheetPhrase = (typeof SHEET_PHRASES)[number];

/**
 * Renders the HTML element that a translator fills with the translation of a name, for example `<x-n>seam
 * class</x-n>`. The name is that of a field, kind or relation. The translation comes from the dictionary, or else from
 * the user's own terms.
 */
export const renderNameSlot = (name: string): HtmlSafe => html`<x-n>${name}</x-n>`;

/**
 * Renders the HTML element that a translator fills with the translation of a phrase. Unlike `renderPhrase`, does not
 * print the phrase before the element.
 */
export const renderPhraseSlot = (phrase: SheetPhrase): HtmlSafe => renderNameSlot(phrase);

/** Renders a phrase, followed by an HTML element for its translation, for example `Not stated<x-n>Not stated</x-n>`. */
export const renderPhrase = (phrase: SheetPhrase): HtmlSafe => html`${phrase}${renderPhraseSlot(phrase)}`;

/**
 * Renders phrases, separated by commas. Each phrase is followed by an HTML element for its translation, for example
 * `Not stated<x-n>Not stated</x-n>`.
 */
export const joinPhrases = (phrases: readonly SheetPhrase[]): HtmlSafe =>
  html`${phrases.map((phrase, at) => html`${at > 0 ? ', ' : ''}${renderPhrase(phrase)}`)}`;

/**
 * Renders the element `x-t`, the place for the translation of a text from a body, for example `<x-t>Collar stand</x-t>`
 * after `Collar stand`. The text is translated only with the user's own terms.
 */
export const renderTextSlot = (text: string): HtmlSafe => html`<x-t>${text}</x-t>`;

/**
 * Renders the placeholder that follows a code. It contains the English name of the code, for example
 * `<x-c>lockstitch</x-c>` after `301`. A translator replaces the placeholder by this name and its translation.
 */
export const renderCodeSlot = (name: string): HtmlSafe => html`<x-c>${name}</x-c>`;
