/** Bodies of which a form once lost a value. They are shrunk, and every run tries them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../src/platform/json/parse-json.ts';

interface KeptBody {
  /** What was lost, and in which form. */
  readonly lost: string;
  readonly body: unknown;
}

/** Numbers with their lexemes. */
export const KEPT_BODIES = parseJson(
  readFileSync(join(import.meta.dirname, 'kept-bodies.json'), 'utf8'),
) as readonly KeptBody[];
