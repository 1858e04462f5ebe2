import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { readText } from '../../platform/files/safe-fs.ts';
import { resolveUserPath, type SafePath } from '../../platform/files/safe-path.ts';
import { isBunRuntime } from '../../platform/system/runtime.ts';
import { createHttpFetch } from './http-fetch.ts';
import type { RawFetch } from './transport-options.ts';
import type { ProxySettings } from './undici-fetch.ts';

const PEM_PATTERN = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED )?CERTIFICATE-----/g;

interface TlsRuntime {
  readonly rootCertificates: readonly string[];
  /**
   * Returns the certificates that Node trusts, including those of the operating system if Node is set to use them.
   * Undefined in the oldest Node version that toile supports.
   */
  readonly getCACertificates?: (() => readonly string[]) | undefined;
}

/**
 * Loads the trusted root certificates as PEM texts: those that Node trusts by default, those in `extraFile`
 * (NODE_EXTRA_CA_CERTS) and those in `file` (TOILE_CA_FILE). Ignores an unreadable `extraFile`. Throws a UsageError if
 * `file` cannot be read, contains no certificate, or contains a damaged one.
 */
export const loadTrustedRoots = async (
  file: SafePath,
  extraFile: string | undefined,
  runtime: TlsRuntime = tls,
): Promise<string[]> => {
  const ownCertificates = await readCertificates(file);
  const defaultCertificates = runtime.getCACertificates?.();
  if (defaultCertificates) return [...defaultCertificates, ...ownCertificates];
  // An unreadable NODE_EXTRA_CA_CERTS is ignored, because Node itself warns about it.
  const extraCertificates = extraFile
    ? ((await readText(resolveUserPath('', extraFile)).catch(() => '')).match(PEM_PATTERN) ?? [])
    : [];
  return [...runtime.rootCertificates, ...extraCertificates, ...ownCertificates];
};

const readCertificates = async (file: SafePath): Promise<string[]> => {
  const refuse = (why: string, cause?: unknown) =>
    new UsageError(`the file of TOILE_CA_FILE (${file}) ${why}`, {
      code: 'bad_ca_file',
      hint: shellText`set it to a file of certificates in PEM format, or unset it`,
      cause,
    });
  let text: string;
  try {
    text = await readText(file);
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw refuse(isMissing ? 'does not exist' : 'cannot be read', cause);
  }
  const certificates = text.match(PEM_PATTERN) ?? [];
  if (certificates.length === 0) throw refuse('contains no certificate in PEM format');
  for (const pem of certificates) {
    try {
      new X509Certificate(pem);
    } catch (cause) {
      throw refuse('contains a damaged certificate', cause);
    }
  }
  return certificates;
};

/** The environment variables that configure proxies and certificates. Proxy names in lower case take precedence. */
export type NetworkEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the fetch of undici if a proxy or TOILE_CA_FILE is set. Otherwise returns a fetch over `node:http`, or in Bun
 * the runtime's own fetch. Requests to this machine use no proxy. Throws a UsageError for an invalid proxy or file.
 */
export const chooseFetch = async (environment: NetworkEnvironment): Promise<RawFetch> => {
  const { proxies, ca } = await readNetworkSettings(environment);
  if (!proxies.http && !proxies.https && !ca) return isBunRuntime ? globalThis.fetch : createHttpFetch();
  return (await import('./undici-fetch.ts')).createUndiciFetch(proxies, ca);
};

/**
 * Returns a fetch that sends each request exactly once, on a new connection. Requests that cost money use it, because
 * the standard `fetch` may send a request again without notice, for example after a response with status 421. Throws a
 * UsageError for an invalid proxy or certificate file.
 */
export const chooseSingleSender = async (environment: NetworkEnvironment): Promise<RawFetch> => {
  const { proxies, ca } = await readNetworkSettings(environment);
  return (await import('./undici-fetch.ts')).createSingleSender(proxies, ca);
};

const readNetworkSettings = async (environment: NetworkEnvironment) => {
  const caFile = environment.TOILE_CA_FILE;
  return {
    proxies: readProxies(environment),
    ca: caFile
      ? await loadTrustedRoots(resolveUserPath('', caFile), environment.NODE_EXTRA_CA_CERTS)
      : undefined,
  };
};

const readProxies = (environment: NetworkEnvironment): ProxySettings => {
  const readVariable = (name: string) =>
    (environment[name.toLowerCase()] ?? environment[name])?.trim() || undefined;
  const [http, https, all] = [
    readVariable('HTTP_PROXY'),
    readVariable('HTTPS_PROXY'),
    readVariable('ALL_PROXY'),
  ];
  // toile supports no SOCKS proxy. If HTTP_PROXY or HTTPS_PROXY is set, a SOCKS proxy in ALL_PROXY is ignored, because
  // it is probably meant for other programs.
  const fallback =
    all && !((http || https) && /^socks/i.test(all)) ? parseProxyUrl('ALL_PROXY', all) : undefined;
  return {
    http: http ? parseProxyUrl('HTTP_PROXY', http) : fallback,
    https: https ? parseProxyUrl('HTTPS_PROXY', https) : fallback,
    none: normalizeNoProxy(readVariable('NO_PROXY') ?? ''),
  };
};

/**
 * Returns the address of a proxy with its scheme, for example `http://host:port` for `host:port`. Throws a UsageError
 * for an invalid or unsupported proxy; the message never contains the password.
 */
const parseProxyUrl = (name: string, text: string): string => {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || url.hostname === '') {
    throw new UsageError(`${name} does not contain the address of a proxy`, {
      code: 'bad_proxy',
      hint: shellText`for example http://host:port`,
    });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(`${name} names a proxy that toile does not support: ${url.protocol}//`, {
      code: 'bad_proxy',
      hint: shellText`set an http or https proxy in HTTPS_PROXY`,
    });
  }
  return address;
};

/** Returns the value of NO_PROXY in the form that undici expects: separated by commas, IPv6 addresses in brackets. */
const normalizeNoProxy = (text: string): string => {
  if (text === '*') return '*';
  return text
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .map((entry) => (/^[\da-f:]*:[\da-f:]*:[\da-f:.]*$/i.test(entry) ? `[${entry}]` : entry))
    .join(',');
};
