/** Arbitrary bodies: every shape of JSON, mixed with the members that the reader looks for. */

import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { toJsonText, toNumberText } from '../../src/platform/json/json-values.ts';
import { anyCharacter } from './any-character.ts';

const HOSTILE = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'isLosslessNumber',
  '',
  'a.b',
  '[0]',
];
const KNOWN = [
  'value',
  'text',
  'unit',
  'basis',
  'confidence',
  'field',
  'id',
  'kind',
  'type',
  'label',
  'name',
];
const GROUPS = ['values', 'links', 'facts', 'between', 'nodes', 'rel', 'to', 'state', 'options'];
/** Lists and maps of a trade, and what is measured by size. */
const TRADE = [
  'measurements',
  'materials',
  'lines',
  'sizes',
  'spec',
  'spec_M',
  'XS',
  'L',
  'size',
  'code',
  'side',
];
const LEXEMES = [
  '56.0',
  '1e3',
  '9007199254740993',
  '-0',
  '0.10',
  '1E-7',
  '123456789012345678901234567890',
  '1.00',
];
const NASTY = [
  '',
  ' ',
  '\u001b[31mred',
  'a\tb\nc',
  '"quoted"',
  '=SUM(A1)',
  '- ',
  '٥٦٫٠ سم',
  '👩🏽‍🎨',
  'n1',
  'x'.repeat(90),
];

const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: anyCharacter, maxLength: 6 }),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(...LEXEMES).map((lexeme) => new LosslessNumber(lexeme)),
);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const key = fc.oneof(
  fc.constantFrom(...KNOWN),
  fc.constantFrom(...GROUPS),
  fc.constantFrom(...TRADE),
  fc.constantFrom(...HOSTILE),
  fc.string({ maxLength: 5 }),
);
export const anyState = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('asserted', 'inferred', 'unstated') },
  { weight: 1, arbitrary: fc.constantFrom('maybe', '', 'ASSERTED', 'open', '\u001b[2Jx', '__proto__') },
);

// fromEntries defines members; an object literal would make `__proto__` a prototype.
const record = (
  entry: fc.Arbitrary<[string, unknown]>,
  size: number,
): fc.Arbitrary<Record<string, unknown>> =>
  fc.array(entry, { maxLength: size }).map((entries) => Object.fromEntries(entries));
const joinRecords = (
  ...parts: fc.Arbitrary<Record<string, unknown>>[]
): fc.Arbitrary<Record<string, unknown>> =>
  fc.tuple(...parts).map((all) => Object.fromEntries(all.flatMap((part) => Object.entries(part))));

/** The maximum sizes of a body. */
interface Sizes {
  readonly nodes: number;
  /** The maximum length of a list or an object. */
  readonly most: number;
  readonly depthSize: 'xsmall' | 'small';
}

