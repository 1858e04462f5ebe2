/** `node scripts/run.mjs test/conservation/check-shard.ts SEED COUNT`: the law over so many random bodies, as a line of JSON. */
import fc from 'fast-check';
import { SHORT_FORMS, WHOLE_FORMS } from './output-forms.ts';
import { createProperty } from './random-bodies.ts';

/** The result of one process. */
export interface Shard {
  readonly forms: number;
  readonly bodies: number;
  /** The bodies that were also rendered in slow forms. */
  readonly dear: number;
  readonly characters: number;
  /** Milliseconds of processor time. */
  readonly worked: number;
  /** The losses, and how to reproduce them. */
  readonly lost?: string;
}

const [seed = 0, count = 0] = process.argv.slice(2).map(Number);
let [bodies, dear, characters] = [0, 0, 0];
const found = fc.check(
  createProperty((json, isDear) => {
    bodies += 1;
    characters += json.length;
    if (isDear) dear += 1;
  }),
  { seed, numRuns: count },
);
const { user, system } = process.cpuUsage();
const shard: Shard = {
  worked: (user + system) / 1_000,
  ...{ forms: Object.keys({ ...SHORT_FORMS, ...WHOLE_FORMS }).length, bodies, dear, characters },
  ...(found.failed && {
    lost: [
      `seed ${found.seed}, path ${found.counterexamplePath}; for test/conservation/kept-bodies.json:`,
      `{ "lost": "", "body": ${found.counterexample?.[0]} }`,
      String(found.errorInstance),
    ].join('\n'),
  }),
};
process.stdout.write(`${JSON.stringify(shard)}\n`);
