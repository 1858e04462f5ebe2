import { expect, it } from 'vitest';
import type { FetchInit } from '../../../src/service/client/index.ts';
import { markBeforeSend, refusePaidRequests } from '../../../src/service/http/http-stack.ts';

const D = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';
const createInit = (method: string, signal = new AbortController().signal): FetchInit => ({
  method,
  headers: {},
  redirect: 'manual',
  credentials: 'omit',
  signal,
});

/** A `fetch` that writes down what it was asked for. */
const createRecordingFetch = () => {
  const sent: string[] = [];
  const fetch = async (url: string, { method }: FetchInit) => {
    sent.push(`${method} ${url}`);
    return new Response('{}');
  };
  return { sent, fetch };
};

it('the sender of ordinary requests orders no Tech Pack', async () => {
  const { sent, fetch } = createRecordingFetch();
  for (const path of [`designs/${D}/tech-packs`, `designs/${D}/%74ech-packs;x`, 'designs/x/tech-packs/']) {
    await expect(
      refusePaidRequests(fetch)(`https://api.test/v1/${path}`, createInit('POST')),
    ).rejects.toMatchObject({
      code: 'not_guarded',
    });
  }
  expect(sent).toEqual([]);
  await refusePaidRequests(fetch)(`https://api.test/v1/designs/${D}/exports`, createInit('POST'));
  await refusePaidRequests(fetch)(`https://api.test/v1/tech-packs/${D}`, createInit('GET'));
  expect(sent).toHaveLength(2);
});

it('an order is sent after its mark is written, and not when that fails or a signal arrives in between', async () => {
  const { sent, fetch } = createRecordingFetch();
  const steps: string[] = [];
  const createLeaving = async () => {
    steps.push('marked');
    return () => void steps.push('left');
  };
  await markBeforeSend(fetch, createLeaving)('https://api.test/x', createInit('POST'));
  expect([...steps, ...sent]).toEqual(['marked', 'left', 'POST https://api.test/x']);

  await expect(
    markBeforeSend(fetch, () => Promise.reject(new Error('taken over')))(
      'https://api.test/x',
      createInit('POST'),
    ),
  ).rejects.toThrow('taken over');
  const stop = new AbortController();
  const createBetween = async () => {
    stop.abort(new Error('ended'));
    return () => void steps.push('left again');
  };
  await expect(
    markBeforeSend(fetch, createBetween)('https://api.test/x', createInit('POST', stop.signal)),
  ).rejects.toThrow('ended');
  expect(steps).not.toContain('left again');
  expect(sent).toHaveLength(1);
});
