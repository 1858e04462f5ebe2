/** Changes a pulled folder to an earlier state: in every read, in each way in which a value can change. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toJsonText } from '../../src/platform/json/json-values.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';

type Loose = Record<string, unknown>;
interface Node extends Loose {
  readonly id: string;
  values: Record<string, Loose>;
  links?: Loose[];
}

const editJson = async <T>(file: string, change: (body: T) => void): Promise<void> => {
  const body = parseJson(await readFile(file, 'utf8'));
  change(body as T);
  await writeFile(file, toJsonText(body));
};

/** Changes GARM-101 in the folder; the service then has the newer state. */
export const revertPulledGarment = async (folder: string): Promise<void> => {
  const at = (name: string): string => join(folder, 'garments/GARM-101', name);
  await editJson<{ nodes: Node[]; facts: Loose[] }>(at('graph.technical_designer.json'), (graph) => {
    const node = (id: string): Node => {
      const found = graph.nodes.find((each) => each.id === id);
      if (!found) throw new Error(`no node ${id}`);
      return found;
    };
    Object.assign(node('pom.B01').values.spec ?? {}, { value: 55.5 });
    node('pom.B07').values.tol_plus = { value: 1.25, state: 'asserted', unit: 'cm' };
    Object.assign(node('seam.hem').values.stitch_class ?? {}, { state: 'asserted' });
    Object.assign(node('seam.side').values.stitch_class ?? {}, { value: '504' });
    node('mat.shell').label = { value: 'Cotton poplin', state: 'asserted' };
    node('trim.thread').links = [{ rel: 'used_with', to: 'seam.hem', state: 'inferred' }];
    graph.nodes = graph.nodes.filter(({ id }) => id !== 'note.02');
    graph.nodes.push({
      id: 'note.09',
      kind: 'construction_note',
      label: { value: 'Locker loop at CB', state: 'asserted' },
      values: { text: { value: '1 cm wide, self fabric', state: 'inferred', basis: 'house rule' } },
    });
    Object.assign(graph.facts.find(({ field }) => field === 'market') ?? {}, {
      value: 'EU',
      state: 'asserted',
    });
  });
  await editJson<{ brief: Loose }>(at('tailor-brief.json'), ({ brief }) => {
    brief.care = { text: 'Wash at 40.', state: 'asserted' };
  });
  await editJson<{ counts: Loose[] }>(at('design-trust.json'), ({ counts }) => {
    Object.assign(counts[1] ?? {}, { value: 7 });
  });
  await editJson<{ unresolved: Loose[] }>(at('confirmations.json'), (body) => {
    Object.assign(body.unresolved[0] ?? {}, { value: 1 });
    body.unresolved.pop();
  });
};
