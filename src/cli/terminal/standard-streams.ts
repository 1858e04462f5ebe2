import type { Readable, Writable } from 'node:stream';
import { sanitizeForTerminal } from '../../platform/escape/terminal-text.ts';
import { disableWorkflowCommands, isInCi } from '../../platform/escape/workflow-commands.ts';
import { fstatSync } from '../../platform/files/safe-fs.ts';
import { createRedactor } from '../../platform/redactor.ts';
import type { OutputStream, StandardStreams } from '../../platform/system/host-system.ts';
import { isTerminalForced, readTerminalWidth } from './terminal-width.ts';

interface ProcessStreams {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable & { isTTY?: boolean; columns?: number };
  readonly stderr: Writable & { isTTY?: boolean; columns?: number };
}

/** Returns true for coloured output. NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE override the default. */
const shouldUseColor = (env: ProcessStreams['env'], terminal: boolean): boolean => {
  if (env.NO_COLOR) return false;
  const force = env.FORCE_COLOR;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (env.CLICOLOR_FORCE && env.CLICOLOR_FORCE !== '0') return true;
  return terminal && env.TERM !== 'dumb';
};

const SHOW_CURSOR = '\u001b[?25h';

/**
 * Returns true if the error of a stream means that its reader is gone, as for EPIPE and each error of a terminal. Any
 * other error, for example of a full disk, must be reported.
 */
export const isReaderGone = (error: Error, { isTTY }: { isTTY?: boolean }): boolean =>
  isTTY === true ||
  ('code' in error && ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(String(error.code)));

/** Reads all input. Returns undefined as soon as there are more than `most` bytes. */
const readInput = async (
  stdin: ProcessStreams['stdin'],
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

/** Returns true if the stream goes to a file, so that its text does not appear in a CI log. */
const isFileStream = (stream: ProcessStreams['stdout']): boolean =>
  'fd' in stream && typeof stream.fd === 'number' && fstatSync(stream.fd).isFile();

/**
 * Creates the standard streams. Text for a terminal is sanitized, and secrets are removed from stderr. In a CI log,
 * workflow commands in the output are disabled. stdin is accessed when it is first used.
 */
export const createStandardStreams = (streams: ProcessStreams): StandardStreams => {
  const { env, stdout, stderr } = streams;
  const listeners: ((lost?: Error) => void)[] = [];
  let closed: { readonly lost: Error | undefined } | undefined;
  const close = (lost: Error | undefined): void => {
    if (closed) return;
    closed = { lost };
    for (const listener of listeners) listener(lost);
  };
  const secrets = createRedactor(env);
  let mayHideCursor = false;
  /** Creates the output of a stream. `sanitize` is applied to each text. */
  const sink = (
    stream: ProcessStreams['stdout'],
    sanitize: (text: string) => string,
    onGone: (lost: Error | undefined) => void,
    terminal = stream.isTTY === true,
  ): OutputStream => {
    let gone = false;
    // Bytes are written to a pipe unchanged. On a terminal they are decoded and sanitized like any text.
    let decoder: TextDecoder | undefined;
    const passed = (text: string | Uint8Array): string | Uint8Array => {
      if (typeof text === 'string') return sanitize(text);
      if (stream.isTTY !== true) return text;
      decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
      return sanitize(decoder.decode(text, { stream: true }));
    };
    const end = (error: Error): void => {
      gone = true;
      onGone(isReaderGone(error, stream) ? undefined : error);
    };
    stream.on('error', end);
    return {
      terminal,
      get columns() {
        return readTerminalWidth(stream, env);
      },
      colour: shouldUseColor(env, terminal),
      write: (text) =>
        gone || text.length === 0
          ? Promise.resolve()
          : new Promise((resolve) => {
              stream.write(passed(text), (error) => {
                // `end` is called here too, because the error event may come after the program has ended.
                if (error) end(error);
                resolve();
              });
            }),
    };
  };
  const isLog = isInCi(env);
  const isLaidOut = stdout.isTTY === true || isTerminalForced(env);
  const runner = sink(
    stderr,
    (text) => sanitizeForTerminal(secrets.redact(text)),
    () => undefined,
  );
  return {
    // A pipe gets the result unchanged, unless TOILE_FORCE_TTY requests the layout of a terminal.
    out: sink(
      stdout,
      (text) => {
        const shown = isLaidOut ? sanitizeForTerminal(text) : text;
        return isLog && stdout.isTTY !== true && !isFileStream(stdout)
          ? disableWorkflowCommands(shown)
          : shown;
      },
      close,
      isLaidOut,
    ),
    // stderr is sanitized even in a file, because logs are read on terminals too.
    err: sink(
      stderr,
      (text) =>
        sanitizeForTerminal(isLog ? disableWorkflowCommands(secrets.redact(text)) : secrets.redact(text)),
      () => undefined,
    ),
    writeWorkflowCommand: (line) => runner.write(line),
    secrets,
    input: {
      get terminal() {
        return streams.stdin.isTTY === true;
      },
      get stream() {
        return streams.stdin;
      },
      readText: async (signal) => (await readInput(streams.stdin, signal, Number.POSITIVE_INFINITY)) ?? '',
      readTextWithin: (signal, most) => readInput(streams.stdin, signal, most),
    },
    get promptOutput() {
      // Only a spinner or a prompt uses this stream, and both hide the cursor.
      mayHideCursor = true;
      return stderr;
    },
    onStdoutClosed: (listener) => {
      if (closed) listener(closed.lost);
      else listeners.push(listener);
    },
    restoreCursor: () => {
      if (mayHideCursor && stderr.isTTY === true) stderr.write(SHOW_CURSOR);
    },
  };
};

/** Creates the standard streams of this process. */
export const createProcessStreams = (): StandardStreams =>
  createStandardStreams({
    env: process.env,
    // Node creates the stream when it is first used, and most commands read no input.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
  });
