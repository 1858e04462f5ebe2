import { expect, it } from 'vitest';
import { createWebFetch } from '../../src/auth/oauth/web-fetch.ts';
import type { SendRequest } from '../../src/service/http/transport-options.ts';

it('a request has no header that the runtime would add, and follows no redirect', async () => {
  const requests: unknown[] = [];
  const send: SendRequest = async (_, { credentials, redirect }) => {
    requests.push({ credentials, redirect });
    return new Response('{}');
  };
  await createWebFetch(send, new AbortController().signal)('https://sign-in.example/token', {
    method: 'POST',
  });
  expect(requests).toStrictEqual([{ credentials: 'omit', redirect: 'manual' }]);
});
