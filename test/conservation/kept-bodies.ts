/** Bodies of which some form has lost a value: shrunk, readable, and tried every time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../src/platform/json/parse-json.ts';

interface KeptBody {
  /** What was lost of it, where. */
  readonly lost: string;
  readonly body: unknown;
}

/** Numbers with their lexemes. */
export const KEPT_BODIES = parseJson(
  readFileSync(join(import.meta.dirname, 'kept-bodies.json'), 'utf8'),
) as readonly KeptBody[];
