/** What a pull has done so far, a line at a time, so that one that was killed can go on where it was. */
import { shellWord, typeable } from '../border/shell.ts';
import { Failure } from '../errors.ts';
import { type Disk, HOUSE } from './disk.ts';
import { type Line, lineOf } from './journal-line.ts';
import { isObject } from './manifest.ts';
import type { Tools } from './tools.ts';

export const JOURNAL = `${HOUSE}/journal.jsonl`;

export interface Journal {
  /** The lines that were there. */
  readonly lines: readonly Line[];
  append(line: Line): Promise<void>;
  /** Begins anew with these lines. */
  begin(lines: readonly Line[]): Promise<void>;
}

/**
 * The lines that were written whole. What a crash cut short is no JSON and is dropped: its request is sent again.
 * Throws a Failure for JSON that is no line of toile's.
 */
const read = (text: string, disk: Disk, readJson: Tools['readJson']) => {
  const texts: string[] = [];
  const lines: Line[] = [];
  for (const [at, each] of text.split('\n').entries()) {
    if (each === '') continue;
    let value: unknown;
    try {
      value = readJson(each);
    } catch {
      continue;
    }
    // toile 0.1 numbered the changes of a watched folder in such lines. No pull needs them.
    if (isObject(value) && (value.type === 'change' || value.type === 'told')) continue;
    const line = lineOf(value);
    if (line === undefined) {
      const shown = disk.shown(JOURNAL);
      throw new Failure(`${shown} holds something that toile would not write, in line ${at + 1}`, {
        code: 'bad_journal',
        hint: typeable`take it away, which loses no more than how far a pull came: rm ${shellWord(shown)}`,
      });
    }
    texts.push(each);
    lines.push(line);
  }
  return { texts, lines };
};

/** Reads it; nothing is written before the first line is. */
export const openJournal = async (
  disk: Disk,
  { readJson, writeJson }: Pick<Tools, 'readJson' | 'writeJson'>,
): Promise<Journal> => {
  const { texts, lines } = read(disk.text(JOURNAL) ?? '', disk, readJson);
  const written = (all: readonly Line[]): string => all.map((line) => `${writeJson(line)}\n`).join('');
  /** What was there, until it is copied into a file of this process's own: none but that is ever added to. */
  let before: readonly string[] | undefined = texts;

  return {
    lines,
    async append(line) {
      if (before === undefined) return disk.append(JOURNAL, written([line]));
      await disk.keep(`${HOUSE}/.gitignore`, '*\n');
      await disk.replace(JOURNAL, before.map((text) => `${text}\n`).join('') + written([line]));
      before = undefined;
    },
    async begin(all) {
      await disk.replace(JOURNAL, written(all));
      before = undefined;
    },
  };
};
