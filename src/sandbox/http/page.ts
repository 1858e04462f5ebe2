import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
dt { font-weight: 600; } dd { margin: 0 0 .75rem; overflow-wrap: anywhere; }
form { display: inline-block; margin-right: 1rem; }
button { font: inherit; padding: .5rem 1.25rem; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
td, th { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

type Markup = ReturnType<typeof html>;

/**
 * A page of the sandbox: no script, nothing from elsewhere. What `content` interpolates is escaped. Forms that end
 * in a redirect to another origin have to name it: browsers hold them to it.
 */
export const page = async (
  title: string,
  content: Markup,
  status = 200,
  formsLeadTo = '',
): Promise<Response> => {
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – sandbox</title>
<style>${raw(STYLE)}</style>
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
      'content-security-policy': `${POLICY}; form-action 'self' ${formsLeadTo}`.trimEnd(),
      // Not `no-referrer`: with that a browser sends `Origin: null` with the form, which is refused.
      'referrer-policy': 'same-origin',
    },
  });
};
