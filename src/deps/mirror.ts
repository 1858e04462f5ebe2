import { namedPath } from '../border/path.ts';
import { shellWord, type Typeable, typeable } from '../border/shell.ts';
import type { Routes } from '../client/index.ts';
import type { Mirror } from '../commands/facet-types.ts';
import type { ToileError } from '../errors.ts';
import type { Asking, Disk, Held, List, Pulling, PullOptions, Tools } from '../mirror/index.ts';
import type { Pace } from '../rate-limit/pull-pace.ts';
import { releasing } from '../system/release-signals.ts';
import { sha256 } from '../system/sha256.ts';
import { byLink, type Downloading } from './downloads.ts';
import type { Storage } from './storage.ts';
import type { Outside } from './system.ts';

interface Around extends Downloading {
  readonly kept: Storage;
  readonly toile: Typeable;
  api(): Promise<Routes>;
  pace(): Promise<Pace>;
  /** Address and credential, to tell one caller from another; never kept as they are. */
  caller(): Promise<readonly [baseUrl: string, credential: string]>;
  explain(error: unknown): ToileError;
}

export const mirrorTools = async (outside: Pick<Outside, 'clock'>): Promise<Tools> => {
  const [{ canonical }, { readJson, readJsonWithin, writeJson }] = await Promise.all([
    import('../json/canonical.ts'),
    import('../json/lossless.ts'),
  ]);
  return {
    canonical: releasing(canonical),
    readJson: releasing(readJson),
    readJsonWithin: releasing(readJsonWithin),
    writeJson,
    clock: outside.clock,
  };
};

const diskAt = async (outside: Outside, dir: string): Promise<Disk> => {
  const { openDisk } = await import('../mirror/index.ts');
  return openDisk(namedPath(outside.platform.cwd, dir), () => outside.random());
};

/** Reads a pulled folder. `note` is given a sentence where its last pull did not come to its end. */
export const heldIn = async (outside: Outside, dir: string, note: (text: string) => void): Promise<Held> => {
  const [{ readHeld, survey }, disk, tools] = await Promise.all([
    import('../mirror/index.ts'),
    diskAt(outside, dir),
    mirrorTools(outside),
  ]);
  await survey(disk);
  const held = await readHeld(disk, tools);
  if (held.isUnfinished) {
    const again = typeable`toile pull ${shellWord(dir)}`;
    note(
      `the last pull into ${dir} did not finish: files may be missing or older than others; ${again} goes on`,
    );
  }
  return held;
};

/** Two pulls into one folder at a time would take the journal from under each other. */
const alone = async <T>(
  disk: Disk,
  { outside, kept, signal }: Around,
  work: () => Promise<T>,
): Promise<T> => {
  const { holding } = await import('../system/folder-lock.ts');
  const { clock } = outside;
  const folder = {
    place: () => disk.lock(),
    shown: disk.root,
    unique: () => [1, 2].map(() => Math.floor(outside.random() * 2 ** 32).toString(16)).join(''),
  };
  let begun = false;
  const mine = (): Promise<T> => {
    begun = true;
    return work();
  };
  try {
    const host = { ...kept.host, sleep: (ms: number) => clock.sleep(ms, signal) };
    return await holding(folder, host, mine);
  } catch (error) {
    throw begun ? error : disk.inWords(error);
  } finally {
    await disk.tidy();
  }
};

/** A governed export, on its way from its link to where it is to be kept; never in memory as a whole. */
const exporter =
  (around: Around, api: Routes, service: string): Pulling['exported'] =>
  async (id, { profile, driver }, sink, send) => {
    const { DRIVERS } = await import('../client/resources.ts');
    const ask = async () => {
      const holder = await send(() => api.exportDesign(id, { profile, driver, signal: around.signal }));
      return { holder, record: holder.export };
    };
    return byLink(around, { kind: DRIVERS[driver], ask }, { service, sink });
  };

/** What commands may do with a pulled folder. */
export const mirrors =
  (around: Around) =>
  async (dir: string): Promise<Mirror> => {
    const { outside, signal, explain, toile } = around;
    const [mirror, tools, pace, disk] = await Promise.all([
      import('../mirror/index.ts'),
      mirrorTools(outside),
      around.pace(),
      diskAt(outside, dir),
    ]);
    const prepare = async (): Promise<void> => {
      mirror.refuseLink(disk, outside.platform.cwd, dir);
      await mirror.survey(disk);
    };
    const pulling = async (options: PullOptions, list: List, asking: Asking): Promise<Pulling> => {
      const [api, caller, folder] = await Promise.all([
        around.api(),
        around.caller(),
        mirror.openFolder(disk, tools),
      ]);
      return {
        ...options,
        ...asking,
        folder,
        tools,
        api,
        pace,
        signal,
        list,
        explain,
        toile,
        caller: sha256(caller.join('\n')).slice(0, 16),
        random: () => outside.random(),
        exported: exporter(around, api, caller[0]),
      };
    };
    return {
      async pull(options, list, asking) {
        await prepare();
        return alone(disk, around, async () => mirror.pull(await pulling(options, list, asking)));
      },
      async planned(options, list) {
        await prepare();
        const nobody: Asking = { consent: async () => undefined, tell: () => undefined };
        return mirror.planned(await pulling(options, list, nobody));
      },
      async *stale(words, reserve, tell) {
        const folder = await mirror.openFolder(disk, tools);
        const { userId } = folder;
        const api = await around.api();
        if (userId !== null) {
          await pace.room(reserve, signal);
          const me = await api.me({ signal });
          if (me.user_id !== userId) throw mirror.anotherUser(disk.root, userId, me.user_id);
        }
        const checking = { folder, tools, api, pace, reserve, signal, words, tell };
        yield* mirror.findStale({ ...checking, explain: (error) => explain(error).message });
      },
    };
  };
