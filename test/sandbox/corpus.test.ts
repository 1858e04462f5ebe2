import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { generateGarment } from '../../src/sandbox/corpus/generate-garment.ts';
import { getNodeKind, listNodeNames } from '../../src/sandbox/corpus/node-drafts.ts';

import {
  listSampleGarments,
  SANDBOX_USER_IDS,
  type SandboxGarment,
} from '../../src/sandbox/corpus/sample-garments.ts';

const all = listSampleGarments();
const findGarment = (id: string): SandboxGarment => {
  const found = all.find((garment) => garment.sgg_garment_id === id || garment.id.startsWith(id));
  if (!found) throw new Error(`no garment ${id}`);
  return found;
};
const parseText = (text: string) => JSON.parse(text);
const readDesignerGraph = (garment: SandboxGarment) => parseText(garment.graph('technical_designer'));

/** Counts the values that have a state, at any depth; a link is not a value. */
function countStates(
  body: unknown,
  counts: Record<string, number> = { asserted: 0, inferred: 0, unstated: 0 },
) {
  if (Array.isArray(body)) for (const item of body) countStates(item, counts);
  else if (typeof body === 'object' && body !== null) {
    if ('state' in body && !('rel' in body))
      counts[String(body.state)] = (counts[String(body.state)] ?? 0) + 1;
    for (const member of Object.values(body)) countStates(member, counts);
  }
  return counts;
}

const TABLE: [id: string, nodes: number, states: string, open: number][] = [
  ['GARM-101', 24, '55/17/14', 4],
  ['GARM-7', 64, '412/0/0', 0],
  ['GARM-33', 31, '12/9/88', 22],
  ['GARM-450', 2000, '6410/2215/1148', 130],
  ['GARM-00012', 19, '40/11/20', 6],
  ['GARM-9007199254740993', 180, '610/240/95', 31],
  ['c2b9a6d0', 0, '0/0/0', 0],
  ['8e0f4d7a', 38, '0/131/24', 41],
  ['5a7d1e2c', 72, '190/70/33', 12],
  ['b1c2d3e4', 27, '60/30/18', 7],
  ['0f1e2d3c', 33, '71/22/29', 10],
  ['GARM-5117', 88, '212/96/41', 9],
];

describe.each(TABLE)('%s', (id, nodes, states, open) => {
  const garment = findGarment(id);

  it('has the number of nodes, values by state and open questions of its row', () => {
    const body = readDesignerGraph(garment);
    expect(body.nodes).toHaveLength(nodes);
    expect(Object.values(countStates(body.nodes)).join('/')).toBe(states);
    const confirmations = parseText(garment.read('confirmations'));
    expect((confirmations.unresolved ?? confirmations.open).length).toBe(open);
    expect(garment.read('design-trust')).toContain('unresolved');
  });

  it('has questions only about values that are not asserted, each with its own id and an existing node', () => {
    const { unresolved, open: asked } = parseText(garment.read('confirmations'));
    const ids = new Set(
      readDesignerGraph(garment).nodes.map(
        (node: { id?: string; node_id?: string } | null) => node?.id ?? node?.node_id,
      ),
    );
    for (const question of unresolved ?? asked) {
      const now = question.about?.now ?? question;
      expect(['inferred', 'unstated']).toContain(now.state);
      expect(now.value === null).toBe(now.state === 'unstated');
      expect(ids).toContain(question.about?.node ?? question.node);
      expect(question.question).toMatch(/\?$/);
    }
    const keys = (unresolved ?? asked).map(
      (question: { id?: string; key?: string }) => question.id ?? question.key,
    );
    expect(new Set(keys).size).toBe(open);
  });
});

describe('every garment', () => {
  it('has the same text in two reads, and valid JSON in all five bodies', () => {
    for (const garment of all) {
      expect(garment.graph('factory')).toBe(garment.graph('factory'));
      for (const resource of ['tailor-brief', 'design-trust', 'confirmations'] as const)
        expect(parse(garment.read(resource))).toBeTypeOf('object');
      expect(parseText(garment.graph('factory')).profile).toBe('factory');
    }
  });

  it('has links to existing nodes, and a unique id for each node', () => {
    for (const garment of all) {
      const nodes = readDesignerGraph(garment).nodes.filter((node: { id?: string } | null) => node?.id);
      const ids = new Set(nodes.map((node: { id: string }) => node.id));
      expect(ids.size).toBe(nodes.length);
      const astray = nodes.flatMap(({ id, links = [] }: { id: string; links?: { to: string }[] }) =>
        links.filter(({ to }) => !ids.has(to)).map(({ to }) => `${garment.name}: ${id} to ${to}`),
      );
      expect(astray).toEqual([]);
    }
  });

  it('has facts if it is published, and a GARM id if it is minted', () => {
    for (const garment of all) {
      const body = readDesignerGraph(garment);
      expect('facts' in body).toBe(garment.owner === null);
      expect(body.garment_id ?? null).toBe(garment.sgg_garment_id);
    }
    const unminted = all
      .filter(({ owner, sgg_garment_id }) => owner !== null && sgg_garment_id === null)
      .map(readDesignerGraph);
    expect(new Set(unminted.map((body) => 'garment_id' in body))).toEqual(new Set([false]));
  });

  it('has a value for asserted and inferred, and none for unstated', () => {
    const wrong: unknown[] = [];
    const look = (body: unknown, at: string): void => {
      if (Array.isArray(body)) for (const item of body) look(item, at);
      else if (typeof body === 'object' && body !== null) {
        if ('value' in body && 'state' in body && (body.value === null) !== (body.state === 'unstated'))
          wrong.push([at, body]);
        for (const member of Object.values(body)) look(member, at);
      }
    };
    for (const garment of all) look(readDesignerGraph(garment).nodes, garment.name ?? garment.id);
    expect(wrong).toEqual([]);
  });
});

