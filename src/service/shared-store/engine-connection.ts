import { createHash } from 'node:crypto';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { describeFileError, getErrnoCode } from '../../platform/system/file-errors.ts';
import { explainNetworkError } from '../http/explain-network-error.ts';
import type { EngineAddress } from './engine-address.ts';
import {
  convertErrorReply,
  createReplyReader,
  EngineUnavailableError,
  isTextReply,
} from './engine-replies.ts';

/** What toile reads from the reply of the server to the command `INFO`. */
interface ServerInfo {
  /** The id of this run of the server. A restart changes it. */
  readonly runId: string;
  /**
   * True if the server is older than Redis 5. toile cannot use such a server, because a script on it cannot write data
   * after it has read the time.
   */
  readonly isTooOld: boolean;
  /** True if the server writes its data to an append-only file, so that the data survives a restart. */
  readonly isPersistent: boolean;
  /** True if the server removes keys when its memory is full. */
  readonly isEvicting: boolean;
}

const MIN_VERSION = 5;

const parseServerInfo = (info: string): ServerInfo | undefined => {
  const readField = (name: string): string =>
    new RegExp(`^${name}:([\\w.-]{1,64})\\s*$`, 'm').exec(info)?.[1] ?? '';
  const runId = readField('run_id');
  if (!/^[0-9a-f]+$/.test(runId)) return undefined;
  return {
    runId,
    isTooOld: Number.parseInt(readField('redis_version'), 10) < MIN_VERSION,
    isPersistent: readField('aof_enabled') === '1',
    isEvicting: readField('maxmemory_policy') !== 'noeviction',
  };
};

/**
 * A connection to the Redis or Valkey server of TOILE_SHARED. Its functions reject with an EngineUnavailableError.
 * Every failure except an error reply closes the connection.
 */
