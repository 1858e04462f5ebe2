import { join } from 'node:path';
import { namedPath, within } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import type { Landed, WantedFile } from '../commands/facet-types.ts';
import type { Given } from '../commands/typed.ts';
import type { Telling } from '../contract.ts';
import { Unavailable, UsageError } from '../errors.ts';
import { sha256 } from '../system/sha256.ts';
import type {
  LinkedDocument,
  RawFetch,
  Received,
  ReceivedDocument,
  TransportEvent,
} from '../transport/index.ts';
import type { downloadLinked } from '../transport/linked-document.ts';
import type { Outside } from './system.ts';

/** What every download takes of the run. */
export interface Downloading {
  readonly outside: Outside;
  readonly signal: AbortSignal;
  /** Milliseconds that a server may ask to be left alone. */
  readonly maxWait: number;
  fetch(): Promise<RawFetch>;
  watch(event: TransportEvent): void;
}

interface Around extends Downloading {
  readonly everywhere: Given;
  /** The address of the service that gives the links. */
  service(): Promise<string>;
  tell(telling: Telling): void;
}

type Options = Parameters<typeof downloadLinked>[0];
type Before = Parameters<typeof downloadLinked>[2];

/** Milliseconds between two pictures of a progress bar. */
const FRAME = 100;

/** What no terminal shows. */
const UNREADABLE = [
  ['.pdf', 'a PDF'],
  ['.xlsx', 'a workbook'],
] as const;

/** The road of every document: by its link, without the key, checked. */
export const byLink = async (
  around: Downloading,
  document: LinkedDocument,
  own: Pick<Options, 'service' | 'sink' | 'onProgress'>,
  before?: Before,
): Promise<ReceivedDocument> => {
  const { downloadLinked } = await import('../transport/linked-document.ts');
  const { outside, signal, maxWait, watch } = around;
  const options: Options = {
    fetch: await around.fetch(),
    clock: outside.clock,
    random: () => outside.random(),
    signal,
    userAgent: `toile/${outside.version}`,
    maxWait,
    onEvent: watch,
    ...own,
  };
  return downloadLinked(options, document, before);
};

/** The same, told while it lasts. */
const receiving = (around: Around) => {
  const { clock } = around.outside;
  return async (
    file: string,
    document: LinkedDocument,
    sink: Options['sink'],
    before?: Before,
  ): Promise<ReceivedDocument> => {
    let shown = Number.NEGATIVE_INFINITY;
    const onProgress = (done: number, total: number | undefined): void => {
      if (clock.now() - shown < FRAME) return;
      shown = clock.now();
      around.tell({ kind: 'progress', text: file, done, total });
    };
    return byLink(around, document, { service: await around.service(), sink, onProgress }, before);
  };
};

/** Characters of a document that is read instead of kept. */
const LONGEST_TEXT = 8_000_000;

/** A document as text, for who has no place to put a file. */
export const documentTexts = (around: Around) => {
  const receive = receiving(around);
  return async (document: LinkedDocument): Promise<string> => {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    const sink = {
      write: async (part: Uint8Array) => {
        bytes += part.length;
        if (bytes > LONGEST_TEXT)
          throw new Unavailable('the document is too long to be read here', { code: 'too_long' });
        parts.push(part);
      },
      startOver: async () => {
        parts.length = 0;
        bytes = 0;
        return true;
      },
    };
    await receive('the document', document, sink);
    return Buffer.concat(parts).toString('utf8');
  };
};

/** Finds out where a file will go, and makes its beginning there, before anything is asked of the service. */
export const landings = (around: Around) => {
  const { outside, everywhere } = around;
  const { io, clock, platform } = outside;

  const receive = receiving(around);

  const ended = (file: string, bytes: number): void =>
    around.tell({ kind: 'progress', text: file, done: bytes, total: bytes, ended: true });

  const onStdout = (name: string): Landed => {
    if (everywhere.json === true || everywhere.jsonl === true) {
      throw new UsageError('--json and the file itself cannot both go to stdout', {
        hint: typeable`leave -o - out, or --json`,
      });
    }
    const unreadable = io.out.terminal ? UNREADABLE.find(([ending]) => name.endsWith(ending)) : undefined;
    if (unreadable) {
      throw new UsageError(`${unreadable[1]} is not for reading on a terminal`, {
        hint: typeable`name a file instead of -`,
      });
    }
    return {
      file: '-',
      skipped: false,
      receive: async (document) => {
        const sink = { write: (bytes: Uint8Array) => io.out.write(bytes), startOver: async () => false };
        const received = await receive(name, document, sink);
        ended(name, received.bytes);
        return received;
      },
      fill: async (content) => {
        await io.out.write(content);
        return receivedOf(Buffer.from(content));
      },
      drop: async () => undefined,
    };
  };

  return async ({ into, name, clobber, skipExisting, several }: WantedFile): Promise<Landed> => {
    if (into === '-') return onStdout(name);
    const [{ emptied, isFolder, makeFolder, standsAt, taken }, { landOn }] = await Promise.all([
      import('../transport/output-path.ts'),
      import('../transport/partial-file.ts'),
    ]);
    const stands = into === undefined || (await isFolder(namedPath(platform.cwd, into)));
    const inFolder = stands || several || /[\\/]$/.test(into);
    const made = stands || !inFolder ? [] : await makeFolder(namedPath(platform.cwd, into), into);
    const file = inFolder ? join(into ?? '', name) : into;
    // Only what a person typed may lead anywhere: the name stands in that folder, or nowhere.
    const path = inFolder ? within(namedPath(platform.cwd, into ?? ''), name) : namedPath(platform.cwd, into);
    if ((await standsAt(path, file)) && !clobber) {
      if (!skipExisting) throw taken(file);
      return { file, skipped: true, receive: nothing, fill: nothing, drop: async () => undefined };
    }
    const host = {
      pid: platform.pid,
      alive: outside.alive,
      now: clock.now,
      random: () => outside.random(),
    };
    const landing = await landOn(path, file, clobber, host);
    const keep = async (): Promise<void> => {
      const text = await landing.keep();
      if (text !== undefined) around.tell({ kind: 'note', text });
    };
    return {
      file,
      skipped: false,
      receive: async (document) => {
        const received = await receive(file, document, landing.sink, async ({ bytes }) => {
          if (bytes !== undefined) await landing.makeRoom(bytes);
        });
        await keep();
        ended(file, received.bytes);
        return received;
      },
      fill: async (content) => {
        const bytes = Buffer.from(content);
        await landing.makeRoom(bytes.length);
        await landing.sink.write(bytes);
        await keep();
        return receivedOf(bytes);
      },
      drop: async () => {
        await landing.drop();
        await emptied(made);
      },
    };
  };
};

const receivedOf = (bytes: Uint8Array): Received => ({ bytes: bytes.length, sha256: sha256(bytes) });

const nothing = async (): Promise<never> => {
  throw new Error('a file that stays as it is receives nothing');
};
