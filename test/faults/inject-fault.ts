import { ConnectionDroppedError } from '../../src/sandbox/http/check-request.ts';
import { createBrokenStream } from '../../src/sandbox/http/downloads.ts';

/** What the faults need from the test. */
interface Injection {
  /** Milliseconds between two bytes that drip. */
  pause(ms: number): Promise<void>;
  /** Where redirects lead. */
  readonly elsewhere?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const encoder = new TextEncoder();

const DRIP_MS = 5_000;
const OSC_52 = '\u001b]52;c;ZXZpbA==\u0007';

const createAnswer = (status: number, type: string, body: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { 'content-type': type, ...headers } });

const createJson = (status: number, body: string, headers?: Record<string, string>) =>
  createAnswer(status, JSON_TYPE['content-type'], body, headers);

const createError = (status: number, error: string, headers?: Record<string, string>) =>
  createJson(status, JSON.stringify({ error, code: 'INJECTED' }), headers);

const createRateLimit = (retryAfter: string) =>
  createError(429, 'Too many requests.', { 'retry-after': retryAfter, date: new Date(0).toUTCString() });

const createPage = (title: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body></body></html>`;

/** A fault: a description and its answer. */
interface FaultDefinition {
  readonly about: string;
  answer(injection: Injection): Promise<Response> | Response;
}

const defineFault = (about: string, answer: FaultDefinition['answer']): FaultDefinition => ({
  about,
  answer,
});

/** Faults of networks, gateways and services, by name. */
export const FAULTS = {
  reset: defineFault('the connection is cut before an answer', () => {
    throw new ConnectionDroppedError();
  }),
  hang: defineFault('no answer ever comes', () => new Promise(() => undefined)),
  'slow-drip': defineFault('the body comes a byte at a time and never ends', ({ pause }) => {
    const space = encoder.encode(' ');
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      await pause(DRIP_MS);
      controller.enqueue(space);
    };
    return new Response(new ReadableStream({ pull }), { headers: JSON_TYPE });
  }),
  'cut-body': defineFault('the connection is cut in the middle of the body', () => {
    const body = createBrokenStream(encoder.encode('{"nodes": [{"id": "n1", '));
    return new Response(body, { headers: { ...JSON_TYPE, 'content-length': '100000' } });
  }),
  'html-502': defineFault('a gateway answers in HTML', () =>
    createAnswer(502, 'text/html', createPage('502 Bad Gateway')),
  ),
  'captive-portal': defineFault('a sign-in page answers 200 in HTML', () =>
    createAnswer(200, 'text/html', createPage('Welcome to the guest network')),
  ),
  'wrong-json': defineFault('200 with JSON that breaks off', () => createJson(200, '{"designs": [{"id": ')),
  'wrong-shape': defineFault('200 with JSON that is not an object', () =>
    createJson(200, '[null, "designs", 3]'),
  ),
  'empty-200': defineFault('200 without a body', () => createJson(200, '')),
  'storm-seconds': defineFault('429 with the seconds to wait, for ever', () => createRateLimit('2')),
  'storm-date': defineFault('429 with a date to wait for, for ever', () =>
    createRateLimit(new Date(2_000).toUTCString()),
  ),
  'storm-long': defineFault('429 with a wait that is longer than anybody has', () =>
    createRateLimit('86400'),
  ),
  'json-500': defineFault('500 with the error object of the service', () =>
    createError(500, 'Something went wrong on our side.'),
  ),
  redirect: defineFault(
    'a redirect to another origin',
    ({ elsewhere = 'http://elsewhere.invalid/' }) =>
      new Response(null, { status: 302, headers: { location: elsewhere } }),
  ),
  'huge-error': defineFault('400 with megabytes of error text', () =>
    createError(400, 'all of it is wrong. '.repeat(150_000)),
  ),
  'control-characters': defineFault('404 with escape codes in its error text', () =>
    createError(404, `gone\u001b[2J\u001b[1;31m${OSC_52}\u009b31m\r\nfake: second line\u202e`),
  ),
} as const;
export type FaultName = keyof typeof FAULTS;

/** Returns the answer under a fault; rejects if the connection is to be closed. */
export const injectFault = async (fault: FaultName, injection: Injection): Promise<Response> =>
  FAULTS[fault].answer(injection);
