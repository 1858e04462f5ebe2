import { describe, expect, it, test } from 'vitest';
import { SANDBOX_USER_IDS } from '../../src/sandbox/corpus/sample-garments.ts';
import { SAMPLE_KEYS } from '../../src/sandbox/index.ts';
import {
  authorizeAs,
  FOREIGN,
  HOUSE,
  MINTED,
  type OpenSandbox,
  openSandbox,
  PLAIN,
  readRefusal,
} from './open-sandbox.ts';

interface Row {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly scope: 'none' | 'any' | 'read' | 'export' | 'generate';
  readonly status: number;
}

const UNKNOWN = '99999999-9999-4999-8999-999999999999';
const buildRow = (method: Row['method'], path: string, scope: Row['scope'], status = 200): Row => ({
  method,
  path,
  scope,
  status,
});

/** The eleven routes of the specification's table (4.1), with the statuses that it lists. */
const TABLE: readonly Row[] = [
  buildRow('GET', '/v1', 'none'),
  buildRow('GET', '/v1/me', 'any'),
  buildRow('GET', '/v1/designs', 'read'),
  buildRow('GET', `/v1/designs/${PLAIN.id}/graph`, 'read'),
  buildRow('GET', `/v1/designs/${PLAIN.id}/tailor-brief`, 'read'),
  buildRow('GET', `/v1/designs/${PLAIN.id}/design-trust`, 'read'),
  buildRow('GET', `/v1/designs/${PLAIN.id}/confirmations`, 'read'),
  buildRow('GET', `/v1/garments/${HOUSE.sgg_garment_id}/graph`, 'read'),
  buildRow('GET', `/v1/garments/${HOUSE.sgg_garment_id}/tailor-brief`, 'read'),
  buildRow('GET', `/v1/garments/${HOUSE.sgg_garment_id}/design-trust`, 'read'),
  buildRow('GET', `/v1/garments/${HOUSE.sgg_garment_id}/confirmations`, 'read'),
  buildRow('POST', `/v1/designs/${PLAIN.id}/exports`, 'export', 201),
  buildRow('POST', `/v1/designs/${PLAIN.id}/tech-packs`, 'generate', 202),
  buildRow('GET', `/v1/tech-packs/${UNKNOWN}`, 'read', 404),
];
const authenticated = TABLE.filter(({ scope }) => scope !== 'none');
const scoped = authenticated.filter(({ scope }) => scope !== 'any');
const nameRows = (rows: readonly Row[]) => rows.map((one) => [`${one.method} ${one.path}`, one] as const);

const send = (
  opened: OpenSandbox,
  { method, path }: Row,
  headers: Record<string, string> = authorizeAs('full'),
) => opened.sandbox.fetch(opened.sandbox.baseUrl + path, { method, headers });

test.each(nameRows(TABLE))('%s answers with its status, as JSON', async (_, one) => {
  const opened = await openSandbox();
  const response = await send(opened, one);
  expect(response.status).toBe(one.status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('date')).toBe('Fri, 20 Nov 2026 09:00:00 GMT');
  const text = await response.text();
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  expect(JSON.parse(text)).toBeTypeOf('object');
});

test.each(nameRows(authenticated))('%s without a credential is 401', async (_, one) => {
  const response = await send(await openSandbox(), one, {});
  expect(response.headers.get('www-authenticate')).toBe('Bearer realm="sandbox"');
  expect(await readRefusal(response)).toEqual([401, 'UNAUTHENTICATED']);
});

test.each(nameRows(scoped))('%s without its scope is 403, and is allowed with it', async (_, one) => {
  const opened = await openSandbox();
  const response = await send(opened, one, authorizeAs('scopeless'));
  expect(response.headers.get('www-authenticate')).toContain(`scope="${one.scope}"`);
  expect(await readRefusal(response)).toEqual([403, 'SCOPE_REQUIRED']);
  const readOnly = await send(opened, one, authorizeAs('read-only'));
  expect(readOnly.status).toBe(one.scope === 'read' ? one.status : 403);
});

test.each(nameRows(authenticated))(
  '%s beyond the limit is 429, before scope and existence are checked',
  async (_, one) => {
    const opened = await openSandbox({ rate: { limit: 1, windowMs: 10_000 } });
    expect((await opened.ask('/v1/me')).status).toBe(200);
    const response = await send(opened, one, authorizeAs('scopeless'));
    expect(response.headers.get('retry-after')).toBe('10');
    expect(await readRefusal(response)).toEqual([429, 'RATE_LIMITED']);
  },
);

