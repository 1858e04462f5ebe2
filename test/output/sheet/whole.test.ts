import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderSheetParts } from '../../../src/output/sheet/index.ts';
import { DEFAULT_SHEET_PARTS, SHEET_PARTS, type SheetFilter } from '../../../src/output/views/sheet-parts.ts';
import { toJsonText } from '../../../src/platform/json/json-values.ts';
import { isWrittenNumber, parseJson } from '../../../src/platform/json/parse-json.ts';
import { INVISIBLE } from '../../attacks/find-violations.ts';
import { anyGraph, findContents } from '../../support/arbitrary-bodies.ts';
import { findUnexpectedTags, readHtmlText, unescapeHtml } from '../../support/html-text.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { renderSheetHtml } from '../../support/render-sheet.ts';
import { runToile } from '../../support/run-toile.ts';
import { readSampleBody, readSampleGraph } from '../../support/sample-bodies.ts';
import { UNFILTERED_SHEET } from '../../support/unfiltered-sheet.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

const renderPage = (graph: unknown, others: unknown = {}, filter: Partial<SheetFilter> = {}): string =>
  renderSheetHtml({
    garments: [
      { graph, brief: others, trust: others, confirmations: others, subject: 'GARM-1', profile: 'factory' },
    ],
    filter: { ...UNFILTERED_SHEET, ...filter },
    now: NOW,
    digest: () => 'digest',
  });

it('a large table is made of parts of at most one row, so that it takes little memory', () => {
  const nodes = Array.from({ length: 500 }, (_, at) => ({
    id: `p.${at}`,
    kind: 'piece',
    cut: { value: at },
  }));
  const parts = renderSheetParts({
    garments: [
      {
        ...{ graph: { nodes }, brief: undefined, trust: undefined, confirmations: undefined },
        ...{ subject: 'GARM-1', profile: 'factory' },
      },
    ],
    filter: UNFILTERED_SHEET,
    now: NOW,
    digest: () => 'digest',
  });
  expect(parts.join('')).toContain('p.499');
  for (const part of parts) expect(part.match(/<tr/g)?.length ?? 0).toBeLessThanOrEqual(2);
});

/** The sign that goes with each state; any other word has its own, and the word beside it. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['asserted', 'a='],
  ['inferred', 'i~'],
  ['unstated', 'u?'],
]);

/** How often each state is marked, every mark with the look and the sign of its state. */
const countMarks = (html: string): ReadonlyMap<string, number> => {
  const marked = new Map<string, number>();
  for (const [, look = '', label = '', sign = ''] of html.matchAll(
    /<b class="m (\w)" role="img" aria-label="([^"]*)">([^<]+)<\/b>/g,
  )) {
    const word = unescapeHtml(label);
    // An unknown word is its own mark, cut where it is long.
    if (SIGNS.has(word)) expect(look + sign, label).toBe(SIGNS.get(word));
    else expect([look, label.startsWith(sign.replace(/…$/, '')) || sign === '–'], label).toEqual(['o', true]);
    marked.set(word, (marked.get(word) ?? 0) + 1);
  }
  return marked;
};

/** The garment's own values; not the counts and the legend, which mark what they explain. */
const getTitle = (page: string): string => page.match(/<h1>[\s\S]*?<ul class="legend"/)?.[0] ?? '';

const NASTY = [
  '</style><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '--><!--',
  '\u001b[31mred\u0007',
  '\\3c /style\\3e ',
  '"; } @import url(http://example.com/x); a { content: "',
  '\u202e\u2066reversed',
  '&lt;b&gt;',
  ']]>',
];

