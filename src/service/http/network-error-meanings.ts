import { type Hint, hintText, nextCommand, shellText } from '../../platform/escape/shell.ts';

/**
 * The meaning of network error codes: a pattern of codes, the machine code, the message and the hint. In a
 * message `%h` stands for host and port, `%n` for the host name and `%c` for the code.
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
    shellText`check whether there is a network, then try again`,
  ],
  [
    /^ECONNREFUSED$/,
    'connection_refused',
    'nothing answers at %h: the connection was refused',
    hintText`check address and port; for the sandbox, start it first: ${nextCommand`toile sandbox start`}`,
  ],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
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
    '%h took the request and did not answer in time',
    shellText`try again later`,
  ],
  [
    /^(?:UND_ERR_)?BODY_TIMEOUT$/,
    'answer_stalled',
    '%h began its answer and stopped in the middle',
    shellText`try again later`,
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/,
    'no_route',
    'there is no way to %h from here',
    shellText`check whether there is a network, or a VPN to switch on`,
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
    '%n showed the certificate of another host',
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
    shellText`tell the administrator of that host or of the proxy before it`,
  ],
  [
    /^(ERR_SSL_|EPROTO$)/,
    'tls_failed',
    'no encrypted connection to %h came about (%c)',
    shellText`check whether the address should begin with http: or name another port`,
  ],
  [
    /^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/,
    'headers_too_large',
    'the head of the answer of %h is larger than anything that is read',
    shellText`check the address; a proxy in between may also have written it`,
  ],
  [
    /^(HPE_|UND_ERR_RESPONSE)/,
    'not_http',
    'what %h answered is not proper HTTP',
    shellText`check the port, and whether the address should begin with https:`,
  ],
];
