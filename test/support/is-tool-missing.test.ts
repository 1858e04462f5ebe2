import { afterEach, expect, it, vi } from 'vitest';
import { isToolMissing } from './is-tool-missing.ts';

afterEach(() => vi.unstubAllEnvs());

it('a tool that is installed skips nothing', () => {
  vi.stubEnv('CI', 'true');
  expect(isToolMissing('node', 'nodejs')).toBe(false);
});

it('a missing tool skips with the package to install, and fails in CI', () => {
  vi.stubEnv('CI', '');
  expect(isToolMissing('no-such-tool-at-all', 'some-package')).toBe(true);
  vi.stubEnv('CI', 'true');
  expect(() => isToolMissing('no-such-tool-at-all', 'some-package')).toThrow('apt-get install some-package');
});
