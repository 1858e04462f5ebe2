import { createHash } from 'node:crypto';
import { namedPath } from '../border/path.ts';
import type { Client, ExportResult } from '../client/index.ts';
import type { Mirror } from '../commands/define.ts';
import { Failure, ToileError } from '../errors.ts';
import type { Held, Pace, PullOptions, Tools } from '../mirror/index.ts';
import type { RawFetch, TransportEvent } from '../transport/index.ts';
import type { Outside } from './outside.ts';
import type { Storage } from './storage.ts';

interface Around {
  readonly outside: Outside;
  readonly kept: Storage;
  readonly signal: AbortSignal;
  /** Milliseconds that a server may ask to be left alone. */
  readonly maxWait: number;
  api(): Promise<Client>;
  pace(): Promise<Pace>;
  fetch(): Promise<RawFetch>;
  /** Address and credential, to tell one caller from another; never kept as they are. */
  caller(): Promise<readonly [baseUrl: string, credential: string]>;
  explain(error: unknown): string;
  watch(event: TransportEvent): void;
  note(text: string): void;
}

export const mirrorTools = async (outside: Pick<Outside, 'clock'>): Promise<Tools> => {
  const [{ canonical }, { readJson, writeJson }] = await Promise.all([
    import('../format/canonical.ts'),
    import('../format/lossless.ts'),
  ]);
  return { canonical, readJson, writeJson, clock: outside.clock };
};

/** A pulled folder, for those who only read it. */
export const heldIn = async (outside: Outside, dir: string): Promise<Held> => {
  const { readHeld } = await import('../mirror/index.ts');
  return readHeld(namedPath(outside.platform.cwd, dir), await mirrorTools(outside));
};

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Two pulls into one folder at a time would take the journal from under each other. */
const alone = async <T>(root: string, { kept, note }: Around, work: () => Promise<T>): Promise<T> => {
  let begun = false;
  const mine = (): Promise<T> => {
    begun = true;
    return work();
  };
  try {
    return await kept.exclusively(`pull-${digest(root)}.lock`, mine);
  } catch (error) {
    // A lock that somebody holds is a ToileError; anything else says that none can be made here.
    if (begun || error instanceof ToileError) throw error;
    note('no lock can be kept on this machine; do not pull into the same folder twice at a time');
    return work();
  }
};

/** A governed export in memory: one at a time, and no larger than a drawing. */
const exporter = (around: Around, api: Client, baseUrl: string) => {
  const { outside, signal } = around;
  return async (id: string, what: { readonly profile: string; readonly driver: string }) => {
    const { download } = await import('../transport/download.ts');
    const { profile, driver } = what;
    const made: ExportResult = await api.exportDesign(id, { profile, driver, signal });
    const record = made.export;
    if (typeof made.download_url !== 'string')
      throw new Failure('the export came without a link to its file');
    const parts: Uint8Array[] = [];
    await download({
      fetch: await around.fetch(),
      clock: outside.clock,
      random: () => outside.random(),
      signal,
      userAgent: `toile/${outside.version}`,
      maxWait: around.maxWait,
      service: baseUrl,
      link: {
        url: made.download_url,
        bytes: typeof record?.bytes === 'number' ? record.bytes : undefined,
        sha256: typeof record?.sha256 === 'string' ? record.sha256 : undefined,
      },
      sink: {
        write: async (bytes) => void parts.push(bytes.slice()),
        startOver: async () => {
          parts.length = 0;
          return true;
        },
      },
      onEvent: around.watch,
    });
    return { bytes: Buffer.concat(parts), record };
  };
};

/** What commands may do with a pulled folder. */
export const mirrors =
  (around: Around) =>
  async (dir: string): Promise<Mirror> => {
    const { outside, signal } = around;
    const [mirror, tools, pace] = await Promise.all([
      import('../mirror/index.ts'),
      mirrorTools(outside),
      around.pace(),
    ]);
    const root = namedPath(outside.platform.cwd, dir);
    const pulling = async (options: PullOptions, list: Parameters<Mirror['pull']>[1]) => {
      const [api, caller, folder] = await Promise.all([
        around.api(),
        around.caller(),
        mirror.openFolder(root, tools),
      ]);
      return {
        ...options,
        folder,
        tools,
        api,
        pace,
        signal,
        caller: digest(caller.join('\n')),
        random: () => outside.random(),
        list: (before: string | undefined) => list(before)[Symbol.asyncIterator](),
        exported: exporter(around, api, caller[0]),
        explain: around.explain,
        tell: (): void => undefined,
      };
    };
    return {
      pull: (options, list, tell) =>
        alone(root, around, async () => mirror.pull({ ...(await pulling(options, list)), tell })),
      planned: async (options, list) => mirror.planned(await pulling(options, list)),
      async *stale(words, reserve, tell) {
        const { userId } = await mirror.readHeld(root, tools);
        const folder = await mirror.openFolder(root, tools);
        const api = await around.api();
        if (userId !== null) {
          await pace.room(reserve, signal);
          const me = await api.me({ signal });
          if (me.user_id !== userId) throw mirror.anotherUser(root, userId, me.user_id);
        }
        const { explain } = around;
        yield* mirror.findStale({ folder, tools, api, pace, reserve, signal, words, explain, tell });
      },
    };
  };