/** A node's values by field, in either dialect. */
function listValues(node: unknown): Map<string, { value?: unknown; state?: string }> {
  const found = new Map();
  const look = (body: unknown, path: string): void => {
    if (typeof body !== 'object' || body === null) return;
    if ('state' in body) found.set(path, body);
    for (const [name, member] of Object.entries(body)) if (name !== 'links') look(member, `${path}/${name}`);
  };
  look(node, '');
  return found;
}

describe('the factory profile', () => {
  const withheld = /\/(fit|silhouette|design_intent)$/;

  it('keeps ids, order, values, units and states, and leaves out only intent and reasons', () => {
    const lost: string[] = [];
    for (const garment of all) {
      const whole = readDesignerGraph(garment).nodes;
      const made = parseText(garment.graph('factory')).nodes;
      expect(made.length).toBe(whole.length);
      for (const [at, node] of whole.entries()) {
        const theirs = listValues(made[at]);
        for (const [field, value] of listValues(node)) {
          if (
            typeof node?.facts === 'object'
              ? withheld.test(`/${value && 'field' in value ? value.field : ''}`)
              : withheld.test(field)
          )
            continue;
          if (typeof node?.facts === 'object') continue;
          const kept = theirs.get(field);
          const isSame =
            JSON.stringify([kept?.state, kept?.value]) === JSON.stringify([value.state, value.value]);
          if (!isSame) lost.push(`${garment.name} ${field}`);
        }
      }
      expect(garment.graph('factory')).not.toMatch(/"(confidence|basis|fit|silhouette|design_intent)":/);
    }
    expect(lost).toEqual([]);
  });

  it('never asserts an inferred or unstated value, and leaves out no open value', () => {
    for (const garment of all) {
      const [whole, made] = (['technical_designer', 'factory'] as const).map((profile) =>
        countStates(parseText(garment.graph(profile)).nodes),
      );
      expect(made?.asserted).toBeLessThanOrEqual(whole?.asserted ?? 0);
      const open = readDesignerGraph(garment).nodes.flatMap((node: unknown) =>
        [...listValues(node)].filter(([field, value]) => value.state === 'unstated' && !withheld.test(field)),
      ).length;
      const intents = readDesignerGraph(garment).nodes.flatMap(
        (node: { facts?: { field: string; state: string }[] } | null) =>
          (node?.facts ?? []).filter((fact) => withheld.test(`/${fact.field}`) && fact.state === 'unstated'),
      ).length;
      expect(made?.unstated, garment.name ?? '').toBe(open - intents);
    }
  });

  it('differs most for the garment with most intent', () => {
    const jacket = findGarment('GARM-9007199254740993');
    expect(jacket.graph('technical_designer').length - jacket.graph('factory').length).toBeGreaterThan(
      10_000,
    );
  });
});

describe('numbers and ids', () => {
  it('a number keeps its digits', () => {
    expect(findGarment('GARM-101').graph('factory')).toContain(
      '"spec":{"value":56.0,"state":"asserted","unit":"cm"}',
    );
    expect(findGarment('GARM-101').graph('factory')).toContain('"seam_allowance":{"value":1.0,');
    expect(findGarment('GARM-9007199254740993').graph('factory')).toContain('"value":9007199254740993,');
    expect(findGarment('GARM-9007199254740993').graph('factory')).toContain(
      '"garment_id":"GARM-9007199254740993"',
    );
    expect(findGarment('GARM-00012').graph('factory')).toContain('"garment_id":"GARM-00012"');
  });

  it('a text that looks like a number stays a text', () => {
    expect(findGarment('GARM-9007199254740993').graph('factory')).toContain('"value":"22 1/2"');
    expect(findGarment('GARM-101').graph('factory')).toContain('"stitch_class":{"value":"401"');
    expect(findGarment('0f1e2d3c').graph('factory')).toContain('"٥٦٫٠ سم"');
    expect(findGarment('5a7d1e2c').graph('factory')).toContain('"8-10"');
    expect(findGarment('5a7d1e2c').graph('factory')).toContain('"3/4"');
  });
});