test.each(nameRows(TABLE))('%s refuses every other method with Allow', async (_, one) => {
  const opened = await openSandbox();
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    if (method === one.method || (method === 'HEAD' && one.method === 'GET')) continue;
    const response = await opened.ask(one.path, { method });
    expect(response.headers.get('allow')).toBe(one.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS');
    expect(response.status).toBe(method === 'OPTIONS' ? 204 : 405);
    if (method !== 'HEAD' && method !== 'OPTIONS') {
      expect(await readRefusal(response)).toEqual([405, 'METHOD_NOT_ALLOWED']);
    }
  }
});

test.each(nameRows(TABLE.filter(({ method }) => method === 'GET')))(
  'HEAD is %s without the body',
  async (_, one) => {
    const opened = await openSandbox();
    const [get, head] = [await opened.ask(one.path), await opened.ask(one.path, { method: 'HEAD' })];
    expect(head.status).toBe(get.status);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
  },
);

describe('the index', () => {
  it('lists the eleven routes and the version', async () => {
    const body = await (await (await openSandbox()).ask('/v1', { headers: { authorization: '' } })).json();
    expect(body).toMatchObject({
      version: '2026-09-15',
      name: expect.any(String),
      authentication: expect.any(String),
    });
    expect(() => new URL(body.documentation)).not.toThrow();
    expect(body.endpoints).toHaveLength(11);
    for (const endpoint of body.endpoints) {
      expect(Object.keys(endpoint)).toEqual(['method', 'path', 'scope', 'description']);
      for (const value of Object.values(endpoint)) expect(value).toBeTypeOf('string');
    }
  });
});

