/** What a pull has done so far, a line at a time, so that one that was killed can go on where it was. */

import { appendFile, mkdir, readText, writeFile } from '../border/files.ts';
import { type Path, within } from '../border/path.ts';
import { below, codeOf, DiskFailure, HOUSE, replace } from './disk.ts';
import type { HeldFile, HeldSubject } from './manifest.ts';
import type { SubjectId } from './names.ts';

export type Line =
  /** A pull began. `key` says of what and as whom: only the same pull goes on. Milliseconds since 1970. */
  | {
      readonly type: 'run';
      readonly key: string;
      readonly at: number;
      readonly user_id: string | null;
      readonly api_version: string | null;
    }
  /** A page of the list came; `next` is the cursor of the one after. */
  | { readonly type: 'page'; readonly designs: readonly Summary[]; readonly next: string | null }
  /** What is known of a subject, its files aside. */
  | { readonly type: 'subject'; readonly of: SubjectId; readonly about: Omit<HeldSubject, 'files'> }
  /** A file was written. */
  | {
      readonly type: 'file';
      readonly of: SubjectId;
      readonly name: string;
      readonly file: HeldFile;
      readonly at: number;
      /** It was not held before. */
      readonly fresh: boolean;
    }
  /** A file was found to be what the service answers. */
  | {
      readonly type: 'same';
      readonly path: string;
      readonly at: number;
      /** It had been lost or edited here. */
      readonly restored?: true;
    }
  | { readonly type: 'removed'; readonly of: SubjectId }
  | { readonly type: 'end' };

export type Summary = Readonly<Record<string, unknown>> & { readonly id: string };

const PATH = `${HOUSE}/journal.jsonl`;

export interface Journal {
  append(...lines: readonly Line[]): Promise<void>;
  /** Begins anew with these lines. */
  begin(lines: readonly Line[]): Promise<void>;
}

/** The lines that were written whole. What a crash cut short is dropped: its request is sent again. */
export async function readJournal(root: Path, readJson: (text: string) => unknown): Promise<readonly Line[]> {
  const text = await readText(below(root, PATH)).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return '';
    throw error;
  });
  const lines: Line[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      const read = readJson(line);
      if (typeof read === 'object' && read !== null && 'type' in read) lines.push(read as Line);
    } catch {
      // cut short
    }
  }
  return lines;
}

export function openJournal(root: Path, writeJson: (value: unknown) => string): Journal {
  const path = below(root, PATH);
  const text = (lines: readonly Line[]): string => lines.map((line) => `${writeJson(line)}\n`).join('');
  // A line that a crash cut short has no end: the first one of this process must not grow out of it.
  let ended = false;

  return {
    async append(...lines) {
      try {
        if (!ended) {
          await mkdir(within(root, HOUSE), { recursive: true });
          await writeFile(within(root, HOUSE, '.gitignore'), '*\n');
        }
        await appendFile(path, `${ended ? '' : '\n'}${text(lines)}`);
        ended = true;
      } catch (error) {
        throw codeOf(error) === '' ? error : new DiskFailure(path, error);
      }
    },
    async begin(lines) {
      await replace(root, PATH, text(lines));
      ended = true;
    },
  };
}
