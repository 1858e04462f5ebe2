import { parse } from 'lossless-json';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { listSampleGarments, type SandboxGarment } from '../../src/sandbox/corpus/sample-garments.ts';
import { renderExportDocument } from '../../src/sandbox/documents/export-document.ts';
import flats from '../../src/sandbox/documents/flats.json' with { type: 'json' };

const FACTS = { createdAt: '2026-11-03T09:14:22Z', exportId: '7d0c2c9e-2a53-4f0e-9c39-3b1f0a6d11c2' };
const PROFILES = ['technical_designer', 'factory'] as const;
const all = listSampleGarments();
const findGarment = (id: string): SandboxGarment => {
  const found = all.find((garment) => garment.sgg_garment_id === id || garment.id.startsWith(id));
  if (!found) throw new Error(`no garment ${id}`);
  return found;
};

interface Element {
  readonly name: string;
  readonly depth: number;
  readonly attributes: Record<string, string>;
}

const draw = (garment: SandboxGarment, profile: (typeof PROFILES)[number]) =>
  renderExportDocument(garment, profile, 'illustrator_svg_stage1', FACTS);
const drawn = new Map<string, ReturnType<typeof draw>>();
/** The drawing of a garment of the sandbox, made once for all that look at it. */
const getDrawing = (id: string, profile: (typeof PROFILES)[number]) => {
  const key = `${findGarment(id).id} ${profile}`;
  const known = drawn.get(key) ?? draw(findGarment(id), profile);
  drawn.set(key, known);
  return known;
};
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/** Reads a drawing with a strict parser; throws where it is not well-formed. */
function read(svg: string): { elements: Element[]; words: string[] } {
  const elements: Element[] = [];
  const words: string[] = [];
  let depth = 0;
  let inText = false;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements.push({ name, depth: depth++, attributes: attributes as Record<string, string> });
    inText = name === 'text';
    if (inText) words.push('');
  });
  parser.on('text', (text) => {
    if (inText) words[words.length - 1] += text;
  });
  parser.on('closetag', () => {
    depth--;
    inText = false;
  });
  parser.write(svg).close();
  return { elements, words };
}

/** A garment made of what people paste; only what its bodies say matters. */
function buildHostileGarment(text: string): SandboxGarment {
  const value = { value: text, state: 'asserted' };
  const nodes = ['garment', 'construction_note', 'measurement', 'seam', 'closure', 'trim', 'process'].map(
    (kind) => ({
      id: text,
      kind,
      label: value,
      values: {
        type: value,
        code: value,
        spec: { ...value, unit: text },
        count: value,
        callout: value,
        text: value,
        constructor: value,
      },
    }),
  );
  return {
    id: '00000000-0000-4000-a000-000000000000',
    owner: 'x',
    name: text,
    garment_category: 'shirt',
    sgg_garment_id: null,
    created_at: FACTS.createdAt,
    graph: (profile) => JSON.stringify({ profile, nodes: [...nodes, ...nodes] }),
    read: () =>
      JSON.stringify({ unresolved: [{ question: text, node: text, field: text, value: text, state: text }] }),
  };
}

const PASTED = [
  '</text></svg><script>alert(1)</script>',
  '"><image href="x"/>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  '&amp;&#0;]]>',
  '--><!--',
  '\'"`',
  '\u0000\u0001\u0008\u000b\u001b[31mred\u001b[0m\u007f\u0085\u009b',
  '\ud800 \udfff lone',
  '\ufffe\uffff',
  '\u202egnp.exe',
  '\u2066 isolate',
  '',
  ' ',
  '\t\r\n',
  '__proto__',
  '=SUM(A1)',
  '🧵👩🏽‍🎨',
  'عباية ٣',
  '縮緬'.repeat(200),
  'x'.repeat(3000),
  'a\u0301'.repeat(400),
];

