import { Hono } from 'hono';
import { OAUTH_ROUTES } from '../oauth/routes.ts';
import { admit } from './admit.ts';
import { checkout, decide } from './checkout.ts';
import { download } from './downloads.ts';
import { underScenario } from './faults.ts';
import { frontPage } from './front-page.ts';
import { json } from './json.ts';
import { Dropped, Refusal } from './refusal.ts';
import { ROUTES, type Route } from './routes.ts';
import type { Answer, Call, Methods } from './service.ts';

/** What a request is handed beside its context. */
export type Given = Omit<Call, 'c'>;

/** Every path of the sandbox with what each method answers. `control` brings the routes that steer it. */
export const routing = (control: Readonly<Record<string, Methods>>): Hono<{ Bindings: Given }> => {
  const app = new Hono<{ Bindings: Given }>();

  const open = (path: string, methods: Methods, wrap = underScenario) => {
    for (const [method, answer] of Object.entries(methods)) {
      app.on(method, path, (c) => {
        const call = { ...c.env, c };
        return wrap(call, async () => answer(call));
      });
    }
    const get = methods.GET ? ['GET', 'HEAD'] : [];
    const allow = [...get, ...(methods.POST ? ['POST'] : []), 'OPTIONS'].join(', ');
    app.all(path, (c) => {
      if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
      throw new Refusal(405, 'METHOD_NOT_ALLOWED', `This address answers ${allow}.`, { allow });
    });
  };

  for (const [path, methods] of byPath(ROUTES)) open(path, methods);
  open('/', { GET: frontPage });
  open('/dl/:documentId', { GET: download });
  open('/mcp', { POST: async (call) => (await import('../tools/endpoint.ts')).answerTools(call, 'any') });
  open('/connector', {
    POST: async (call) => (await import('../tools/endpoint.ts')).answerTools(call, 'oauth'),
  });
  for (const [path, methods] of Object.entries(OAUTH_ROUTES)) open(path, methods);
  open('/checkout/:purchaseId', { GET: checkout });
  open('/checkout/:purchaseId/pay', { POST: decide('pay') });
  open('/checkout/:purchaseId/cancel', { POST: decide('cancel') });
  for (const [path, methods] of Object.entries(control)) open(path, methods, (_, handle) => handle());

  app.notFound(() => refused(new Refusal(404, 'NOT_FOUND', 'There is no such address.')));
  app.onError((error) => {
    if (error instanceof Dropped) throw error;
    return refused(error);
  });
  return app;
};

const byPath = (routes: readonly Route[]): Map<string, Methods> => {
  const paths = new Map<string, Methods>();
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    paths.set(path, { ...paths.get(path), [route.method]: answerOf(route) });
  }
  return paths;
};

const answerOf = (route: Route): Answer => {
  if (route.scope === 'none') return route.answer;
  return (call) => route.answer({ ...call, caller: admit(call, route.scope) });
};

/** The JSON of a refusal. Anything else that was thrown is a fault of the sandbox, and says no more than that. */
export const refused = (error: unknown): Response => {
  if (error instanceof Refusal) {
    return json({ error: error.message, code: error.code }, error.status, error.headers);
  }
  return json({ error: 'The sandbox could not answer this.', code: 'INTERNAL' }, 500);
};
