import { afterEach, expect, it, vi } from 'vitest';
import { needs } from './needs.ts';

afterEach(() => vi.unstubAllEnvs());

it('a tool that is installed skips nothing', () => {
  vi.stubEnv('CI', 'true');
  expect(needs('node', 'nodejs')).toBe(false);
});

it('a missing tool skips with the package to install, and fails in CI', () => {
  vi.stubEnv('CI', '');
  expect(needs('no-such-tool-at-all', 'some-package')).toBe(true);
  vi.stubEnv('CI', 'true');
  expect(() => needs('no-such-tool-at-all', 'some-package')).toThrow('apt-get install some-package');
});