function createBodies({ nodes, most, depthSize }: Sizes): fc.Arbitrary<unknown> {
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => {
    const members = record(fc.tuple(key, tie('tree')), most);
    const value = fc.record(
      { value: tie('tree'), text: text, unit: scalar, basis: tie('tree'), confidence: scalar },
      { requiredKeys: [] },
    );
    return {
      tree: fc.oneof(
        { depthSize, withCrossShrink: true },
        scalar,
        fc.array(tie('tree'), { maxLength: most }),
        members,
        joinRecords(members, value, fc.record({ state: anyState })),
        joinRecords(value, fc.record({ state: anyState })),
      ),
    };
  });

  const naming = fc.record(
    {
      id: fc.oneof(fc.constantFrom('n1', 'n2', 'n3'), tree),
      kind: fc.oneof(
        fc.constantFrom('piece', 'seam', 'material', 'pom', 'label', 'colourway', 'size', 'garment'),
        tree,
      ),
      label: tree,
      name: tree,
      type: tree,
      state: anyState,
    },
    { requiredKeys: [] },
  );
  const fact = joinRecords(
    fc.record({ field: fc.oneof(text, tree), value: tree }),
    fc.record({ state: anyState }),
    record(fc.tuple(key, tree), 2),
  );
  const link = joinRecords(
    fc.record({ rel: fc.oneof(text, tree), to: fc.oneof(fc.constant('n1'), tree) }),
    fc.record({ state: anyState }, { requiredKeys: [] }),
    record(fc.tuple(key, tree), 2),
  );
  const inside = fc.record(
    {
      values: fc.oneof(tree, record(fc.tuple(key, tree), 4)),
      links: fc.oneof(tree, fc.array(fc.oneof(link, tree), { maxLength: 3 })),
      facts: fc.oneof(tree, fc.array(fact, { maxLength: 3 })),
      between: fc.oneof(tree, fc.array(fc.constantFrom('n1', 'n2'), { maxLength: 3 })),
    },
    { requiredKeys: [] },
  );
  const node = fc.oneof(
    { weight: 4, arbitrary: joinRecords(naming, inside, record(fc.tuple(key, tree), 3)) },
    { weight: 1, arbitrary: tree },
  );

  return fc.oneof(
    {
      weight: 8,
      arbitrary: joinRecords(
        fc.record(
          {
            garment_id: fc.oneof(fc.constant('GARM-7'), tree),
            profile: fc.oneof(fc.constant('factory'), tree),
            facts: fc.oneof(fc.array(fact, { maxLength: 3 }), tree),
          },
          { requiredKeys: [] },
        ),
        fc.record({
          nodes: fc.oneof(
            { weight: 5, arbitrary: fc.array(node, { maxLength: nodes }) },
            { weight: 1, arbitrary: tree },
          ),
        }),
        record(fc.tuple(key, tree), 2),
      ),
    },
    { weight: 1, arbitrary: tree },
  );
}

/** A garment graph, more or less. */
export const anyGraph = createBodies({ nodes: 5, most: 4, depthSize: 'small' });
/** One that can be read at a glance: many of them find more than few large ones. */
export const anySmallGraph = createBodies({ nodes: 3, most: 2, depthSize: 'xsmall' });

/** Reads a state: a word, or beside a payload also a number, a boolean, null or a list of these, as written. */
function readState(state: unknown, payload: boolean): string | undefined {
  if (typeof state === 'string') return state;
  const flat = [state]
    .flat()
    .every((each) => typeof each !== 'object' || each === null || toNumberText(each));
  return payload && state !== undefined && flat ? toJsonText(state) : undefined;
}

/** The states, numbers and texts of a body, found without the reader. */
export interface BodyContents {
  readonly states: Map<string, number>;
  readonly lexemes: string[];
  /** Texts that are the payload of a stated value. */
  readonly payloads: string[];
}

export function findContents(body: unknown, isNumber: (value: object) => boolean): BodyContents {
  const found: BodyContents = { states: new Map(), lexemes: [], payloads: [] };
  const visit = (value: unknown): void => {
    if (typeof value === 'number') found.lexemes.push(String(value));
    else if (typeof value === 'object' && value !== null) {
      if (isNumber(value)) found.lexemes.push(String(value));
      else if (Array.isArray(value)) for (const item of value) visit(item);
      else {
        const getOwn = (key: string): unknown => Object.getOwnPropertyDescriptor(value, key)?.value;
        const state = readState(
          getOwn('state'),
          Object.hasOwn(value, 'value') || Object.hasOwn(value, 'text'),
        );
        const payload = Object.hasOwn(value, 'value') ? getOwn('value') : getOwn('text');
        if (typeof state === 'string') {
          found.states.set(state, (found.states.get(state) ?? 0) + 1);
          if (typeof payload === 'string') found.payloads.push(payload);
        }
        for (const item of Object.values(value)) visit(item);
      }
    }
  };
  visit(body);
  return found;
}