describe('the drawing', () => {
  it.each(all.map((garment) => [garment.sgg_garment_id ?? garment.id, garment] as const))(
    '%s is well-formed and made as editors want it',
    (_, garment) => {
      for (const profile of PROFILES) {
        const { bytes, layers, mediaType, fileName } = getDrawing(garment.id, profile);
        const { elements } = read(decode(bytes));
        const [root, ...rest] = elements;
        expect(mediaType).toBe('image/svg+xml');
        expect(fileName).toBe(
          `${garment.sgg_garment_id ?? garment.id}_${profile}_illustrator_svg_stage1.svg`,
        );
        expect(root?.attributes.viewBox).toBe(
          `0 0 ${root?.attributes.width?.replace('mm', '')} ${root?.attributes.height?.replace('mm', '')}`,
        );
        const top = rest.filter(({ depth }) => depth === 1);
        expect(top.map(({ name }) => name)).toEqual(['title', 'desc', ...layers.map(() => 'g')]);
        const groups = top.slice(2);
        expect(groups.map(({ attributes }) => attributes.id)).toEqual(layers);
        for (const { attributes } of groups) {
          expect(attributes['inkscape:groupmode']).toBe('layer');
          expect(attributes['data-name']).toBe(attributes['inkscape:label']);
        }
        // Looked at as sets, since the largest has tens of thousands of attributes.
        const names = new Set(elements.map(({ name }) => name));
        const known = ['svg', 'title', 'desc', 'g', 'path', 'rect', 'circle', 'text'];
        expect([...names].filter((name) => !known.includes(name))).toEqual([]);
        const attributes = new Set(elements.flatMap((element) => Object.keys(element.attributes)));
        const refused = /^(style|class|i:|on|href|xlink|filter|mask)/;
        expect([...attributes].filter((attribute) => refused.test(attribute))).toEqual([]);
        const ids = elements.flatMap((element) => (element.attributes.id ? [element.attributes.id] : []));
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.filter((id) => !/^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/.test(id))).toEqual([]);
        expect(decode(bytes)).not.toMatch(/NaN|undefined|Infinity|\[object/);
      }
    },
  );

  it('shows each value with its mark, and has a group for each callout, length and seam', () => {
    const { elements, words } = read(decode(getDrawing('GARM-101', 'technical_designer').bytes));
    const ids = elements.map(({ attributes }) => attributes.id);
    for (const id of [
      'Callout_1',
      'Callout_2',
      'Callout_3',
      'POM_B01',
      'POM_B07',
      'Seam_side',
      'Seam_hem',
      'Closure_front',
      'Front_outline',
      'Back_outline',
      'Calibration',
    ])
      expect(ids).toContain(id);
    const output = words.join(' ');
    expect(output).toContain('B01 = 56.0 cm');
    expect(output).toContain('2 ~ Collar points');
    expect(output).toMatch(/3 = Sleeve placket construction; text \? not\s+stated/);
    expect(output).toMatch(/tol plus \? not/);
    expect(output).toContain('unresolved confirmations: 4 (they do not block a sample or a quotation)');
    expect(output).toContain('GARM-101 | profile: technical_designer | driver: illustrator_svg_stage1');
    expect(output).toContain('50 mm');
  });

  it('has one group for each callout, length and seam of the garment', () => {
    const { elements } = read(decode(getDrawing('GARM-450', 'factory').bytes));
    const count = (stem: string) =>
      elements.filter(({ name, attributes }) => name === 'g' && attributes.id?.startsWith(stem)).length;
    expect([count('Callout_'), count('POM_'), count('Seam_'), count('Closure_'), count('Trim_')]).toEqual([
      150,
      62,
      410 + 512,
      9,
      68,
    ]);
  });

  it.each(PROFILES)('has the node id of each callout, length, seam and closure, %s', (profile) => {
    const garment = findGarment('GARM-5117');
    const { elements } = read(decode(getDrawing('GARM-5117', profile).bytes));
    const drawn = elements.flatMap(({ name, attributes }) =>
      name === 'g' && attributes['data-node']
        ? [`${attributes['data-node']} ${attributes['data-state']}`]
        : [],
    );
    const kinds = ['construction_note', 'process', 'measurement', 'seam', 'quilt_line', 'closure', 'trim'];
    const nodes = JSON.parse(garment.graph(profile)).nodes.filter(({ kind }: { kind: string }) =>
      kinds.includes(kind),
    );
    expect(drawn.toSorted()).toEqual(
      nodes
        .map(({ id, label }: { id: string; label: { state: string } }) => `${id} ${label.state}`)
        .toSorted(),
    );
  });

  it('draws each line that has a place on the flats once', () => {
    const { elements } = read(decode(getDrawing('GARM-101', 'technical_designer').bytes));
    const under = (id: string) => {
      const from = elements.findIndex(({ attributes }) => attributes.id === id);
      const rest = elements.slice(from + 1);
      const end = rest.findIndex(({ depth }) => depth <= (elements[from]?.depth ?? 0));
      return rest.slice(0, end).map(({ name }) => name);
    };
    expect(under('Front_outline').filter((name) => name === 'path')).toHaveLength(4);
    expect(under('Callout_2').filter((name) => name === 'circle')).toHaveLength(2);
    expect(under('Closure_front').filter((name) => name === 'circle')).toHaveLength(7);
    for (const id of ['Seam_side', 'Seam_hem', 'POM_B01', 'POM_B07'])
      expect(under(id).filter((name) => name === 'path')).toHaveLength(1);
  });

  it('uses only points that its bodies have', () => {
    const points = new Set(flats.bodies.flatMap((body) => Object.keys(body.points)));
    const used = Object.values(flats.lines).flatMap((rows) => rows.flatMap(({ line }) => line));
    expect([...new Set(used)].filter((name) => !points.has(name))).toEqual([]);
    for (const { words } of [...flats.bodies, ...Object.values(flats.lines).flat()])
      expect(() => new RegExp(words, 'i')).not.toThrow();
  });

  it('draws no outline for a garment without a shape', () => {
    const { words } = read(decode(getDrawing('c2b9a6d0', 'factory').bytes));
    expect(words.filter((text) => text.includes('outline not stated'))).toHaveLength(2);
    expect(words).toContain('(unnamed)');
  });

  it('keeps the place of a mark between two right-to-left values', () => {
    const { words } = read(decode(getDrawing('0f1e2d3c', 'factory').bytes));
    expect(words.join(' ')).toContain('A01 = \u2068٥٦٫٠ سم\u2069: = \u2068محيط الصدر\u2069');
  });

  it.each(PASTED.map((text) => [JSON.stringify(text.slice(0, 40)), text] as const))(
    'contains the pasted text: %s',
    (_, text) => {
      const { bytes } = draw(buildHostileGarment(text), 'factory');
      const svg = decode(bytes);
      const { elements } = read(svg);
      expect(elements.filter(({ depth }) => depth === 1)).toHaveLength(9);
      expect(elements.some(({ name }) => ['script', 'image'].includes(name))).toBe(false);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point
      expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/);
    },
  );

  it('leaves out the same parts as the factory profile', () => {
    const own = decode(getDrawing('GARM-9007199254740993', 'technical_designer').bytes);
    const theirs = decode(getDrawing('GARM-9007199254740993', 'factory').bytes);
    expect(own).toContain('design intent');
    expect(theirs).not.toContain('design intent');
    expect(theirs).toContain('profile: factory');
  });
});

