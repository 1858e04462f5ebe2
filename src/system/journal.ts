/** A list of lines that only grows, for a world that is rebuilt by reading it: one JSON text a line. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, open, readText } from '../border/files.ts';
import { beside, folderOf, type Path } from '../border/path.ts';
import { errnoOf, reasonOf } from './errno.ts';
import type { Host, Tell } from './host.ts';
import { inLine, withLock } from './lock.ts';
import { replaceFile } from './replace-file.ts';

export interface Journal {
  /** The lines that were appended whole, in order. */
  read(): Promise<readonly string[]>;
  /** One line without line breaks. Where it cannot be kept that is told, unless nobody would miss it. */
  append(line: string, missed?: boolean): Promise<void>;
  clear(): Promise<void>;
  /** Keeps other processes and callers out; reading and appending inside belong to the same turn. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

/** Ends a line that a crash cut short (ASCII "cancel"): the reader drops it, and the next line stands alone. */
const CANCELLED = '\u0018';

/** Errors that mean that nothing can be kept here, as against a fault of this program. */
const UNWRITABLE = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'ENOTDIR',
  'ENOENT',
  'EISDIR',
  'EIO',
];

const wholeLines = (text: string): string[] =>
  text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line !== '' && !line.endsWith(CANCELLED));

const appendLine = async (path: Path, line: string): Promise<void> => {
  await mkdir(folderOf(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const last =
      size === 0
        ? '\n'
        : (await file.read({ position: size - 1, length: 1 })).buffer.toString('latin1', 0, 1);
    await file.appendFile(`${last === '\n' ? '' : `${CANCELLED}\n`}${line}\n`);
  } finally {
    await file.close();
  }
};

/** A turn at one journal, begun inside another's. What it leaves running behind it does not own the lock once it is over. */
interface Turn {
  readonly journal: object;
  readonly around: Turn | undefined;
  over: boolean;
}

/** In whose turn something runs. One for all journals, since Node asks every one there ever was at every promise. */
const turns = new AsyncLocalStorage<Turn>();

const isTurnAt = (journal: object, turn: Turn | undefined): boolean =>
  turn !== undefined && ((turn.journal === journal && !turn.over) || isTurnAt(journal, turn.around));

/** The journal in that file; in memory for this run where the file cannot be written, told once a line is lost by it. */
export const createJournal = (path: Path, host: Host, tell: Tell): Journal => {
  const journal = {};
  /** Lines that could not be kept, after those that the file has. */
  let memory: string[] | undefined;
  let hidden = false;

  let untold: string | undefined;

  const fallBack = (error: unknown): string[] => {
    if (!UNWRITABLE.includes(errnoOf(error))) throw error;
    if (memory === undefined)
      untold = `${path} cannot be written (${reasonOf(error)}); what happens now is forgotten when toile ends`;
    memory ??= [];
    return memory;
  };
  const own = (): void => {
    if (untold !== undefined) tell(untold);
    untold = undefined;
  };

  const exclusive: Journal['exclusive'] = async (work) => {
    const around = turns.getStore();
    if (isTurnAt(journal, around)) return work();
    let begun = false;
    const mine = async () => {
      begun = true;
      const now: Turn = { journal, around, over: false };
      return turns.run(now, work).finally(() => {
        now.over = true;
      });
    };
    if (memory) return inLine(path, mine);
    try {
      return await withLock(beside(path, '.lock'), host, mine);
    } catch (error) {
      if (begun) throw error;
      fallBack(error);
      return inLine(path, mine);
    }
  };

  const write = async (
    toFile: () => Promise<void>,
    toMemory: (lines: string[]) => void,
    missed = true,
  ): Promise<void> =>
    exclusive(async () => {
      try {
        if (!memory) return await toFile();
      } catch (error) {
        fallBack(error);
      }
      toMemory(memory ?? []);
      if (missed) own();
    });

  return {
    exclusive,
    async read() {
      const text = hidden
        ? ''
        : await readText(path).catch((error: unknown) => {
            if (errnoOf(error) === 'ENOENT') return '';
            fallBack(error);
            // What happened before is not known, unless nothing can stand there.
            if (errnoOf(error) !== 'ENOTDIR') own();
            return '';
          });
      return [...wholeLines(text), ...(memory ?? [])];
    },
    append(line, missed) {
      if (line === '' || ['\n', '\r', CANCELLED].some((end) => line.includes(end))) {
        throw new TypeError('a journal line is one line of text');
      }
      return write(
        () => appendLine(path, line),
        (lines) => void lines.push(line),
        missed,
      );
    },
    clear: () =>
      write(
        () => replaceFile(path, '', { tell }),
        (lines) => {
          hidden = true;
          lines.length = 0;
        },
      ),
  };
};
