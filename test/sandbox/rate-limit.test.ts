import { describe, expect, it } from 'vitest';
import { authorizeAs, openSandbox, PLAIN } from './open-sandbox.ts';

describe('the limit of 300 requests in five minutes', () => {
  it('allows a caller 300 requests and no more', async () => {
    const { ask, clock } = await openSandbox();
    for (let sent = 0; sent < 300; sent++) {
      expect((await ask('/v1/me')).status).toBe(200);
      clock.time += 100;
    }
    const refused = await ask('/v1/me');
    expect(refused.status).toBe(429);
    // The first request was 30 s ago; its place is free after five minutes.
    expect(refused.headers.get('retry-after')).toBe('270');
  });

  it('is a sliding window: Retry-After is exact, and one place is free at a time', async () => {
    const { ask, clock } = await openSandbox({ rate: { limit: 2, windowMs: 10_000 } });
    await ask('/v1/me');
    clock.time += 4000;
    await ask('/v1/me');
    clock.time += 1000;
    expect((await ask('/v1/me')).headers.get('retry-after')).toBe('5');
    clock.time += 4999;
    expect((await ask('/v1/me')).headers.get('retry-after')).toBe('1');
    clock.time += 1;
    expect((await ask('/v1/me')).status).toBe(200);
    expect((await ask('/v1/me')).headers.get('retry-after')).toBe('4');
  });

  it('is counted by user, not by key', async () => {
    const { ask } = await openSandbox({ rate: { limit: 1, windowMs: 10_000 } });
    expect((await ask('/v1/me', { headers: authorizeAs('token') })).status).toBe(200);
    expect((await ask('/v1/me', { headers: authorizeAs('full') })).status).toBe(429);
    expect((await ask('/v1/me', { headers: authorizeAs('other') })).status).toBe(200);
  });

  it('does not count the index or an invalid credential, but counts a 404', async () => {
    const { ask } = await openSandbox({ rate: { limit: 1, windowMs: 10_000 } });
    for (let n = 0; n < 3; n++) {
      await ask('/v1');
      await ask('/v1/me', { headers: authorizeAs('nobody') });
    }
    expect((await ask('/v1/tech-packs/x')).status).toBe(404);
    expect((await ask('/v1')).status).toBe(200);
    expect((await ask(`/v1/designs/${PLAIN.id}/graph`)).status).toBe(429);
  });

  it('is lifted when the clock is advanced, and after a reset', async () => {
    const { ask, sandbox } = await openSandbox({ rate: { limit: 1, windowMs: 10_000 } });
    await ask('/v1/me');
    await sandbox.control.advance(10_000);
    expect((await ask('/v1/me')).status).toBe(200);
    await sandbox.control.reset();
    expect((await ask('/v1/me')).status).toBe(200);
  });
});
