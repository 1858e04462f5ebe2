/** An MCP session on stdin and stdout. */

import { PassThrough, type Readable, type Writable } from 'node:stream';
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { escapeForModel } from '../../platform/escape/invisible-characters.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { createAssistantServer } from '../assistant-server.ts';
import { type AssistantSource, DATA_NOTE } from '../assistant-source.ts';
import { parseInputLine, readInitializeVersion, readRequestId } from './input-line.ts';

/** A message of the protocol. */
type ProtocolMessage = Readonly<Record<string, unknown>>;

/** Returns true for an error, and for an error result of a tool. */
const isErrorMessage = (message: ProtocolMessage): boolean =>
  isRecord(message.error) || (isRecord(message.result) && message.result.isError === true);

/**
 * Adds the note that texts are data to an error, because its message may quote names that other people
 * wrote.
 */
const addDataNote = (message: ProtocolMessage): ProtocolMessage => {
  if (!isErrorMessage(message)) return message;
  const { error, result } = message;
  if (isRecord(error))
    return { ...message, error: { ...error, message: `${String(error.message)} (${DATA_NOTE._note})` } };
  const content = isRecord(result) && Array.isArray(result.content) ? result.content : [];
  return {
    ...message,
    result: { ...Object(result), content: [...content, { type: 'text', text: DATA_NOTE._note }] },
  };
};

/**
 * Sanitizes a message for a model: every text is redacted like the log, and invisible characters are
 * escaped. Ids and progress tokens stay unchanged, because the client recognizes its requests by them.
 */
export const sanitizeMessageForModel = <M extends object>(
  message: M,
  redact: (text: string) => string,
): M => {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return escapeForModel(redact(value));
    if (Array.isArray(value)) return value.map(clean);
    return isRecord(value) ? cleanMembers(value, []) : value;
  };
  const cleanMembers = (value: ProtocolMessage, kept: readonly string[]): ProtocolMessage =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        escapeForModel(redact(name)),
        kept.includes(name) ? member : clean(member),
      ]),
    );
  const { params, ...rest } = addDataNote(message as ProtocolMessage);
  // Ids and progress tokens stay unchanged, because the other side matches its requests by them.
  const cleaned = {
    ...cleanMembers(rest, ['id']),
    ...(isRecord(params) && { params: cleanMembers(params, ['progressToken', 'requestId']) }),
  };
  return cleaned as unknown as M;
};

/** Streams, source and clock of a session. */
interface McpSessionOptions {
  readonly input: Readable;
  /** The output stream. Only protocol messages are written to it. */
  readonly output: Writable;
  readonly source: AssistantSource;
  /** Redacts the secrets in a text. */
  redact(text: string): string;
  /** Waits that many milliseconds. Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Logs a problem with the connection. */
  warn(text: string): void;
}

/** Milliseconds that the last answers may take after the input has ended. */
const FINAL_ANSWERS_MS = 30_000;
/** The maximum length of a log line, because the library writes very long ones about an invalid message. */
const MAX_LOG_CHARACTERS = 200;

/** Requests that came as a batch, with the answers so far. */
interface RequestBatch {
  readonly waiting: Set<unknown>;
  readonly answers: unknown[];
}

/** A stdio transport that tracks unanswered requests. */
class CountingTransport extends StdioServerTransport {
  readonly openRequests = new Set<unknown>();
  readonly #batches = new Map<unknown, RequestBatch>();
  readonly #output: Writable;
  readonly #redact: McpSessionOptions['redact'];
  onAnswered: () => void = () => undefined;

  constructor({ input, output, redact }: Pick<McpSessionOptions, 'input' | 'output' | 'redact'>) {
    super(input, output);
    this.#output = output;
    this.#redact = redact;
  }

