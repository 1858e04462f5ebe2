/** A service every string of which a stranger wrote: all routes, the tool server, and whom to sign in to. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Deal, type Depth, dealing, designsOf, drawingOf, OWN, readBody, uuidOf } from './bodies.ts';
import { answerTools } from './tool-server.ts';

/** What it does with a request: answers, refuses with a status, or says something that is no answer. */
export type Mood =
  | { readonly is: 'answers'; readonly depth: Depth }
  | { readonly is: 'refuses'; readonly status: (typeof STATUSES)[number] }
  | { readonly is: 'babbles'; readonly as: keyof typeof BABBLE };

export interface Hostile {
  readonly baseUrl: string;
  readonly texts: readonly string[];
  mood: Mood;
  /** `METHOD /path` of what was asked since it was last emptied. */
  readonly asked: string[];
  /** `Authorization` of those. */
  readonly credentials: string[];
  close(): Promise<void>;
}

/** Two hundreds and yet no answer. */
const BABBLE = {
  page: (text: string) => ['text/html', `<html><title>${text}</title><body>${text}</body></html>`],
  words: (text: string) => ['text/plain', text],
  list: (text: string) => ['application/json', JSON.stringify([text, null, 3])],
  string: (text: string) => ['application/json', JSON.stringify(text)],
  cut: (text: string) => ['application/json', JSON.stringify({ designs: [{ id: text }] }).slice(0, -4)],
  type: (text: string) => [headerText(text) || 'x', '{}'],
  shape: (text: string) => [
    'application/json',
    JSON.stringify({
      designs: text,
      next_before: { [text]: 1 },
      download_url: text,
      export: text,
      pdf: text,
      pack: text,
    }),
  ],
} as const satisfies Record<string, (text: string) => readonly [string, string]>;

export const BABBLES = Object.keys(BABBLE) as readonly (keyof typeof BABBLE)[];
export const STATUSES = [400, 401, 402, 403, 404, 409, 429, 500, 302] as const;

/** What a header can carry of a text. */
const headerText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim();

const headersOf = (deal: Deal): Record<string, string> => {
  const said = (): string => headerText(deal.next());
  return {
    'x-request-id': said(),
    'x-correlation-id': said(),
    'www-authenticate': `Bearer realm="${said()}", error_description="${said()}", scope="${said()}"`,
    server: said(),
    via: said(),
    date: said(),
    [`x-${MARKED}`]: said(),
  };
};
const MARKED = 'pwn';

