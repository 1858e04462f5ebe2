/**
 * The service over real HTTP on loopback, with every route of its specification, and a script that says what becomes
 * of the n-th request of a route. It writes down what it saw, the posts of Tech Packs above all: they cost money.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonDocument, pdf, sha256, svg } from './documents.ts';

export type Route =
  | 'index'
  | 'me'
  | 'designs'
  | 'graph'
  | 'tailor-brief'
  | 'design-trust'
  | 'confirmations'
  | 'garment'
  | 'exports'
  | 'tech-packs'
  | 'tech-pack'
  | 'document'
  | 'none';

/** What goes out. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How its end is told: by a length, unless said. */
  readonly framing?: 'length' | 'chunked' | 'close';
  /** The connection breaks after so many bytes of the body; before the head where negative. */
  readonly cut?: number;
  /** So many bytes at a time, and so many milliseconds between. */
  readonly drip?: { readonly bytes: number; readonly ms: number };
  /** Nothing more comes after so many bytes of the body; no head either where negative. */
  readonly hang?: number;
  /** Milliseconds before the head. */
  readonly delay?: number;
}

export interface Asked {
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Of a design or a purchase, as the service reads it. */
  readonly id: string;
  /** The how manieth since the script line was written, from 1. */
  readonly n: number;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** `usual` is what would go out, and does what the request does: one that is never called changes nothing. */
export type Trouble = (usual: () => Reply, asked: Asked) => Reply | Promise<Reply>;
export type When = 'always' | number | readonly number[] | ((asked: Asked) => boolean);

export interface Design {
  readonly id: string;
  name: string | null;
  sgg_garment_id: string | null;
  created_at: string;
  /** The service no longer has it: not in the list, and 404 on its routes. */
  gone?: boolean;
  /** In the service and not in its list. */
  unlisted?: boolean;
}

export interface Purchase {
  readonly id: string;
  readonly design: string;
  state: 'composing' | 'payment_required' | 'ready';
}

/** A Tech Pack request that arrived. */
export interface Post {
  readonly design: string;
  /** 0 where no whole answer went out. */
  readonly status: number;
  /** The service said that it did not take it: then it may be sent again. */
  readonly refused: boolean;
}

const KEY = 'svc_sk_laboratory';
const PAGE = 100;

/** A uuid that says its number. */
export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const designs = (count: number): Design[] =>
  Array.from({ length: count }, (_, at) => ({
    id: idOf(at + 1),
    name: `Design ${at + 1}`,
    sgg_garment_id: null,
    created_at: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
  }));

export const json = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

export const refusal = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => json(status, { error: `refused with ${code}`, code }, headers);

const notFound = (): Reply => refusal(404, 'NOT_FOUND');

export interface Options {
  readonly designs?: readonly Design[];
  /** The most that a page holds. */
  readonly page?: number;
  /** What becomes of a Tech Pack request. */
  readonly packs?: Purchase['state'];
  /** Bytes of documents. */
  readonly size?: number;
  /** Whether export records say size and digest. */
  readonly described?: boolean;
  /** Documents carry a strong tag, and their parts can be had. */
  readonly parts?: boolean;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** A design's id in any form that a service may take it in. */
const designIn = (word: string): string => {
  const bare = decodeURIComponent(word)
    .toLowerCase()
    .replace(/^urn:uuid:|^\{|\}$|-/g, '')
    .replace(/-/g, '');
  return /^[0-9a-f]{32}$/.test(bare)
    ? bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : word;
};

const READS = ['graph', 'tailor-brief', 'design-trust', 'confirmations'] as const;

const routeOf = (method: string, path: string): { readonly route: Route; readonly id: string } => {
  const [, version, what, id = '', last] = path.split('/');
  const at = (route: Route, word = '') => ({ route, id: word });
  if (version === 'documents') return at('document', what);
  if (version !== 'v1') return at('none');
  if (what === undefined) return at('index');
  if (what === 'me' || (what === 'designs' && id === '')) return at(what);
  if (what === 'garments') return at('garment', id);
  if (what === 'tech-packs' && id !== '') return at('tech-pack', id);
  if (what !== 'designs') return at('none');
  if (method === 'POST' && (last === 'exports' || last === 'tech-packs')) return at(last, designIn(id));
  const read = READS.find((name) => name === last);
  return read === undefined ? at('none') : at(read, designIn(id));
};

export const startService = async (options: Options = {}) => {
  const { page = PAGE, size = 2000, described = false, parts = true } = options;
  const held = [...(options.designs ?? designs(1))];
  const purchases: Purchase[] = [];
  const posts: Post[] = [];
  const seen: Asked[] = [];
  const script: { route: Route | 'any'; when: When; trouble: Trouble; count: number }[] = [];
  let packs: Purchase['state'] = options.packs ?? 'composing';
  let links = 0;

  const find = (id: string): Design | undefined =>
    held.find((design) => design.id === id && design.gone !== true);

  const document = (kind: string, of: string): Buffer => {
    if (kind === 'pdf') return pdf(of, size);
    return kind === 'json' ? jsonDocument(of, size) : svg(of, size);
  };
  const typeOf = (kind: string): string =>
    ({ pdf: 'application/pdf', json: 'application/json' })[kind] ?? 'image/svg+xml';

  const link = (kind: string, of: string): string => {
    links += 1;
    return `${base}/documents/${kind}.${of}?n=${links}&signature=${links.toString(16).padStart(8, '0')}`;
  };

  const list = ({ query }: Asked): Reply => {
    const before = query.get('before');
    const until = before === null ? Number.POSITIVE_INFINITY : Date.parse(before);
    if (Number.isNaN(until)) return refusal(400, 'BAD_CURSOR');
    const most = Math.min(page, Number(query.get('limit') ?? 20));
    const all = held
      .filter(({ gone, unlisted }) => gone !== true && unlisted !== true)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id))
      .filter(({ created_at }) => Date.parse(created_at) < until);
    const some = all.slice(0, most);
    return json(200, {
      designs: some.map(({ id, name, sgg_garment_id, created_at }) => ({
        id,
        name,
        garment_category: 'coat',
        sgg_garment_id,
        created_at,
      })),
      next_before: all.length > most ? (some.at(-1)?.created_at ?? null) : null,
    });
  };

