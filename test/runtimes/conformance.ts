/** Checks the built client. It uses only the language, so that it runs in every runtime. */

import type * as Built from '../../src/service/client/index.ts';

const KEY = 'svc_sk_conformance';

/** The result of a check. */
export interface CheckResult {
  readonly name: string;
  readonly error?: string;
}

/** The usual answer of the simulated service: the request itself. */
interface EchoedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const readEcho = async (call: PromiseLike<object>): Promise<EchoedRequest> => (await call) as EchoedRequest;

export async function checkConformance(
  { Client, request }: typeof Built,
  origin: string,
  { browser }: { readonly browser: boolean },
): Promise<readonly CheckResult[]> {
  // Retries are tested with the sources.
  const options = { baseUrl: `${origin}/api/`, credential: KEY, maxRetries: 0 };
  const client = new Client(options);
  const readBrief = (id: string, more?: Built.CallOptions) => client.designTailorBrief(id, more);

  const checks: Readonly<Record<string, () => Promise<void>>> = {
    'every method is one route': async () => {
      const routes: readonly (readonly [string, PromiseLike<object>])[] = [
        ['GET /v1', client.index()],
        ['GET /v1/me', client.me()],
        ['GET /v1/designs?limit=2&before=a%2Bb%20c', client.listDesigns({ limit: 2, before: 'a+b c' })],
        ['GET /v1/designs/d/graph?profile=factory', client.designGraph('d', { profile: 'factory' })],
        ['GET /v1/designs/d/tailor-brief', readBrief('d')],
        ['GET /v1/designs/d/design-trust', client.designDesignTrust('d')],
        ['GET /v1/designs/d/confirmations', client.designConfirmations('d')],
        ['GET /v1/garments/GARM-007/graph', client.garment('GARM-007', 'graph')],
        ['GET /v1/garments/%C3%A9%2F%3F/design-trust', client.garment('é/?', 'design-trust')],
        ['POST /v1/designs/d/exports', client.exportDesign('d', { driver: 'json' })],
        ['GET /v1/tech-packs/p', client.techPack('p')],
      ];
      for (const [route, call] of routes) {
        const { method, url, headers } = await readEcho(call);
        expectSame(`${method} ${url}`, route);
        expectSame(headers.authorization, `Bearer ${KEY}`);
        expectSame(headers.cookie, undefined);
      }
    },
    'a body goes out as JSON': async () => {
      const { body, headers } = await readEcho(
        client.exportDesign('d', { profile: 'factory', driver: 'json' }),
      );
      expectSame(body, '{"profile":"factory","driver":"json"}');
      expectSame(headers['content-type'], 'application/json');
    },
    'a user agent goes out where it may': async () => {
      if (browser) return;
      const { headers } = await readEcho(new Client({ ...options, userAgent: 'toile/0' }).me());
      expectSame(headers['user-agent'], 'toile/0');
    },
    'payment required is an answer': async () => {
      const { value, status } = await client.requestTechPack('d', { brand: 'x' }).withResponse();
      expectSame([value.status, status], ['payment_required', 402]);
    },
    'text comes beside the value, as written': async () => {
      const { value, text, headers } = await readBrief('lexemes').withResponse();
      expectSame(text, '{ "n": 56.0, "id": 9007199254740993, "word": "Größe – 寸法" }');
      expectSame([value.n, value.word], [56, 'Größe – 寸法']);
      expectSame(headers.get('Content-Type'), 'application/json');
    },
    'another parser may read': async () => {
      const parse = (text: string): unknown => JSON.parse(text.replace(/: ([\d.]+)/g, ':{"lexeme":"$1"}'));
      const { n } = await new Client({ ...options, parse }).designTailorBrief('lexemes');
      expectSame((n as { readonly lexeme: string }).lexeme, '56.0');
    },
    'an error of the service has its code': async () => {
      const error = await expectFailure(readBrief('unauthenticated'), 'UnauthenticatedError');
      expectSame([error.status, error.code, error.message], [401, 'UNAUTHENTICATED', 'No key.']);
      expectSame(error.wwwAuthenticate, 'Bearer');
    },
    'Retry-After is read as seconds and as a date': async () => {
      expectSame((await expectFailure(readBrief('limited'), 'RateLimitError')).retryAfter, 7);
      expectSame((await expectFailure(readBrief('limited-until'), 'RateLimitError')).retryAfter, 30);
    },
    'a web page for an error is still an error': async () => {
      expectSame((await expectFailure(readBrief('bad-gateway'), 'ServerError')).code, 'HTTP_502');
    },
    'what is no answer is refused': async () => {
      const refused: readonly (readonly [string, string])[] = [
        ['list', 'not_object'],
        ['empty', 'empty'],
        ['page', 'not_json'],
        ['cut', 'cut_short'],
        ['cut-chunked', 'cut_short'],
      ];
      for (const [id, reason] of refused) {
        expectSame([id, (await expectFailure(readBrief(id), 'AnswerError')).reason], [id, reason]);
      }
    },
    'a redirect is not followed': async () => {
      for (const id of ['redirect', 'redirect-away']) {
        expectSame((await expectFailure(readBrief(id), 'AnswerError')).reason, 'redirect');
      }
      const { value } = await request(options, { method: 'GET', path: '/v1/seen' });
      expectSame((value as { readonly strayed: readonly string[] }).strayed, []);
    },
    'a lost connection is no answer': async () => {
      await expectFailure(readBrief('reset'), 'NetworkError');
    },
    'a refused connection is no answer': async () => {
      const { value } = await request(options, { method: 'GET', path: '/v1/nobody' });
      await expectFailure(
        new Client({ baseUrl: (value as { readonly origin: string }).origin }).me(),
        'NetworkError',
      );
    },
    'time runs out': async () => {
      const error = await expectFailure(
        new Client({ ...options, timeout: 50 }).designTailorBrief('hang'),
        'TimeoutError',
      );
      expectSame(error.route, 'GET /v1/designs/hang/tailor-brief');
    },
    'an abort gives its own reason': async () => {
      const controller = new AbortController();
      const call = readBrief('hang', { signal: controller.signal });
      const reason = new Error('enough');
      setTimeout(() => controller.abort(reason), 20);
      if ((await catchRejection(call)) !== reason) throw new Error('the reason is another one');
      if ((await catchRejection(readBrief('d', { signal: controller.signal }))) !== reason) {
        throw new Error('the reason is another one once aborted');
      }
    },
    'a request that cannot be made is not': async () => {
      for (const path of [
        '//127.0.0.1:9/x',
        'http://127.0.0.1:9/x',
        '\\\\x',
        '/\t/x',
        '/../x',
        '/%2e%2e/x',
      ]) {
        await expectFailure(request(options, { method: 'GET', path }), 'RequestError');
      }
      await expectFailure(readBrief(''), 'RequestError');
      const make = async () => new Client({ ...options, credential: `${KEY}\n` });
      const error = await expectFailure(make(), 'RequestError');
      if (error.message.includes(KEY)) throw new Error('the credential is repeated');
    },
    'HEAD has no value': async () => {
      expectSame((await request(options, { method: 'HEAD', path: '/v1/me' })).value, undefined);
    },
  };

  const results: CheckResult[] = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
      results.push({ name });
    } catch (error) {
      results.push({ name, error: String(error) });
    }
  }
  return results;
}

const catchRejection = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => undefined,
    (reason) => reason,
  );

/** An error of the client. */
type ClientFailure = Error &
  Readonly<Partial<Record<'code' | 'reason' | 'route' | 'wwwAuthenticate', string>>> &
  Readonly<Partial<Record<'status' | 'retryAfter', number>>>;

async function expectFailure(call: PromiseLike<unknown>, name: string): Promise<ClientFailure> {
  const error = await catchRejection(call);
  if (!(error instanceof Error) || error.name !== name) throw new Error(`expected ${name}, got ${error}`);
  return error as ClientFailure;
}

function expectSame(actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`expected ${b}, got ${a}`);
}
