import { createHash } from 'node:crypto';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { errnoOf, reasonOf } from '../system/errno.ts';
import { explain } from '../transport/explain.ts';
import type { EngineAddress } from './address.ts';
import { EngineAway, explainedReply, isText } from './replies.ts';
import { createReplyReader } from './resp.ts';
import { type Portrait, portraitIn } from './self-portrait.ts';

/** A connection to an engine. What fails is an EngineAway, and the connection is then over. */
export interface Engine {
  /** Answers of toile's own scripts: by its digest, and as text to an engine that has not seen it yet. */
  run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /** The engine as it was when the connection came about. */
  readonly portrait: Portrait;
  /** Asks the engine for its portrait as it is now. */
  look(): Promise<Portrait>;
  readonly isOpen: boolean;
  /** Ends when what was asked is answered, or the patience is over. */
  close(): Promise<void>;
}

export interface Script {
  readonly text: string;
  readonly digest: string;
}

export const script = (text: string): Script => ({
  text,
  digest: createHash('sha1').update(text).digest('hex'),
});

export interface Limits {
  /** Milliseconds for a connection to come about, greeting and all. */
  readonly connect: number;
  /** Milliseconds for an answer. */
  readonly answer: number;
  /** Authorities to trust in place of the runtime's own. */
  readonly ca?: readonly string[] | undefined;
}

interface Asked {
  resolve(reply: unknown): void;
  reject(error: Error): void;
}

/** A question as it goes over: a list of texts, each behind its length. */
const written = (words: readonly string[]): string =>
  [`*${words.length}`, ...words.flatMap((word) => [`$${Buffer.byteLength(word)}`, word]), ''].join('\r\n');

/** Why there is no connection, in words that quote nothing. */
const unreachable = (error: unknown, { at, shown }: EngineAddress): EngineAway => {
  if (error instanceof EngineAway) return error;
  if ('path' in at && errnoOf(error) !== '')
    return new EngineAway(
      'away',
      errnoOf(error) === 'ECONNREFUSED' ? 'nobody listens there' : reasonOf(error),
    );
  return new EngineAway(
    'away',
    explain(error, new URL('path' in at ? 'redis://localhost' : shown)).message,
    error,
  );
};

const opened = (address: EngineAddress, { ca }: Limits): Socket => {
  const { at, tls } = address;
  if (!tls || 'path' in at) return connectPlain('path' in at ? at : { ...at, noDelay: true });
  // A name is looked for in the certificate; an address of numbers is one of its own kind, and no name.
  const isName = !/^[\d.]+$|:/.test(at.host);
  return connectSecurely({ ...at, ...(isName && { servername: at.host }), ...(ca && { ca: [...ca] }) });
};

/** Connects and greets. No answer is longer, later or of another type than toile's own scripts give. */
export const connectTo = async (address: EngineAddress, limits: Limits): Promise<Engine> => {
  const asked: Asked[] = [];
  let over: EngineAway | undefined;
  const socket = opened(address, limits);

  const end = (error: unknown): void => {
    over ??= unreachable(error, address);
    socket.destroy();
    for (const one of asked.splice(0)) one.reject(over);
  };
  const answered = (give: (one: Asked) => void): void => {
    const one = asked.shift();
    if (asked.length === 0) socket.unref();
    if (one === undefined) end(new EngineAway('foreign', 'it speaks without being asked'));
    else give(one);
  };
  const read = createReplyReader(
    (reply) => answered((one) => one.resolve(reply)),
    (message) => answered((one) => one.reject(explainedReply(message))),
  );
  socket.on('data', (bytes: Buffer) => {
    try {
      read(bytes);
    } catch {
      end(new EngineAway('foreign', 'what it answers cannot be read, or has no end'));
    }
  });
  socket.on('error', end);
  socket.on('close', () => end(new EngineAway('away', 'it has closed the connection')));

  /** An error of the engine's own is an answer: the connection goes on. */
  const send = (words: readonly string[], patience = limits.answer): Promise<unknown> => {
    if (over !== undefined) return Promise.reject(over);
    const reply = new Promise<unknown>((resolve, reject) => asked.push({ resolve, reject }));
    socket.ref();
    socket.write(written(words));
    return within(reply, patience);
  };
  /**
   * An answer that is late would be taken for that of the next question. In two parts: where this process had no turn
   * for long, the answer may have come meanwhile, and is read in between.
   */
  const within = (reply: Promise<unknown>, patience: number): Promise<unknown> => {
    let isOver = false;
    const after = (ms: number, then: () => void): void =>
      AbortSignal.timeout(ms).addEventListener('abort', () => isOver || then(), { once: true });
    const stop = (): void => end(new EngineAway('away', `it gives no answer within ${patience} ms`));
    after(Math.ceil(patience * 0.9), () => after(Math.ceil(patience * 0.1), stop));
    return reply.finally(() => {
      isOver = true;
    });
  };

  const portraitFrom = (info: unknown): Portrait => {
    const portrait = isText(info) ? portraitIn(info) : undefined;
    if (portrait === undefined) throw new EngineAway('foreign', 'what answers there is no Valkey or Redis');
    if (portrait.isTooOld) throw new EngineAway('foreign', 'it is too old: Redis 5 or later, or any Valkey');
    return portrait;
  };
  const greet = async (): Promise<Portrait> => {
    const { user, password, database } = address;
    const greetings = [
      ...(password === undefined ? [] : [['AUTH', ...(user === undefined ? [] : [user]), password]]),
      ...(database === 0 ? [] : [['SELECT', String(database)]]),
      ['INFO'],
    ].map((words) => send(words, limits.connect));
    // All are sent at once; the first that is refused says why.
    const settled = await Promise.allSettled(greetings);
    for (const one of settled) if (one.status === 'rejected') throw one.reason;
    const last = settled.at(-1);
    return portraitFrom(last?.status === 'fulfilled' ? last.value : undefined);
  };

  let portrait: Portrait;
  try {
    portrait = await greet();
  } catch (error) {
    end(error);
    throw error;
  }

  const run: Engine['run'] = ({ text, digest }, keys, args) => {
    const rest = [String(keys.length), ...keys, ...args.map(String)];
    return send(['EVALSHA', digest, ...rest]).catch((error: unknown) => {
      // It was started anew, or nobody has asked it before.
      if (error instanceof EngineAway && error.kind === 'unlearnt') return send(['EVAL', text, ...rest]);
      throw error;
    });
  };

  return {
    run,
    portrait,
    look: async () => portraitFrom(await send(['INFO'])),
    get isOpen() {
      return over === undefined;
    },
    async close() {
      await Promise.allSettled(asked.length === 0 ? [] : [send(['PING'], Math.min(300, limits.answer))]);
      end(new EngineAway('away', 'it was left'));
    },
  };
};
