import { Dropped } from './refusal.ts';

/** What a network, a gateway or a service on a bad day does to a request, each by its name. */
export const FAULTS = {
  reset: 'the connection is cut before an answer',
  hang: 'no answer ever comes',
  'slow-drip': 'the body comes a byte at a time and never ends',
  'cut-body': 'the connection is cut in the middle of the body',
  'html-502': 'a gateway answers in HTML',
  'captive-portal': 'a sign-in page answers 200 in HTML',
  'wrong-json': '200 with JSON that breaks off',
  'wrong-shape': '200 with JSON that is not an object',
  'empty-200': '200 without a body',
  'storm-seconds': '429 with the seconds to wait, for ever',
  'storm-date': '429 with a date to wait for, for ever',
  'storm-long': '429 with a wait that is longer than anybody has',
  'json-500': '500 with the error object of the service',
  redirect: 'a redirect to another origin',
  'huge-error': '400 with megabytes of error text',
  'control-characters': '404 with escape codes in its error text',
} as const;

export type Fault = keyof typeof FAULTS;

/** Faults by route, for tests of whoever talks to the service. */
export interface Injection {
  /** The fault for this request, if any. The path is without its query. */
  choose(method: string, path: string): Fault | undefined;
  /** Milliseconds between two bytes that drip. */
  pause(ms: number): Promise<void>;
  /** Where redirects lead. */
  readonly elsewhere?: string;
}

const DRIP_MS = 5_000;
const OSC_52 = '\u001b]52;c;ZXZpbA==\u0007';

const answer = (status: number, type: string, body: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { 'content-type': type, ...headers } });

const failed = (status: number, error: string, headers?: Record<string, string>) =>
  answer(status, 'application/json', JSON.stringify({ error, code: 'INJECTED' }), headers);

const limited = (retryAfter: string) =>
  failed(429, 'Too many requests.', { 'retry-after': retryAfter, date: new Date(0).toUTCString() });

const page = (title: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body></body></html>`;

const streamed = (pull: (controller: ReadableStreamDefaultController<Uint8Array>) => Promise<void> | void) =>
  new ReadableStream<Uint8Array>({ pull });

/** The answer under that fault; rejects where the connection is to be cut. */
export const injected = async (fault: Fault, { pause, elsewhere }: Injection): Promise<Response> => {
  const json = { 'content-type': 'application/json' };
  switch (fault) {
    case 'reset':
      throw new Dropped();
    case 'hang':
      return new Promise(() => undefined);
    case 'slow-drip': {
      const space = new TextEncoder().encode(' ');
      const body = streamed(async (controller) => {
        await pause(DRIP_MS);
        controller.enqueue(space);
      });
      return new Response(body, { headers: json });
    }
    case 'cut-body': {
      let sent = false;
      const body = streamed((controller) => {
        if (sent) return controller.error(new TypeError('terminated', { cause: new Dropped() }));
        sent = true;
        controller.enqueue(new TextEncoder().encode('{"nodes": [{"id": "n1", '));
      });
      return new Response(body, { headers: { ...json, 'content-length': '100000' } });
    }
    case 'html-502':
      return answer(502, 'text/html', page('502 Bad Gateway'));
    case 'captive-portal':
      return answer(200, 'text/html', page('Welcome to the guest network'));
    case 'wrong-json':
      return answer(200, 'application/json', '{"designs": [{"id": ');
    case 'wrong-shape':
      return answer(200, 'application/json', '[null, "designs", 3]');
    case 'empty-200':
      return answer(200, 'application/json', '');
    case 'storm-seconds':
      return limited('2');
    case 'storm-date':
      return limited(new Date(2_000).toUTCString());
    case 'storm-long':
      return limited('86400');
    case 'json-500':
      return failed(500, 'Something went wrong on our side.');
    case 'redirect':
      return new Response(null, {
        status: 302,
        headers: { location: elsewhere ?? 'http://elsewhere.invalid/' },
      });
    case 'huge-error':
      return failed(400, 'all of it is wrong. '.repeat(150_000));
    case 'control-characters':
      return failed(404, `gone\u001b[2J\u001b[1;31m${OSC_52}\u009b31m\r\nfake: second line\u202e`);
  }
};