describe('a page of any body', () => {
  it('contains its texts as text alone', () => {
    for (const nasty of NASTY) {
      const nastyValue = { value: nasty, state: nasty, unit: nasty, basis: nasty, confidence: nasty };
      const node = {
        id: nasty,
        kind: nasty,
        label: nastyValue,
        values: { [nasty]: nastyValue },
        links: [{ rel: nasty, to: nasty, state: nasty }],
      };
      const body = {
        garment_id: nasty,
        profile: nasty,
        nodes: [{ ...node, kind: 'garment' }, node],
        facts: [{ field: nasty, ...nastyValue }],
        counts: { [nasty]: { [nasty]: 3 } },
        unresolved: [
          { id: nasty, node: nasty, field: nasty, question: nasty, options: [nasty], ...nastyValue },
        ],
      };
      const page = renderPage(body, body);
      expect(findUnexpectedTags(page)).toEqual([]);
      expect(page.match(/<style>([\s\S]*)<\/style>/)?.[1]).not.toContain('<');
      expect(page.match(/<style>([\s\S]*)<\/style>/)?.[1]).not.toContain('@import');
      expect(page).not.toMatch(/[\p{Cs}\u202a-\u202e\u2066\u2067]/u);
      expect(page.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }
  });

  it('loses no value, and makes no tag of one', () => {
    const bodies = anyGraph.map((body) => parseJson(toJsonText(body)));
    fc.assert(
      fc.property(bodies, (body) => {
        const page = renderPage(body);
        expect(findUnexpectedTags(page)).toEqual([]);
        const marked = countMarks(page.slice(page.indexOf('</header>')) + getTitle(page));
        for (const [word, number] of findContents(body, isWrittenNumber).states) {
          const label = makeHarmless(word).trim() === '' ? 'no word' : makeHarmless(word);
          expect(marked.get(label) ?? 0, word).toBeGreaterThanOrEqual(number);
        }
      }),
      scaleCases(40),
    );
  });
});

/** One section of a page, as a reader sees it; a line for each row, item and paragraph. */
const readSection = (page: string, id: string): readonly string[] =>
  readHtmlText(
    (page.match(new RegExp(`<section id="${id}"[\\s\\S]*?</section>`))?.[0] ?? '').replace(
      /<\/(tr|li|p|h2|h3)>/g,
      '\n',
    ),
  )
    .split('\n')
    .filter((line) => line !== '');

describe('a page', () => {
  const yoke = {
    id: 'p1',
    kind: 'piece',
    label: { value: 'Yoke', state: 'asserted' },
    values: { cut: { value: 2, state: 'inferred' }, grain: { value: null, state: 'unstated' } },
    links: [
      { rel: 'made_of', to: 'm1', state: 'inferred' },
      { rel: 'lined_with', to: [], state: 'asserted' },
    ],
  };
  const cloth = { id: 'm1', kind: 'material', label: { value: 'Oxford', state: 'asserted' } };
  const asks = {
    ...{ id: 'c1', node: 'p1', field: 'cut', question: 'One or two?', options: ['one', 'two'] },
    ...{ value: 2, state: 'inferred' },
  };
  const page = renderSheetHtml({
    garments: [
      {
        graph: {
          garment_id: 'GARM-1',
          nodes: [yoke, cloth],
          facts: [{ field: 'lining', state: 'unstated' }],
        },
        brief: {},
        trust: {},
        confirmations: { unresolved: [asks] },
        subject: 'GARM-1',
        profile: 'factory',
      },
    ],
    filter: UNFILTERED_SHEET,
    now: NOW,
    digest: (text) => createHash('sha256').update(text).digest('base64'),
  });

  it('loads nothing from outside, and has only its own styles', () => {
    const policy = unescapeHtml(
      page.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1] ?? '',
    );
    const [, style = ''] = page.match(/<style>([\s\S]*?)<\/style>/) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${digest}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('shows open questions, with the value that applies until the answer', () => {
    const asked = readSection(page, 'questions');
    expect(asked).toContain(
      '1 unresolved, counted on this page. None blocks a sample or a quotation export.',
    );
    expect(asked.at(-1)).toBe('c1Yoke cutOne or two?onetwoAnswer, answered by, date:~\u00a02');
  });

  it('lists unstated values on request, and does not print them twice', () => {
    expect(page).not.toContain('id="not-stated"');
    const graph = { nodes: [yoke, cloth], facts: [{ field: 'lining', state: 'unstated' }] };
    expect(readSection(renderPage(graph, {}, { parts: ['not-stated'] }), 'not-stated')).toEqual([
      'Not stated',
      '2 values, counted on this page.',
      'Yoke p1: grain',
      'lining',
    ]);
  });

  it('lists open values by step on request, each once', () => {
    expect(page).not.toContain('id="steps"');
    const graph = { nodes: [yoke, cloth], facts: [{ field: 'lining', state: 'unstated' }] };
    const stepsPage = renderPage(graph, {}, { parts: ['steps'] });
    const [title, note, ...rows] = readSection(stepsPage, 'steps');
    expect(title).toBe('Open values by step');
    expect(note).toContain('The steps order the open values. They block nothing.');
    expect(rows).toMatchInlineSnapshot(`
      [
        "doneaboutfieldcurrent value",
        "Before cloth and trims are booked 1",
        "lining? not stated",
        "Before the cloth is cut 3",
        "Yokecut~ 2",
        "grain? not stated",
        "made of~ Oxford",
      ]
    `);
  });

  it('lists statements that do not agree on request, with room for an answer', () => {
    expect(page).not.toContain('id="conflicts"');
    const buildSize = (value: number, state: string) => ({ value, unit: 'cm', state });
    const waist = {
      ...{ id: 'm1', kind: 'pom', label: { value: 'Waist', state: 'asserted' } },
      code: { value: 'W1', state: 'asserted' },
      spec: { S: buildSize(66, 'asserted'), M: buildSize(70, 'asserted') },
      grade: { ...buildSize(2.5, 'inferred'), basis: 'house rule' },
    };
    expect(readSection(renderPage({ nodes: [waist] }, {}, { parts: ['conflicts'] }), 'conflicts')).toEqual([
      'Statements that do not agree',
      '1 conflict, counted on this page. Each statement is printed as it is in the data; none was chosen.',
      'placewhatstatement',
      'The grade and the steps between sizes',
      'W1 Waistgrade~\u00a02.5\u00a0cmwhy: house rule ',
      'sizesS =\u00a066\u00a0cm M =\u00a070\u00a0cm ',
      'Stated on one side and inferred on the other: the inference is out of date.Answer, answered by, date:',
    ]);
    expect(readSection(renderPage({ nodes: [] }, {}, { parts: ['conflicts'] }), 'conflicts')).toEqual([
      'Statements that do not agree',
      'No conflict found.',
    ]);
  });

  it('lists what was inferred on a strip to sign, and what a construction line leaves open', () => {
    const buildInferred = (value: unknown, more: object = {}) => ({ value, state: 'inferred', ...more });
    const rule = { basis: 'house rule', confidence: 'high' };
    const buildPiece = (id: string, confidence: string) => ({
      ...{ id, kind: 'piece', label: { value: id, state: 'asserted' } },
      values: {
        on_fold: buildInferred(false, { ...rule, confidence }),
        grain: { value: 'warp', state: 'asserted' },
      },
    });
    const graph = {
      nodes: [
        buildPiece('Front', 'high'),
        buildPiece('Back', 'low'),
        {
          ...{ id: 'B01', kind: 'pom', label: 'Chest', code: 'B01' },
          spec: {
            S: buildInferred(54, rule),
            M: { value: 56, state: 'asserted' },
            L: buildInferred(58, rule),
          },
        },
        { id: 's', kind: 'seam', label: 'Side seam', values: { topstitch: buildInferred('twin needle') } },
      ],
      facts: [{ field: 'lining', ...buildInferred('none') }],
    };
    const page = renderPage(graph, {}, { parts: ['countersign'] });
    expect(readSection(page, 'countersign')).toEqual([
      'To countersign',
      '6 values inferred, counted on this page. A signature is the answer of the factory. ' +
        'The value stays inferred until the designer states it.',
      'placewhatvaluewhyagreemake itinitialsdate',
      ...['Points of measure', 'B01 ChestspecS ~\u00a054 L ~\u00a058 house rule (high)'],
      ...['Cut list', 'Front (high), Back (low)on fold~\u00a0false house rule'],
      ...['Construction', 'Side seamtopstitch~\u00a0twin needle '],
      ...['Facts', 'lining~\u00a0none '],
      'Not given in the construction lines',
      'Write in the white boxes only. An empty box counts as not answered.',
      'placedistance from edgeallowance towardsstitch numberinitialsdate',
      'Side seam',
    ]);
    expect(readSection(page, 'left-out').join('\n')).not.toContain('on_fold');
    expect(readSection(page, 'left-out').join('\n')).toContain('grain');
  });

  it('counts unstated values by kind where there are too many to list', () => {
    const open = (kind: string, at: number) => ({
      id: `${kind}${at}`,
      kind,
      values: { grain: { value: null, state: 'unstated' }, nap: { value: null, state: 'unstated' } },
    });
    const many = Array.from({ length: 50 }, (_, at) => [open('piece', at), open('seam', at)]).flat();
    expect(readSection(renderPage({ nodes: many }, {}, { parts: ['not-stated'] }), 'not-stated')).toEqual([
      'Not stated',
      '200 values, counted on this page. They are listed in the tables above; here they are counted by kind.',
      'piece: grain 50, nap 50',
      'seam: grain 50, nap 50',
    ]);
  });

  it('shows counts of the service without marks, and other values with theirs', () => {
    const trust = { counts: { rows: 7, seams: 3, checked: { value: 4, state: 'asserted' } } };
    const shown = readSection(renderPage({ nodes: [yoke] }, trust), 'trust').join('\n');
    expect(shown).toContain('seams3');
    expect(shown).toContain('checked=\u00a04');
  });

  it('explains each mark by what the factory must do', () => {
    const [legend = ''] = page.match(/<ul class="legend"[\s\S]*?<\/ul>/) ?? [];
    expect(readHtmlText(legend.replaceAll('</li>', '\n')).trim().split('\n')).toEqual([
      '= asserted stated by the designer 2',
      '~ inferred worked out, ask before bulk 1',
      '? not stated it has not been stated 2',
      '56 bold in a grid of numbers: asserted',
      ' grey: the data has no such value',
    ]);
  });

  it('has the name of the garment as its title, with the id below', () => {
    const named = renderPage({
      garment_id: 'GARM-1',
      nodes: [{ kind: 'garment', label: { value: 'Oxford shirt', state: 'asserted' } }],
    });
    expect(readHtmlText(named.match(/<title>.*<\/title>/)?.[0] ?? '')).toBe(
      'Oxford shirt (GARM-1) factory sheet',
    );
    expect(readHtmlText(named.match(/<h1>.*<\/h1>/)?.[0] ?? '')).toBe('=\u00a0Oxford shirt');
    expect(readHtmlText(named.match(/<p class="ref">.*<\/p>/)?.[0] ?? '')).toMatch(
      /^GARM-1 data digest [0-9a-f]{12}$/,
    );
    // A body of another shape may say its name beside the nodes.
    expect(
      readHtmlText(renderPage({ name: 'Parka', nodes: [] }).match(/<title>.*<\/title>/)?.[0] ?? ''),
    ).toBe('Parka (GARM-1) factory sheet');
    expect(readHtmlText(renderPage({ nodes: [] }).match(/<h1>.*<\/h1>/)?.[0] ?? '')).toBe('GARM-1');
  });

  it('shows a unit that is unstated, qualifiers beside a value, and the reason of a relation', () => {
    const sized = { size: 'XS', value: '66.00', unit: 'cm', state: 'asserted' };
    const open = { value: null, unit: 'inch', state: 'unstated', currency: 'EUR' };
    const made = { rel: 'made_of', to: 'm1', state: 'inferred', basis: 'same cloth', layer: 'outer' };
    const shown = renderPage({
      nodes: [{ ...yoke, values: { sizes: [sized], price: open }, links: [made] }, cloth],
    });
    expect(readSection(shown, 'cutting').join('\n')).toMatch(/sizes\.XS =\u00a066\.00\u00a0cm/);
    expect(readSection(shown, 'cutting').join('\n')).toMatch(
      /\?\u00a0not\u00a0stated \(inch\)\s*\(currency\sEUR\)/,
    );
    expect(readSection(shown, 'cutting').join('\n')).toMatch(
      /~\u00a0Oxford1[\s\S]*\n1 layer outer\s*why: same cloth/,
    );
  });

  it('prints a missing tolerance as a grey cell, never as a value', () => {
    const spec = { value: '58.0', state: 'asserted', unit: 'cm' };
    const buildPom = (id: string, values: object) => ({ id, kind: 'pom', values });
    const shown = renderPage({
      nodes: [buildPom('B1', { spec, grade: spec }), buildPom('B2', { spec, sizes: [spec, spec] })],
    });
    expect(readSection(shown, 'measuring')[0]).toBe('Points of measure (cm) 2');
    const [, row = ''] = shown.split('<th scope="row">B1');
    expect(row.slice(0, row.indexOf('</tr>'))).toMatch(/^<\/th><td class="x"><\/td>.*58\.0/);
    expect(shown.match(/<td class="x">/g)?.length).toBeGreaterThanOrEqual(3);
    expect(readSection(shown, 'measuring').join(' ')).not.toMatch(/not given|not stated/);
  });

  it('keeps the name of facts, and shows ranges under their own name', () => {
    const beside = { care: { value: '30', state: 'asserted' } };
    const shown = renderPage({ ...beside, nodes: [yoke] }, { counts: { 'confidence.0.9-1.0': 3 } });
    expect(readSection(shown, 'facts')).toEqual([]);
    expect(readSection(shown, 'beside')[0]).toBe('Outside the nodes');
    expect(readSection(shown, 'trust').join('\n')).toContain('confidence 0.9-1.0');
  });

  it('shows the relations of the garment itself', () => {
    const garment = { id: 'g', kind: 'garment', links: [{ rel: 'sold_with', to: 'm1', state: 'asserted' }] };
    expect(readHtmlText(renderPage({ nodes: [garment, cloth] }))).toContain('sold with=\u00a0Oxford');
  });

  it('shows the relations of each node, with their confidence', () => {
    expect(readSection(page, 'cutting').at(-1)).toContain('~\u00a0Oxford=\u00a0[]');
    expect(readSection(page, 'materials').at(-1)).toContain('Oxford');
  });
});

/** Numbers and texts of the stated values of a body. */
const listPayloads = (body: unknown): string[] => {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || isWrittenNumber(value)) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    const { state, value: payload, text } = value as Readonly<Record<string, unknown>>;
    const shown = payload ?? text;
    if (typeof state === 'string' && (typeof shown === 'string' || isWrittenNumber(shown as object)))
      found.push(String(shown));
    for (const item of Object.values(value)) visit(item);
  };
  visit(body);
  return found;
};

