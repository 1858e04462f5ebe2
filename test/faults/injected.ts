import { ConnectionDroppedError } from '../../src/sandbox/http/check-request.ts';
import { createBrokenStream } from '../../src/sandbox/http/downloads.ts';

/** What the faults need to know of the test. */
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

const answer = (status: number, type: string, body: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { 'content-type': type, ...headers } });

const inJson = (status: number, body: string, headers?: Record<string, string>) =>
  answer(status, JSON_TYPE['content-type'], body, headers);

const failed = (status: number, error: string, headers?: Record<string, string>) =>
  inJson(status, JSON.stringify({ error, code: 'INJECTED' }), headers);

const limited = (retryAfter: string) =>
  failed(429, 'Too many requests.', { 'retry-after': retryAfter, date: new Date(0).toUTCString() });

const page = (title: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body></body></html>`;

/** One of them: what it is, in words, and the answer, if any comes. */
interface Trouble {
  readonly about: string;
  answer(injection: Injection): Promise<Response> | Response;
}

const told = (about: string, answer: Trouble['answer']): Trouble => ({ about, answer });

/** What a network, a gateway or a service on a bad day does to a request, each by its name. */
export const FAULTS = {
  reset: told('the connection is cut before an answer', () => {
    throw new ConnectionDroppedError();
  }),
  hang: told('no answer ever comes', () => new Promise(() => undefined)),
  'slow-drip': told('the body comes a byte at a time and never ends', ({ pause }) => {
    const space = encoder.encode(' ');
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      await pause(DRIP_MS);
      controller.enqueue(space);
    };
    return new Response(new ReadableStream({ pull }), { headers: JSON_TYPE });
  }),
  'cut-body': told('the connection is cut in the middle of the body', () => {
    const body = createBrokenStream(encoder.encode('{"nodes": [{"id": "n1", '));
    return new Response(body, { headers: { ...JSON_TYPE, 'content-length': '100000' } });
  }),
  'html-502': told('a gateway answers in HTML', () => answer(502, 'text/html', page('502 Bad Gateway'))),
  'captive-portal': told('a sign-in page answers 200 in HTML', () =>
    answer(200, 'text/html', page('Welcome to the guest network')),
  ),
  'wrong-json': told('200 with JSON that breaks off', () => inJson(200, '{"designs": [{"id": ')),
  'wrong-shape': told('200 with JSON that is not an object', () => inJson(200, '[null, "designs", 3]')),
  'empty-200': told('200 without a body', () => inJson(200, '')),
  'storm-seconds': told('429 with the seconds to wait, for ever', () => limited('2')),
  'storm-date': told('429 with a date to wait for, for ever', () => limited(new Date(2_000).toUTCString())),
  'storm-long': told('429 with a wait that is longer than anybody has', () => limited('86400')),
  'json-500': told('500 with the error object of the service', () =>
    failed(500, 'Something went wrong on our side.'),
  ),
  redirect: told(
    'a redirect to another origin',
    ({ elsewhere = 'http://elsewhere.invalid/' }) =>
      new Response(null, { status: 302, headers: { location: elsewhere } }),
  ),
  'huge-error': told('400 with megabytes of error text', () =>
    failed(400, 'all of it is wrong. '.repeat(150_000)),
  ),
  'control-characters': told('404 with escape codes in its error text', () =>
    failed(404, `gone\u001b[2J\u001b[1;31m${OSC_52}\u009b31m\r\nfake: second line\u202e`),
  ),
} as const;
export type Fault = keyof typeof FAULTS;

/** The answer under that fault; rejects where the connection is to be cut. */
export const injected = async (fault: Fault, injection: Injection): Promise<Response> =>
  FAULTS[fault].answer(injection);