describe('unusual bodies', () => {
  it('use two sets of member names', () => {
    const [first, second] = readDesignerGraph(findGarment('GARM-33')).nodes;
    expect(first).toMatchObject({ node_id: 'n1', type: 'garment', name: { state: 'asserted' } });
    expect(second).toMatchObject({ type: 'material', state: expect.any(String) });
    expect(readDesignerGraph(findGarment('GARM-33')).nodes.slice(-3)).toEqual([
      'a bare string node',
      7,
      null,
    ]);
    expect(parseText(findGarment('GARM-33').read('design-trust'))).toMatchObject({
      callouts: { rows: 2 },
      unresolved: 22,
    });
    expect(parseText(findGarment('GARM-33').read('tailor-brief')).texts[0]).toMatchObject({ key: 'garment' });
    expect(parseText(findGarment('0f1e2d3c').read('design-trust')).rows).toHaveLength(3);
  });

  it('have two facts of one field that contradict each other', () => {
    const ranges = readDesignerGraph(findGarment('GARM-33')).facts.filter(
      ({ field }: { field: string }) => field === 'size_range',
    );
    expect(ranges).toHaveLength(2);
    expect(ranges[0].value).not.toEqual(ranges[1].value);
  });

  it('have control characters that were pasted', () => {
    const note = readDesignerGraph(findGarment('5a7d1e2c')).nodes.find(
      ({ id }: { id: string }) => id === 'note.80',
    );
    expect(note.values.text.value).toContain('\t');
    expect(note.values.text.value).toContain('\u001b[31m');
    expect(note.values.text.value).toContain('\n');
    expect(findGarment('5a7d1e2c').name).toHaveLength(230);
  });

  it('the empty design has no nodes, and each text of its brief is unstated', () => {
    const empty = findGarment('c2b9a6d0');
    expect(readDesignerGraph(empty).nodes).toEqual([]);
    const texts: { text: unknown; state: string }[] = Object.values(
      parseText(empty.read('tailor-brief')).brief,
    );
    const others = parseText(findGarment('GARM-5109').read('tailor-brief')).brief;
    expect(Object.keys(parseText(empty.read('tailor-brief')).brief)).toEqual(Object.keys(others));
    expect(texts.every(({ text, state }) => text === null && state === 'unstated')).toBe(true);
  });

  it('the large garment consists of the kinds of a parka', () => {
    const kinds: Record<string, number> = {};
    for (const { kind } of readDesignerGraph(findGarment('GARM-450')).nodes)
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    expect(kinds).toEqual({
      garment: 1,
      material: 14,
      piece: 96,
      edge: 640,
      seam: 410,
      quilt_line: 512,
      closure: 9,
      trim: 68,
      measurement: 62,
      label: 9,
      construction_note: 150,
      colourway: 12,
      packaging: 17,
    });
  });
});

describe('the list of designs', () => {
  const own = all
    .filter(({ owner }) => owner === SANDBOX_USER_IDS.designer)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));

  it('has pages, and designs with the same created_at across the end of the first page', () => {
    expect(new Set(own.slice(18, 21).map(({ created_at }) => created_at)).size).toBe(1);
    expect(own[17]?.created_at).not.toBe(own[18]?.created_at);
    expect(own[21]?.created_at).not.toBe(own[20]?.created_at);
    expect(new Set(own.map(({ created_at }) => created_at)).size).toBe(own.length - 3);
  });

  it('has a unique uuid for every garment and a unique GARM id for every minted one', () => {
    for (const { id } of all)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const minted = all.map(({ sgg_garment_id }) => sgg_garment_id).filter((id) => id !== null);
    expect(new Set(minted).size).toBe(minted.length);
    for (const id of minted) expect(id).toMatch(/^GARM-[0-9]+$/);
  });

  it('has designs of another owner, one of them minted', () => {
    const theirs = all.filter(({ owner }) => owner === SANDBOX_USER_IDS.other);
    const minted = theirs.filter(({ sgg_garment_id }) => sgg_garment_id !== null);
    expect(minted).toHaveLength(1);
    expect(theirs).not.toEqual(minted);
  });
});

describe('the data files', () => {
  it('with an unknown kind or family are refused', () => {
    const recipe = { seed: 'x', family: 'top', title: 'x', category: 'shirt', sample: 'M', open: 0 };
    expect(() => getNodeKind('peice')).toThrow('no such kind: peice');
    expect(() => listNodeNames('toops', 'piece')).toThrow('no such family: toops');
    const tally = { asserted: 9, inferred: 0, unstated: 0 };
    expect(() => generateGarment({ ...recipe, kinds: { peice: 1 }, nodes: 2, tally })).toThrow(
      'no such kind: peice',
    );
  });

  it('a kind without its own names has the names of a similar garment', () => {
    const listNames = (family: string, kind: string) => listNodeNames(family, kind).map(({ name }) => name);
    expect(listNames('slip', 'measurement')).toEqual(listNames('dress', 'measurement'));
    expect(listNames('onePiece', 'piece')).toEqual([
      ...listNames('top', 'piece'),
      ...listNames('bottom', 'piece'),
    ]);
    expect(listNames('onePiece', 'label')).toEqual(listNames('top', 'label'));
    expect(listNames('skirt', 'label')).not.toContain('Flag label');
  });
});
