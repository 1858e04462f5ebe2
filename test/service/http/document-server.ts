/** A server with a document behind its links, and a download from there into memory. */

import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { downloadFromLink, type LinkDownloadOptions } from '../../../src/service/http/download-from-link.ts';
import type { DocumentSink } from '../../../src/service/http/download-receiver.ts';
import { createHttpFetch } from '../../../src/service/http/http-fetch.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';

export const DOCUMENT = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  randomBytes(200_000),
  Buffer.from('\n%%EOF\n'),
]);
export const KIND = { kind: 'pdf' } as const;
export const SHA = createHash('sha256').update(DOCUMENT).digest('hex');

export type DocumentAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server that gives its answers in order, and repeats the last one. */
export const startDocumentServer = async (...answers: DocumentAnswer[]) => {
  const seen: IncomingMessage[] = [];
  const base = await startLoopbackServer((request, response) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)];
    seen.push(request);
    answer?.(request, response);
  });
  return { origin: base, seen };
};

export const sendCut =
  (bytes: number, headers: Record<string, string> = {}): DocumentAnswer =>
  (_, response) => {
    response.writeHead(200, { 'content-length': DOCUMENT.length, ...headers });
    response.write(DOCUMENT.subarray(0, bytes), () => setTimeout(() => response.destroy(), 10));
  };

export const sendWhole: DocumentAnswer = (request, response) => {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const rest = DOCUMENT.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': rest.length,
    ...(from > 0 && { 'content-range': `bytes ${from}-${DOCUMENT.length - 1}/${DOCUMENT.length}` }),
  });
  response.end(rest);
};

export const sendStatus =
  (code: number, headers: Record<string, string> = {}): DocumentAnswer =>
  (_, response) => {
    response.writeHead(code, headers).end('no');
  };

export const createMemorySink = (canStartOver = true): DocumentSink & { bytes(): Buffer } => {
  let parts: Uint8Array[] = [];
  return {
    write: async (bytes) => void parts.push(Uint8Array.from(bytes)),
    startOver: async () => {
      if (canStartOver) parts = [];
      return canStartOver;
    },
    bytes: () => Buffer.concat(parts),
  };
};

export const download = (origin: string, over: Partial<LinkDownloadOptions> = {}) => {
  const sink = createMemorySink();
  const options: LinkDownloadOptions = {
    fetch: createHttpFetch(),
    clock: {
      now: () => performance.now(),
      sleep: async (ms) => void (await new Promise((r) => setTimeout(r, ms / 50))),
    },
    random: () => 0,
    signal: new AbortController().signal,
    userAgent: 'toile/test',
    maxWait: 1000,
    timeouts: { idle: 0, headers: 0 },
    service: origin,
    link: { ...KIND, url: '/file?signature=secret', bytes: DOCUMENT.length, sha256: SHA },
    sink,
    ...over,
  };
  return { done: downloadFromLink(options), sink: (over.sink as typeof sink) ?? sink };
};
