import { findOnlyDesign, isDesignMatch, isIdPrefix, isSimilarDesign } from '../../garment/design-match.ts';
import { type GarmentId, parseGarmentId, parseUuid, type Uuid } from '../../platform/branded.ts';
import { NotFound, Unavailable, UsageError } from '../../platform/errors.ts';
import { type Hint, hintText, nextCommand, shellText } from '../../platform/escape/shell.ts';
import type { PromptChoice } from '../../platform/shared-types.ts';
import type { DesignSummary } from '../../service/client/index.ts';
import type { ArgumentSpec } from '../argument-spec.ts';
import type { CommandContext } from '../command-context.ts';
import { walkDesignPages } from './walk-design-pages.ts';

const DAY_MS = 86_400_000;
const AGE_UNITS: readonly (readonly [number, string])[] = [
  [365 * DAY_MS, 'year'],
  [30 * DAY_MS, 'month'],
  [7 * DAY_MS, 'week'],
  [DAY_MS, 'day'],
  [DAY_MS / 24, 'hour'],
  [60_000, 'minute'],
];
const MAX_NAME_LENGTH = 44;

/**
 * Returns the age of a date in its largest unit, for example `3 weeks ago`; `just now` in the first minute. Empty for
 * an invalid or future date. `now` is in milliseconds since 1970.
 */
export const formatAge = (created: string, now: number): string => {
  const elapsed = now - Date.parse(created);
  if (Number.isNaN(elapsed) || elapsed < 0) return '';
  const [unit, name] = AGE_UNITS.find(([each]) => elapsed >= each) ?? [];
  if (unit === undefined) return 'just now';
  const number = Math.floor(elapsed / unit);
  return `${number} ${name}${number === 1 ? '' : 's'} ago`;
};

const shortenName = (name: string): string => {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const signs = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)];
  if (signs.length <= MAX_NAME_LENGTH) return name;
  return `${signs
    .slice(0, MAX_NAME_LENGTH - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
};

/**
 * Returns the designs that contain every typed word in their name, category or ids. A search prompt offers them as
 * choices.
 */
export const listDesignChoices = (
  designs: readonly DesignSummary[],
  typed: string,
  now: number,
): readonly PromptChoice<DesignSummary>[] => {
  const words = typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return designs
    .filter(({ name, garment_category, sgg_garment_id, id }) => {
      const text = [name, garment_category, sgg_garment_id, id].join('\n').toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map((design) => {
      const { id, name, garment_category, sgg_garment_id, created_at } = design;
      const parts = [
        shortenName(name || '(unnamed)'),
        garment_category,
        sgg_garment_id ?? 'not minted',
        formatAge(created_at, now),
      ];
      const detail = name && name !== shortenName(name) ? `${id}  ${name}` : id;
      return { label: parts.filter(Boolean).join('   '), detail, value: design };
    });
};

/** A design or garment to read: a design by its uuid, or a garment by its permanent identity. */
export type ReadSubject =
  /**
   * `garment` is the permanent id of the design (`GARM-<n>`), if it has one. It is undefined for a uuid that the user
   * typed, because toile does not look up the permanent id.
   */
  | { readonly kind: 'design'; readonly id: Uuid; readonly garment?: GarmentId | undefined }
  | { readonly kind: 'garment'; readonly id: GarmentId };

/**
 * A design or garment as the user typed it. A name, or the beginning of an id (`prefix`), has to be looked up in the
 * designs of the account. Undefined if the user typed nothing and has to be asked.
 */
export type DesignReference =
  | ReadSubject
  | { readonly kind: 'prefix' | 'name'; readonly text: string }
  | undefined;

/**
 * The argument of a command for one design. The user types the id of the design, the start of the id, its URL or its
 * name.
 */
export const ID_ARGUMENT: ArgumentSpec = {
  name: 'ID',
  about: 'a design: GARM-<n>, uuid (or its start), URL or exact name',
};

const decodeUriPart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/**
 * Returns the id in an address copied from a browser: `GARM-101` of `https://…/garments/GARM-101/edit`. Returns the
 * last path segment of an address without an id, and any other text unchanged.
 */
