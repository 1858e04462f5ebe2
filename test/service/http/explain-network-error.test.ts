import { describe, expect, it } from 'vitest';
import { explainNetworkError } from '../../../src/service/http/explain-network-error.ts';

const url = new URL('https://api.test:8443/v1/me?secret=1');
const buildError = (code: string, more: object = {}) =>
  Object.assign(new Error(`x ${url.href}`), { code, ...more });

describe('a network error', () => {
  it.each([
    ['ENOTFOUND', 'unknown_host', 'host not found: api.test'],
    ['EAI_AGAIN', 'no_name_service', 'api.test'],
    ['ECONNREFUSED', 'connection_refused', 'api.test:8443'],
    ['ECONNRESET', 'connection_lost', 'api.test:8443'],
    ['UND_ERR_SOCKET', 'connection_lost', 'closed'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout', 'in time'],
    ['UND_ERR_BODY_TIMEOUT', 'answer_stalled', 'stopped'],
    ['ENETUNREACH', 'no_route', 'cannot be reached'],
    ['CERT_HAS_EXPIRED', 'certificate_expired', 'expired'],
    ['CERT_NOT_YET_VALID', 'certificate_not_yet_valid', 'not valid yet'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate_unknown_issuer', 'not trusted: unknown issuer'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate_unknown_issuer', 'not trusted: unknown issuer'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_of_another_host', 'another host'],
    ['CERT_REVOKED', 'certificate_refused', 'CERT_REVOKED'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    ['HPE_INVALID_CONSTANT', 'not_http', 'not valid HTTP'],
    ['EWHATEVER', 'no_connection', 'EWHATEVER'],
  ])('%s has a message', (code, name, words) => {
    const output = explainNetworkError(new TypeError('fetch failed', { cause: buildError(code) }), url);
    expect(output.code).toBe(name);
    expect(output.message).toContain(words);
    expect(output.hint).not.toBe('');
    expect(JSON.stringify(output)).not.toMatch(/secret|%[a-z]/);
  });

  it('is found inside an aggregate error', () => {
    const gathered = new AggregateError([buildError('EWHATEVER'), buildError('ECONNREFUSED')], 'all failed');
    expect(explainNetworkError(new TypeError('x', { cause: gathered }), url).code).toBe('connection_refused');
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'ECONNRESET'],
    ['no code', new Error('ECONNRESET')],
    ['a code that is no code', buildError('x\u001b[31m')],
    ['a circle', buildCircle()],
  ])('with only %s known still makes a sentence', (_, error) => {
    expect(explainNetworkError(error, url)).toMatchObject({
      code: 'no_connection',
      message: 'no answer from api.test:8443',
    });
  });

  it.each([
    [407, 'proxy_sign_in'],
    [403, 'proxy_refused'],
  ])('of a proxy that answers %i is explained', (status, code) => {
    const error = new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
    expect(explainNetworkError(new TypeError('fetch failed', { cause: error }), url).code).toBe(code);
  });
});

function buildCircle(): Error {
  const error = new Error('x');
  error.cause = error;
  return error;
}
