import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

const PAGE_CSS = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
dt { font-weight: 600; } dd { margin: 0 0 .75rem; overflow-wrap: anywhere; }
form { display: inline-block; margin-right: 1rem; }
button { font: inherit; padding: .5rem 1.25rem; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
td, th { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0; }
`;

const PAGE_CSS_HASH = createHash('sha256').update(PAGE_CSS).digest('base64');

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${PAGE_CSS_HASH}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

type HtmlMarkup = ReturnType<typeof html>;

/**
 * Renders a page without scripts and external resources. Values interpolated in `content` are escaped.
 * `formsLeadTo` names the origin that a form may redirect to; browsers enforce it.
 */
export const renderHtmlPage = async (
  title: string,
  content: HtmlMarkup,
  status = 200,
  formsLeadTo = '',
): Promise<Response> => {
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – sandbox</title>
<style>${raw(PAGE_CSS)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  const bytes = new TextEncoder().encode(text.toString());
  return new Response(bytes, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(bytes.length),
      'content-security-policy': `${CONTENT_SECURITY_POLICY}; form-action 'self' ${formsLeadTo}`.trimEnd(),
      // With `no-referrer` a browser would send `Origin: null` with the form, which is refused.
      'referrer-policy': 'same-origin',
    },
  });
};