describe('the counts of an export', () => {
  it.each([
    ['GARM-101', 'technical_designer', [55, 17, 14, 4]],
    ['GARM-5117', 'technical_designer', [212, 96, 41, 9]],
    ['GARM-33', 'technical_designer', [12, 9, 88, 22]],
    ['GARM-450', 'technical_designer', [6410, 2215, 1148, 130]],
    ['c2b9a6d0', 'factory', [0, 0, 0, 0]],
  ] as const)('of %s, %s', (id, profile, expected) => {
    const { counts } = renderExportDocument(findGarment(id), profile, 'json', FACTS);
    expect(counts.map(({ field }) => field)).toEqual([
      'values.asserted',
      'values.inferred',
      'values.unstated',
      'unresolved',
    ]);
    expect(counts.map(({ value }) => value)).toEqual(expected);
    expect(counts.every(({ state }) => state === 'inferred')).toBe(true);
  });
});

describe('the JSON export', () => {
  it('contains the graph of the profile byte for byte', () => {
    for (const profile of PROFILES) {
      const garment = findGarment('GARM-9007199254740993');
      const { bytes, mediaType, layers, fileName } = renderExportDocument(garment, profile, 'json', FACTS);
      const text = decode(bytes);
      expect(mediaType).toBe('application/json');
      expect(layers).toEqual([]);
      expect(fileName).toBe(`GARM-9007199254740993_${profile}_json.json`);
      expect(text).toContain(`"graph":${garment.graph(profile)}`);
      expect(parse(text)).toMatchObject({
        export: { profile, export_id: FACTS.exportId, created_at: FACTS.createdAt },
      });
    }
  });
});

it('the same facts give the same bytes', () => {
  for (const driver of ['json', 'illustrator_svg_stage1'] as const) {
    const once = renderExportDocument(findGarment('GARM-5117'), 'factory', driver, FACTS);
    expect(renderExportDocument(findGarment('GARM-5117'), 'factory', driver, FACTS)).toEqual(once);
  }
});
