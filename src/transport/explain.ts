import { MEANINGS } from './meanings.ts';

/** A failure of the network in words: what happened, what to do, and a machine code. */
export interface Explanation {
  readonly message: string;
  readonly hint: string;
  /** Lower snake case, for `error.code` under `--json`. */
  readonly code: string;
}

/** Puts an error of `fetch` into words. The words never repeat the error's own text, which may quote an address. */
export function explain(error: unknown, url: URL): Explanation {
  const proxy = proxyRefusal(error);
  if (proxy) return proxy;
  const codes = codesOf(error);
  for (const code of codes) {
    const known = MEANINGS.find(([pattern]) => pattern.test(code));
    if (known) return { code: known[1], message: fill(known[2], url, code), hint: known[3] };
  }
  return {
    code: 'no_connection',
    message: fill(codes[0] ? 'no answer came from %h (%c)' : 'no answer came from %h', url, codes[0] ?? ''),
    hint: 'check the address and the network, then try again',
  };
}

/** The code that says most about an error. */
export function codeOf(error: unknown): string | undefined {
  const codes = codesOf(error);
  return codes.find((code) => MEANINGS.some(([pattern]) => pattern.test(code))) ?? codes[0];
}

/** Whether trying again cannot help: a certificate does not change within seconds. */
export function isPermanent(error: unknown): boolean {
  const { code } = explain(error, NOWHERE);
  return code.startsWith('certificate_') || code.startsWith('proxy_') || code === 'tls_failed';
}

const NOWHERE = new URL('http://nowhere.invalid');

function fill(words: string, url: URL, code: string): string {
  return words.replace('%h', url.host).replace('%n', url.hostname).replace('%c', code);
}

/** Every code in an error, its causes and the errors it gathers; each error is looked at once. */
function codesOf(error: unknown, seen = new Set<unknown>()): string[] {
  if (typeof error !== 'object' || error === null || seen.has(error) || seen.size > 50) return [];
  seen.add(error);
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  return [
    ...(typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? [code] : []),
    ...(Array.isArray(errors) ? errors.flatMap((one) => codesOf(one, seen)) : []),
    ...codesOf(cause, seen),
  ];
}

/** undici reports what a proxy answered to CONNECT in the text of the error alone. */
function proxyRefusal(error: unknown, depth = 0): Explanation | undefined {
  if (!(error instanceof Error) || depth > 10) return undefined;
  const status = /^Proxy response \((\d{3})\)|^Proxy Authentication Required \((407)\)/.exec(error.message);
  if (!status) return proxyRefusal(error.cause, depth + 1);
  const number = status[1] ?? status[2];
  if (number === '407') {
    return {
      code: 'proxy_sign_in',
      message: 'the proxy asks for a user name and password (407)',
      hint: 'put them into the proxy address: HTTPS_PROXY=http://user:password@host:port',
    };
  }
  return {
    code: 'proxy_refused',
    message: `the proxy did not let the connection through (${number})`,
    hint: 'ask whoever runs the proxy, or name the host in NO_PROXY where it can be reached directly',
  };
}