const makeHarmless = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]/gu, '\ufffd')
    .replace(new RegExp(INVISIBLE, 'gu'), '');

it.each([
  ['GARM-101', 'factory'],
  ['GARM-33', 'technical_designer'],
  ['GARM-9007199254740993', 'factory'],
  ['5a7d1e2c', 'technical_designer'],
  ['0f1e2d3c', 'factory'],
  ['b1c2d3e4', 'technical_designer'],
] as const)('every stated text and number of %s (%s) is on its page', async (id, profile) => {
  const { out: page } = await runToile(['--sandbox', 'sheet', id, '--profile', profile, '-o', '-']);
  const text = readHtmlText(page);
  const others = ['tailor-brief', 'design-trust', 'confirmations'] as const;
  const all = [readSampleGraph(id, profile), ...others.map((read) => readSampleBody(id, read))].flatMap(
    listPayloads,
  );
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter((payload) => !text.includes(makeHarmless(payload)))).toEqual([]);
});

/** A body of canaries: every scalar in it is another one. */
const buildCanaries = (): { readonly bodies: readonly unknown[]; readonly words: readonly string[] } => {
  const words: string[] = [];
  const plantCanary = (): string => {
    words.push(`canary${words.length}x`);
    return words.at(-1) ?? '';
  };
  const buildValue = () => ({
    ...{
      value: plantCanary(),
      state: 'asserted',
      unit: plantCanary(),
      basis: plantCanary(),
      confidence: plantCanary(),
    },
    ...{ size: plantCanary(), inside: { value: plantCanary(), state: 'inferred' } },
  });
  const node = (kind: string) => ({
    ...{
      id: plantCanary(),
      kind,
      label: buildValue(),
      note: plantCanary(),
      nested: { deep: { more: plantCanary() } },
    },
    values: {
      spec: buildValue(),
      sizes: [{ key: plantCanary(), ...buildValue() }, buildValue()],
      bare: plantCanary(),
    },
    links: [{ rel: plantCanary(), to: plantCanary(), ...buildValue(), layer: plantCanary() }],
    facts: [{ field: plantCanary(), ...buildValue() }],
  });
  const graph = {
    nodes: [
      ...['garment', 'piece', 'pom', 'label', 'something'].map(node),
      plantCanary(),
      { kind: 'seam', state: plantCanary(), value: plantCanary() },
    ],
    facts: [{ field: plantCanary(), ...buildValue() }],
    ...{ beside: buildValue(), plainly: plantCanary(), list: [plantCanary()] },
  };
  const brief = {
    brief: {
      cloth: { text: plantCanary(), state: 'asserted' },
      lining: buildValue(),
      [plantCanary()]: plantCanary(),
    },
    more: plantCanary(),
  };
  const trust = {
    counts: { [plantCanary()]: 3, of: { text: plantCanary(), rows: 2, asserted: 1 } },
    noted: buildValue(),
    when: plantCanary(),
  };
  const asked = {
    id: plantCanary(),
    node: plantCanary(),
    field: plantCanary(),
    question: plantCanary(),
    options: [plantCanary(), { text: plantCanary(), why: plantCanary() }],
  };
  const questions = {
    unresolved: [{ ...asked, ...buildValue(), asker: plantCanary(), seen: buildValue() }],
    round: plantCanary(),
    by: buildValue(),
  };
  return { bodies: [graph, brief, trust, questions], words };
};

