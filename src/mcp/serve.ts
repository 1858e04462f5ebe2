/** toile as a tool server on its own stdin and stdout, and as a client of tool servers elsewhere. */

import { PassThrough, type Readable, type Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { assistantServer } from '../assistant/server.ts';
import type { AssistantSource } from '../assistant/source.ts';

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
  /** Milliseconds; rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Trouble with the connection itself, for whoever reads the log. */
  warn(text: string): void;
}

/** How long an answer may take after the other side has said all it will say. */
const LAST_ANSWERS_MS = 30_000;

/** The transport, which also knows what has not been answered yet. */
class CountingTransport extends StdioServerTransport {
  readonly open = new Set<unknown>();
  answered: () => void = () => undefined;

  override async send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    await super.send(message);
    if ('id' in message && !('method' in message)) this.open.delete(message.id);
    this.answered();
  }
}

/** Speaks in whichever era the other side opens with. Nothing of an account is read before a tool is called. */
export function talk({ input, output, source, sleep, warn }: Talking): Talk {
  // The library drops what is unanswered when its input ends, and a script that pipes requests in ends it at once.
  const held = new PassThrough();
  const transport = new CountingTransport(held, output);
  const over = new AbortController();
  let resolve: (code: number) => void = () => undefined;
  const ended = new Promise<number>((done) => {
    resolve = done;
  });

  const handle = serveStdio(() => assistantServer(source), {
    transport,
    onerror: (error) => warn(error.message),
  });
  const { onmessage, onclose } = transport;
  transport.onmessage = (message) => {
    if ('id' in message && 'method' in message) transport.open.add(message.id);
    // A request that was called off gets no answer.
    else if ('method' in message && message.method === 'notifications/cancelled')
      transport.open.delete(message.params?.requestId);
    onmessage?.(message);
  };
  transport.onclose = () => {
    onclose?.();
    over.abort();
    resolve(0);
  };

  input.on('data', (chunk) => held.write(chunk));
  input.on('error', () => held.end());
  input.on('end', () => {
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
}
