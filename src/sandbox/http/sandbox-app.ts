import { Hono } from 'hono';
import { html } from 'hono/html';
import { SANDBOX_ASSUMPTIONS } from '../assumptions.ts';
import { OAUTH_ROUTES } from '../oauth/oauth-state.ts';
import { ConnectionDroppedError, SandboxHttpError, toJsonResponse } from './check-request.ts';
import { createDecisionHandler, renderCheckoutPage, renderHtmlPage } from './checkout-page.ts';
import { handleDownload } from './downloads.ts';
import {
  applyOutageScenario,
  authorizeCall,
  type CallHandler,
  type PathHandlers,
  type SandboxCall,
} from './sandbox-service.ts';
import { type SandboxRoute, SERVICE_ROUTES } from './service-routes.ts';

const renderFrontPage = (): Promise<Response> =>
  renderHtmlPage(
    'Fashion-Development Data Service',
    html`<p>A simulated service with sample garments. Nothing here leaves this machine or costs anything.</p>
<h2>Routes</h2>
<table>
<tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Scope</th></tr>
${SERVICE_ROUTES.map(
  ({ method, path, scope }) => html`<tr><td>${method}</td><td><code>${path}</code></td><td>${scope}</td></tr>
`,
)}</table>
<h2>Assumptions</h2>
<p>The specification of the service does not define these points. The sandbox behaves as follows:</p>
<dl>
${SANDBOX_ASSUMPTIONS.map(
  ({ name, value, about }) => html`<dt>${name}: ${value}</dt><dd>${about}</dd>
`,
)}</dl>`,
  );

/** A SandboxCall before hono, the HTTP library, has created its request object `c`. */
type SandboxRequestContext = Omit<SandboxCall, 'c'>;

/**
 * Creates the app that handles all paths of the sandbox. It responds with 404 to an unknown path and with 405 to an
 * unknown method. `control` contains the routes that control the sandbox. They work even in the scenarios `unavailable`
 * and `flaky-network`.
 */
export const createSandboxApp = (
  control: Readonly<Record<string, PathHandlers>>,
): Hono<{ Bindings: SandboxRequestContext }> => {
  const app = new Hono<{ Bindings: SandboxRequestContext }>();

  const addRoute = (path: string, methods: PathHandlers, applyFaults = applyOutageScenario) => {
    for (const [method, handle] of Object.entries(methods)) {
      app.on(method, path, (c) => {
        const call = { ...c.env, c };
        return applyFaults(call, async () => handle(call));
      });
    }
    const getMethods = methods.GET ? ['GET', 'HEAD'] : [];
    const allow = [...getMethods, ...(methods.POST ? ['POST'] : []), 'OPTIONS'].join(', ');
    app.all(path, (c) => {
      if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
      throw new SandboxHttpError(405, 'METHOD_NOT_ALLOWED', `This address accepts ${allow}.`, { allow });
    });
  };

  for (const [path, methods] of groupRoutesByPath(SERVICE_ROUTES)) addRoute(path, methods);
  addRoute('/', { GET: renderFrontPage });
  addRoute('/dl/:documentId', { GET: handleDownload });
  for (const path of ['/mcp', '/connector'] as const)
    addRoute(path, {
      POST: async (call) => (await import('./tool-endpoint.ts')).handleToolRequest(call, path),
    });
  for (const [path, methods] of Object.entries(OAUTH_ROUTES)) addRoute(path, methods);
  addRoute('/checkout/:purchaseId', { GET: renderCheckoutPage });
  addRoute('/checkout/:purchaseId/pay', { POST: createDecisionHandler('pay') });
  addRoute('/checkout/:purchaseId/cancel', { POST: createDecisionHandler('cancel') });
  for (const [path, methods] of Object.entries(control)) addRoute(path, methods, (_, handle) => handle());

  app.notFound(() => toErrorResponse(new SandboxHttpError(404, 'NOT_FOUND', 'Address not found.')));
  app.onError((error) => {
    if (error instanceof ConnectionDroppedError) throw error;
    return toErrorResponse(error);
  });
  return app;
};

/** Groups the routes by path, in the syntax of hono: `{designId}` becomes `:designId`. */
const groupRoutesByPath = (routes: readonly SandboxRoute[]): Map<string, PathHandlers> => {
  const paths = new Map<string, PathHandlers>();
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    paths.set(path, { ...paths.get(path), [route.method]: createRouteHandler(route) });
  }
  return paths;
};

const createRouteHandler = (route: SandboxRoute): CallHandler => {
  if (route.scope === 'none') return route.handle;
  return (call) => route.handle({ ...call, caller: authorizeCall(call, route.scope) });
};

/** Returns the JSON response for an error. Any error other than a SandboxHttpError becomes a 500 without details. */
export const toErrorResponse = (error: unknown): Response => {
  if (error instanceof SandboxHttpError) {
    return toJsonResponse({ error: error.message, code: error.code }, error.status, error.headers);
  }
  return toJsonResponse({ error: 'The sandbox failed.', code: 'INTERNAL' }, 500);
};