  override async send(raw: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    const message = sanitizeMessageForModel(raw, this.#redact);
    const isAnswer = 'id' in message && !('method' in message);
    const batch = isAnswer ? this.#batches.get(message.id) : undefined;
    if (batch) batch.answers.push(message);
    else await super.send(message);
    if (isAnswer) this.settleRequest(message.id);
  }

  /** Marks a request as finished. If it is the last one of a batch, sends the answers of the batch. */
  settleRequest(id: unknown): void {
    this.openRequests.delete(id);
    const batch = this.#batches.get(id);
    this.#batches.delete(id);
    batch?.waiting.delete(id);
    if (batch?.waiting.size === 0 && batch.answers.length > 0) this.writeMessage(batch.answers);
    this.onAnswered();
  }

  awaitBatch(ids: readonly unknown[]): void {
    const batch: RequestBatch = { waiting: new Set(ids), answers: [] };
    for (const id of ids) this.#batches.set(id, batch);
  }

  writeMessage(message: unknown): void {
    this.#output.write(`${JSON.stringify(message)}\n`);
  }
}

/** Creates a splitter that calls `take` with each line. The last line needs no line feed. */
const createLineSplitter = (take: (line: string) => void, tooLong: () => void) => {
  const decoder = new TextDecoder();
  let begun = '';
  return {
    more(chunk: Uint8Array): void {
      const lines = (begun + decoder.decode(chunk, { stream: true })).split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') take(line);
      if (begun.length > STDIO_DEFAULT_MAX_BUFFER_SIZE) tooLong();
    },
    end(): void {
      const line = begun + decoder.decode();
      begun = '';
      if (line.trim() !== '') take(line);
    },
  };
};

/**
 * Serves one session in the protocol version of the client. No account is read before the first tool call.
 */
export const serveMcpSession = ({ input, output, source, redact, sleep, warn }: McpSessionOptions) => {
  // The library drops unanswered requests when its input ends, and a script that pipes requests ends it at
  // once.
  const held = new PassThrough();
  const transport = new CountingTransport({ input: held, output, redact });
  const over = new AbortController();
  let version: unknown;
  let resolve: (code: number) => void = () => undefined;
  const ended = new Promise<number>((done) => {
    resolve = done;
  });

  const handle = serveStdio(() => createAssistantServer(source), {
    transport,
    onerror: (error) => warn((error.message.split('\n')[0] ?? '').slice(0, MAX_LOG_CHARACTERS)),
  });
  const { onmessage, onclose } = transport;
  transport.onmessage = (message) => {
    // A cancelled request gets no answer.
    if ('method' in message && message.method === 'notifications/cancelled')
      transport.settleRequest(message.params?.requestId);
    onmessage?.(message);
  };
  transport.onclose = () => {
    onclose?.();
    over.abort();
    resolve(0);
  };

  const take = (line: string): void => {
    const { messages, answers, isBatch, warning } = parseInputLine(line, version);
    if (warning !== undefined) warn(warning);
    for (const answer of answers) transport.writeMessage(sanitizeMessageForModel(answer, redact));
    const ids = messages.map(readRequestId).filter((id) => id !== undefined);
    for (const id of ids) transport.openRequests.add(id);
    if (isBatch) transport.awaitBatch(ids);
    for (const message of messages) {
      version = readInitializeVersion(message) ?? version;
      held.write(`${JSON.stringify(message)}\n`);
    }
  };
  const lines = createLineSplitter(take, () => {
    warn('a message is too long');
    held.end();
  });

  input.on('data', (chunk: Uint8Array) => lines.more(chunk));
  input.on('error', () => held.end());
  input.on('end', () => {
    lines.end();
    transport.onAnswered = () => {
      if (transport.openRequests.size === 0) held.end();
    };
    transport.onAnswered();
    sleep(FINAL_ANSWERS_MS, over.signal).then(
      () => held.end(),
      () => undefined,
    );
  });
  output.on('error', () => resolve(0));

  return {
    /** Resolves with the exit code when the client has ended the session. */
    ended,
    close: () => handle.close(),
  };
};

/** A session with an assistant. */
export type McpSession = ReturnType<typeof serveMcpSession>;
