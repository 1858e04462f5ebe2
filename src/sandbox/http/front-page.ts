import { html } from 'hono/html';
import { INVENTED } from '../invented.ts';
import { page } from './page.ts';
import { ROUTES } from './routes.ts';

/** `GET /`: what somebody sees who opens the address of the sandbox in a browser. */
export const frontPage = (): Promise<Response> =>
  page(
    'Fashion-Development Data Service',
    html`<p>A local copy of the service with sample garments. Nothing here leaves this machine or costs anything.</p>
<h2>Routes</h2>
<table>
<tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Scope</th></tr>
${ROUTES.map(
  ({ method, path, scope }) => html`<tr><td>${method}</td><td><code>${path}</code></td><td>${scope}</td></tr>
`,
)}</table>
<h2>Invented here</h2>
<p>What the specification of the service does not show, and what this sandbox does instead:</p>
<dl>
${INVENTED.map(
  ({ name, value, about }) => html`<dt>${name}: ${value}</dt><dd>${about}</dd>
`,
)}</dl>`,
  );
