/** The journal of a pull, one line per step, so that a killed pull can be resumed. */

import { Failure } from '../platform/errors.ts';
import { quoteShellWord, shellText } from '../platform/escape/shell.ts';
import { type CollectionDisk, TOILE_DIRECTORY } from './collection-disk.ts';
import type { CollectionTools } from './collection-tools.ts';
import { type JournalLine, parsePullLine } from './journal-line.ts';
import { isPlainRecord } from './manifest.ts';

/** The path of the journal in the folder. */
export const JOURNAL_PATH = `${TOILE_DIRECTORY}/journal.jsonl`;

/** The journal file. */
export interface PullJournal {
  /** The lines that the file had when it was opened. */
  readonly lines: readonly JournalLine[];
  append(line: JournalLine): Promise<void>;
  /** Replaces the file with these lines. */
  rewrite(lines: readonly JournalLine[]): Promise<void>;
}

/**
 * Returns the complete lines. A line that a crash cut short is not JSON and is dropped: its request is sent
 * again. Throws a Failure for JSON that is not a journal line.
 */
const readJournalLines = (text: string, disk: CollectionDisk, readJson: CollectionTools['readJson']) => {
  const texts: string[] = [];
  const lines: JournalLine[] = [];
  for (const [at, each] of text.split('\n').entries()) {
    if (each === '') continue;
    let value: unknown;
    try {
      value = readJson(each);
    } catch {
      continue;
    }
    // toile 0.1 numbered the changes of a watched folder in these lines. A pull ignores them.
    if (isPlainRecord(value) && (value.type === 'change' || value.type === 'told')) continue;
    const line = parsePullLine(value);
    if (line === undefined) {
      const shown = disk.displayPath(JOURNAL_PATH);
      throw new Failure(`${shown} holds something that toile would not write, in line ${at + 1}`, {
        code: 'bad_journal',
        hint: shellText`take it away, which loses no more than how far a pull came: rm ${quoteShellWord(shown)}`,
      });
    }
    texts.push(each);
    lines.push(line);
  }
  return { texts, lines };
};

/** Opens the journal. Nothing is written before the first `append`. */
export const openPullJournal = async (
  disk: CollectionDisk,
  { readJson, writeJson }: Pick<CollectionTools, 'readJson' | 'writeJson'>,
): Promise<PullJournal> => {
  const { texts, lines } = readJournalLines(disk.readText(JOURNAL_PATH) ?? '', disk, readJson);
  const written = (all: readonly JournalLine[]): string => all.map((line) => `${writeJson(line)}\n`).join('');
  /** Lines of the old file, until they are copied. Lines are appended only to a file of this process. */
  let before: readonly string[] | undefined = texts;

  return {
    lines,
    async append(line) {
      if (before === undefined) return disk.append(JOURNAL_PATH, written([line]));
      await disk.writeIfChanged(`${TOILE_DIRECTORY}/.gitignore`, '*\n');
      await disk.replace(JOURNAL_PATH, before.map((text) => `${text}\n`).join('') + written([line]));
      before = undefined;
    },
    async rewrite(all) {
      await disk.replace(JOURNAL_PATH, written(all));
      before = undefined;
    },
  };
};
