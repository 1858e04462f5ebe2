import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/platform/redactor.ts';
import { parseEngineAddress } from '../../../src/service/shared-store/engine-address.ts';

describe('TOILE_SHARED', () => {
  it.each([
    ['redis://engine.test', { host: 'engine.test', port: 6379 }, false, undefined, undefined, 0],
    ['redis://10.0.0.7:7000/3', { host: '10.0.0.7', port: 7000 }, false, undefined, undefined, 3],
    ['rediss://[::1]:7000', { host: '::1', port: 7000 }, true, undefined, undefined, 0],
    ['rediss://ann:p%40ss@e.test', { host: 'e.test', port: 6379 }, true, 'ann', 'p@ss', 0],
    ['redis://:only@e.test', { host: 'e.test', port: 6379 }, false, undefined, 'only', 0],
    ['valkeys://e.test', { host: 'e.test', port: 6379 }, true, undefined, undefined, 0],
    ['unix:/run/a b.sock', { path: '/run/a b.sock' }, false, undefined, undefined, 0],
    ['unix:///run/v.sock?db=2', { path: '/run/v.sock' }, false, undefined, undefined, 2],
    ['unix://ann:pw@/run/v.sock', { path: '/run/v.sock' }, false, 'ann', 'pw', 0],
  ])('%s', (written, endpoint, tls, user, password, database) => {
    expect(parseEngineAddress(written, undefined)).toMatchObject({ endpoint, tls, user, password, database });
  });

  it.each([
    'engine.test:6379',
    'http://x:secret-word@e.test',
    'redis://',
    'redis://u:secret-word@e.test/zero',
    'redis://u:secret-word@e.test?x=1',
    'redis://u:secret-word%zz@e.test',
    'unix:secret-word',
    'unix://u:secret-word@',
    'secret-word',
  ])('that is %s is refused, and its value is not shown', (written) => {
    const parseRefused = () => parseEngineAddress(written, undefined);
    expect(parseRefused).toThrow('TOILE_SHARED');
    expect(parseRefused).not.toThrow(/secret|engine\.test:/);
  });

  it('takes one password, from one place', () => {
    expect(parseEngineAddress('redis://ann@e.test', 'beside').password).toBe('beside');
    expect(() => parseEngineAddress('redis://ann:a@e.test', 'b')).toThrow('has one too');
  });

  it('shows neither user nor password', () => {
    for (const written of ['rediss://ann:secret-word@e.test:1/2', 'unix://ann:secret-word@/run/s'])
      expect(parseEngineAddress(written, undefined).displayAddress).not.toMatch(/ann|secret/);
  });

  it.each([
    [{ TOILE_SHARED: 'rediss://ann:p%40ss-word%21@e.test' }, ['p%40ss-word%21', 'p@ss-word!']],
    [{ TOILE_SHARED: 'unix://ann:p%40ss-word@/run/s' }, ['p@ss-word']],
    [{ TOILE_SHARED: 'redis://e.test', TOILE_SHARED_PASSWORD: 'from beside' }, ['from beside']],
  ])('is redacted: %j', (env, secrets) => {
    for (const secret of secrets)
      expect(createRedactor(env).redact(`it said ${secret} to me`)).toBe('it said [hidden] to me');
  });
});