const takeIdFromAddress = (word: string): string => {
  if (!/^https?:\/\//i.test(word)) return word;
  const parts = word
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(3)
    .filter((part) => part !== '')
    .map(decodeUriPart);
  const isIdentity = (part: string): boolean => (parseGarmentId(part) ?? parseUuid(part)) !== undefined;
  return parts.findLast(isIdentity) ?? parts.at(-1) ?? '';
};

/**
 * Parses an id, an id prefix, a name or an address copied from a browser, without I/O; undefined if none was typed.
 * Throws a UsageError for an empty or malformed id.
 */
export const parseDesignReference = (word: string | undefined): DesignReference => {
  if (word === undefined) return undefined;
  const text = takeIdFromAddress(word.trim());
  if (text === '') throw new UsageError('the id is empty', { hint: nextCommand`toile designs ls` });
  const garment = parseGarmentId(text);
  if (garment !== undefined) return { kind: 'garment', id: garment };
  if (/^GARM-\S*$/i.test(text)) {
    throw new UsageError(`${text} is not a garment id: expected GARM- followed by digits`, {
      hint: shellText`for example: toile graph GARM-101`,
    });
  }
  const uuid = parseUuid(text);
  if (uuid !== undefined) return { kind: 'design', id: uuid };
  return { kind: isIdPrefix(text) ? 'prefix' : 'name', text };
};

/** Yields all designs of the account, newest first, and stores their ids and names for completion. */
export const walkAccountDesigns = async function* (deps: CommandContext): AsyncGenerator<DesignSummary> {
  for await (const page of walkDesignPages(await deps.api(), {
    pageSize: 100,
    signal: deps.signal,
    onPage: deps.recordDesigns,
  })) {
    for (const { value } of page.items) yield value as DesignSummary;
  }
};

/**
 * Returns all designs of the account, with one request for every 100 designs, and stores their ids and names for
 * completion.
 */
export const listAllDesigns = async (deps: CommandContext): Promise<readonly DesignSummary[]> => {
  const designs: DesignSummary[] = [];
  for await (const design of walkAccountDesigns(deps)) designs.push(design);
  return designs;
};

/** Returns the id that toile uses in the names of files: `GARM-<n>` if it is known, else the uuid. */
export const getDesignIdentity = (subject: ReadSubject): Uuid | GarmentId =>
  subject.kind === 'design' ? (subject.garment ?? subject.id) : subject.id;

/** Converts a design of the list to a ReadSubject. Throws Unavailable if its id is not a uuid (specification 2.4). */
export const toDesignSubject = ({
  id,
  sgg_garment_id,
}: DesignSummary): Extract<ReadSubject, { kind: 'design' }> => {
  const uuid = parseUuid(id);
  if (uuid === undefined) {
    throw new Unavailable(
      `the service lists this design under an id that is not a uuid: ${JSON.stringify(id)}`,
      {
        code: 'bad_answer',
        hint: shellText`contact support; nothing was sent about this design`,
      },
    );
  }
  return { kind: 'design', id: uuid, garment: parseGarmentId(sgg_garment_id) };
};

const askForDesign = async (deps: CommandContext): Promise<ReadSubject> => {
  if (!deps.ask.isAvailable) {
    throw new UsageError('no design ID given', {
      hint: hintText`list your designs: ${nextCommand`${deps.toile} designs ls`}`,
    });
  }
  const designs = await listAllDesigns(deps);
  if (designs.length === 0) throw new NotFound('this account has no designs yet');
  const chosen = await deps.ask.choose('Which design?', async (term) =>
    listDesignChoices(designs, term, deps.clock.now()),
  );
  return toDesignSubject(chosen);
};

const MAX_SUGGESTIONS = 5;

const formatSuggestion = ({ id, name }: DesignSummary): string => `\n  ${id}  ${name ?? '(unnamed)'}`;

const suggestNextStep = (deps: CommandContext, text: string, similar: readonly DesignSummary[]): Hint => {
  const isIdStart = similar.some(({ id }) => id.toLowerCase().startsWith(text.toLowerCase()));
  if (isIdStart) return shellText`an id prefix needs at least 8 characters`;
  if (similar.length > 0) return shellText`a name must match exactly; an id also works`;
  return hintText`list your designs: ${nextCommand`${deps.toile} designs ls --all`}; a name must match exactly`;
};

/**
 * Returns the design or garment that a reference means. An id is returned without a request, so it may not exist. A
 * prefix or a name is looked up in the list of designs. Without a reference, the user chooses. Throws NotFound (exit
 * code 5) with similar names, or a UsageError (2) if several designs match.
 */
export const resolveDesign = async (
  deps: CommandContext,
  reference: DesignReference,
): Promise<ReadSubject> => {
  if (reference === undefined) return askForDesign(deps);
  if (reference.kind === 'design' || reference.kind === 'garment') return reference;
  const { kind, text } = reference;
  const matches: DesignSummary[] = [];
  const similar: DesignSummary[] = [];
  for await (const design of walkAccountDesigns(deps)) {
    if (isDesignMatch(text, design)) matches.push(design);
    else if (similar.length < MAX_SUGGESTIONS && isSimilarDesign(text, design)) similar.push(design);
  }
  const match = findOnlyDesign(text, matches);
  if (match !== undefined) return toDesignSubject(match);
  const matchedBy = kind === 'prefix' ? 'name or id prefix' : 'name';
  throw new NotFound(
    `no design of yours has the ${matchedBy} ${text}${similar.map(formatSuggestion).join('')}`,
    { hint: suggestNextStep(deps, text, similar), details: { candidates: similar.map(({ id }) => id) } },
  );
};
