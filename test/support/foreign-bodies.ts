/** Bodies of other data models, from `foreign-bodies`. toile was not adapted to them and must lose nothing of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../src/platform/json/parse-json.ts';

const FOLDER = join(import.meta.dirname, 'foreign-bodies');

export interface ForeignBody {
  /** `plm-bill`, `graded-sizes`, and so on. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** With the lexemes of its numbers. */
  readonly value: unknown;
}

export const FOREIGN_BODIES: readonly ForeignBody[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .map((name) => {
    const file = join(FOLDER, name);
    const text = readFileSync(file, 'utf8');
    return { name: name.slice(0, -'.json'.length), file, text, value: parseJson(text) };
  });

export function readForeignBody(name: string): unknown {
  const found = FOREIGN_BODIES.find((body) => body.name === name);
  if (!found) throw new Error(`no body ${name}`);
  return found.value;
}
