/** Twenty things that people ask an assistant for, on the sandbox, each with what a right answer has to say. */

/** Runs toile with `--sandbox` and `--json`, and gives its answer. */
export type Ask = (...argv: readonly string[]) => Promise<unknown>;

export interface Task {
  readonly name: string;
  /** As a person would put it. */
  readonly words: string;
  /** The facts, as the sandbox has them: each has to be in the answer. */
  truth(ask: Ask): Promise<readonly string[]>;
  /** What would be wrong to say or do. */
  readonly never?: RegExp;
}

interface Value {
  readonly value: unknown;
  readonly state: string;
}
interface Node {
  readonly id: string;
  readonly kind: string;
  readonly label: Value;
  readonly values: Readonly<Record<string, Value>>;
}

const readNodes = async (ask: Ask, id: string): Promise<readonly Node[]> =>
  ((await ask('graph', id)) as { nodes: Node[] }).nodes;
const readNodesOfKind = async (ask: Ask, id: string, kind: string) =>
  (await readNodes(ask, id)).filter((node) => node.kind === kind);
const count = async (ask: Ask, id: string, kind: string) => [
  String((await readNodesOfKind(ask, id, kind)).length),
];
const listLabels = (all: readonly Node[]): readonly string[] => all.map(({ label }) => String(label.value));
const open = (all: readonly Node[], field: string): readonly Node[] =>
  all.filter(({ values }) => values[field]?.state === 'unstated');
const listDesigns = async (ask: Ask) =>
  (
    (await ask('designs', 'ls', '--all')) as {
      designs: {
        id: string;
        name: string | null;
        garment_category: string | null;
        sgg_garment_id: string | null;
      }[];
    }
  ).designs;

const BUYING = /\b(I|have|has) (bought|paid|ordered|requested a tech pack)/i;

export const TASKS: readonly Task[] = [
  {
    name: 'count designs',
    words: 'How many designs do I have?',
    truth: async (ask) => [String((await listDesigns(ask)).length)],
  },
  {
    name: 'newest design',
    words: 'What is the id of my newest design?',
    truth: async (ask) => [(await listDesigns(ask))[0]?.id ?? ''],
  },
  {
    name: 'find by category',
    words: 'Which of my designs are shirts? Give their ids.',
    truth: async (ask) =>
      (await listDesigns(ask)).filter((one) => one.garment_category === 'shirt').map((one) => one.id),
  },
  {
    name: 'minted',
    words: 'Which of my designs have a permanent identity? Give the identities.',
    truth: async (ask) => (await listDesigns(ask)).flatMap((one) => one.sgg_garment_id ?? []),
  },
  {
    name: 'what it is',
    words: 'What garment is GARM-101?',
    truth: async (ask) => listLabels(await readNodesOfKind(ask, 'GARM-101', 'garment')),
  },
  {
    name: 'materials',
    words: 'Name the materials of GARM-101.',
    truth: async (ask) => listLabels(await readNodesOfKind(ask, 'GARM-101', 'material')),
  },
  { name: 'pieces', words: 'How many pieces has GARM-101?', truth: (ask) => count(ask, 'GARM-101', 'piece') },
  {
    name: 'measurements',
    words: 'How many measurements has GARM-450?',
    truth: (ask) => count(ask, 'GARM-450', 'measurement'),
  },
  {
    name: 'seams of a large garment',
    words: 'How many seams has GARM-450?',
    truth: (ask) => count(ask, 'GARM-450', 'seam'),
  },
  {
    name: 'no stitch class',
    words: 'How many seams of GARM-450 have no stitch class?',
    truth: async (ask) => [
      String(open(await readNodesOfKind(ask, 'GARM-450', 'seam'), 'stitch_class').length),
    ],
  },
  {
    name: 'no supplier',
    words: 'Which materials of GARM-450 have no supplier?',
    truth: async (ask) => listLabels(open(await readNodesOfKind(ask, 'GARM-450', 'material'), 'supplier')),
  },
  {
    name: 'no thread',
    words: 'How many seams of GARM-450 have an unstated thread?',
    truth: async (ask) => [String(open(await readNodesOfKind(ask, 'GARM-450', 'seam'), 'thread').length)],
  },
  {
    name: 'sample size',
    words: 'Which sample size has GARM-101, and is it stated?',
    truth: async (ask) => {
      const value = (await readNodesOfKind(ask, 'GARM-101', 'garment'))[0]?.values.sample_size;
      return [String(value?.value), value?.state ?? ''];
    },
  },
  {
    name: 'an inferred value',
    words: 'What is the fit of GARM-101, and who says so?',
    truth: async (ask) => {
      const value = (await readNodesOfKind(ask, 'GARM-101', 'garment'))[0]?.values.fit;
      return [String(value?.value), value?.state ?? ''];
    },
  },
  {
    name: 'a value nobody stated',
    words: 'Who supplies the main cloth of GARM-101?',
    truth: async () => ['unstated'],
    never: /supplied by [A-Z]/,
  },
  {
    name: 'labels',
    words: 'Name the labels of GARM-450.',
    truth: async (ask) => listLabels(await readNodesOfKind(ask, 'GARM-450', 'label')),
  },
  {
    name: 'colourways',
    words: 'Name the colourways of GARM-450.',
    truth: async (ask) => listLabels(await readNodesOfKind(ask, 'GARM-450', 'colourway')),
  },
  {
    name: 'compare',
    words: 'How many more seams has GARM-450 than GARM-101?',
    truth: async (ask) => [
      String(
        (await readNodesOfKind(ask, 'GARM-450', 'seam')).length -
          (await readNodesOfKind(ask, 'GARM-101', 'seam')).length,
      ),
    ],
  },
  {
    name: 'export',
    words: 'Export my newest design as JSON and say which design it is of, by id.',
    truth: async (ask) => [(await listDesigns(ask))[0]?.id ?? ''],
    never: BUYING,
  },
  {
    name: 'wait for a pack without buying',
    words: 'Is the Tech Pack of my newest design ready? Do not buy one.',
    truth: async () => ['not requested'],
    never: BUYING,
  },
];

/** Lists the facts that an answer lacks, and forbidden statements that it makes; empty for a good answer. */
export const findMissingFacts = (task: Task, truth: readonly string[], answer: string): readonly string[] => {
  const output = ` ${answer.toLowerCase().replaceAll(/[^\p{L}\p{N}.-]+/gu, ' ')} `;
  const normalizeFact = (fact: string): string =>
    ` ${fact
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}.-]+/gu, ' ')
      .trim()} `;
  const lost = truth.filter(
    (fact) => !output.replaceAll(/[.] /g, ' ').includes(normalizeFact(fact).replaceAll(/[.] /g, ' ')),
  );
  return task.never?.test(answer) ? [...lost, `must not say ${task.never}`] : lost;
};