const renderCanaryPage = (filter: Partial<SheetFilter> = {}) => {
  const { bodies, words } = buildCanaries();
  const [graph, brief, trust, confirmations] = bodies.map((body) => parseJson(JSON.stringify(body)));
  const page = renderSheetHtml({
    garments: [{ graph, brief, trust, confirmations, subject: 'GARM-1', profile: 'factory' }],
    filter: { ...UNFILTERED_SHEET, ...filter },
    now: NOW,
    digest: () => 'digest',
  });
  return { page, text: readHtmlText(page), words };
};

/** Reads from the last page how many values no other page shows. */
const countLeftOut = (page: string): number =>
  [
    ...readSection(page, 'left-out')
      .join('\n')
      .matchAll(/(\d+) (?:id|node|value|relation|member|question|reason)/g),
  ].reduce((sum, [, number]) => sum + Number(number), 0);

describe('completeness of a page', () => {
  it('each scalar of a body is shown, or counted by its name', () => {
    const { page, text, words } = renderCanaryPage();
    const missing = words.filter((word) => !text.includes(word));
    // Members without a state are counted under their own names, one for each.
    expect(missing.length).toBeGreaterThan(5);
    expect(countLeftOut(page)).toBeGreaterThanOrEqual(missing.length);
    expect(readSection(page, 'left-out').join('\n')).toMatch(/note[\s\S]*nested[\s\S]*plainly/);
  });

  it('does not count values that a column prints, with or without provenance', () => {
    const spec = { value: 58, state: 'asserted', unit: 'cm' };
    const chest = {
      id: 'p1',
      kind: 'pom',
      label: 'Chest',
      code: 'B01',
      critical: true,
      spec,
      mood: 'calm',
    };
    const sizes = { sizes: { S: 1, M: 2 }, how_to_measure: 'relaxed' };
    const seam = { id: 's1', kind: 'seam', label: 'Hem', sequence: 1, machine: 'lockstitch' };
    const page = renderPage({ nodes: [chest, { ...chest, id: 'p2', ...sizes }, seam] });
    expect(readSection(page, 'left-out').slice(-3)).toEqual([
      ...['3 ids of a node: id 3', 'Points of measure', '2 members without a state: mood 2'],
    ]);
  });

  it('a short code never breaks across lines, a long one may', () => {
    const buildPoint = (code: string) => ({ id: code, kind: 'pom', code, label: 'Chest', spec: 5 });
    const page = renderPage({ nodes: [buildPoint('FAB-0192'), buildPoint('3f6a1c58-9f0e-4f55-8d3b')] });
    expect(page).toMatch(/<td class="code">[^/]*FAB-0192/);
    expect(page).not.toMatch(/<td class="code">[^/]*3f6a1c58/);
  });

  it('the column of key points has marks, and is there only if a point is critical', () => {
    const spec = { value: 58, state: 'asserted', unit: 'cm' };
    const buildPoint = (id: string, critical: boolean) => ({ id, kind: 'pom', label: id, spec, critical });
    const some = renderPage({ nodes: [buildPoint('P1', true), buildPoint('P2', false)] });
    expect(some).toContain('<td><b>!</b></td>');
    expect(readSection(some, 'measuring')[0]).toContain('! critical');
    expect(some).toContain('<td>–</td>');
    expect(some).not.toMatch(/<td>(?:true|false)/);
    const none = renderPage({ nodes: [buildPoint('P1', false), buildPoint('P2', false)] });
    expect(none).not.toMatch(/<th scope="col">(?:<bdi>)?[Kk]ey/);
    expect(some).toMatch(/<th scope="col">(?:<bdi>)?[Kk]ey/);
    expect(readSection(none, 'left-out').join(' ')).toMatch(/critical 2/);
  });

  it('with --all each scalar is shown, and nothing is counted', () => {
    const { page, text, words } = renderCanaryPage({ all: true });
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    expect(readSection(page, 'left-out')).toEqual([]);
  });

  it.each(DEFAULT_SHEET_PARTS)('without %s, counts each value that it held by name', (part) => {
    const parts = SHEET_PARTS.filter((each) => each !== part);
    const [full, less] = [renderCanaryPage({ all: true }), renderCanaryPage({ all: true, parts })];
    expect(less.page).not.toContain(`<section id="${part}"`);
    const gone = full.words.filter((word) => !less.text.includes(word));
    if (full.page.includes(`<section id="${part}"`)) expect(countLeftOut(less.page)).toBeGreaterThan(0);
    else expect(gone).toEqual([]);
  });

  it('with --kind nodes of other kinds are counted, with all their values', () => {
    const { page } = renderCanaryPage({ all: true, kinds: ['pom'] });
    const left = readSection(page, 'left-out').join('\n');
    expect(left).toMatch(/5 nodes: piece, label, something, no kind, seam/);
    expect(left).toMatch(/\d+ values: .*spec 3/);
    expect(page).toContain('<section id="measuring"');
    expect(page).not.toContain('<section id="cutting"');
  });
});

