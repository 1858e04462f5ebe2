import { describe, expect, it } from 'vitest';
import { Interrupted, RateLimited, Unavailable, UsageError } from '../../../src/platform/errors.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import {
  AnswerError,
  ApiError,
  NetworkError,
  RequestError,
  TimeoutError,
} from '../../../src/service/client/index.ts';
import { NETWORK_ERROR_MEANINGS } from '../../../src/service/http/explain-network-error.ts';
import { classifyOrderError, classifyOrderResponse } from '../../../src/service/tech-packs/order-outcome.ts';
import { D1, D2, P1 } from './open-records.ts';

const classify = (status: number, text: string) => classifyOrderResponse(status, parseJson(text), text, D1);

describe('an answer to an order', () => {
  it.each([
    [202, `{"status":"composing","purchase_id":"${P1}","design_id":"${D1.toUpperCase()}","message":"m"}`, P1],
    [201, `{"status":"composing","purchase_id":"${P1}"}`, P1],
    [200, `{"purchase_id":"${P1}"}`, P1],
    [202, '{"status":"composing","purchase_id":null}', null],
    [202, '{"status":"composing"}', null],
    // What is no uuid is shown, and never asked about.
    [202, '{"purchase_id":"x; touch Y"}', 'x; touch Y'],
  ])('%i %s: accepted', (status, text, purchase_id) => {
    expect(classify(status, text)).toEqual({ event: 'taken', details: { purchase_id } });
  });

  it.each([
    [202, '[1]'],
    [202, '[{"purchase_id":"x"}]'],
    [202, '"composing"'],
    [202, 'null'],
    [202, 'true'],
    [202, '5'],
    [202, '{}'],
    [202, '{"status":"composing","purchase_id":5}'],
    [202, '{"status":"composing","purchase_id":["x"]}'],
    [200, '{"ok":true}'],
    [402, '[1]'],
    [402, '{"status":"payment_required"}'],
    [402, '{"status":"payment_required","checkout_url":"","purchase_id":null}'],
    [402, '{"checkout_url":5,"purchase_id":"not an id"}'],
  ])('%i %s: unknown outcome', (status, text) => {
    expect(classify(status, text)).toEqual({
      event: 'silence',
      details: { reason: expect.stringContaining(String(status)) },
    });
  });

  it('without a body leaves the outcome unknown', () => {
    expect(classifyOrderResponse(204, undefined, '', D1)).toMatchObject({ event: 'silence' });
  });

  it.each([202, 402])('%i about another design is not accepted for this one', (status) => {
    const body = `{"status":"composing","purchase_id":"${P1}","checkout_url":"https://p/x","design_id":"${D2}"}`;
    const { event, details } = classify(status, body);
    expect([event, details.reason]).toEqual(['silence', expect.stringContaining(`${D2}, purchase ${P1}`)]);
  });

  it('402 means that payment is due, with the number as it was written', () => {
    const body = `{"status":"payment_required","purchase_id":"${P1}","checkout_url":"https://p/x","amount":28.50,"currency":"EUR"}`;
    expect(classify(402, body)).toEqual({
      event: 'payment',
      details: { purchase_id: P1, checkout_url: 'https://p/x', amount: '28.50', currency: 'EUR' },
    });
    expect(classify(402, `{"purchase_id":"${P1}"}`)).toMatchObject({
      event: 'payment',
      details: { checkout_url: '' },
    });
  });
});

const buildApiError = (status: number, stated = true) =>
  new ApiError('POST /x', { message: 'm', status, code: 'CODE', stated });
const buildNetworkError = (code: string) => new NetworkError('m', 'POST /x', new Unavailable('m', { code }));

describe('a failed order', () => {
  it('before the first byte was sent is certain, with any error', () => {
    for (const error of [
      buildApiError(500),
      buildNetworkError('connection_lost'),
      new Interrupted(),
      new Error('x'),
      undefined,
    ]) {
      expect(classifyOrderError(error, false)).toEqual({
        event: 'refusal',
        details: { http_status: 0, code: 'not_sent' },
      });
    }
  });

  it.each([400, 401, 403, 405, 409, 413, 415, 422, 425, 429, 451, 499])('with %i is refused', (status) => {
    expect(classifyOrderError(buildApiError(status), true)).toEqual({
      event: 'refusal',
      details: { http_status: status, code: 'CODE' },
    });
  });

  it.each([404, 410])('with %i is refused, as not found', (status) => {
    expect(classifyOrderError(buildApiError(status), true)).toMatchObject({ event: 'not_found' });
  });

  it.each([400, 401, 403, 404, 409, 410, 429])('with %i of a gateway has an unknown outcome', (status) => {
    expect(classifyOrderError(buildApiError(status, false), true)).toEqual({
      event: 'silence',
      details: { reason: `the response (${status}) has no error body` },
    });
  });

  it.each([408, 500, 501, 502, 503, 504, 520, 599])('with %i has an unknown outcome', (status) => {
    expect(classifyOrderError(buildApiError(status), true)).toEqual({
      event: 'failed',
      details: { reason: `the service failed (${status})` },
    });
  });

  it('with 402 in an unknown form has an unknown outcome', () => {
    expect(classifyOrderError(buildApiError(402), true)).toMatchObject({ event: 'silence' });
  });

  /** Every word that the transport has for what broke, and whether the request can have left all the same. */
  const CERTAIN: Readonly<Record<string, boolean>> = {
    unknown_host: true,
    no_name_service: true,
    connection_refused: true,
    connection_lost: false,
    connect_timeout: false,
    answer_timeout: false,
    answer_stalled: false,
    no_route: false,
    certificate_expired: true,
    certificate_not_yet_valid: true,
    certificate_of_another_host: true,
    certificate_unknown_issuer: true,
    certificate_refused: true,
    tls_failed: false,
    not_http: false,
    headers_too_large: false,
  };
  it('of the network is classified by each of its error codes', () => {
    expect(NETWORK_ERROR_MEANINGS.map(([, code]) => code).toSorted()).toEqual(
      Object.keys(CERTAIN).toSorted(),
    );
    const more = { proxy_sign_in: true, proxy_refused: true, no_connection: false, unavailable: false };
    for (const [code, isCertain] of Object.entries({ ...CERTAIN, ...more })) {
      expect(classifyOrderError(buildNetworkError(code), true), code).toEqual(
        isCertain
          ? { event: 'refusal', details: { http_status: 0, code } }
          : { event: 'silence', details: { reason: 'no answer came' } },
      );
    }
    // Words that only begin or end like one of them.
    for (const code of ['connection_refused_later', 'not_unknown_host', 'certificate', 'proxy']) {
      expect(classifyOrderError(buildNetworkError(code), true), code).toMatchObject({ event: 'silence' });
    }
  });

  it.each([
    [
      'an answer that cannot be read',
      new AnswerError('r', { reason: 'not_json', message: 'm', status: 202 }),
    ],
    ['a redirect', new AnswerError('r', { reason: 'redirect', message: 'm', status: 307 })],
    ['a limit of time', new TimeoutError('r', 5)],
    ['a signal', new Interrupted()],
    ['a limit of the rate, met where none should be', new RateLimited('m')],
    ['usage, met where none should be', new UsageError('m')],
    ['a request that cannot be made, met where none should be', new RequestError('m', 'r')],
    ['anything', new Error('x')],
    ['nothing', undefined],
  ])('%s has an unknown outcome', (_, error) => {
    expect(classifyOrderError(error, true).event).toBe('silence');
  });
});
