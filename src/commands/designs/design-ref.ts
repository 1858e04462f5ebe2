import { asGarmentId, asUuid, type GarmentId, type Uuid } from '../../border/identity.ts';
import { advice, type Hint, toType, typeable } from '../../border/shell.ts';
import type { DesignSummary } from '../../client/index.ts';
import { NotFound, Unavailable, UsageError } from '../../errors.ts';
import { fits, isBeginning, isNear, onlyMatch } from '../../garment/design-match.ts';
import type { Base, Service } from '../facets.ts';
import type { WordSpec } from '../typed.ts';
import { walk } from './list-designs.ts';
import { choices } from './pick-design.ts';

/** What a read is about: a design by its uuid, or a garment by its permanent identity. */
export type Subject =
  /** The garment identity is there where a look-up showed one; a design named by its uuid is not looked up. */
  | { readonly kind: 'design'; readonly id: Uuid; readonly garment?: GarmentId | undefined }
  | { readonly kind: 'garment'; readonly id: GarmentId };

/** As typed: already an identity, or something to look up among the caller's designs. */
export type Named = Subject | { readonly kind: 'prefix' | 'name'; readonly text: string } | undefined;

export const SUBJECT: WordSpec = {
  name: 'ID',
  about: "a design's uuid, unique prefix, exact name or pasted address, or GARM-<n>",
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Of an address that was copied from a browser: its last part that is an identity (`…/edit` is none), or its last. */
const lastPart = (word: string): string => {
  if (!/^https?:\/\//i.test(word)) return word;
  const parts = word
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(3)
    .filter((part) => part !== '')
    .map(decoded);
  const isIdentity = (part: string): boolean => (asGarmentId(part) ?? asUuid(part)) !== undefined;
  return parts.findLast(isIdentity) ?? parts.at(-1) ?? '';
};

/** Reads the word as typed; no I/O. Undefined when nothing was typed. */
export const named = (word: string | undefined): Named => {
  if (word === undefined) return undefined;
  const text = lastPart(word.trim());
  if (text === '') throw new UsageError('the id is empty', { hint: toType`toile designs ls` });
  const garment = asGarmentId(text);
  if (garment !== undefined) return { kind: 'garment', id: garment };
  if (/^GARM-\S*$/i.test(text)) {
    throw new UsageError(`${text} is not a garment identity: GARM- is followed by digits only`, {
      hint: typeable`for example: toile graph GARM-101`,
    });
  }
  const uuid = asUuid(text);
  if (uuid !== undefined) return { kind: 'design', id: uuid };
  return { kind: isBeginning(text) ? 'prefix' : 'name', text };
};

export const designsOf = async function* (deps: Base & Service): AsyncGenerator<DesignSummary> {
  for await (const page of walk(await deps.api(), { size: 100, signal: deps.signal, saw: deps.sawDesigns })) {
    for (const { value } of page.items) yield value as DesignSummary;
  }
};

/** Every design of the caller, by a request for each 100 of them. */
export const listAll = async (deps: Base & Service): Promise<readonly DesignSummary[]> => {
  const designs: DesignSummary[] = [];
  for await (const design of designsOf(deps)) designs.push(design);
  return designs;
};

/** What a garment or design is called in the name of a file: `GARM-<n>` where that is known, else its uuid. */
export const identityOf = (subject: Subject): Uuid | GarmentId =>
  subject.kind === 'design' ? (subject.garment ?? subject.id) : subject.id;

/** A design as the list gave it. What is no identity (specification 2.4, 2.6) is asked for by nobody. */
export const listed = ({ id, sgg_garment_id }: DesignSummary): Extract<Subject, { kind: 'design' }> => {
  const uuid = asUuid(id);
  if (uuid === undefined) {
    throw new Unavailable(`the service lists it under an id that is no uuid: ${JSON.stringify(id)}`, {
      code: 'bad_answer',
      hint: typeable`tell whoever runs the service; nothing was asked about it`,
    });
  }
  return { kind: 'design', id: uuid, garment: asGarmentId(sgg_garment_id) };
};

const pick = async (deps: Base & Service): Promise<Subject> => {
  if (!deps.ask.possible) {
    throw new UsageError('which design? no ID was given', {
      hint: advice`${toType`${deps.toile} designs ls`} shows them`,
    });
  }
  const designs = await listAll(deps);
  if (designs.length === 0) throw new NotFound('this account has no designs yet');
  const chosen = await deps.ask.choose('Which design?', async (term) =>
    choices(designs, term, deps.clock.now()),
  );
  return listed(chosen);
};

/** More than these are no help. */
const MOST_NEAR = 5;

const nearLine = ({ id, name }: DesignSummary): string => `\n  ${id}  ${name ?? '(unnamed)'}`;

const nextStep = (deps: Base, text: string, near: readonly DesignSummary[]): Hint => {
  const beginsOne = near.some(({ id }) => id.toLowerCase().startsWith(text.toLowerCase()));
  if (beginsOne)
    return typeable`the beginning of an id needs 8 digits or more, so that it is not taken for a name`;
  if (near.length > 0) return typeable`a name must match exactly; the id does as well`;
  return advice`${toType`${deps.toile} designs ls --all`} shows them; a name must match exactly`;
};

/** Finds what was named, asking the service only for a prefix or a name. Errors: not found (5), ambiguous (2). */
export const resolve = async (deps: Base & Service, what: Named): Promise<Subject> => {
  if (what === undefined) return pick(deps);
  if (what.kind === 'design' || what.kind === 'garment') return what;
  const { kind, text } = what;
  const fitting: DesignSummary[] = [];
  const near: DesignSummary[] = [];
  for await (const design of designsOf(deps)) {
    if (fits(text, design)) fitting.push(design);
    else if (near.length < MOST_NEAR && isNear(text, design)) near.push(design);
  }
  const only = onlyMatch(text, fitting);
  if (only !== undefined) return listed(only);
  const by = kind === 'prefix' ? 'name or id prefix' : 'name';
  throw new NotFound(`no design of yours has the ${by} ${text}${near.map(nearLine).join('')}`, {
    hint: nextStep(deps, text, near),
    details: { candidates: near.map(({ id }) => id) },
  });
};
