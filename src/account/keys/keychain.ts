/**
 * The OS keychain, asked through a child process: a keychain that never answers blocks the thread that asks,
 * timers and all, so that only another process can set it a limit.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { withoutSecretVariables } from '../../border/secrets.ts';
import type { Keyring } from '../sign-in.ts';
import { keychainFailure } from './keychain-errors.ts';
import { KEYCHAIN_WORD, type Reply, type Request } from './keychain-messages.ts';
import { hasOwnKeychain, sessionBus } from './session-bus.ts';

export interface KeychainSetting {
  /** Starts this very program; the hidden word comes after `args`. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly uid: number | undefined;
  /** True where a person can type the keychain's password. */
  readonly interactive: boolean;
  /** Ends with the signal's reason. */
  readonly signal?: AbortSignal;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  tell(telling: { readonly kind: 'busy'; readonly text: string } | { readonly kind: 'done' }): void;
  /** Milliseconds; 3 s alone, 60 s with a person. */
  readonly limitMs?: number;
}

export interface Keychain extends Keyring {
  /** Ends what still runs; a blocked child would outlive the program, and its limit with it. */
  close(): void;
}

/** A keychain that is open answers before anybody wonders. */
const QUIET_MS = 700;

const environment = ({ env, platform, uid }: KeychainSetting): Record<string, string | undefined> => {
  const inherited = withoutSecretVariables(env);
  if (hasOwnKeychain(platform)) return inherited;
  const bus = sessionBus(env, uid);
  // Known before asking: the library would only say so in words, and a child costs tens of milliseconds.
  if (bus === undefined) throw keychainFailure('absent', 'there is no D-Bus session');
  return { ...inherited, DBUS_SESSION_BUS_ADDRESS: bus };
};

const parse = (line: string): Reply | undefined => {
  try {
    const reply = JSON.parse(line) as Partial<Reply> | null;
    return typeof reply?.ok === 'boolean' ? (reply as Reply) : undefined;
  } catch {
    return undefined;
  }
};

const exchange = (
  request: Request,
  setting: KeychainSetting,
  limitMs: number,
  running: Set<ChildProcess>,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { self, signal } = setting;
    signal?.throwIfAborted();
    const child = spawn(self.command, [...self.args, KEYCHAIN_WORD], {
      env: environment(setting),
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
      ...(signal && { signal }),
    });
    running.add(child);
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
    });
    // A child that died early has closed its end; its exit says all there is to say.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${JSON.stringify(request)}\n`);
    child.on('error', (error) =>
      reject(signal?.aborted ? signal.reason : keychainFailure('failed', error.message)),
    );
    child.on('close', (code, killedBy) => {
      running.delete(child);
      const reply = parse(out);
      if (reply) resolve(reply);
      else if (killedBy === 'SIGKILL') {
        reject(keychainFailure('silent', `nothing came within ${limitMs / 1000} seconds`));
      } else reject(keychainFailure('failed', `its process ended with ${killedBy ?? `exit code ${code}`}`));
    });
  });

/** Says what is being waited for, but only where it takes long enough to be noticed. */
const telling = async <T>(setting: KeychainSetting, work: Promise<T>): Promise<T> => {
  if (!setting.interactive) return work;
  const over = new AbortController();
  let told = false;
  setting.sleep(QUIET_MS, over.signal).then(
    () => {
      told = true;
      setting.tell({ kind: 'busy', text: 'waiting for your keychain' });
    },
    () => undefined,
  );
  return work.finally(() => {
    over.abort();
    if (told) setting.tell({ kind: 'done' });
  });
};

/** Every operation throws a Failure whose code says absent, locked, denied, mismatch or failed. */
export const keychain = (setting: KeychainSetting): Keychain => {
  const limitMs = setting.limitMs ?? (setting.interactive ? 60_000 : 3_000);
  const running = new Set<ChildProcess>();

  const ask = async (request: Request): Promise<Extract<Reply, { ok: true }>> => {
    const reply = await telling(setting, exchange(request, setting, limitMs, running));
    if (reply.ok) return reply;
    throw keychainFailure(reply.trouble, reply.detail);
  };

  return {
    storage: 'keychain',
    place: 'the OS keychain',
    close() {
      for (const child of running) child.kill('SIGKILL');
    },
    get: async (name) => (await ask({ op: 'get', name })).secret,
    async set(name, secret) {
      await ask({ op: 'set', name, secret });
    },
    delete: async (name) => (await ask({ op: 'delete', name })).deleted ?? false,
    names: async () => (await ask({ op: 'names' })).names ?? [],
  };
};