export interface EngineConnection {
  /** Runs a script and returns its reply. Sends the text of the script only if the server does not know its digest. */
  run(script: EngineScript, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /** The parsed reply to the command `INFO` that was sent to the server when the connection was opened. */
  readonly serverInfo: ServerInfo;
  fetchServerInfo(): Promise<ServerInfo>;
  readonly isOpen: boolean;
  /** Waits for the pending replies, at most until a timeout, and closes the connection. */
  close(): Promise<void>;
}

/**
 * A Lua script and the SHA-1 digest of its text. To run a script that Redis already has, sending the digest is enough.
 */
interface EngineScript {
  readonly text: string;
  readonly digest: string;
}

/** Returns a Lua text with its SHA-1 digest, for `EngineConnection.run`. */
export const createScript = (text: string): EngineScript => ({
  text,
  digest: createHash('sha1').update(text).digest('hex'),
});

interface ConnectionOptions {
  /** Timeout for connecting and authenticating, in milliseconds. */
  readonly connectMs: number;
  readonly replyMs: number;
  /** The root certificates that are trusted instead of those of Node. */
  readonly ca?: readonly string[] | undefined;
}

interface PendingReply {
  resolve(reply: unknown): void;
  reject(error: Error): void;
}

/** Encodes a command as a RESP array of strings. */
const encodeCommand = (words: readonly string[]): string =>
  [`*${words.length}`, ...words.flatMap((word) => [`$${Buffer.byteLength(word)}`, word]), ''].join('\r\n');

/**
 * Converts an error of the socket to an EngineUnavailableError. The message of the new error contains no text that the
 * server sent.
 */
const toEngineError = (
  error: unknown,
  { endpoint, displayAddress }: EngineAddress,
): EngineUnavailableError => {
  if (error instanceof EngineUnavailableError) return error;
  if ('path' in endpoint && getErrnoCode(error) !== '')
    return new EngineUnavailableError(
      'away',
      getErrnoCode(error) === 'ECONNREFUSED' ? 'no server listens there' : describeFileError(error),
    );
  return new EngineUnavailableError(
    'away',
    explainNetworkError(error, new URL('path' in endpoint ? 'redis://localhost' : displayAddress)).message,
    error,
  );
};

const openSocket = (address: EngineAddress, { ca }: ConnectionOptions): Socket => {
  const { endpoint, tls } = address;
  if (!tls || 'path' in endpoint)
    return connectPlain('path' in endpoint ? endpoint : { ...endpoint, noDelay: true });
  // `servername` must be a host name, so it is left out for an IP address.
  const isName = !/^[\d.]+$|:/.test(endpoint.host);
  return connectSecurely({
    ...endpoint,
    ...(isName && { servername: endpoint.host }),
    ...(ca && { ca: [...ca] }),
  });
};

/**
 * Connects to the server, authenticates and selects the database. Throws an EngineUnavailableError if the server is not
 * reachable, denies access, or is not a supported server (Redis 5 or later, or any Valkey). A late or invalid reply
 * ends the connection.
 */
export const connectToEngine = async (
  address: EngineAddress,
  options: ConnectionOptions,
): Promise<EngineConnection> => {
  const pendingReplies: PendingReply[] = [];
  let endError: EngineUnavailableError | undefined;
  const socket = openSocket(address, options);

  const end = (error: unknown): void => {
    endError ??= toEngineError(error, address);
    socket.destroy();
    for (const pending of pendingReplies.splice(0)) pending.reject(endError);
  };
  const settleNext = (settle: (pending: PendingReply) => void): void => {
    const pending = pendingReplies.shift();
    if (pendingReplies.length === 0) socket.unref();
    if (pending === undefined) end(new EngineUnavailableError('foreign', 'it sent data without a request'));
    else settle(pending);
  };
  const read = createReplyReader(
    (reply) => settleNext((pending) => pending.resolve(reply)),
    (message) => settleNext((pending) => pending.reject(convertErrorReply(message))),
  );
  socket.on('data', (bytes: Buffer) => {
    try {
      read(bytes);
    } catch {
      end(new EngineUnavailableError('foreign', 'its reply is invalid or too long'));
    }
  });
  socket.on('error', end);
  socket.on('close', () => end(new EngineUnavailableError('away', 'it closed the connection')));

  /** Sends a command and returns its reply. An error reply rejects only this call and does not end the connection. */
  const send = (words: readonly string[], timeoutMs = options.replyMs): Promise<unknown> => {
    if (endError !== undefined) return Promise.reject(endError);
    const reply = new Promise<unknown>((resolve, reject) => pendingReplies.push({ resolve, reject }));
    socket.ref();
    socket.write(encodeCommand(words));
    return endIfLate(reply, timeoutMs);
  };
  /**
   * Ends the connection if a reply takes longer than `timeoutMs` milliseconds, because toile would take a late reply
   * for the reply to the next command. If the process was paused, for example by Ctrl-Z, the time may be over before
   * toile reads a reply that has arrived. A second, short timer therefore follows the first one and leaves time to read
   * the reply.
   */
  const endIfLate = (reply: Promise<unknown>, timeoutMs: number): Promise<unknown> => {
    let hasEnded = false;
    const startTimer = (ms: number, then: () => void): void =>
      AbortSignal.timeout(ms).addEventListener('abort', () => hasEnded || then(), { once: true });
    const stop = (): void =>
      end(new EngineUnavailableError('away', `it did not reply within ${timeoutMs} ms`));
    startTimer(Math.ceil(timeoutMs * 0.9), () => startTimer(Math.ceil(timeoutMs * 0.1), stop));
    return reply.finally(() => {
      hasEnded = true;
    });
  };

  const requireServerInfo = (info: unknown): ServerInfo => {
    const serverInfo = isTextReply(info) ? parseServerInfo(info) : undefined;
    if (serverInfo === undefined)
      throw new EngineUnavailableError('foreign', 'the server is not Valkey or Redis');
    if (serverInfo.isTooOld)
      throw new EngineUnavailableError('foreign', 'it is too old: Redis 5 or later, or Valkey, is required');
    return serverInfo;
  };
  const openSession = async (): Promise<ServerInfo> => {
    const { user, password, database } = address;
    const replies = [
      ...(password === undefined ? [] : [['AUTH', ...(user === undefined ? [] : [user]), password]]),
      ...(database === 0 ? [] : [['SELECT', String(database)]]),
      ['INFO'],
    ].map((words) => send(words, options.connectMs));
    // All commands were sent together, so all replies are awaited before the first error is thrown.
    const results = await Promise.allSettled(replies);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    const last = results.at(-1);
    return requireServerInfo(last?.status === 'fulfilled' ? last.value : undefined);
  };

  let serverInfo: ServerInfo;
  try {
    serverInfo = await openSession();
  } catch (error) {
    end(error);
    throw error;
  }

  const run: EngineConnection['run'] = ({ text, digest }, keys, args) => {
    const trailing = [String(keys.length), ...keys, ...args.map(String)];
    return send(['EVALSHA', digest, ...trailing]).catch((error: unknown) => {
      if (error instanceof EngineUnavailableError && error.kind === 'unknown_script')
        return send(['EVAL', text, ...trailing]);
      throw error;
    });
  };

  return {
    run,
    serverInfo,
    fetchServerInfo: async () => requireServerInfo(await send(['INFO'])),
    get isOpen() {
      return endError === undefined;
    },
    async close() {
      await Promise.allSettled(
        pendingReplies.length === 0 ? [] : [send(['PING'], Math.min(300, options.replyMs))],
      );
      end(new EngineUnavailableError('away', 'the connection was closed'));
    },
  };
};

/** The milliseconds before the first retry to connect. They double with each retry, up to MAX_RETRY_MS. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;
/**
 * After a failed connection, the server counts as unavailable, and a retry is planned. If the retry is this many
 * milliseconds late, the server counts as available again.
 */
const FORGET_FAILURE_MS = 10_000;

/**
 * Creates the link to the shared server. The link calls `connect` when it is first used, and keeps the connection.
 * After a failure, the server counts as unavailable, and the method `isAway` starts new attempts to connect in the
 * background. `elapsed` returns the milliseconds of a monotonic clock.
 */
export const createEngineLink = (connect: () => Promise<EngineConnection>, elapsed: () => number) => {
  let engine: EngineConnection | undefined;
  let pendingConnection: Promise<EngineConnection> | undefined;
  let isAway = false;
  let nextTryAt = 0;
  let retryMs = RETRY_MS;
  let failureReason = '';

  const recordFailure = (error: unknown): void => {
    // An error that is not an EngineUnavailableError is a bug of toile, so it is thrown.
    if (!(error instanceof EngineUnavailableError)) throw error;
    engine = undefined;
    isAway = true;
    failureReason = error.message;
    nextTryAt = elapsed() + retryMs;
    retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
  };
  const connectNow = (): Promise<EngineConnection> => {
    if (engine?.isOpen) return Promise.resolve(engine);
    pendingConnection ??= connect()
      .then((connection) => {
        [engine, isAway, retryMs] = [connection, false, RETRY_MS];
        return connection;
      })
      .catch((error: unknown) => {
        recordFailure(error);
        throw error;
      })
      .finally(() => {
        pendingConnection = undefined;
      });
    return pendingConnection;
  };

  return {
    /**
     * Returns the open connection, or opens one. Unlike `findConnection`, also tries this directly after a failed
     * attempt. Rejects with an EngineUnavailableError.
     */
    connectNow,
    async findConnection() {
      if (isAway) return undefined;
      return connectNow().catch(() => undefined);
    },
    /**
     * Returns true if the last attempt to use the server failed. Starts a new attempt in the background when it is due.
     */
    isAway() {
      if (elapsed() >= nextTryAt + FORGET_FAILURE_MS) isAway = false;
      if (isAway && pendingConnection === undefined && elapsed() >= nextTryAt)
        connectNow().catch(() => undefined);
      return isAway;
    },
    /** Closes the connection after a failed call. The server then counts as unavailable until the next attempt. */
    reportFailure(error: unknown) {
      void engine?.close();
      recordFailure(error);
    },
    /** The reason of the last failure; empty if there was no failure. It is kept after toile has connected again. */
    get reason() {
      return failureReason;
    },
    async close() {
      await pendingConnection?.catch(() => undefined);
      await engine?.close();
    },
  };
};

/**
 * The connection of this process to the Redis or Valkey server. It connects when it is first used, and again after a
 * failure.
 */
export type EngineLink = ReturnType<typeof createEngineLink>;
