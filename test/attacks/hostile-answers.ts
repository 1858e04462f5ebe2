/** The answers of the hostile service on each route. Every string is a payload. */
import { createHash } from 'node:crypto';
import {
  createActiveDrawing,
  createDesigns,
  createDrawing,
  createUuid,
  type ListOptions,
  type ReplacementDepth,
  readBody,
  type TextDealer,
} from './hostile-bodies.ts';
import { createToolAnswers } from './hostile-tools.ts';

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HostileRequest {
  readonly method: string;
  readonly origin: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

export const createJsonReply = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
  headers,
});

/** Removes characters that a header cannot contain. */
export const toHeaderText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim();

/** Answers the Tech Pack routes in turn: composing, payment required, ready; mostly with a wrong id. */
const answerTechPack = (
  turn: number,
  deal: TextDealer,
  { origin, method, pathname }: HostileRequest,
): Reply => {
  const [asked] = /[^/;]+(?=\/tech-packs)|(?<=\/tech-packs\/)[^/;]+/.exec(pathname) ?? [];
  const isOther = turn % 4 === 0;
  const purchase = turn % 4 === 3 ? createUuid(7000 + turn) : deal.next();
  const about = {
    purchase_id: method === 'POST' || isOther ? purchase : asked,
    amount: 25,
    currency: deal.next(),
    label: deal.next(),
    message: deal.next(),
  };
  if (method === 'POST') {
    const checkout = turn % 4 === 0 ? deal.next() : `${origin}/pay`;
    return turn % 2 === 0
      ? createJsonReply(402, { ...about, status: 'payment_required', checkout_url: checkout })
      : createJsonReply(202, {
          ...about,
          status: 'composing',
          design_id: turn % 8 === 1 ? deal.next() : asked,
        });
  }
  const ready = turn % 2 === 1;
  return createJsonReply(200, {
    ...about,
    status: deal.next(),
    design_id: isOther ? deal.next() : null,
    pack: {
      id: deal.next(),
      version: 1,
      ready,
      composer_status: deal.next(),
      compose_status: deal.next(),
    },
    pdf: ready ? { download_url: `${origin}/dl/x.pdf`, expires_at: deal.next() } : null,
    paid_at: deal.next(),
    fulfilled_at: deal.next(),
  });
};

/** Answers the discovery requests of a sign-in. */
const answerSignIn = (deal: TextDealer, { origin, pathname }: HostileRequest): Reply | undefined => {
  if (pathname === '/connector') {
    const metadata = `${origin}/.well-known/oauth-protected-resource/connector`;
    const challenge = { 'www-authenticate': `Bearer resource_metadata="${metadata}"` };
    return createJsonReply(401, { error: deal.next(), code: deal.next() }, challenge);
  }
  if (pathname === '/register') {
    return createJsonReply(201, { client_id: deal.next(), client_name: deal.next(), redirect_uris: [] });
  }
  if (pathname.includes('/oauth-protected-resource')) {
    return createJsonReply(200, {
      resource: `${origin}/connector`,
      authorization_servers: [origin],
      scopes_supported: [deal.next()],
      resource_name: deal.next(),
    });
  }
  if (!pathname.startsWith('/.well-known/')) return undefined;
  return createJsonReply(200, {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: [deal.next()],
    service_documentation: deal.next(),
  });
};

/** Creates the function that answers requests. */
export const createAnswers = (
  texts: readonly string[],
  { always, honest, lively }: Pick<ListOptions, 'always' | 'honest'> & { readonly lively?: boolean },
  deal: TextDealer,
) => {
  const drawing = lively === true ? createActiveDrawing(texts) : createDrawing(texts);
  const tools = createToolAnswers(deal, honest);
  let turn = 0;
  let lists = 0;

  const replyToExport = ({ origin }: HostileRequest, isWild: boolean): Reply => {
    const digest = createHash('sha256').update(drawing).digest('hex');
    const record = isWild ? {} : { bytes: Buffer.byteLength(drawing), sha256: digest };
    const about = {
      id: deal.next(),
      name: deal.next(),
      filename: deal.next(),
      [deal.next()]: deal.next(),
    };
    turn += 1;
    const url = isWild && turn % 2 === 0 ? deal.next() : `${origin}/dl/${turn}?signature=x`;
    return createJsonReply(201, {
      export: { ...about, ...record },
      download_url: url,
      expires_at: deal.next(),
    });
  };

  const replyWithList = ({ query }: HostileRequest): Reply => {
    const isSecond = query.get('before') !== null;
    if (!isSecond) lists += 1;
    const all = createDesigns(texts, { always, honest, turn: lists });
    const most = Math.ceil(all.length / 2);
    const designs = isSecond ? all.slice(most) : all.slice(0, most);
    const next = honest ? 'the-second' : deal.next() || 'next';
    return createJsonReply(200, { designs, next_before: isSecond ? null : next, [deal.next()]: deal.next() });
  };

  return (asked: HostileRequest, depth: ReplacementDepth): Reply => {
    const { pathname } = asked;
    const isWild = depth === 'all';
    const signIn = answerSignIn(deal, asked);
    if (signIn !== undefined) return signIn;
    if (pathname === '/mcp') return tools(asked.body, depth);
    if (pathname.startsWith('/dl/')) {
      const name = toHeaderText(deal.next());
      const headers = { 'content-disposition': `attachment; filename="${name}"` };
      return { status: 200, type: 'image/svg+xml', text: drawing, headers };
    }
    if (pathname.endsWith('/exports')) return replyToExport(asked, isWild);
    if (/\/tech-packs(\/|;|$)/.test(pathname)) return answerTechPack(turn++, deal, asked);
    if (pathname === '/v1/designs') return replyWithList(asked);
    if (pathname === '/v1/me') {
      const user = isWild ? deal.next() : createUuid(1);
      const scopes = [deal.next(), deal.next()];
      return createJsonReply(200, { user_id: user, via: deal.next(), scopes, plan: deal.next() });
    }
    const read = /\/(graph|tailor-brief|design-trust|confirmations)$/.exec(pathname)?.[1];
    if (read !== undefined) return createJsonReply(200, readBody(read, deal, depth));
    const endpoints = [{ method: deal.next(), path: deal.next() }];
    return createJsonReply(200, {
      name: deal.next(),
      version: deal.next(),
      documentation: deal.next(),
      endpoints,
    });
  };
};
