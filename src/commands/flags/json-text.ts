import { UsageError } from '../../errors.ts';
import type { Files } from '../facets.ts';

/** A JSON text as typed, or from `@FILE`, or `-` for stdin. Throws a UsageError for what is not JSON; unchanged else. */
export const jsonText = async (deps: Files, flag: string, typed: string): Promise<string> => {
  const read =
    typed === '-' ? await deps.stdin() : typed.startsWith('@') ? await deps.readText(typed.slice(1)) : typed;
  // Editors under Windows put a mark before the text that no JSON has.
  const text = read.replace(/^\uFEFF/, '');
  try {
    JSON.parse(text);
  } catch {
    const where = typed === '-' ? 'what came on stdin' : typed.startsWith('@') ? typed.slice(1) : 'its value';
    throw new UsageError(`--${flag}: ${where} is not JSON; nothing was sent`);
  }
  return text;
};

/** The same, for what has to be an object. */
export const objectText = async (deps: Files, flag: string, typed: string): Promise<string> => {
  const text = await jsonText(deps, flag, typed);
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
  throw new UsageError(`--${flag} takes a JSON object; nothing was sent`);
};
