import {
  closeSync,
  fstatSync,
  makeFoldersSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from '../border/files.ts';
import { type Path, within } from '../border/path.ts';
import { doubtAbout, doubtful } from '../system/file-trust.ts';
import type { Tell } from '../system/host.ts';

/** Lines that several processes add to and read on from where they were. */
export interface SharedLog {
  /** Adds whole lines, in one write: the system puts it behind all others, so no lock is needed. */
  append(lines: readonly string[], now: number): void;
  /** The lines that were added since, one's own among them, in the order that everybody sees. */
  fresh(now: number): readonly string[];
  /** All of them, as far back as anybody asks. */
  all(now: number): readonly string[];
}

interface Opened {
  readonly fd: number;
  read: number;
  rest: string;
}

const FOLDER = 'requests';
/** Files of windows that are long over. */
const OLD_MS = 24 * 3_600_000;

const quietly = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** Whether a full disk cut the last line short: of what was read it is known, of a file just opened its last byte says. */
const isCutShort = ({ fd, read, rest }: Opened): boolean => {
  const size = read === 0 ? fstatSync(fd).size : 0;
  if (size === 0) return rest !== '';
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last.toString('latin1') !== '\n';
};

const readOn = (opened: Opened): string[] => {
  const { size } = fstatSync(opened.fd);
  if (size <= opened.read) return [];
  const bytes = Buffer.allocUnsafe(size - opened.read);
  const count = readSync(opened.fd, bytes, 0, bytes.length, opened.read);
  opened.read += count;
  const lines = (opened.rest + bytes.toString('latin1', 0, count)).split('\n');
  opened.rest = lines.pop() ?? '';
  return lines.filter((line) => line !== '');
};

/**
 * Two files a ledger at a time, the present one and the one before: the window of a request reaches no further
 * back, and nothing ever has to be rewritten. Never throws; where it cannot write it keeps the lines in memory, and
 * where others could write there it says so.
 */
export const sharedLog = (folder: Path, name: string, windowMs: number, tell: Tell): SharedLog => {
  const home = within(folder, FOLDER);
  const span = 2 * Math.max(windowMs, 300_000);
  let period: number | undefined;
  let files: readonly Opened[] = [];
  let memory: string[] | undefined;

  const pathOf = (number: number): Path => within(home, `${name}-${span}-${number}`);
  const open = (number: number, flags: 'a+' | 'r'): Opened => ({
    fd: openSync(pathOf(number), flags, 0o600),
    read: 0,
    rest: '',
  });
  const sweep = (now: number): void => {
    for (const file of quietly(() => readdirSync(home)) ?? []) {
      const path = within(home, file);
      const changed = quietly(() => statSync(path)?.mtimeMs);
      if (changed !== undefined && now - changed > OLD_MS + span)
        quietly(() => rmSync(path, { force: true }));
    }
  };
  const close = (): void => {
    for (const { fd } of files) quietly(() => closeSync(fd));
    files = [];
  };

  /** Opens what belongs to this moment. */
  const turnTo = (now: number): void => {
    const number = Math.floor(now / span);
    if (memory !== undefined || number === period) return;
    try {
      const doubt = doubtAbout(pathOf(number));
      if (doubt !== undefined) {
        tell(doubtful(doubt));
        throw new Error(doubt.says);
      }
      makeFoldersSync(home, 0o700);
      const present = open(number, 'a+');
      if (fstatSync(present.fd).size === 0) sweep(now);
      if (period === number - 1) files = [...files.slice(-1), present];
      else {
        close();
        const before = quietly(() => open(number - 1, 'r'));
        files = before === undefined ? [present] : [before, present];
      }
      period = number;
    } catch {
      memory = [];
    }
  };

  return {
    append(lines, now) {
      turnTo(now);
      const present = files.at(-1);
      if (memory === undefined && present !== undefined) {
        try {
          const text = `${isCutShort(present) ? '\n' : ''}${lines.join('\n')}\n`;
          if (writeSync(present.fd, text) === text.length) return;
        } catch {
          // As if nothing had been written.
        }
      }
      memory ??= [];
      memory.push(...lines);
    },
    fresh(now) {
      turnTo(now);
      const read = files.flatMap((file) => quietly(() => readOn(file)) ?? []);
      return memory === undefined ? read : [...read, ...memory.splice(0)];
    },
    all(now) {
      turnTo(now);
      return files.flatMap(({ fd }) => quietly(() => readOn({ fd, read: 0, rest: '' })) ?? []);
    },
  };
};
