import { html } from 'hono/html';
import { SANDBOX_ASSUMPTIONS } from '../assumptions.ts';
import { renderHtmlPage } from './html-page.ts';
import { SERVICE_ROUTES } from './service-routes.ts';

/**
 * Handles `GET /`: a page with the routes and the assumptions of the sandbox, for people who open its
 * address.
 */
export const renderFrontPage = (): Promise<Response> =>
  renderHtmlPage(
    'Fashion-Development Data Service',
    html`<p>A local copy of the service with sample garments. Nothing here leaves this machine or costs anything.</p>
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
