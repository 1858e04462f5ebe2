/** Answers each task with tool calls only, from the words of their results. */

/** Calls a tool and returns its result as data. */
// biome-ignore lint/suspicious/noExplicitAny: results are read as a model reads them
export type CallTool = (tool: string, args?: object) => Promise<any>;

interface Node {
  readonly id: string;
  readonly label: { readonly value: unknown };
  readonly values: Readonly<Record<string, { readonly value: unknown; readonly state: string }>>;
}

const readGraph = (call: CallTool, id: string, args: object) => call('get_garment_graph', { id, ...args });
const readSummary = async (call: CallTool, id: string, args: object = {}) =>
  (await readGraph(call, id, { summary: true, ...args })).counted_here;
const listLabels = ({ nodes }: { readonly nodes: readonly Node[] }): string =>
  nodes.map(({ label }) => String(label.value)).join(', ');
const countOf = async (call: CallTool, id: string, kind: string): Promise<number> =>
  (await readSummary(call, id, { kinds: [kind] })).kinds[kind].nodes;
const findNewest = async (call: CallTool): Promise<{ readonly id: string }> =>
  (await call('list_designs', { limit: 1 })).designs[0];
const readGarmentValue = async (call: CallTool, field: string): Promise<string> => {
  const { nodes } = await readGraph(call, 'GARM-101', { kinds: ['garment'], fields: [field] });
  const { value, state } = nodes[0].values[field];
  return `${value}, ${state}`;
};

export const TOOL_ANSWERS: Readonly<Record<string, (call: CallTool) => Promise<string>>> = {
  'count designs': async (call) => String((await call('list_designs', { limit: 1 })).total),
  'newest design': async (call) => (await findNewest(call)).id,
  'find by category': async (call) =>
    (await call('list_designs', { category: 'shirt' })).designs
      .map(({ id }: { id: string }) => id)
      .join(', '),
  minted: async (call) =>
    (await call('list_designs', { minted: true, limit: 40 })).designs
      .map(({ garment_id }: { garment_id: string }) => garment_id)
      .join(', '),
  'what it is': async (call) => listLabels(await readGraph(call, 'GARM-101', { kinds: ['garment'] })),
  materials: async (call) =>
    listLabels(await readGraph(call, 'GARM-101', { kinds: ['material'], fields: ['label'] })),
  pieces: async (call) => String(await countOf(call, 'GARM-101', 'piece')),
  measurements: async (call) => String(await countOf(call, 'GARM-450', 'measurement')),
  'seams of a large garment': async (call) => String(await countOf(call, 'GARM-450', 'seam')),
  'no stitch class': async (call) => {
    const { unstated } = await readSummary(call, 'GARM-450', { kinds: ['seam'], fields: ['stitch_class'] });
    return String(unstated['seam.stitch_class'] ?? 0);
  },
  'no supplier': async (call) =>
    listLabels(
      await readGraph(call, 'GARM-450', { kinds: ['material'], fields: ['supplier'], states: ['unstated'] }),
    ),
  'no thread': async (call) => {
    const { unstated } = await readSummary(call, 'GARM-450', { kinds: ['seam'], fields: ['thread'] });
    return String(unstated['seam.thread'] ?? 0);
  },
  'sample size': (call) => readGarmentValue(call, 'sample_size'),
  'an inferred value': (call) => readGarmentValue(call, 'fit'),
  'a value nobody stated': async (call) => {
    const { nodes } = await readGraph(call, 'GARM-101', {
      kinds: ['material'],
      fields: ['supplier', 'role'],
    });
    const shell = (nodes as Node[]).find(({ values }) => values.role?.value === 'shell');
    return `${shell?.values.supplier?.value}, ${shell?.values.supplier?.state}`;
  },
  labels: async (call) =>
    listLabels(await readGraph(call, 'GARM-450', { kinds: ['label'], fields: ['label'] })),
  colourways: async (call) =>
    listLabels(await readGraph(call, 'GARM-450', { kinds: ['colourway'], fields: ['label'] })),
  compare: async (call) =>
    String((await countOf(call, 'GARM-450', 'seam')) - (await countOf(call, 'GARM-101', 'seam'))),
  export: async (call) => {
    const { id } = await findNewest(call);
    return (await call('export_design', { id, driver: 'json' })).export.design_id;
  },
  'wait for a pack without buying': async (call) =>
    (await call('get_tech_pack_status', { id: (await findNewest(call)).id })).status,
};
