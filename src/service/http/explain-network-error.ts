import { ToileError } from '../../platform/errors.ts';
import { type Hint, hintText, nextCommand, shellText } from '../../platform/escape/shell.ts';

/**
 * The table of network errors that toile can explain. Each row has a pattern for the error codes of Node or undici
 * (`codes`), the code that `--json` prints as `error.code` (`code`), a message and a hint. In a message, `%h` stands
 * for host and port, `%n` for the host name and `%c` for the error code that matched.
 */
export const NETWORK_ERROR_MEANINGS: readonly (readonly [
  codes: RegExp,
  code: string,
  message: string,
  hint: Hint,
])[] = [
  [
    /^ENOTFOUND$/,
    'unknown_host',
    'host not found: %n',
    shellText`check the spelling of the address and the network`,
  ],
  [
    /^EAI_/,
    'no_name_service',
    'the name %n could not be looked up',
    shellText`check the network connection, then try again`,
  ],
  [
    /^ECONNREFUSED$/,
    'connection_refused',
    '%h refused the connection',
    hintText`check address and port; for the sandbox, start it first: ${nextCommand`toile sandbox start`}`,
  ],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_STREAM_PREMATURE_CLOSE)$/,
    'connection_lost',
    '%h closed the connection before its answer was complete',
    shellText`try again; if it still fails, a proxy or firewall may be in the way`,
  ],
  [
    /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    'connect_timeout',
    '%h could not be reached in time',
    hintText`check the network, or whether a proxy is needed (${nextCommand`toile help environment`})`,
  ],
  [
    /^(?:UND_ERR_)?HEADERS_TIMEOUT$/,
    'answer_timeout',
    '%h received the request but did not answer in time',
    shellText`try again later`,
  ],
  [
    /^(?:UND_ERR_)?BODY_TIMEOUT$/,
    'answer_stalled',
    '%h stopped in the middle of its answer',
    shellText`try again later`,
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/,
    'no_route',
    '%h cannot be reached from this network',
    shellText`check the network connection, and whether a VPN is needed`,
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    'certificate_expired',
    'the certificate of %n has expired',
    shellText`if the clock of this machine is right, tell the administrator of that host`,
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    'certificate_not_yet_valid',
    'the certificate of %n is not valid yet',
    shellText`the clock of this machine may be wrong: check its date`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'certificate_of_another_host',
    'the certificate of %n is for another host',
    shellText`check the address; a captive portal or a proxy may also answer in its place`,
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/,
    'certificate_unknown_issuer',
    'the certificate of %n is not trusted: unknown issuer',
    shellText`if a company proxy issued it, save its root certificate as PEM and set TOILE_CA_FILE=ca.pem`,
  ],
  [
    /^(CERT_|ERR_TLS_CERT|INVALID_CA|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|INVALID_PURPOSE|CRL_)/,
    'certificate_refused',
    'the certificate of %n was refused (%c)',
    shellText`tell the administrator of that host, or of the proxy in front of it`,
  ],
  [
    /^(ERR_SSL_|EPROTO$)/,
    'tls_failed',
    'cannot open an encrypted connection to %h (%c)',
    shellText`check whether the address should begin with http: or name another port`,
  ],
  [
    /^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/,
    'headers_too_large',
    'the response headers of %h are too large',
    shellText`check the address, and whether a proxy adds headers`,
  ],
  [
    /^(HPE_|UND_ERR_RESPONSE)/,
    'not_http',
    'the response of %h is not valid HTTP',
    shellText`check the port, and whether the address should begin with https:`,
  ],
];

interface NetworkErrorExplanation {
  readonly message: string;
  readonly hint: Hint;
  readonly code: string;
}

/**
 * Explains why a request to `url` failed: returns a code, a message and a hint. An unknown error gets the code
 * `no_connection`. If the connection to a proxy failed, the message names the proxy. The message does not contain the
 * text of the error, because that text may contain a secret address.
 */
