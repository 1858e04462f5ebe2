/** How each task is answered through the tools alone: the calls, and the words that their results give. */

/** Calls a tool, and gives its result as data. */
// biome-ignore lint/suspicious/noExplicitAny: results are read as a model reads them
export type CallTool = (tool: string, args?: object) => Promise<any>;

interface Node {
  readonly id: string;
  readonly label: { readonly value: unknown };
  readonly values: Readonly<Record<string, { readonly value: unknown; readonly state: string }>>;
}

const graph = (call: CallTool, id: string, args: object) => call('get_garment_graph', { id, ...args });
const summary = async (call: CallTool, id: string, args: object = {}) =>
  (await graph(call, id, { summary: true, ...args })).counted_here;
const labelsOf = ({ nodes }: { readonly nodes: readonly Node[] }): string =>
  nodes.map(({ label }) => String(label.value)).join(', ');
const countOf = async (call: CallTool, id: string, kind: string): Promise<number> =>
  (await summary(call, id, { kinds: [kind] })).kinds[kind].nodes;
const newest = async (call: CallTool): Promise<{ readonly id: string }> =>
  (await call('list_designs', { limit: 1 })).designs[0];
const garmentValue = async (call: CallTool, field: string): Promise<string> => {
  const { nodes } = await graph(call, 'GARM-101', { kinds: ['garment'], fields: [field] });
  const { value, state } = nodes[0].values[field];
  return `${value}, ${state}`;
};

export const PLAYS: Readonly<Record<string, (call: CallTool) => Promise<string>>> = {
  'count designs': async (call) => String((await call('list_designs', { limit: 1 })).total),
  'newest design': async (call) => (await newest(call)).id,
  'find by category': async (call) =>
    (await call('list_designs', { category: 'shirt' })).designs
      .map(({ id }: { id: string }) => id)
      .join(', '),
  minted: async (call) =>
    (await call('list_designs', { minted: true, limit: 40 })).designs
      .map(({ garment_id }: { garment_id: string }) => garment_id)
      .join(', '),
  'what it is': async (call) => labelsOf(await graph(call, 'GARM-101', { kinds: ['garment'] })),
  materials: async (call) =>
    labelsOf(await graph(call, 'GARM-101', { kinds: ['material'], fields: ['label'] })),
  pieces: async (call) => String(await countOf(call, 'GARM-101', 'piece')),
  measurements: async (call) => String(await countOf(call, 'GARM-450', 'measurement')),
  'seams of a large garment': async (call) => String(await countOf(call, 'GARM-450', 'seam')),
  'no stitch class': async (call) => {
    const { unstated } = await summary(call, 'GARM-450', { kinds: ['seam'], fields: ['stitch_class'] });
    return String(unstated['seam.stitch_class'] ?? 0);
  },
  'no supplier': async (call) =>
    labelsOf(
      await graph(call, 'GARM-450', { kinds: ['material'], fields: ['supplier'], states: ['unstated'] }),
    ),
  'no thread': async (call) => {
    const { unstated } = await summary(call, 'GARM-450', { kinds: ['seam'], fields: ['thread'] });
    return String(unstated['seam.thread'] ?? 0);
  },
  'sample size': (call) => garmentValue(call, 'sample_size'),
  'an inferred value': (call) => garmentValue(call, 'fit'),
  'a value nobody stated': async (call) => {
    const { nodes } = await graph(call, 'GARM-101', { kinds: ['material'], fields: ['supplier', 'role'] });
    const shell = (nodes as Node[]).find(({ values }) => values.role?.value === 'shell');
    return `${shell?.values.supplier?.value}, ${shell?.values.supplier?.state}`;
  },
  labels: async (call) => labelsOf(await graph(call, 'GARM-450', { kinds: ['label'], fields: ['label'] })),
  colourways: async (call) =>
    labelsOf(await graph(call, 'GARM-450', { kinds: ['colourway'], fields: ['label'] })),
  compare: async (call) =>
    String((await countOf(call, 'GARM-450', 'seam')) - (await countOf(call, 'GARM-101', 'seam'))),
  export: async (call) => {
    const { id } = await newest(call);
    return (await call('export_design', { id, driver: 'json' })).export.design_id;
  },
  'wait for a pack without buying': async (call) =>
    (await call('get_tech_pack_status', { id: (await newest(call)).id })).status,
};
