/** A question in pieces: what it is about, what holds now, what is offered, and how many there are. */

import { isUnknown, offerOf, type Question } from '../garment/question.ts';
import type { Questions } from '../garment/questions.ts';
import type { Stated } from '../garment/stated.ts';
import { faint, markedPieces, type Pieces, textPieces } from './value-pieces.ts';

/** The service lets nobody wait for an answer (specification 1), and takes none by its routes. */
const STANDING = 'None blocks a sample or a quotation export.';

/** How many are open, by toile's count, and in which list of the body: another may hold what is settled. */
export const standing = ({ list, name }: Questions, where: string): string => {
  if (list === undefined) return 'The body holds no list of confirmations.';
  if (list.length === 0) return 'No unresolved confirmations.';
  const named = name === '' || name === 'unresolved' ? '' : ` (the list ${JSON.stringify(name)})`;
  return `${list.length} unresolved${named}, counted ${where}. ${STANDING}`;
};

// Where there is no value to carry the unit it stands with the field.
const loose = ({ unit, value }: Stated): string =>
  typeof unit === 'string' && (value === null || value === undefined) ? ` (${unit})` : '';

export const about = ({ node, field, now }: Question): string =>
  [node, `${field}${loose(now)}`].filter((word) => word !== '').join('  ');

export const currently = (question: Question): Pieces => {
  const { now } = question;
  if (isUnknown(question)) return [];
  const shown = loose(now) === '' ? now : { ...now, unit: undefined };
  return markedPieces(shown);
};

export const offered = ({ options }: Question): Pieces =>
  options.flatMap((option, at) => [at > 0 ? faint('  or  ') : '', ...textPieces(offerOf(option))]);