const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string>,
): void => {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Answers of the Tech Pack routes, in turn: composing, to be paid, ready, and once more with a stranger's id. */
const techPack = (
  turn: number,
  deal: Deal,
  origin: string,
  isRequest: boolean,
): readonly [number, unknown] => {
  const purchase = turn % 3 === 0 ? deal.next() : uuidOf(7000 + turn);
  const about = {
    purchase_id: purchase,
    amount: 25,
    currency: deal.next(),
    label: deal.next(),
    message: deal.next(),
  };
  if (isRequest) {
    return turn % 2 === 0
      ? [
          402,
          {
            ...about,
            status: 'payment_required',
            checkout_url: turn % 4 === 0 ? deal.next() : `${origin}/pay`,
          },
        ]
      : [202, { ...about, status: 'composing', design_id: deal.next() }];
  }
  const ready = turn % 2 === 1;
  return [
    200,
    {
      ...about,
      status: deal.next(),
      design_id: deal.next(),
      pack: { id: deal.next(), version: 1, ready, composer_status: deal.next(), compose_status: deal.next() },
      pdf: ready ? { download_url: `${origin}/dl/x.pdf`, expires_at: deal.next() } : null,
      paid_at: deal.next(),
      fulfilled_at: deal.next(),
    },
  ];
};

const wellKnown = (deal: Deal, origin: string, path: string): unknown =>
  path.includes('protected-resource')
    ? {
        resource: `${origin}/connector`,
        authorization_servers: [origin],
        scopes_supported: [deal.next()],
        resource_name: deal.next(),
      }
    : {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        scopes_supported: [deal.next()],
        service_documentation: deal.next(),
      };

export interface Chosen {
  readonly mood?: Mood;
  /** Names that every list of designs holds. */
  readonly names?: readonly string[];
}

export const hostileService = async (
  texts: readonly string[],
  { mood: first = { is: 'answers', depth: 'values' }, names = [] }: Chosen = {},
): Promise<Hostile> => {
  const deal = dealing(texts);
  const drawing = drawingOf(texts);
  const asked: string[] = [];
  const credentials: string[] = [];
  let turn = 0;
  let lists = 0;
  const hostile = { texts, asked, credentials, mood: first };

  const answers = (request: IncomingMessage, response: ServerResponse, body: string, depth: Depth): void => {
    const origin = `http://${request.headers.host}`;
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const headers = headersOf(deal);
    const send = (status: number, value: unknown): void => json(response, status, value, headers);
    const isWild = depth === 'all';
    if (pathname.startsWith('/.well-known/')) return send(200, wellKnown(deal, origin, pathname));
    if (pathname === '/register')
      return send(201, { client_id: deal.next(), client_name: deal.next(), redirect_uris: [] });
    if (pathname === '/connector') {
      const metadata = `${origin}/.well-known/oauth-protected-resource/connector`;
      const challenge = { 'www-authenticate': `Bearer resource_metadata="${metadata}"` };
      return json(response, 401, { error: deal.next(), code: deal.next() }, { ...headers, ...challenge });
    }
    if (pathname === '/mcp') return answerTools(body, deal, depth, send);
    if (pathname.startsWith('/dl/')) {
      const name = headerText(deal.next());
      response.writeHead(200, {
        ...headers,
        'content-type': 'image/svg+xml',
        'content-disposition': `attachment; filename="${name}"`,
      });
      return void response.end(drawing);
    }
    if (pathname.endsWith('/exports')) {
      const record = isWild
        ? {}
        : { bytes: Buffer.byteLength(drawing), sha256: createHash('sha256').update(drawing).digest('hex') };
      const about = { id: deal.next(), name: deal.next(), filename: deal.next(), [deal.next()]: deal.next() };
      const url = isWild && turn++ % 2 === 0 ? deal.next() : `${origin}/dl/${turn++}?signature=x`;
      return send(201, { export: { ...about, ...record }, download_url: url, expires_at: deal.next() });
    }
    if (/\/tech-packs(\/|;|$)/.test(pathname))
      return send(...techPack(turn++, deal, origin, request.method === 'POST'));
    if (pathname === '/v1/designs') {
      const second = searchParams.get('before') !== null;
      if (!second) lists += 1;
      const all = designsOf(texts, names, lists);
      const most = Math.ceil(all.length / 2);
      const designs = second ? all.slice(most) : all.slice(0, most);
      return send(200, {
        designs,
        next_before: second ? null : deal.next() || 'next',
        [deal.next()]: deal.next(),
      });
    }
    if (pathname === '/v1/me') {
      const user = isWild ? deal.next() : uuidOf(1);
      return send(200, {
        user_id: user,
        via: deal.next(),
        scopes: [deal.next(), deal.next()],
        plan: deal.next(),
      });
    }
    const read = /\/(graph|tailor-brief|design-trust|confirmations)$/.exec(pathname)?.[1];
    if (read !== undefined) return send(200, readBody(read, deal, depth));
    send(200, {
      name: deal.next(),
      version: deal.next(),
      documentation: deal.next(),
      endpoints: [{ method: deal.next(), path: deal.next() }],
    });
  };

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => undefined);
    request.on('end', () => {
      asked.push(`${request.method} ${request.url}`);
      credentials.push(request.headers.authorization ?? '');
      const { mood } = hostile;
      const headers = headersOf(deal);
      if (mood.is === 'babbles') {
        const [type, text] = BABBLE[mood.as](deal.next());
        return response.writeHead(200, { ...headers, 'content-type': type }).end(text);
      }
      if (mood.is === 'refuses') {
        const { status } = mood;
        const wait = { 'retry-after': status === 429 ? '1' : headerText(deal.next()) };
        const where = {
          ...(status === 302 && { location: headerText(deal.next()) || 'file:///etc/passwd' }),
        };
        return json(
          response,
          status,
          { error: deal.next(), code: deal.next(), message: deal.next() },
          { ...headers, ...wait, ...where },
        );
      }
      return answers(request, response, Buffer.concat(parts).toString(), mood.depth);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(hostile, {
    baseUrl,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};

export { OWN };
