/** toile as a tool server on its own stdin and stdout, and as a client of tool servers elsewhere. */

import { PassThrough, type Readable, type Writable } from 'node:stream';
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { assistantServer } from '../assistant/server.ts';
import type { AssistantSource } from '../assistant/source.ts';
import { opensWith, requestId, sorted } from './lines.ts';
import { messageForModel } from './model-output.ts';

export interface Talk {
  /** Resolves with the exit code when the other side has ended the talk. */
  readonly ended: Promise<number>;
  close(): Promise<void>;
}

export interface Talking {
  readonly input: Readable;
  /** Takes the protocol and nothing else. */
  readonly output: Writable;
  readonly source: AssistantSource;
  /** Takes secrets out of a text. */
  redact(text: string): string;
  /** Milliseconds; rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Trouble with the connection itself, for whoever reads the log. */
  warn(text: string): void;
}

/** How long an answer may take after the other side has said all it will say. */
const LAST_ANSWERS_MS = 30_000;
/** Characters of a line of the log; what the library says of a bad message is a page. */
const LOGGED = 200;

/** Requests that came together, and what was answered so far. */
interface Batch {
  readonly waiting: Set<unknown>;
  readonly answers: unknown[];
}

/** The transport, which also knows what has not been answered yet. */
class CountingTransport extends StdioServerTransport {
  readonly open = new Set<unknown>();
  readonly #batches = new Map<unknown, Batch>();
  readonly #output: Writable;
  readonly #redact: Talking['redact'];
  answered: () => void = () => undefined;

  constructor({ input, output, redact }: Pick<Talking, 'input' | 'output' | 'redact'>) {
    super(input, output);
    this.#output = output;
    this.#redact = redact;
  }

  override async send(raw: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    const message = messageForModel(raw, this.#redact);
    const isAnswer = 'id' in message && !('method' in message);
    const batch = isAnswer ? this.#batches.get(message.id) : undefined;
    if (batch) batch.answers.push(message);
    else await super.send(message);
    if (isAnswer) this.settle(message.id);
  }

  /** Nothing more is to be expected for that request. */
  settle(id: unknown): void {
    this.open.delete(id);
    const batch = this.#batches.get(id);
    this.#batches.delete(id);
    batch?.waiting.delete(id);
    if (batch?.waiting.size === 0 && batch.answers.length > 0) this.write(batch.answers);
    this.answered();
  }

  awaitTogether(ids: readonly unknown[]): void {
    const batch: Batch = { waiting: new Set(ids), answers: [] };
    for (const id of ids) this.#batches.set(id, batch);
  }

  write(message: unknown): void {
    this.#output.write(`${JSON.stringify(message)}\n`);
  }
}

/** Calls back with each line; the last one needs no end. */
const byLine = (take: (line: string) => void, tooLong: () => void) => {
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

/** Speaks in whichever era the other side opens with. Nothing of an account is read before a tool is called. */
export const talk = ({ input, output, source, redact, sleep, warn }: Talking): Talk => {
  // The library drops what is unanswered when its input ends, and a script that pipes requests in ends it at once.
  const held = new PassThrough();
  const transport = new CountingTransport({ input: held, output, redact });
  const over = new AbortController();
  let version: unknown;
  let resolve: (code: number) => void = () => undefined;
  const ended = new Promise<number>((done) => {
    resolve = done;
  });

  const handle = serveStdio(() => assistantServer(source), {
    transport,
    onerror: (error) => warn((error.message.split('\n')[0] ?? '').slice(0, LOGGED)),
  });
  const { onmessage, onclose } = transport;
  transport.onmessage = (message) => {
    // A request that was called off gets no answer.
    if ('method' in message && message.method === 'notifications/cancelled')
      transport.settle(message.params?.requestId);
    onmessage?.(message);
  };
  transport.onclose = () => {
    onclose?.();
    over.abort();
    resolve(0);
  };

  const take = (line: string): void => {
    const { messages, answers, together, trouble } = sorted(line, version);
    if (trouble !== undefined) warn(trouble);
    for (const answer of answers) transport.write(messageForModel(answer, redact));
    const ids = messages.map(requestId).filter((id) => id !== undefined);
    for (const id of ids) transport.open.add(id);
    if (together) transport.awaitTogether(ids);
    for (const message of messages) {
      version = opensWith(message) ?? version;
      held.write(`${JSON.stringify(message)}\n`);
    }
  };
  const lines = byLine(take, () => {
    warn('a message is too long');
    held.end();
  });

  input.on('data', (chunk: Uint8Array) => lines.more(chunk));
  input.on('error', () => held.end());
  input.on('end', () => {
    lines.end();
    transport.answered = () => {
      if (transport.open.size === 0) held.end();
    };
    transport.answered();
    sleep(LAST_ANSWERS_MS, over.signal).then(
      () => held.end(),
      () => undefined,
    );
  });
  output.on('error', () => resolve(0));

  return { ended, close: () => handle.close() };
};
