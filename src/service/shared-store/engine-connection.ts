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

/** The members of the server's `INFO` reply that toile uses. */
interface ServerInfo {
  /** The id of this run of the server. A restart changes it. */
  readonly runId: string;
  /** True for a server older than Redis 5, where a script cannot write after it has read the time. */
  readonly isTooOld: boolean;
  /** True if the data survives a restart (append-only file). */
  readonly isPersistent: boolean;
  /** True if keys are removed when the memory is full. */
  readonly isEvicting: boolean;
}

const MIN_VERSION = 5;

/** Parses an `INFO` reply. Returns undefined if it is not from Redis or Valkey. */
const parseServerInfo = (info: string): ServerInfo | undefined => {
  const readField = (name: string): string =>
    new RegExp(`^${name}:([\\w.-]{1,64})\\s*$`, 'm').exec(info)?.[1] ?? '';
  const run = readField('run_id');
  if (!/^[0-9a-f]+$/.test(run)) return undefined;
  return {
    runId: run,
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
  /** Runs a script and returns its reply. Sends its digest, or its text if the server does not know it yet. */
  run(script: EngineScript, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /** The `INFO` reply from the start of the connection. */
  readonly serverInfo: ServerInfo;
  fetchServerInfo(): Promise<ServerInfo>;
  readonly isOpen: boolean;
  /** Waits for the pending replies, at most until a timeout, and closes the connection. */
  close(): Promise<void>;
}

/** A Lua script with its SHA-1 digest, by which the server finds it. */
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
  readonly connect: number;
  /** Timeout for a reply, in milliseconds. */
  readonly answer: number;
  /** The trusted root certificates, in place of those of Node. */
  readonly ca?: readonly string[] | undefined;
}

interface PendingReply {
  resolve(reply: unknown): void;
  reject(error: Error): void;
}

/** Encodes a command as a RESP array of strings. */
const encodeCommand = (words: readonly string[]): string =>
  [`*${words.length}`, ...words.flatMap((word) => [`$${Buffer.byteLength(word)}`, word]), ''].join('\r\n');

/** Converts an error of the socket to an EngineUnavailableError. It contains no text of the server. */
const toEngineError = (error: unknown, { at, displayAddress }: EngineAddress): EngineUnavailableError => {
  if (error instanceof EngineUnavailableError) return error;
  if ('path' in at && getErrnoCode(error) !== '')
    return new EngineUnavailableError(
      'away',
      getErrnoCode(error) === 'ECONNREFUSED' ? 'no server listens there' : describeFileError(error),
    );
  return new EngineUnavailableError(
    'away',
    explainNetworkError(error, new URL('path' in at ? 'redis://localhost' : displayAddress)).message,
    error,
  );
};

const openSocket = (address: EngineAddress, { ca }: ConnectionOptions): Socket => {
  const { at, tls } = address;
  if (!tls || 'path' in at) return connectPlain('path' in at ? at : { ...at, noDelay: true });
  // TLS accepts no IP address as `servername`.
  const isName = !/^[\d.]+$|:/.test(at.host);
  return connectSecurely({ ...at, ...(isName && { servername: at.host }), ...(ca && { ca: [...ca] }) });
};

/**
 * Connects to the server, authenticates and selects the database. Throws an EngineUnavailableError if the server is not
 * reachable, denies access, or is not Redis 5 or later or Valkey. A late or invalid reply ends the connection.
 */
export const connectToEngine = async (
  address: EngineAddress,
  limits: ConnectionOptions,
): Promise<EngineConnection> => {
  const pendingReplies: PendingReply[] = [];
  let over: EngineUnavailableError | undefined;
  const socket = openSocket(address, limits);

  const end = (error: unknown): void => {
    over ??= toEngineError(error, address);
    socket.destroy();
    for (const pending of pendingReplies.splice(0)) pending.reject(over);
  };
  const settleNext = (give: (one: PendingReply) => void): void => {
    const pending = pendingReplies.shift();
    if (pendingReplies.length === 0) socket.unref();
    if (pending === undefined) end(new EngineUnavailableError('foreign', 'it sent data without a request'));
    else give(pending);
  };
  const read = createReplyReader(
    (reply) => settleNext((one) => one.resolve(reply)),
    (message) => settleNext((one) => one.reject(convertErrorReply(message))),
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
  const send = (words: readonly string[], patience = limits.answer): Promise<unknown> => {
    if (over !== undefined) return Promise.reject(over);
    const reply = new Promise<unknown>((resolve, reject) => pendingReplies.push({ resolve, reject }));
    socket.ref();
    socket.write(encodeCommand(words));
    return endIfLate(reply, patience);
  };
  /**
   * Ends the connection if the reply takes longer than `patience` milliseconds, because a late reply would be taken for
   * the next one. The timer runs in two parts, so that after a suspension of this process, a reply that has arrived is
   * read before the timer ends.
   */
  const endIfLate = (reply: Promise<unknown>, patience: number): Promise<unknown> => {
    let isOver = false;
    const after = (ms: number, then: () => void): void =>
      AbortSignal.timeout(ms).addEventListener('abort', () => isOver || then(), { once: true });
    const stop = (): void =>
      end(new EngineUnavailableError('away', `it did not reply within ${patience} ms`));
    after(Math.ceil(patience * 0.9), () => after(Math.ceil(patience * 0.1), stop));
    return reply.finally(() => {
      isOver = true;
    });
  };

  const portraitFrom = (info: unknown): ServerInfo => {
    const portrait = isTextReply(info) ? parseServerInfo(info) : undefined;
    if (portrait === undefined)
      throw new EngineUnavailableError('foreign', 'the server is not Valkey or Redis');
    if (portrait.isTooOld)
      throw new EngineUnavailableError('foreign', 'it is too old: Redis 5 or later, or any Valkey');
    return portrait;
  };
  const greet = async (): Promise<ServerInfo> => {
    const { user, password, database } = address;
    const greetings = [
      ...(password === undefined ? [] : [['AUTH', ...(user === undefined ? [] : [user]), password]]),
      ...(database === 0 ? [] : [['SELECT', String(database)]]),
      ['INFO'],
    ].map((words) => send(words, limits.connect));
    // All commands are sent at once, and the first error is thrown.
    const results = await Promise.allSettled(greetings);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    const last = results.at(-1);
    return portraitFrom(last?.status === 'fulfilled' ? last.value : undefined);
  };

  let portrait: ServerInfo;
  try {
    portrait = await greet();
  } catch (error) {
    end(error);
    throw error;
  }

  const run: EngineConnection['run'] = ({ text, digest }, keys, args) => {
    const trailing = [String(keys.length), ...keys, ...args.map(String)];
    return send(['EVALSHA', digest, ...trailing]).catch((error: unknown) => {
      // A server that was restarted, or has never run this script, does not know its digest.
      if (error instanceof EngineUnavailableError && error.kind === 'unlearnt')
        return send(['EVAL', text, ...trailing]);
      throw error;
    });
  };

  return {
    run,
    serverInfo: portrait,
    fetchServerInfo: async () => portraitFrom(await send(['INFO'])),
    get isOpen() {
      return over === undefined;
    },
    async close() {
      await Promise.allSettled(
        pendingReplies.length === 0 ? [] : [send(['PING'], Math.min(300, limits.answer))],
      );
      end(new EngineUnavailableError('away', 'the connection was closed'));
    },
  };
};

/** The milliseconds before the first retry to connect. They double with each retry, up to MAX_RETRY_MS. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;
/** After this many milliseconds without a retry, the next use connects again. */
const FORGET_FAILURE_MS = 10_000;

/**
 * Creates the link to the server. It connects with `connect` when it is first used, keeps the connection, and connects
 * again in the background after a failure. `elapsed` returns milliseconds of a monotonic clock.
 */
export const createEngineLink = (connect: () => Promise<EngineConnection>, elapsed: () => number) => {
  let engine: EngineConnection | undefined;
  let trying: Promise<EngineConnection> | undefined;
  let isAway = false;
  let next = 0;
  let pause = RETRY_MS;
  let why = '';

  const failed = (error: unknown): void => {
    // Any other error is a bug of toile, so it is thrown.
    if (!(error instanceof EngineUnavailableError)) throw error;
    engine = undefined;
    isAway = true;
    why = error.message;
    next = elapsed() + pause;
    pause = Math.min(MAX_RETRY_MS, pause * 2);
  };
  const now = (): Promise<EngineConnection> => {
    if (engine?.isOpen) return Promise.resolve(engine);
    trying ??= connect()
      .then((made) => {
        [engine, isAway, pause] = [made, false, RETRY_MS];
        return made;
      })
      .catch((error: unknown) => {
        failed(error);
        throw error;
      })
      .finally(() => {
        trying = undefined;
      });
    return trying;
  };

  return {
    /** Returns the open connection, or connects, even soon after a failure. Rejects with an EngineUnavailableError. */
    connectNow: now,
    /** Returns the open connection, or connects. Returns undefined if the server is unavailable. */
    async engine() {
      if (isAway) return undefined;
      return now().catch(() => undefined);
    },
    /** Returns true if the server was unavailable at the last attempt. Starts the next attempt when it is due. */
    isAway() {
      if (elapsed() >= next + FORGET_FAILURE_MS) isAway = false;
      if (isAway && trying === undefined && elapsed() >= next) now().catch(() => undefined);
      return isAway;
    },
    /** Closes the connection after a failed call. The server then counts as unavailable until the next attempt. */
    reportFailure(error: unknown) {
      void engine?.close();
      failed(error);
    },
    /** The reason why the last attempt to connect failed; empty if none failed. */
    get reason() {
      return why;
    },
    async close() {
      await trying?.catch(() => undefined);
      await engine?.close();
    },
  };
};

/** The connection of this process to the server. It connects when it is first used, and again after a failure. */
export type EngineLink = ReturnType<typeof createEngineLink>;
