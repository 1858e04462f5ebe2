import { BUDGET } from './budget.ts';
import { digestOf, readCursor, writeCursor } from './cursor.ts';
import { portion } from './portion.ts';
import { type ToolResult, trouble, whole } from './tool-result.ts';

/** What is to be given, as much of it as a result may hold. */
export interface Giving {
  readonly tool: string;
  readonly value: unknown;
  /** Of the whole body that the value was taken from. */
  readonly digest: string;
  /** The arguments that chose it; parts of one question belong together. */
  readonly question: Readonly<Record<string, unknown>>;
  readonly after: string | undefined;
  /** How to ask for less, where that can be. */
  readonly less?: string | undefined;
  /** What the first part says of the whole. */
  readonly first?: Readonly<Record<string, unknown>> | undefined;
  /** What every part says beside. */
  readonly beside?: Readonly<Record<string, unknown>> | undefined;
}

/** A word for a question; its arguments in one order, and without what was left out. */
const wordOf = ({ tool, question }: Pick<Giving, 'tool' | 'question'>): string =>
  digestOf(
    JSON.stringify([
      tool,
      ...Object.entries(question)
        .filter(([, value]) => value !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  );

/** Whether a cursor is one of this question; what to do where it is not. Nothing has to be read for it. */
export const strayCursor = (giving: Pick<Giving, 'tool' | 'question' | 'after'>): ToolResult | undefined =>
  giving.after === undefined || readCursor(giving.after).question === wordOf(giving)
    ? undefined
    : trouble(
        'This `after` is of another question: give it with the very arguments that it came from, or leave it out.',
      );

export const CHANGED =
  'It has changed since that part was read, so the rest would not fit to it: begin again without `after`.';

/** A value of any size as a result: whole, or a part of it that says how to go on or that it is the last. */
export const inParts = (giving: Giving): ToolResult => {
  const { tool, value, digest, after, less, first, beside = {} } = giving;
  const stray = strayCursor(giving);
  if (stray) return stray;
  const question = wordOf(giving);
  const cursor = after === undefined ? undefined : readCursor(after);
  if (cursor && cursor.body !== digest) return trouble(CHANGED);
  const part = portion(value, BUDGET, cursor?.at ?? 0);
  if (part === undefined) return trouble('There is nothing after that: the part before it was the last.');
  const { more } = part;
  if (more === undefined) return whole({ ...part.value, ...beside });
  const next = more.after === undefined ? undefined : writeCursor({ at: more.after, body: digest, question });
  const isAll = next === undefined && cursor === undefined && more.too_large === undefined;
  if (isAll) return whole({ ...part.value, ...beside });
  const ways = next === undefined ? [] : [`call ${tool} again with after="${next}"`, ...(less ? [less] : [])];
  const how = [
    next === undefined ? 'This is the last part.' : `To get the rest: ${ways.join(', or ')}.`,
    ...(more.too_large ? ['What is too large for any result is read with the API.'] : []),
  ].join(' ');
  return whole({
    ...part.value,
    ...beside,
    _more: {
      ...more,
      ...(next === undefined ? { last: true } : { after: next }),
      ...(cursor === undefined && first),
      how,
    },
  });
};
