/** A workbook that came from anywhere, as the cells that it holds. Nothing in it is calculated or followed. */

import { UsageError } from '../errors.ts';
import { WORKBOOK } from '../size-limits.ts';
import { BrokenPart, decoded, readMarkup } from './markup.ts';
import { numberFormats } from './number-cells.ts';
import { cellsOf, type SharedRead, type SheetCells } from './read-cells.ts';
import { type Remark, remarksOf, sharedTexts } from './read-texts.ts';
import { type Limits, refused, unpacked } from './unpack.ts';

export interface ReadSheet extends SheetCells {
  readonly name: string;
  readonly remarks: readonly Remark[];
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/** The parts that another part names, by paths from the root of the archive. */
const relationsOf = (parts: ReadonlyMap<string, string>, of: string): readonly Relation[] => {
  const at = of.lastIndexOf('/') + 1;
  const text = parts.get(`${of.slice(0, at)}_rels/${of.slice(at)}.rels`);
  const found: Relation[] = [];
  if (text !== undefined)
    readMarkup(text, {
      open(tag, attribute) {
        if (tag !== 'Relationship' || attribute('TargetMode') === 'External') return;
        const target = attribute('Target') ?? '';
        const steps = target.startsWith('/') ? [] : of.split('/').slice(0, -1);
        for (const step of target.split('/')) {
          if (step === '..') steps.pop();
          else if (step !== '' && step !== '.') steps.push(step);
        }
        const type = attribute('Type') ?? '';
        found.push({
          id: attribute('Id') ?? '',
          type: type.slice(type.lastIndexOf('/') + 1),
          target: steps.join('/'),
        });
      },
    });
  return found;
};

/** The sheets of an .xlsx file in their order. `name` is the file as typed. Throws a UsageError for what is none. */
export const readXlsx = (bytes: Uint8Array, name: string, most: Limits = WORKBOOK): readonly ReadSheet[] => {
  const parts = unpacked(bytes, name, most);
  let [cells, characters] = [0, 0];
  const tooLarge = (): UsageError => refused(name, 'holds more cells than toile reads', 'too_large');
  const countPart = (): void => {
    if (++cells > most.cells) throw tooLarge();
  };
  const countText = (more: number): void => {
    characters += more;
    if (characters > most.characters) throw tooLarge();
  };
  /** Parts that a sheet was read from. A part that several sheets name would be parsed once for each. */
  const taken = new Set<string>();
  const takePart = (target: string): string | undefined => {
    if (taken.has(target)) throw new BrokenPart('names one part as two sheets or two sets of comments');
    taken.add(target);
    return parts.get(target);
  };
  try {
    const start = relationsOf(parts, '').find(({ type }) => type === 'officeDocument')?.target;
    const workbook = start === undefined ? undefined : parts.get(start);
    if (start === undefined || workbook === undefined)
      throw refused(name, 'is an archive, but no .xlsx workbook; save it as .xlsx');
    const relations = relationsOf(parts, start);
    const partOf = (wanted: string): string | undefined =>
      parts.get(relations.find(({ type }) => type === wanted)?.target ?? '');
    let epoch: 1900 | 1904 = 1900;
    const named: { readonly name: string; readonly id: string }[] = [];
    readMarkup(workbook, {
      open(tag, attribute) {
        if (tag === 'workbookPr' && /^(?:1|true)$/.test(attribute('date1904') ?? '')) epoch = 1904;
        else if (tag === 'sheet')
          named.push({ name: decoded(attribute('name') ?? ''), id: attribute('id') ?? '' });
      },
    });
    if (named.length > most.parts)
      throw refused(name, `has more than ${most.parts} sheets, which is more than toile reads`, 'too_large');
    const shared: SharedRead = {
      texts: sharedTexts(partOf('sharedStrings')),
      formats: numberFormats(partOf('styles')),
      epoch,
      countPart,
      countText,
    };
    const relationsById = new Map([...relations].reverse().map((each) => [each.id, each]));
    return named.flatMap(({ name: sheet, id }) => {
      const relation = relationsById.get(id);
      // A chart has a sheet of its own, and no cells.
      if (relation !== undefined && relation.type !== 'worksheet') return [];
      const part = relation === undefined ? undefined : takePart(relation.target);
      if (relation === undefined || part === undefined) throw new BrokenPart('lacks a sheet that it names');
      const remarks = relationsOf(parts, relation.target)
        .filter(({ type }) => type === 'comments')
        .flatMap(({ target }) => remarksOf(takePart(target) ?? '<comments/>'));
      return [{ name: sheet, ...cellsOf(part, shared), remarks }];
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof BrokenPart) throw refused(name, `is damaged: it ${error.message}`);
    throw error;
  }
};