describe('me', () => {
  it.each(SAMPLE_KEYS.map((key) => [key.name, key] as const))('describes %s', async (_, key) => {
    const response = await (await openSandbox()).ask('/v1/me', {
      headers: { authorization: `bearer   ${key.key} ` },
    });
    expect(await response.json()).toEqual({
      user_id: key.user_id,
      via: key.name === 'token' ? 'oauth' : 'api_key',
      scopes: key.scopes,
      plan: key.plan,
    });
  });

  it('there are keys of two owners, and all but the token look like keys', () => {
    expect(new Set(SAMPLE_KEYS.map(({ user_id }) => user_id))).toEqual(
      new Set(Object.values(SANDBOX_USER_IDS)),
    );
    for (const { key, via } of SAMPLE_KEYS) expect(key.startsWith('svc_sk_sandbox_')).toBe(via === 'api_key');
  });

  it.each([
    ['an empty header', ''],
    ['another scheme', 'Basic c3ZjX3NrX3NhbmRib3hfZnVsbA=='],
    ['a key without a scheme', 'svc_sk_sandbox_full'],
    ['a scheme without a key', 'Bearer'],
    ['a scheme without a key, with a space', 'Bearer '],
    ['two keys', 'Bearer svc_sk_sandbox_full svc_sk_sandbox_other'],
    ['two headers', 'Bearer svc_sk_sandbox_full, Bearer svc_sk_sandbox_other'],
    ['an unknown key', 'Bearer svc_sk_live_1'],
    ['the name of a key', 'Bearer full'],
    ['a key in capitals', 'Bearer SVC_SK_SANDBOX_FULL'],
  ])('refuses %s', async (_, authorization) => {
    const response = await (await openSandbox()).ask('/v1/me', { headers: { authorization } });
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="sandbox"/);
    expect(await readRefusal(response)).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('refuses a revoked key and accepts the others', async () => {
    const { ask, sandbox } = await openSandbox();
    expect((await sandbox.control.revoke('svc_sk_sandbox_full')).revoked).toEqual(['full']);
    expect(await readRefusal(ask('/v1/me'))).toEqual([401, 'UNAUTHENTICATED']);
    expect((await ask('/v1/me', { headers: authorizeAs('token') })).status).toBe(200);
  });
});

describe('a body', () => {
  it('is sent byte for byte', async () => {
    const { ask } = await openSandbox();
    expect(await (await ask(`/v1/designs/${PLAIN.id}/graph`)).text()).toBe(PLAIN.graph('technical_designer'));
    expect(await (await ask(`/v1/designs/${PLAIN.id}/graph?profile=factory`)).text()).toBe(
      PLAIN.graph('factory'),
    );
    for (const resource of ['tailor-brief', 'design-trust', 'confirmations'] as const) {
      expect(await (await ask(`/v1/designs/${PLAIN.id}/${resource}`)).text()).toBe(PLAIN.read(resource));
    }
  });

  it('of a minted design is the same through both routes', async () => {
    const { ask } = await openSandbox();
    for (const resource of [
      'graph?profile=factory',
      'graph',
      'tailor-brief',
      'design-trust',
      'confirmations',
    ]) {
      const byDesign = await (await ask(`/v1/designs/${MINTED.id}/${resource}`)).text();
      expect(await (await ask(`/v1/garments/GARM-00012/${resource}`)).text()).toBe(byDesign);
    }
  });

  it('is found by a uuid in capitals', async () => {
    expect((await (await openSandbox()).ask(`/v1/designs/${PLAIN.id.toUpperCase()}/graph`)).status).toBe(200);
  });

  it.each([
    ['a design of another owner', `/v1/designs/${FOREIGN.id}/graph`],
    ['an unknown design', `/v1/designs/${UNKNOWN}/graph`],
    ['a house garment by its inner id', `/v1/designs/${HOUSE.id}/graph`],
    ['a design id that is no uuid', '/v1/designs/abc/graph'],
    ['a GARM id on the design route', '/v1/designs/GARM-00012/graph'],
    ['a broken escape', '/v1/designs/%zz/graph'],
    ['a path in an id', `/v1/designs/..%2f${PLAIN.id}/graph`],
    ['a minted garment of another owner', '/v1/garments/GARM-77/graph'],
    ['an id whose zeros were dropped', '/v1/garments/GARM-12/graph'],
    ['an id rounded by a double', '/v1/garments/GARM-9007199254740992/graph'],
    ['a GARM id with letters', '/v1/garments/GARM-12a/graph'],
    ['a GARM id in small letters', '/v1/garments/garm-00012/graph'],
    ['a GARM id with other digits', '/v1/garments/GARM-%D9%A1/graph'],
    ['an unknown resource', '/v1/garments/GARM-00012/renders'],
    ['an inherited name as resource', '/v1/garments/GARM-00012/constructor'],
    ['an unknown design resource', `/v1/designs/${PLAIN.id}/renders`],
    ['an unknown address', '/v1/nothing'],
    ['a trailing slash', '/v1/me/'],
    ['no version', '/me'],
    ['a malformed purchase', '/v1/tech-packs/1'],
  ])('is 404 for %s', async (_, path) => {
    expect(await readRefusal((await openSandbox()).ask(path))).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['', 'designer', 'FACTORY', 'factory ', '__proto__'])(
    'is refused with the profile "%s"',
    async (profile) => {
      const { ask } = await openSandbox();
      const query = `?profile=${encodeURIComponent(profile)}`;
      expect(await readRefusal(ask(`/v1/designs/${PLAIN.id}/graph${query}`))).toEqual([
        400,
        'INVALID_REQUEST',
      ]);
      expect(await readRefusal(ask(`/v1/garments/GARM-00012/graph${query}`))).toEqual([
        400,
        'INVALID_REQUEST',
      ]);
      expect((await ask(`/v1/designs/${PLAIN.id}/tailor-brief${query}`)).status).toBe(200);
    },
  );

  it('is visible to its owner only', async () => {
    const { ask } = await openSandbox();
    const headers = authorizeAs('other');
    expect((await ask(`/v1/designs/${FOREIGN.id}/graph`, { headers })).status).toBe(200);
    expect((await ask('/v1/garments/GARM-77/graph', { headers })).status).toBe(200);
    expect((await ask(`/v1/garments/${HOUSE.sgg_garment_id}/graph`, { headers })).status).toBe(200);
    expect((await ask(`/v1/designs/${PLAIN.id}/graph`, { headers })).status).toBe(404);
  });
});

it('an internal error is a JSON body without details', async () => {
  const broken = {
    ...PLAIN,
    graph: () => {
      throw new Error('secret detail');
    },
  };
  const { ask } = await openSandbox({ garments: [broken] });
  const response = await ask(`/v1/designs/${PLAIN.id}/graph`);
  expect(await response.clone().text()).not.toContain('secret detail');
  expect(await readRefusal(response)).toEqual([500, 'INTERNAL']);
});

it('the sandbox answers when the journal cannot be read', async () => {
  const store = {
    read: () => Promise.reject(new Error('EIO')),
    append: async () => undefined,
    clear: async () => undefined,
  };
  expect(await readRefusal((await openSandbox({ store })).ask('/v1/me'))).toEqual([500, 'INTERNAL']);
});
