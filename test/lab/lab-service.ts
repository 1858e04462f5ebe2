/**
 * A service over HTTP on loopback, with every route of the specification. A script of faults replaces the answer to
 * the n-th request of a route. It records all requests, above all the orders of Tech Packs, which cost money.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createJsonDocument, createPdf, createSvg, hashSha256 } from './documents.ts';

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

/** An answer. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How the body ends (default: length). */
  readonly framing?: 'length' | 'chunked' | 'close';
  /** Closes the connection after this many bytes of the body; a negative number, before the head. */
  readonly cut?: number;
  /** Sends this many bytes at a time, with a pause in milliseconds. */
  readonly drip?: { readonly bytes: number; readonly ms: number };
  /** Stops sending after this many bytes of the body; a negative number, before the head. */
  readonly hang?: number;
  /** Milliseconds before the head. */
  readonly delay?: number;
}

export interface LabRequest {
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The id of the design or purchase. */
  readonly id: string;
  /** The number of this request since the script line was added, from 1. */
  readonly n: number;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** Creates the answer. `usual` performs the request and returns its usual answer; without it nothing changes. */
export type NetworkFault = (usual: () => Reply, asked: LabRequest) => Reply | Promise<Reply>;
export type FaultTime = 'always' | number | readonly number[] | ((asked: LabRequest) => boolean);

export interface Design {
  readonly id: string;
  name: string | null;
  sgg_garment_id: string | null;
  created_at: string;
  /** The design was deleted: it is not in the list, and its routes answer 404. */
  gone?: boolean;
  /** The design exists but is missing in the list. */
  unlisted?: boolean;
}

export interface Purchase {
  readonly id: string;
  readonly design: string;
  state: 'composing' | 'payment_required' | 'ready';
}

/** A received Tech Pack order. */
export interface Post {
  readonly design: string;
  /** 0 if no complete answer was sent. */
  readonly status: number;
  /** The service refused the order, so that it may be sent again. */
  readonly refused: boolean;
}

const DEFAULT_KEY = 'svc_sk_laboratory';
const PAGE = 100;

/** Creates a uuid that ends with the number. */
export const createUuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const createDesigns = (count: number): Design[] =>
  Array.from({ length: count }, (_, at) => ({
    id: createUuid(at + 1),
    name: `Design ${at + 1}`,
    sgg_garment_id: null,
    created_at: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
  }));

export const createJsonReply = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

export const createRefusal = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => createJsonReply(status, { error: `refused with ${code}`, code }, headers);

const createNotFound = (): Reply => createRefusal(404, 'NOT_FOUND');

export interface ServiceOptions {
  /** The only key that the service accepts. */
  readonly key?: string;
  readonly designs?: readonly Design[];
  /** The maximum number of designs on a page. */
  readonly page?: number;
  /** The state of new purchases. */
  readonly packs?: Purchase['state'];
  /** Bytes of documents. */
  readonly size?: number;
  /** Whether export records have a size and a digest. */
  readonly described?: boolean;
  /** Documents have a strong ETag and support ranges. */
  readonly parts?: boolean;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** Reads a design id in any form that a service may accept. */
const normalizeDesignId = (word: string): string => {
  const bare = decodeURIComponent(word)
    .toLowerCase()
    .replace(/^urn:uuid:|^\{|\}$|-/g, '')
    .replace(/-/g, '');
  return /^[0-9a-f]{32}$/.test(bare)
    ? bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : word;
};

const READS = ['graph', 'tailor-brief', 'design-trust', 'confirmations'] as const;

const findRoute = (method: string, path: string): { readonly route: Route; readonly id: string } => {
  const [, version, what, id = '', last] = path.split('/');
  const toRoute = (route: Route, word = '') => ({ route, id: word });
  if (version === 'documents') return toRoute('document', what);
  if (version !== 'v1') return toRoute('none');
  if (what === undefined) return toRoute('index');
  if (what === 'me' || (what === 'designs' && id === '')) return toRoute(what);
  if (what === 'garments') return toRoute('garment', id);
  if (what === 'tech-packs' && id !== '') return toRoute('tech-pack', id);
  if (what !== 'designs') return toRoute('none');
  if (method === 'POST' && (last === 'exports' || last === 'tech-packs'))
    return toRoute(last, normalizeDesignId(id));
  const read = READS.find((name) => name === last);
  return read === undefined ? toRoute('none') : toRoute(read, normalizeDesignId(id));
};

export const startService = async (options: ServiceOptions = {}) => {
  const { key = DEFAULT_KEY, page = PAGE, size = 2000, described = false, parts = true } = options;
  const held = [...(options.designs ?? createDesigns(1))];
  const purchases: Purchase[] = [];
  const posts: Post[] = [];
  const seen: LabRequest[] = [];
  const script: { route: Route | 'any'; when: FaultTime; trouble: NetworkFault; count: number }[] = [];
  let packs: Purchase['state'] = options.packs ?? 'composing';
  let links = 0;

  const find = (id: string): Design | undefined =>
    held.find((design) => design.id === id && design.gone !== true);

  const createDocument = (kind: string, of: string): Buffer => {
    if (kind === 'pdf') return createPdf(of, size);
    return kind === 'json' ? createJsonDocument(of, size) : createSvg(of, size);
  };
  const findMediaType = (kind: string): string =>
    ({ pdf: 'application/pdf', json: 'application/json' })[kind] ?? 'image/svg+xml';

  const createLink = (kind: string, of: string): string => {
    links += 1;
    return `${base}/documents/${kind}.${of}?n=${links}&signature=${links.toString(16).padStart(8, '0')}`;
  };

  const replyWithList = ({ query }: LabRequest): Reply => {
    const before = query.get('before');
    const until = before === null ? Number.POSITIVE_INFINITY : Date.parse(before);
    if (Number.isNaN(until)) return createRefusal(400, 'BAD_CURSOR');
    const most = Math.min(page, Number(query.get('limit') ?? 20));
    const all = held
      .filter(({ gone, unlisted }) => gone !== true && unlisted !== true)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id))
      .filter(({ created_at }) => Date.parse(created_at) < until);
    const some = all.slice(0, most);
    return createJsonReply(200, {
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

  const read = (route: Route, { id, query }: LabRequest): Reply => {
    const design = find(id);
    if (!design) return createNotFound();
    const value = { value: `the ${route} of ${id}`, state: 'asserted' };
    if (route !== 'graph') return createJsonReply(200, { design_id: id, read: route, note: value });
    const profile = query.get('profile') ?? 'technical_designer';
    return createJsonReply(200, {
      design_id: id,
      garment_id: design.sgg_garment_id ?? 'GARM-1',
      profile,
      nodes: [{ note: value }],
    });
  };

  const replyToExport = ({ id, body }: LabRequest): Reply => {
    if (!find(id)) return createNotFound();
    const { driver = 'illustrator_svg_stage1' } = JSON.parse(body || '{}') as { driver?: string };
    const kind = driver === 'json' ? 'json' : 'svg';
    const bytes = createDocument(kind, id);
    return createJsonReply(201, {
      export: {
        id: `export-${links + 1}`,
        ...(described && { bytes: bytes.length, sha256: hashSha256(bytes) }),
      },
      download_url: createLink(kind, id),
      expires_at: '2030-01-01T00:00:00Z',
    });
  };

  const replyToOrder = ({ id }: LabRequest): Reply => {
    if (!find(id)) return createNotFound();
    const purchase = { id: createUuid(900_000_000 + purchases.length + 1), design: id, state: packs };
    purchases.push(purchase);
    const known = { purchase_id: purchase.id, design_id: id };
    if (packs !== 'payment_required')
      return createJsonReply(202, { ...known, status: 'composing', message: 'composing' });
    return createJsonReply(402, {
      ...known,
      status: 'payment_required',
      checkout_url: `${base}/checkout/${purchase.id}`,
      amount: 29,
      currency: 'EUR',
      label: null,
      message: 'pay',
    });
  };

  const replyToStatus = ({ id }: LabRequest): Reply => {
    const purchase = purchases.find((one) => one.id === id);
    if (!purchase) return createNotFound();
    const { state, design } = purchase;
    const ready = state === 'ready';
    return createJsonReply(200, {
      purchase_id: id,
      status: ready ? 'fulfilled' : state,
      design_id: design,
      amount: null,
      currency: null,
      pack:
        state === 'payment_required'
          ? null
          : { id, version: 1, ready, composer_status: null, compose_status: null },
      pdf: ready ? { download_url: createLink('pdf', design), expires_at: '2030-01-01T00:00:00Z' } : null,
      paid_at: null,
      fulfilled_at: ready ? '2026-01-01T00:00:00Z' : null,
    });
  };

  const replyWithFile = ({ id, headers }: LabRequest): Reply => {
    const [kind = '', of = ''] = id.split('.');
    const whole = createDocument(kind, of);
    const etag = `"${hashSha256(whole).slice(0, 16)}"`;
    const tagged = { 'content-type': findMediaType(kind), ...(parts && { etag }) };
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (!parts || from === 0 || headers['if-range'] !== etag)
      return { status: 200, headers: tagged, body: whole };
    const range = `bytes ${from}-${whole.length - 1}/${whole.length}`;
    return { status: 206, headers: { ...tagged, 'content-range': range }, body: whole.subarray(from) };
  };

  const createReply = (asked: LabRequest): Reply => {
    const { route, id } = asked;
    if (route === 'index')
      return createJsonReply(200, { name: 'the laboratory', version: '2026-09-15', endpoints: [] });
    if (route !== 'document' && asked.headers.authorization !== `Bearer ${key}`)
      return createRefusal(401, 'UNAUTHENTICATED', { 'www-authenticate': 'Bearer' });
    if (route === 'me')
      return createJsonReply(200, {
        user_id: createUuid(7),
        via: 'api_key',
        scopes: ['read', 'export', 'generate'],
        plan: 'studio',
      });
    if (route === 'designs') return replyWithList(asked);
    if (route === 'exports') return replyToExport(asked);
    if (route === 'tech-packs') return replyToOrder(asked);
    if (route === 'tech-pack') return replyToStatus(asked);
    if (route === 'document') return replyWithFile(asked);
    if (route === 'garment') {
      const design = held.find(({ sgg_garment_id }) => sgg_garment_id === id);
      return design
        ? read(asked.path.endsWith('/graph') ? 'graph' : 'tailor-brief', { ...asked, id: design.id })
        : createNotFound();
    }
    return route === 'none' ? createNotFound() : read(route, asked);
  };

  const answer = async (asked: Omit<LabRequest, 'n'>): Promise<Reply> => {
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
      if (met) return line.trouble(() => createReply(now), now);
    }
    return createReply({ ...asked, n: 0 });
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
    const body = await readBody(request);
    if (body === undefined) return;
    const method = request.method ?? 'GET';
    const asked: Omit<LabRequest, 'n'> = {
      ...findRoute(method, pathname),
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
    await sendReply(response, reply);
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    base,
    key,
    designs: held,
    purchases,
    posts,
    seen,
    /** Adds a fault for requests of that route; the first matching line is used. */
    on(route: Route | 'any', when: FaultTime, trouble: NetworkFault): void {
      script.push({ route, when, trouble, count: 0 });
    },
    /** Removes all faults. */
    clearFaults(): void {
      script.length = 0;
    },
    /** Sets the state of new purchases. */
    set packs(state: Purchase['state']) {
      packs = state;
    },
    finishPacks(): void {
      for (const purchase of purchases) purchase.state = 'ready';
    },
    countRequests: (route: Route): number => seen.filter((one) => one.route === route).length,
    /** Counts orders that the service may have accepted, beyond the consents. */
    countExtraPosts(consents: number, design?: string): number {
      const taken = posts.filter((post) => !post.refused && (design === undefined || post.design === design));
      return Math.max(0, taken.length - consents);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Returns undefined if the sender was killed. */
const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts).toString('utf8');
  } catch {
    return undefined;
  }
};

const sendReply = async (response: ServerResponse, reply: Reply): Promise<void> => {
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
  // The written bytes leave before the connection breaks.
  await sleep(2);
  response.destroy();
};
