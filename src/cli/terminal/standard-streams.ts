import type { Readable, Writable } from 'node:stream';
import { collectBytes } from '../../platform/collect-bytes.ts';
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

const shouldUseColor = (env: ProcessStreams['env'], terminal: boolean): boolean => {
  if (env.NO_COLOR) return false;
  const force = env.FORCE_COLOR;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (env.CLICOLOR_FORCE && env.CLICOLOR_FORCE !== '0') return true;
  return terminal && env.TERM !== 'dumb';
};

const SHOW_CURSOR = '\u001b[?25h';

/**
 * Returns true if an error means that the reader of the stream is gone. For a pipe, this is EPIPE or a similar error;
 * for a terminal, it is any error. All other errors, for example of a full disk, must be reported.
 */
export const isReaderGone = (error: Error, { isTTY }: { isTTY?: boolean }): boolean =>
  isTTY === true ||
  ('code' in error && ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(String(error.code)));

/** Reads stdin to its end as text. Returns undefined as soon as there are more than `maxBytes` bytes. */
const readInput = async (
  stdin: ProcessStreams['stdin'],
  signal: AbortSignal,
  maxBytes: number,
): Promise<string | undefined> => {
  const bytes = collectBytes();
  const stop = (): unknown => stdin.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    for await (const chunk of stdin) {
      bytes.add(Buffer.from(chunk));
      if (bytes.length > maxBytes) return undefined;
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return bytes.toBytes().toString('utf8');
};

/** Returns true if the output of the stream is redirected to a file. Such output does not appear in a CI log. */
const isFileStream = (stream: ProcessStreams['stdout']): boolean =>
  'fd' in stream && typeof stream.fd === 'number' && fstatSync(stream.fd).isFile();

/**
 * Creates the standard streams. Text for a terminal is sanitized, and secrets are removed from stderr. In a CI log,
 * workflow commands such as `::error::` are disabled. stdin is opened only when a command first uses it.
 */
export const createStandardStreams = (streams: ProcessStreams): StandardStreams => {
  const { env, stdout, stderr } = streams;
  const listeners: ((error?: Error) => void)[] = [];
  let closeEvent: { readonly error: Error | undefined } | undefined;
  const close = (error: Error | undefined): void => {
    if (closeEvent) return;
    closeEvent = { error };
    for (const listener of listeners) listener(error);
  };
  const secrets = createRedactor(env);
  let mayHideCursor = false;
  /**
   * Creates an output that writes sanitized text to `stream`. If a write fails, calls `onGone` with the error, or with
   * undefined if only the reader of the stream is gone.
   */
  const createSink = (
    stream: ProcessStreams['stdout'],
    sanitize: (text: string) => string,
    onGone: (error: Error | undefined) => void,
    terminal = stream.isTTY === true,
  ): OutputStream => {
    let isGone = false;
    // Bytes are written to a pipe unchanged. On a terminal they are decoded and sanitized like any text.
    let decoder: TextDecoder | undefined;
    const sanitizeChunk = (text: string | Uint8Array): string | Uint8Array => {
      if (typeof text === 'string') return sanitize(text);
      if (stream.isTTY !== true) return text;
      decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
      return sanitize(decoder.decode(text, { stream: true }));
    };
    const handleError = (error: Error): void => {
      isGone = true;
      onGone(isReaderGone(error, stream) ? undefined : error);
    };
    stream.on('error', handleError);
    return {
      terminal,
      get columns() {
        return readTerminalWidth(stream, env);
      },
      colour: shouldUseColor(env, terminal),
      write: (text) =>
        isGone || text.length === 0
          ? Promise.resolve()
          : new Promise((resolve) => {
              stream.write(sanitizeChunk(text), (error) => {
                // The error of a failed write is also handled here, not only in the listener for the `error` event.
                // That event may come after the program has ended.
                if (error) handleError(error);
                resolve();
              });
            }),
    };
  };
  const isCiLog = isInCi(env);
  const hasTerminalLayout = stdout.isTTY === true || isTerminalForced(env);
  const workflowOutput = createSink(
    stderr,
    (text) => sanitizeForTerminal(secrets.redact(text)),
    () => undefined,
  );
  return {
    // A pipe gets the result unchanged, unless TOILE_FORCE_TTY requests the layout of a terminal. In a CI log, workflow
    // commands are disabled.
    out: createSink(
      stdout,
      (text) => {
        const shownText = hasTerminalLayout ? sanitizeForTerminal(text) : text;
        return isCiLog && stdout.isTTY !== true && !isFileStream(stdout)
          ? disableWorkflowCommands(shownText)
          : shownText;
      },
      close,
      hasTerminalLayout,
    ),
    // Text for stderr is sanitized even if stderr is redirected to a file, because log files are read on terminals too.
    err: createSink(
      stderr,
      (text) =>
        sanitizeForTerminal(isCiLog ? disableWorkflowCommands(secrets.redact(text)) : secrets.redact(text)),
      () => undefined,
    ),
    writeWorkflowCommand: (line) => workflowOutput.write(line),
    secrets,
    input: {
      get terminal() {
        return streams.stdin.isTTY === true;
      },
      get stream() {
        return streams.stdin;
      },
      readText: async (signal) => (await readInput(streams.stdin, signal, Number.POSITIVE_INFINITY)) ?? '',
      readTextWithin: (signal, maxBytes) => readInput(streams.stdin, signal, maxBytes),
    },
    get promptOutput() {
      // Only spinners and prompts use this stream. Both hide the cursor, so it must be shown again when the program
      // ends.
      mayHideCursor = true;
      return stderr;
    },
    onStdoutClosed: (listener) => {
      if (closeEvent) listener(closeEvent.error);
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
    // Node opens stdin when `process.stdin` is first accessed. A getter delays this, because most commands read no
    // input.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
  });
