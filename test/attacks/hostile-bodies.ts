/** Bodies of the service with payloads as strings. */
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';

const found = listSampleGarments().find(({ sgg_garment_id: id }) => id === 'GARM-101');
if (!found) throw new Error('the corpus has no GARM-101');
const garment = found;

/** `values` keeps the words of the format, so that readers continue. `all` replaces every string and some member names. */
export type ReplacementDepth = 'values' | 'all';

const WORDS_OF_FORMAT = /^(state|kind|rel|type|profile|to|id|between|role|basis|schema|department)$/;

/** Returns texts in turn. */
export interface TextDealer {
  next(): string;
}

export const dealTexts = (texts: readonly string[], from = 0): TextDealer => {
  let at = from;
  return { next: () => texts[at++ % texts.length] ?? '' };
};

/** Replaces the strings of a body. References still work. */
export const replaceStrings = (
  value: unknown,
  deal: TextDealer,
  depth: ReplacementDepth,
  member = '',
): unknown => {
  if (typeof value === 'string')
    return depth === 'values' && WORDS_OF_FORMAT.test(member) ? value : deal.next();
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, deal, depth, member));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item], at): [string, unknown] => [
    depth === 'all' && at % 3 === 2 ? deal.next() : name,
    replaceStrings(item, deal, depth, name),
  ]);
  // An additional unknown member.
  return Object.fromEntries([...entries, [deal.next(), deal.next()]]);
};

interface Graph {
  readonly nodes: readonly { readonly kind?: unknown }[];
}

/** Keeps two nodes of each kind, because more only take time. */
const shrinkGraph = (graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.filter(
    ({ kind }, at, all) => all.slice(0, at).filter((one) => one.kind === kind).length < 2,
  ),
});

const READS = {
  graph: shrinkGraph(JSON.parse(garment.graph('technical_designer'))),
  'tailor-brief': JSON.parse(garment.read('tailor-brief')),
  'design-trust': JSON.parse(garment.read('design-trust')),
  confirmations: JSON.parse(garment.read('confirmations')),
} as const;

export const readBody = (resource: string, deal: TextDealer, depth: ReplacementDepth): unknown => {
  const body: unknown = Object.entries(READS).find(([name]) => name === resource)?.[1] ?? READS.graph;
  return replaceStrings(body, deal, depth);
};

export const createUuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The design that the examples name. */
export const OWN_DESIGN = { id: createUuid(5117), garment: 'GARM-5117' } as const;

/** The number of texts in one list, because a pull sends four requests for each design. */
const WINDOW = 4;

export interface ListOptions {
  /** Names in every list; the other names change with each turn. */
  readonly always: readonly string[];
  readonly turn: number;
  /** Only names are payloads; ids are valid. */
  readonly honest: boolean;
}

/** Creates designs with payloads as names and, unless honest, as ids and garment ids. */
export const createDesigns = (
  texts: readonly string[],
  { always, turn, honest }: ListOptions,
): readonly object[] => {
  const deal = dealTexts(texts, turn);
  const createSubject = (identity: string | undefined) => ({
    sgg_garment_id: honest ? null : identity,
    garment_category: deal.next(),
    created_at: '2026-11-01T00:00:00Z',
    [deal.next()]: deal.next(),
  });
  const own = {
    id: OWN_DESIGN.id,
    name: deal.next(),
    ...createSubject(undefined),
    sgg_garment_id: OWN_DESIGN.garment,
  };
  const some = Array.from({ length: WINDOW }, (_, at) => (turn * WINDOW + at) % texts.length);
  if (honest)
    return [own, ...texts.map((name, at) => ({ id: createUuid(at), name, ...createSubject(undefined) }))];
  return [
    own,
    ...always.map((text, at) => ({ id: createUuid(2000 + at), name: text, ...createSubject(text) })),
    ...some.flatMap((at) => [
      { id: createUuid(at), name: texts[at], ...createSubject(texts[(at + 1) % texts.length]) },
      { id: texts[at], name: texts[at], ...createSubject(texts[at]), created_at: texts[at] },
    ]),
  ];
};

const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '');

/** Creates a drawing with payloads as layer names. */
export const createDrawing = (texts: readonly string[]): string =>
  [
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">',
    ...texts.map(
      (text, at) =>
        `<g id="${escapeXml(text)}-${at}" inkscape:groupmode="layer" inkscape:label="${escapeXml(text)}" data-name="${escapeXml(text)}"><title>${escapeXml(text)}</title><path d="M0 0"/></g>`,
    ),
    '</svg>',
  ].join('\n');

const createActiveElement = (raw: string): string => {
  const text = escapeXml(raw);
  return (
    `<g data-node="${text}" onload="${text}" style="fill:${text}" fill="url(${text})"><text>${text}</text><use href="${text}"/>` +
    `<script>${text}</script><image href="${text}"/><a href="${text}"><path d="${text}"/></a><foreignObject>${text}</foreignObject></g>`
  );
};

/** Creates a drawing with scripts, handlers and external references. */
export const createActiveDrawing = (texts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>path { fill: url(http://PWN.example) }</style>${texts.map(createActiveElement).join('')}</svg>`;