describe('several garments in one document', () => {
  const piece = { id: 'p', kind: 'piece', label: { value: 'Yoke', state: 'asserted' } };
  const one = (subject: string, name: string) => ({
    graph: {
      garment_id: subject,
      nodes: [{ kind: 'garment', label: { value: name, state: 'asserted' } }, piece],
    },
    ...{ brief: {}, trust: {}, confirmations: {}, subject, profile: 'factory' },
  });
  const page = renderSheetHtml({
    garments: [one('GARM-1', 'Shirt'), one('GARM-2', '"} </style>')],
    filter: UNFILTERED_SHEET,
    now: NOW,
    digest: () => 'digest',
  });

  it('have a table of contents, and unique ids', () => {
    expect(readHtmlText(page.match(/<nav class="cover"[\s\S]*?<\/nav>/)?.[0] ?? '')).toMatch(
      /Shirt GARM-1.*GARM-2/,
    );
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
    expect(findUnexpectedTags(page)).toEqual([]);
  });

  it('are each named on their own pages', () => {
    const css = page.match(/<style>([\s\S]*?)<\/style>/)?.[1] ?? '';
    expect(css).toMatch(/@page g1 \{[^}]*@top-left \{ content: [^;]*Shirt/);
    expect(css).toMatch(/\.g2 \{ page: g2; \}/);
  });
});