  const read = (route: Route, { id, query }: Asked): Reply => {
    const design = find(id);
    if (!design) return notFound();
    const value = { value: `the ${route} of ${id}`, state: 'asserted' };
    if (route !== 'graph') return json(200, { design_id: id, read: route, note: value });
    const profile = query.get('profile') ?? 'technical_designer';
    return json(200, {
      design_id: id,
      garment_id: design.sgg_garment_id ?? 'GARM-1',
      profile,
      nodes: [{ note: value }],
    });
  };

  const exported = ({ id, body }: Asked): Reply => {
    if (!find(id)) return notFound();
    const { driver = 'illustrator_svg_stage1' } = JSON.parse(body || '{}') as { driver?: string };
    const kind = driver === 'json' ? 'json' : 'svg';
    const bytes = document(kind, id);
    return json(201, {
      export: { id: `export-${links + 1}`, ...(described && { bytes: bytes.length, sha256: sha256(bytes) }) },
      download_url: link(kind, id),
      expires_at: '2030-01-01T00:00:00Z',
    });
  };

  const order = ({ id }: Asked): Reply => {
    if (!find(id)) return notFound();
    const purchase = { id: idOf(900_000_000 + purchases.length + 1), design: id, state: packs };
    purchases.push(purchase);
    const known = { purchase_id: purchase.id, design_id: id };
    if (packs !== 'payment_required')
      return json(202, { ...known, status: 'composing', message: 'composing' });
    return json(402, {
      ...known,
      status: 'payment_required',
      checkout_url: `${base}/checkout/${purchase.id}`,
      amount: 29,
      currency: 'EUR',
      label: null,
      message: 'pay',
    });
  };

  const status = ({ id }: Asked): Reply => {
    const purchase = purchases.find((one) => one.id === id);
    if (!purchase) return notFound();
    const { state, design } = purchase;
    const ready = state === 'ready';
    return json(200, {
      purchase_id: id,
      status: ready ? 'fulfilled' : state,
      design_id: design,
      amount: null,
      currency: null,
      pack:
        state === 'payment_required'
          ? null
          : { id, version: 1, ready, composer_status: null, compose_status: null },
      pdf: ready ? { download_url: link('pdf', design), expires_at: '2030-01-01T00:00:00Z' } : null,
      paid_at: null,
      fulfilled_at: ready ? '2026-01-01T00:00:00Z' : null,
    });
  };

  const file = ({ id, headers }: Asked): Reply => {
    const [kind = '', of = ''] = id.split('.');
    const whole = document(kind, of);
    const etag = `"${sha256(whole).slice(0, 16)}"`;
    const tagged = { 'content-type': typeOf(kind), ...(parts && { etag }) };
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (!parts || from === 0 || headers['if-range'] !== etag)
      return { status: 200, headers: tagged, body: whole };
    const range = `bytes ${from}-${whole.length - 1}/${whole.length}`;
    return { status: 206, headers: { ...tagged, 'content-range': range }, body: whole.subarray(from) };
  };