export const explainNetworkError = (error: unknown, url: URL): NetworkErrorExplanation => {
  const errors = listNestedErrors(error);
  const refusal = errors.map(explainProxyRefusal).find((explanation) => explanation !== undefined);
  if (refusal) return refusal;
  for (const nestedError of errors) {
    const code = readErrorCode(nestedError);
    const known =
      code === undefined ? undefined : NETWORK_ERROR_MEANINGS.find(([pattern]) => pattern.test(code));
    if (!known) continue;
    const [, name, message, hint] = known;
    const proxy = findProxyHost(nestedError, url);
    return {
      code: name,
      message: fillPlaceholders(message, proxy ?? url, code),
      hint: proxy ? shellText`this is the proxy, not the service: check HTTPS_PROXY and NO_PROXY` : hint,
    };
  }
  const code = findErrorCode(error);
  return {
    code: 'no_connection',
    message: fillPlaceholders(code ? 'no answer from %h (%c)' : 'no answer from %h', url, code),
    hint: shellText`check the address and the network, then try again`,
  };
};

/**
 * Returns the code of an error, for example `ECONNRESET`, from the error itself or from one of its causes. A code that
 * toile can explain takes precedence over others. Returns undefined if there is no code.
 */
export const findErrorCode = (error: unknown): string | undefined => {
  const codes = listNestedErrors(error).flatMap((nestedError) => readErrorCode(nestedError) ?? []);
  return codes.find((code) => NETWORK_ERROR_MEANINGS.some(([pattern]) => pattern.test(code))) ?? codes[0];
};

/**
 * Returns true if a retry cannot help: for a ToileError, for too large headers, and for an error of a certificate, a
 * proxy or TLS.
 */
export const isPermanentError = (error: unknown): boolean => {
  if (error instanceof ToileError) return true;
  const { code } = explainNetworkError(error, PLACEHOLDER_URL);
  return /^(certificate_|proxy_|tls_failed$|headers_too_large$)/.test(code);
};

const PLACEHOLDER_URL = new URL('http://nowhere.invalid');

interface NetworkErrorLike {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly message?: unknown;
  /** The host name of the request. Node sets it if the lookup of this name failed. */
  readonly hostname?: unknown;
  /** The IP address of the connection. Node sets it if the connection failed. */
  readonly address?: unknown;
  readonly port?: unknown;
}

const listNestedErrors = (
  error: unknown,
  seen = new Set<NetworkErrorLike>(),
): readonly NetworkErrorLike[] => {
  if (typeof error !== 'object' || error === null || seen.has(error) || seen.size > 50) return [...seen];
  seen.add(error);
  const { cause, errors } = error as NetworkErrorLike;
  for (const nestedError of Array.isArray(errors) ? errors : []) listNestedErrors(nestedError, seen);
  listNestedErrors(cause, seen);
  return [...seen];
};

const readErrorCode = ({ code, name }: NetworkErrorLike): string | undefined => {
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
  // undici gives some errors of its HTTP parser no code, so they are recognized by their name.
  return name === 'HTTPParserError' ? 'HPE_INVALID' : undefined;
};

/**
 * Returns the host of the proxy if the error came from the connection to a proxy, and undefined otherwise. Such an
 * error names another host than `url`, or an IP address with another port than `url`.
 */
const findProxyHost = (
  { hostname, address, port }: NetworkErrorLike,
  url: URL,
): { host: string; hostname: string } | undefined => {
  if (typeof hostname === 'string' && hostname !== '' && hostname !== url.hostname)
    return { host: hostname, hostname };
  const ownPort = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (typeof address !== 'string' || typeof port !== 'number' || port === ownPort) return undefined;
  return { host: `${address.includes(':') ? `[${address}]` : address}:${port}`, hostname: address };
};

const fillPlaceholders = (
  message: string,
  { host, hostname }: { host: string; hostname: string },
  code = '',
): string => {
  const values: Readonly<Record<string, string>> = { '%h': host, '%n': hostname, '%c': code };
  return message.replace(/%[hnc]/g, (name) => values[name] ?? '');
};

/** Explains a refusal by a proxy, which undici reports only in the message of an error. Undefined for other errors. */
const explainProxyRefusal = ({ message }: NetworkErrorLike): NetworkErrorExplanation | undefined => {
  const refusal = /^Proxy response \((\d{3})\)|^Proxy Authentication Required \((407)\)/.exec(
    String(message),
  );
  if (!refusal) return undefined;
  const status = refusal[1] ?? refusal[2];
  if (status === '407') {
    return {
      code: 'proxy_sign_in',
      message: 'the proxy asks for a user name and password (407)',
      hint: shellText`add them to the proxy address: HTTPS_PROXY=http://user:password@host:port`,
    };
  }
  return {
    code: 'proxy_refused',
    message: `the proxy refused the connection (${status})`,
    hint: shellText`ask the administrator of the proxy, or add the host to NO_PROXY if it can be reached directly`,
  };
};
