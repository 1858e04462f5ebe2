import { type Hint, typeable } from '../border/shell.ts';
import { ToileError } from '../errors.ts';
import { MEANINGS } from './error-messages.ts';

/** A failure of the network in words: what happened, what to do, and a machine code. */
export interface Explanation {
  readonly message: string;
  readonly hint: Hint;
  /** Lower snake case, for `error.code` under `--json`. */
  readonly code: string;
}

/** Puts an error of `fetch` into words. The words never repeat the error's own text, which may quote an address. */
export const explain = (error: unknown, url: URL): Explanation => {
  const all = everyError(error);
  const refused = all.map(proxyRefusal).find((one) => one !== undefined);
  if (refused) return refused;
  for (const one of all) {
    const code = codeIn(one);
    const known = code === undefined ? undefined : MEANINGS.find(([pattern]) => pattern.test(code));
    if (!known) continue;
    const [, name, message, hint] = known;
    const proxy = elsewhere(one, url);
    return {
      code: name,
      message: fill(message, proxy ?? url, code),
      hint: proxy
        ? typeable`that is not the service but the way there: check HTTPS_PROXY and NO_PROXY`
        : hint,
    };
  }
  const code = codeOf(error);
  return {
    code: 'no_connection',
    message: fill(code ? 'no answer came from %h (%c)' : 'no answer came from %h', url, code),
    hint: typeable`check the address and the network, then try again`,
  };
};

/** The code that says most about an error. */
export const codeOf = (error: unknown): string | undefined => {
  const codes = everyError(error).flatMap((one) => codeIn(one) ?? []);
  return codes.find((code) => MEANINGS.some(([pattern]) => pattern.test(code))) ?? codes[0];
};

/** Whether trying again cannot help: a certificate does not change within seconds, and what has words has a reason. */
export const isPermanent = (error: unknown): boolean => {
  if (error instanceof ToileError) return true;
  const { code } = explain(error, NOWHERE);
  return /^(certificate_|proxy_|tls_failed$|headers_too_large$)/.test(code);
};

const NOWHERE = new URL('http://nowhere.invalid');

interface Coded {
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly message?: unknown;
  /** Of a name that was looked up. */
  readonly hostname?: unknown;
  /** Of a connection that was tried. */
  readonly address?: unknown;
  readonly port?: unknown;
}

/** An error, those it gathers and its causes, each once. */
const everyError = (error: unknown, seen = new Set<Coded>()): readonly Coded[] => {
  if (typeof error !== 'object' || error === null || seen.has(error) || seen.size > 50) return [...seen];
  seen.add(error);
  const { cause, errors } = error as Coded;
  for (const one of Array.isArray(errors) ? errors : []) everyError(one, seen);
  everyError(cause, seen);
  return [...seen];
};

const codeIn = ({ code }: Coded): string | undefined => {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : undefined;
};

/** Where the error speaks of another host or port than the request: a proxy's. */
const elsewhere = (
  { hostname, address, port }: Coded,
  url: URL,
): { host: string; hostname: string } | undefined => {
  if (typeof hostname === 'string' && hostname !== '' && hostname !== url.hostname)
    return { host: hostname, hostname };
  const own = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (typeof address !== 'string' || typeof port !== 'number' || port === own) return undefined;
  return { host: `${address.includes(':') ? `[${address}]` : address}:${port}`, hostname: address };
};

const fill = (words: string, { host, hostname }: { host: string; hostname: string }, code = ''): string => {
  const values: Readonly<Record<string, string>> = { '%h': host, '%n': hostname, '%c': code };
  return words.replace(/%[hnc]/g, (name) => values[name] ?? '');
};

/** undici reports what a proxy answered to CONNECT in the text of the error alone. */
const proxyRefusal = ({ message }: Coded): Explanation | undefined => {
  const refusal = /^Proxy response \((\d{3})\)|^Proxy Authentication Required \((407)\)/.exec(
    String(message),
  );
  if (!refusal) return undefined;
  const status = refusal[1] ?? refusal[2];
  if (status === '407') {
    return {
      code: 'proxy_sign_in',
      message: 'the proxy asks for a user name and password (407)',
      hint: typeable`put them into the proxy address: HTTPS_PROXY=http://user:password@host:port`,
    };
  }
  return {
    code: 'proxy_refused',
    message: `the proxy did not let the connection through (${status})`,
    hint: typeable`ask whoever runs the proxy, or name the host in NO_PROXY where it can be reached directly`,
  };
};
