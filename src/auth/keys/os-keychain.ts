/**
 * Uses the keychain of the operating system through a child process. If the keychain does not reply, it blocks only the
 * child process and not toile itself.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { statSync } from '../../platform/files/safe-fs.ts';
import { markSystemPath } from '../../platform/files/safe-path.ts';
import { removeSecretVariables } from '../../platform/redactor.ts';
import type { EnvVariables } from '../../platform/shared-types.ts';
import { tryParseJson } from '../../platform/system/read-json-file.ts';
import type { Keyring } from '../find-credential.ts';
import {
  createKeychainError,
  KEYCHAIN_COMMAND,
  type KeychainReply,
  type KeychainRequest,
} from './keychain-errors.ts';

const isSocketPath = (path: string): boolean => statSync(markSystemPath(path))?.isSocket() ?? false;

/**
 * Returns the address of the D-Bus session: DBUS_SESSION_BUS_ADDRESS, or else the address of the socket `bus` in
 * XDG_RUNTIME_DIR or `/run/user/<uid>`, for example `unix:path=/run/user/1000/bus`. Returns undefined if there is no
 * session.
 */
export const findSessionBus = (
  env: EnvVariables,
  uid: number | undefined,
  exists: (path: string) => boolean = isSocketPath,
): string | undefined => {
  if (env.DBUS_SESSION_BUS_ADDRESS) return env.DBUS_SESSION_BUS_ADDRESS;
  const runtime = [env.XDG_RUNTIME_DIR, uid === undefined ? undefined : `/run/user/${uid}`];
  const path = runtime.map((folder) => folder && join(folder, 'bus')).find((bus) => bus && exists(bus));
  return path ? `unix:path=${path}` : undefined;
};

/**
 * The arguments of `createOsKeychain`: how to start the process that uses the keychain, and how long to wait for it.
 */
export interface KeychainOptions {
  /** The command that starts this program. KEYCHAIN_COMMAND is appended. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  readonly env: EnvVariables;
  readonly platform: string;
  readonly uid: number | undefined;
  /** True if a user is at the terminal and can type the password when the keychain asks for it. */
  readonly isInteractive: boolean;
  readonly signal?: AbortSignal;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  report(event: { readonly kind: 'busy'; readonly text: string } | { readonly kind: 'done' }): void;
  /**
   * The time limit of a request in milliseconds. The default is 60 s if a user can type the password, otherwise 3 s.
   */
  readonly limitMs?: number;
}

/** The keyring of the operating system. */
export interface OsKeychain extends Keyring {
  /**
   * Kills the child processes that still access the keychain. Otherwise, a child process that waits for the keychain
   * would run longer than toile.
   */
  close(): void;
}

/**
 * After this number of milliseconds, the user is told that toile waits for the keychain. An unlocked keychain replies
 * sooner.
 */
const REPORT_AFTER_MS = 700;

const buildChildEnv = ({ env, platform, uid }: KeychainOptions): Record<string, string | undefined> => {
  const inherited = removeSecretVariables(env);
  // The keychains of macOS and Windows need no D-Bus session, so none is searched for.
  if (platform === 'darwin' || platform === 'win32') return inherited;
  const bus = findSessionBus(env, uid);
  // Without a D-Bus session, the child process would take long to fail and would report the reason only as text. So the
  // error is thrown before the process is started.
  if (bus === undefined) throw createKeychainError('absent', 'there is no D-Bus session');
  return { ...inherited, DBUS_SESSION_BUS_ADDRESS: bus };
};

const parseReply = (line: string): KeychainReply | undefined => {
  const reply = tryParseJson(line) as Partial<KeychainReply> | null | undefined;
  return typeof reply?.ok === 'boolean' ? (reply as KeychainReply) : undefined;
};

const askChildProcess = (
  request: KeychainRequest,
  options: KeychainOptions,
  limitMs: number,
  runningChildren: Set<ChildProcess>,
): Promise<KeychainReply> =>
  new Promise((resolve, reject) => {
    const { self, signal } = options;
    signal?.throwIfAborted();
    const child = spawn(self.command, [...self.args, KEYCHAIN_COMMAND], {
      env: buildChildEnv(options),
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
      ...(signal && { signal }),
    });
    runningChildren.add(child);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    // If the child process exits early, writing to its stdin fails. This error is ignored, because the exit code
    // explains the failure.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${JSON.stringify(request)}\n`);
    child.on('error', (error) =>
      reject(signal?.aborted ? signal.reason : createKeychainError('failed', error.message)),
    );
    child.on('close', (code, killedBy) => {
      runningChildren.delete(child);
      const reply = parseReply(output);
      if (reply) resolve(reply);
      else if (killedBy === 'SIGKILL') {
        reject(createKeychainError('silent', `no answer within ${limitMs / 1000} seconds`));
      } else
        reject(createKeychainError('failed', `its process ended with ${killedBy ?? `exit code ${code}`}`));
    });
  });

/**
 * Tells the user that toile waits for the keychain if `work` takes longer than REPORT_AFTER_MS. Reports nothing if no
 * user is there to unlock the keychain.
 */
const reportLongWait = async <T>(options: KeychainOptions, work: Promise<T>): Promise<T> => {
  if (!options.isInteractive) return work;
  const workEnd = new AbortController();
  let isReported = false;
  options.sleep(REPORT_AFTER_MS, workEnd.signal).then(
    () => {
      isReported = true;
      options.report({ kind: 'busy', text: 'waiting for your keychain' });
    },
    () => undefined,
  );
  return work.finally(() => {
    workEnd.abort();
    if (isReported) options.report({ kind: 'done' });
  });
};

/** Creates the keyring of the operating system. A failed method throws a Failure, for example `keychain_locked`. */
export const createOsKeychain = (options: KeychainOptions): OsKeychain => {
  const limitMs = options.limitMs ?? (options.isInteractive ? 60_000 : 3_000);
  const runningChildren = new Set<ChildProcess>();

  const sendRequest = async (request: KeychainRequest): Promise<Extract<KeychainReply, { ok: true }>> => {
    const reply = await reportLongWait(options, askChildProcess(request, options, limitMs, runningChildren));
    if (reply.ok) return reply;
    throw createKeychainError(reply.trouble, reply.detail);
  };

  return {
    storage: 'keychain',
    place: 'the OS keychain',
    close() {
      for (const child of runningChildren) child.kill('SIGKILL');
    },
    get: async (name) => (await sendRequest({ op: 'get', name })).secret,
    async set(name, secret) {
      await sendRequest({ op: 'set', name, secret });
    },
    delete: async (name) => (await sendRequest({ op: 'delete', name })).deleted ?? false,
    listNames: async () => (await sendRequest({ op: 'names' })).names ?? [],
  };
};
