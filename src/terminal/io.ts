import type { Readable, Writable } from 'node:stream';
import { fstatSync } from '../border/files.ts';
import { forScreen } from '../border/screen.ts';
import { type Redactor, redactor } from '../border/secrets.ts';
import { isInCi, noCommands, type WorkflowLine } from '../border/workflow.ts';
import { columnsOf } from './columns.ts';

/** One output stream. Nothing else writes to it. */
export interface Sink {
  readonly terminal: boolean;
  /** Width in columns; 80 where there is no terminal to ask. */
  readonly columns: number;
  readonly colour: boolean;
  /** Resolves when the bytes have left the process, or when nobody reads any more. */
  write(text: string | Uint8Array): Promise<void>;
}

export interface Input {
  readonly terminal: boolean;
  /** All of it. Rejects with the reason of the signal, whether or not more would have come. */
  text(signal: AbortSignal): Promise<string>;
  /** The same; undefined as soon as more than so many bytes came. */
  textWithin(signal: AbortSignal, most: number): Promise<string | undefined>;
  readonly stream: Readable;
}

/** The three streams and what is known of them. */
export interface Io {
  readonly out: Sink;
  readonly err: Sink;
  /** A command for the runner of GitHub, on stderr: no other line of ours is read as one there. */
  told(line: WorkflowLine): Promise<void>;
  readonly input: Input;
  /** What must not be printed. All that stderr is given passes it; stdout is the answer, and is as it is. */
  readonly secrets: Redactor;
  /** The stream that prompts are drawn on. */
  readonly promptOutput: Writable;
  /** Called once when nothing more can be written to stdout: its reader has gone, or `lost` says what broke. */
  onClosed(listener: (lost?: Error) => void): void;
  /** Gives the cursor back, whatever was drawn when the program was told to end. */
  restore(): void;
}

interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable & { isTTY?: boolean; columns?: number };
  readonly stderr: Writable & { isTTY?: boolean; columns?: number };
}

const coloured = (env: Terminal['env'], terminal: boolean): boolean => {
  if (env.NO_COLOR) return false;
  const force = env.FORCE_COLOR;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return terminal && env.TERM !== 'dumb';
};

const SHOW_CURSOR = '\u001b[?25h';

/** Whether an error says that nobody reads any more. On a full disk somebody does, and has to be told. */
export const isReaderGone = (error: Error, { isTTY }: { isTTY?: boolean }): boolean =>
  isTTY === true ||
  ('code' in error && ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(String(error.code)));

/** Undefined as soon as more than `most` bytes came: what is beyond is not waited for. */
const textOf = async (
  stdin: Terminal['stdin'],
  signal: AbortSignal,
  most: number,
): Promise<string | undefined> => {
  const parts: Buffer[] = [];
  let size = 0;
  const stop = (): unknown => stdin.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    for await (const part of stdin) {
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > most) return undefined;
      parts.push(bytes);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return Buffer.concat(parts).toString('utf8');
};

/** Whether a stream goes to a file, which no log shows. */
const isFile = (stream: Terminal['stdout']): boolean =>
  'fd' in stream && typeof stream.fd === 'number' && fstatSync(stream.fd).isFile();

/** The program's streams as the rest of toile sees them. A closed pipe is an end, not an error. */
export const createIo = ({ env, stdin, stdout, stderr }: Terminal): Io => {
  const listeners: ((lost?: Error) => void)[] = [];
  let closed: { readonly lost: Error | undefined } | undefined;
  const close = (lost: Error | undefined): void => {
    if (closed) return;
    closed = { lost };
    for (const listener of listeners) listener(lost);
  };
  const secrets = redactor(env);
  /** The last door of each stream: nothing else in the program writes to it. */
  const sink = (
    stream: Terminal['stdout'],
    door: (text: string) => string,
    onGone: (lost: Error | undefined) => void,
  ): Sink => {
    let gone = false;
    // A document that is passed on to a program is bytes; on a screen it is text of a stranger as any other.
    let decoder: TextDecoder | undefined;
    const passed = (text: string | Uint8Array): string | Uint8Array => {
      if (typeof text === 'string') return door(text);
      if (stream.isTTY !== true) return text;
      decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
      return door(decoder.decode(text, { stream: true }));
    };
    const end = (error: Error): void => {
      gone = true;
      onGone(isReaderGone(error, stream) ? undefined : error);
    };
    stream.on('error', end);
    return {
      terminal: stream.isTTY === true,
      get columns() {
        return columnsOf(stream, env);
      },
      colour: coloured(env, stream.isTTY === true),
      write: (text) =>
        gone || text.length === 0
          ? Promise.resolve()
          : new Promise((resolve) => {
              stream.write(passed(text), (error) => {
                // The event comes later, when the program may have ended.
                if (error) end(error);
                resolve();
              });
            }),
    };
  };
  const isLog = isInCi(env);
  const runner = sink(
    stderr,
    (text) => forScreen(secrets.redact(text)),
    () => undefined,
  );
  return {
    // In a pipe the answer is the bytes that its form made; what reads them is a program, or the log of CI.
    out: sink(
      stdout,
      stdout.isTTY === true ? forScreen : isLog && !isFile(stdout) ? noCommands : (text) => text,
      close,
    ),
    // Logs are read on screens too.
    err: sink(
      stderr,
      (text) => forScreen(isLog ? noCommands(secrets.redact(text)) : secrets.redact(text)),
      () => undefined,
    ),
    told: (line) => runner.write(line),
    secrets,
    input: {
      terminal: stdin.isTTY === true,
      stream: stdin,
      text: async (signal) => (await textOf(stdin, signal, Number.POSITIVE_INFINITY)) ?? '',
      textWithin: (signal, most) => textOf(stdin, signal, most),
    },
    promptOutput: stderr,
    onClosed: (listener) => {
      if (closed) listener(closed.lost);
      else listeners.push(listener);
    },
    restore: () => {
      if (stderr.isTTY === true) stderr.write(SHOW_CURSOR);
    },
  };
};

/** The streams of this process. */
export const processIo = (): Io =>
  createIo({ env: process.env, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr });
