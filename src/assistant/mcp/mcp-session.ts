import { PassThrough, type Readable, type Writable } from 'node:stream';
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { escapeForModel } from '../../platform/escape/invisible-characters.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { createAssistantServer } from '../assistant-server.ts';
import { type AssistantSource, DATA_NOTE } from '../assistant-source.ts';
import { parseInputLine, readInitializeVersion, readRequestId } from './input-line.ts';

type ProtocolMessage = Readonly<Record<string, unknown>>;

const isErrorMessage = (message: ProtocolMessage): boolean =>
  isRecord(message.error) || (isRecord(message.result) && message.result.isError === true);

/**
 * Adds DATA_NOTE, which warns that texts are data and not instructions, to an error message. The message may quote
 * names that other people chose. Returns a message that reports no error unchanged.
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
 * Returns a message with redacted secrets and escaped invisible characters, so that it is safe for a model. If the
 * message is an error, adds the note that its texts are data, not instructions.
 */
export const sanitizeMessageForModel = <M extends object>(
  message: M,
  redact: (text: string) => string,
): M => {
  const cleanValue = (value: unknown): unknown => {
    if (typeof value === 'string') return escapeForModel(redact(value));
    if (Array.isArray(value)) return value.map(cleanValue);
    return isRecord(value) ? cleanMembers(value, []) : value;
  };
  const cleanMembers = (value: ProtocolMessage, unchangedNames: readonly string[]): ProtocolMessage =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        escapeForModel(redact(name)),
        unchangedNames.includes(name) ? member : cleanValue(member),
      ]),
    );
  const { params, ...otherMembers } = addDataNote(message as ProtocolMessage);
  // The ids and progress tokens of messages are not redacted, because the client uses them to match each response with
  // its request.
  const cleaned = {
    ...cleanMembers(otherMembers, ['id']),
    ...(isRecord(params) && { params: cleanMembers(params, ['progressToken', 'requestId']) }),
  };
  return cleaned as unknown as M;
};

interface McpSessionOptions {
  readonly input: Readable;
  /** The output stream. Only protocol messages are written to it. */
  readonly output: Writable;
  readonly source: AssistantSource;
  redact(text: string): string;
  /** Waits `ms` milliseconds. Rejects if the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  warn(text: string): void;
}

/** The number of milliseconds that the session waits for the last responses after the input has ended. */
const FINAL_RESPONSES_MS = 30_000;
/** The maximum length of a line in the log. The MCP library logs the whole text of an invalid message. */
const MAX_LOG_CHARACTERS = 200;

/**
 * A batch, which is several requests in one message. `openIds` are the ids of its requests that have no response yet,
 * and `responses` are the responses so far.
 */
interface RequestBatch {
  readonly openIds: Set<unknown>;
  readonly responses: unknown[];
}

/** A stdio transport that knows which requests have no response yet. */
class CountingTransport extends StdioServerTransport {
  readonly openRequests = new Set<unknown>();
  readonly #batches = new Map<unknown, RequestBatch>();
  readonly #output: Writable;
  readonly #redact: McpSessionOptions['redact'];
  onResponse: () => void = () => undefined;

  constructor({ input, output, redact }: Pick<McpSessionOptions, 'input' | 'output' | 'redact'>) {
    super(input, output);
    this.#output = output;
    this.#redact = redact;
  }

  override async send(unsafeMessage: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    const message = sanitizeMessageForModel(unsafeMessage, this.#redact);
    const isResponse = 'id' in message && !('method' in message);
    const batch = isResponse ? this.#batches.get(message.id) : undefined;
    if (batch) batch.responses.push(message);
    else await super.send(message);
    if (isResponse) this.settleRequest(message.id);
  }

  /** Marks a request as finished. After the last request of a batch, sends all responses of the batch. */
  settleRequest(id: unknown): void {
    this.openRequests.delete(id);
    const batch = this.#batches.get(id);
    this.#batches.delete(id);
    batch?.openIds.delete(id);
    if (batch?.openIds.size === 0 && batch.responses.length > 0) this.writeMessage(batch.responses);
    this.onResponse();
  }

  /** Collects the responses to the requests with these ids, so that they are sent together as one batch. */
  awaitBatch(ids: readonly unknown[]): void {
    const batch: RequestBatch = { openIds: new Set(ids), responses: [] };
    for (const id of ids) this.#batches.set(id, batch);
  }

  writeMessage(message: unknown): void {
    this.#output.write(`${JSON.stringify(message)}\n`);
  }
}

/**
 * Creates an object that splits its input into lines and calls `onLine` with each. The last line needs no line feed.
 * Calls `onLongLine` when an unfinished line exceeds the size limit.
 */
const createLineSplitter = (onLine: (line: string) => void, onLongLine: () => void) => {
  const decoder = new TextDecoder();
  let partialLine = '';
  return {
    addChunk(chunk: Uint8Array): void {
      const lines = (partialLine + decoder.decode(chunk, { stream: true })).split('\n');
      partialLine = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') onLine(line);
      if (partialLine.length > STDIO_DEFAULT_MAX_BUFFER_SIZE) onLongLine();
    },
    finish(): void {
      const line = partialLine + decoder.decode();
      partialLine = '';
      if (line.trim() !== '') onLine(line);
    },
  };
};

/**
 * Serves an MCP session: reads one JSON message per line from `input` and writes sanitized messages to `output`. When
 * the input ends, open requests have 30 seconds to finish. Returns `ended`, a promise of the exit code, and `close`.
 */
export const serveMcpSession = ({ input, output, source, redact, sleep, warn }: McpSessionOptions) => {
  // The MCP library reads from this stream and not directly from `input`, because `input` may end before the responses
  // are sent, for example if a script pipes requests. The library would then drop the open requests. After the end of
  // `input`, this stream stays open until the last response is sent, but at most 30 seconds.
  const libraryInput = new PassThrough();
  const transport = new CountingTransport({ input: libraryInput, output, redact });
  const sessionEnd = new AbortController();
  let version: unknown;
  let resolveEnded: (code: number) => void = () => undefined;
  const ended = new Promise<number>((settle) => {
    resolveEnded = settle;
  });

  const handle = serveStdio(() => createAssistantServer(source), {
    transport,
    onerror: (error) => warn((error.message.split('\n')[0] ?? '').slice(0, MAX_LOG_CHARACTERS)),
  });
  const { onmessage, onclose } = transport;
  transport.onmessage = (message) => {
    // A cancelled request gets no response, so it no longer counts as open.
    if ('method' in message && message.method === 'notifications/cancelled')
      transport.settleRequest(message.params?.requestId);
    onmessage?.(message);
  };
  transport.onclose = () => {
    onclose?.();
    sessionEnd.abort();
    resolveEnded(0);
  };

  const takeLine = (line: string): void => {
    const { messages, responses, isBatch, warning } = parseInputLine(line, version);
    if (warning !== undefined) warn(warning);
    for (const response of responses) transport.writeMessage(sanitizeMessageForModel(response, redact));
    const ids = messages.map(readRequestId).filter((id) => id !== undefined);
    for (const id of ids) transport.openRequests.add(id);
    if (isBatch) transport.awaitBatch(ids);
    for (const message of messages) {
      version = readInitializeVersion(message) ?? version;
      libraryInput.write(`${JSON.stringify(message)}\n`);
    }
  };
  const lines = createLineSplitter(takeLine, () => {
    warn('the session ends: a message is too long');
    libraryInput.end();
  });

  input.on('data', (chunk: Uint8Array) => lines.addChunk(chunk));
  input.on('error', () => libraryInput.end());
  input.on('end', () => {
    lines.finish();
    transport.onResponse = () => {
      if (transport.openRequests.size === 0) libraryInput.end();
    };
    transport.onResponse();
    sleep(FINAL_RESPONSES_MS, sessionEnd.signal).then(
      () => libraryInput.end(),
      () => undefined,
    );
  });
  output.on('error', () => resolveEnded(0));

  return {
    ended,
    close: () => handle.close(),
  };
};

/** A running MCP session: a promise of its end, and a function that closes it. */
export type McpSession = ReturnType<typeof serveMcpSession>;
