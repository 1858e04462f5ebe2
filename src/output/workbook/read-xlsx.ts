/** Reads the cells of an untrusted .xlsx file. Formulas are not calculated and links are not followed. */

import { UsageError } from '../../platform/errors.ts';
import { WORKBOOK_LIMITS } from '../../platform/size-limits.ts';
import { readNumberFormats } from './number-cells.ts';
import { BrokenPartError, decodeXstring, parsePartXml } from './part-xml.ts';
import {
  type CellComment,
  type ImportedCells,
  readCellComments,
  readSharedStrings,
  readSheetCells,
  type SheetReadContext,
} from './read-cells.ts';
import { createWorkbookError, unzipParts, type WorkbookLimits } from './unzip-parts.ts';

/** A sheet that was read from a file. */
export interface ImportedSheet extends ImportedCells {
  readonly name: string;
  readonly comments: readonly CellComment[];
}

interface PartRelation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/**
 * Lists the parts (files in the .xlsx archive) to which a part refers, with their paths. Links to files outside the
 * archive are skipped.
 */
const readPartRelations = (parts: ReadonlyMap<string, string>, partName: string): readonly PartRelation[] => {
  const nameStart = partName.lastIndexOf('/') + 1;
  const text = parts.get(`${partName.slice(0, nameStart)}_rels/${partName.slice(nameStart)}.rels`);
  const relations: PartRelation[] = [];
  if (text !== undefined)
    parsePartXml(text, {
      open(tag, attribute) {
        if (tag !== 'Relationship' || attribute('TargetMode') === 'External') return;
        const target = attribute('Target') ?? '';
        const steps = target.startsWith('/') ? [] : partName.split('/').slice(0, -1);
        for (const step of target.split('/')) {
          if (step === '..') steps.pop();
          else if (step !== '' && step !== '.') steps.push(step);
        }
        const type = attribute('Type') ?? '';
        relations.push({
          id: attribute('Id') ?? '',
          type: type.slice(type.lastIndexOf('/') + 1),
          target: steps.join('/'),
        });
      },
    });
  return relations;
};

/**
 * Reads the sheets of an .xlsx file in their order. `name` is the file as typed. Throws a UsageError if the file is not
 * an .xlsx file, is damaged or exceeds a limit.
 */
export const readXlsxSheets = (
  bytes: Uint8Array,
  name: string,
  limits: WorkbookLimits = WORKBOOK_LIMITS,
): readonly ImportedSheet[] => {
  const parts = unzipParts(bytes, name, limits);
  let [cells, characters] = [0, 0];
  const createTooLargeError = (): UsageError => createWorkbookError(name, 'has too many cells', 'too_large');
  const countPart = (): void => {
    if (++cells > limits.cells) throw createTooLargeError();
  };
  const countText = (added: number): void => {
    characters += added;
    if (characters > limits.characters) throw createTooLargeError();
  };
  /**
   * The paths of the sheets and comment files that were already read. Such a part (a file inside the .xlsx archive) may
   * be used only once, because a workbook that refers to it many times would take too long to read.
   */
  const usedParts = new Set<string>();
  const takePart = (target: string): string | undefined => {
    if (usedParts.has(target))
      throw new BrokenPartError('uses one part for two sheets or two sets of comments');
    usedParts.add(target);
    return parts.get(target);
  };
  try {
    const workbookPath = readPartRelations(parts, '').find(({ type }) => type === 'officeDocument')?.target;
    const workbook = workbookPath === undefined ? undefined : parts.get(workbookPath);
    if (workbookPath === undefined || workbook === undefined)
      throw createWorkbookError(name, 'is an archive, but not an .xlsx workbook; save it as .xlsx');
    const relations = readPartRelations(parts, workbookPath);
    const findPart = (relationType: string): string | undefined =>
      parts.get(relations.find(({ type }) => type === relationType)?.target ?? '');
    let epoch: 1900 | 1904 = 1900;
    const sheetEntries: { readonly name: string; readonly id: string }[] = [];
    parsePartXml(workbook, {
      open(tag, attribute) {
        if (tag === 'workbookPr' && /^(?:1|true)$/.test(attribute('date1904') ?? '')) epoch = 1904;
        else if (tag === 'sheet')
          sheetEntries.push({ name: decodeXstring(attribute('name') ?? ''), id: attribute('id') ?? '' });
      },
    });
    if (sheetEntries.length > limits.parts)
      throw createWorkbookError(
        name,
        `has more than ${limits.parts} sheets, the limit of toile`,
        'too_large',
      );
    const shared: SheetReadContext = {
      texts: readSharedStrings(findPart('sharedStrings')),
      formats: readNumberFormats(findPart('styles')),
      epoch,
      countPart,
      countText,
    };
    const relationsById = new Map([...relations].reverse().map((each) => [each.id, each]));
    return sheetEntries.flatMap(({ name: sheet, id }) => {
      const relation = relationsById.get(id);
      // A chart sheet is skipped, because it has no cells.
      if (relation !== undefined && relation.type !== 'worksheet') return [];
      const part = relation === undefined ? undefined : takePart(relation.target);
      if (relation === undefined || part === undefined)
        throw new BrokenPartError('lacks a sheet that it names');
      const comments = readPartRelations(parts, relation.target)
        .filter(({ type }) => type === 'comments')
        .flatMap(({ target }) => readCellComments(takePart(target) ?? '<comments/>'));
      return [{ name: sheet, ...readSheetCells(part, shared), comments: comments }];
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof BrokenPartError) throw createWorkbookError(name, `is damaged: it ${error.message}`);
    throw error;
  }
};