  const usual = (asked: Asked): Reply => {
    const { route, id } = asked;
    if (route === 'index') return json(200, { name: 'the laboratory', version: '2026-09-15', endpoints: [] });
    if (route !== 'document' && asked.headers.authorization !== `Bearer ${KEY}`)
      return refusal(401, 'UNAUTHENTICATED', { 'www-authenticate': 'Bearer' });
    if (route === 'me')
      return json(200, {
        user_id: idOf(7),
        via: 'api_key',
        scopes: ['read', 'export', 'generate'],
        plan: 'studio',
      });
    if (route === 'designs') return list(asked);
    if (route === 'exports') return exported(asked);
    if (route === 'tech-packs') return order(asked);
    if (route === 'tech-pack') return status(asked);
    if (route === 'document') return file(asked);
    if (route === 'garment') {
      const design = held.find(({ sgg_garment_id }) => sgg_garment_id === id);
      return design
        ? read(asked.path.endsWith('/graph') ? 'graph' : 'tailor-brief', { ...asked, id: design.id })
        : notFound();
    }
    return route === 'none' ? notFound() : read(route, asked);
  };

  const answer = async (asked: Omit<Asked, 'n'>): Promise<Reply> => {
    for (const line of script) {
      if (line.route !== 'any' && line.route !== asked.route) continue;
      line.count += 1;
      const now = { ...asked, n: line.count };
      const { when } = line;
      const met =
        when === 'always' ||
        (typeof when === 'number' && when === now.n) ||
        (typeof when === 'object' && when.includes(now.n)) ||
        (typeof when === 'function' && when(now));
      if (met) return line.trouble(() => usual(now), now);
    }
    return usual({ ...asked, n: 0 });
  };

  const isRefused = ({ status, cut, hang }: Reply): boolean =>
    cut === undefined &&
    hang === undefined &&
    status >= 400 &&
    status < 500 &&
    status !== 402 &&
    status !== 408;

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    const body = await whole(request);
    if (body === undefined) return;
    const method = request.method ?? 'GET';
    const asked: Omit<Asked, 'n'> = {
      ...routeOf(method, pathname),
      method,
      path: pathname,
      query: searchParams,
      body,
      headers: request.headers,
    };
    seen.push({ ...asked, n: seen.length + 1 });
    const reply = await answer(asked);
    if (asked.route === 'tech-packs')
      posts.push({ design: asked.id, status: reply.status, refused: isRefused(reply) });
    await send(response, reply);
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    base,
    key: KEY,
    designs: held,
    purchases,
    posts,
    seen,
    /** What becomes of requests of that route from now on; the first line that fits decides. */
    on(route: Route | 'any', when: When, trouble: Trouble): void {
      script.push({ route, when, trouble, count: 0 });
    },
    /** All is well from now on. */
    well(): void {
      script.length = 0;
    },
    /** What becomes of later Tech Pack requests. */
    set packs(state: Purchase['state']) {
      packs = state;
    },
    ready(): void {
      for (const purchase of purchases) purchase.state = 'ready';
    },
    asked: (route: Route): number => seen.filter((one) => one.route === route).length,
    /** Requests that may have been taken, beyond those that were agreed to. */
    beyond(consents: number, design?: string): number {
      const taken = posts.filter((post) => !post.refused && (design === undefined || post.design === design));
      return Math.max(0, taken.length - consents);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Undefined where the sender was killed on the way. */
const whole = async (request: IncomingMessage): Promise<string | undefined> => {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts).toString('utf8');
  } catch {
    return undefined;
  }
};

const send = async (response: ServerResponse, reply: Reply): Promise<void> => {
  const { status, headers, body, framing = 'length', cut, drip, hang, delay } = reply;
  if (delay !== undefined) await sleep(delay);
  if (hang !== undefined && hang < 0) return;
  if (cut !== undefined && cut < 0) return void response.destroy();
  response.sendDate = false;
  if (framing === 'length') response.setHeader('content-length', body.length);
  if (framing === 'close') {
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
  }
  response.writeHead(status, { ...headers });
  response.flushHeaders();
  const last = Math.min(cut ?? body.length, hang ?? body.length, body.length);
  const step = drip?.bytes ?? Math.max(1, last);
  for (let at = 0; at < last && !response.destroyed; at += step) {
    if (drip && at > 0) await sleep(drip.ms);
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.write(body.subarray(at, Math.min(last, at + step)), () => resolve());
    });
  }
  if (hang !== undefined) return;
  if (cut === undefined) return void response.end();
  // What was written is let out, and then the connection breaks.
  await sleep(2);
  response.destroy();
};
