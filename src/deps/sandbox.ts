import type { SignIn } from '../account/sign-in.ts';
import { namedPath, within } from '../border/path.ts';
import { shellWords, typeable } from '../border/shell.ts';
import type { StartSandbox } from '../commands/facet-types.ts';
import { UsageError } from '../errors.ts';
import type { RunningSandbox, Sandbox, SandboxControl, Store } from '../sandbox/index.ts';
import { errnoOf } from '../system/errno.ts';
import { doubtAbout, doubtful } from '../system/file-trust.ts';
import { heldIn } from './mirror.ts';
import { steered } from './steering.ts';
import type { Storage } from './storage.ts';
import type { Outside } from './system.ts';

/** The world inside this process, over the journal that the last command left. */
export interface Embedded {
  readonly baseUrl: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly control: SandboxControl;
  /** One of the sample keys, by its name; the one with every scope unless said. */
  signIn(name: string | undefined): Promise<SignIn>;
  close(): Promise<void>;
}

/** A world over that journal: of the sample garments, or of a pulled folder where one was named. */
const world = async (
  outside: Outside,
  store: Store,
  dir: string | undefined,
  note: (text: string) => void,
): Promise<Sandbox> => {
  const { createSandbox, fromFolder } = await import('../sandbox/index.ts');
  const random = (length: number) => outside.randomBytes(length);
  const own = { store, clock: outside.clock, random };
  if (dir === undefined) return createSandbox(own);
  const said = new Set<string>();
  const edited = (file: string): void => {
    if (!said.has(file)) note(`${file} was edited after the pull, and is served as it is`);
    said.add(file);
  };
  return createSandbox({ ...fromFolder(await heldIn(outside, dir, note), random, edited), ...own });
};

export const embedded = async (
  outside: Outside,
  kept: Storage,
  from: string | undefined,
  note: (text: string) => void,
): Promise<Embedded> => {
  const { memoryStore } = await import('../sandbox/index.ts');
  const path = within((await kept.folders()).state, 'sandbox.jsonl');
  const doubt = from === undefined ? doubtAbout(path) : undefined;
  if (doubt !== undefined) kept.note(doubtful(doubt));
  // What is done to a pulled folder is forgotten: the next command may name another one.
  const isKept = from === undefined && doubt === undefined;
  const sandbox = await world(outside, isKept ? await kept.journal(path, note) : memoryStore(), from, note);
  return {
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    control: sandbox.control,
    close: () => sandbox.close(),
    signIn: async (name) => {
      const key = name === undefined ? sandbox.keys[0] : sandbox.keys.find((each) => each.name === name);
      if (!key) {
        throw new UsageError(`the sandbox has no account ${name}`, {
          hint: typeable`it has: ${shellWords(
            sandbox.keys.map((each) => each.name),
            ', ',
          )}`,
        });
      }
      return {
        credential: key.key,
        kind: key.via === 'oauth' ? 'access_token' : 'api_key',
        source: 'sandbox',
        place: `the sandbox, sample key ${key.name}`,
        shadows: [],
      };
    },
  };
};

/** Writes down where it runs, so that other commands of this user can steer it, and strikes it out at its end. */
const announced = async (
  running: RunningSandbox,
  kept: Storage,
  note: (text: string) => void,
): Promise<RunningSandbox> => {
  const { baseUrl, secret } = running;
  const register = await kept.running();
  const written = await register.add(baseUrl, secret).then(
    () => true,
    () => {
      note('it cannot be written down where this sandbox runs, so no other command can steer it');
      return false;
    },
  );
  return {
    ...running,
    close: async () => {
      await running.close();
      if (written) await register.remove(baseUrl).catch(() => undefined);
    },
  };
};

/** The sandbox over HTTP on loopback, with a journal of its own: in memory unless a file is named. */
export const serve = async (
  outside: Outside,
  kept: Storage,
  { port, state, scenario, from, cors }: StartSandbox,
  note: (text: string) => void,
): Promise<RunningSandbox> => {
  const { listen, memoryStore } = await import('../sandbox/index.ts');
  const store =
    state === undefined ? memoryStore() : await kept.journal(namedPath(outside.platform.cwd, state), note);
  const sandbox = await world(outside, store, from, note);
  if (scenario !== undefined) await steered(() => sandbox.control.scenario(scenario));
  try {
    const running = await listen(sandbox, { ...(port !== undefined && { port }), cors });
    return await announced(running, kept, note);
  } catch (error) {
    const code = errnoOf(error);
    const hint = typeable`leave --port out for a free one`;
    if (code === 'EADDRINUSE') throw new UsageError(`port ${port} is taken`, { hint });
    if (code === 'EACCES') throw new UsageError(`port ${port} may not be used by this user`, { hint });
    throw error;
  }
};
