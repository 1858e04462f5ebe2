import { expect, it } from 'vitest';
import { resolveAppDirectories } from '../../../src/platform/system/app-directories.ts';

const linux = { platform: 'linux', home: '/home/ada', cwd: '/w' };

it.each([
  ['linux', {}, linux, ['/home/ada/.config/toile', '/home/ada/.local/state/toile', '/home/ada/.cache/toile']],
  [
    'linux with XDG',
    { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/k' },
    linux,
    ['/c/toile', '/s/toile', '/k/toile'],
  ],
  [
    'linux with relative and empty XDG, which count as unset',
    { XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: '', XDG_CACHE_HOME: './k' },
    linux,
    ['/home/ada/.config/toile', '/home/ada/.local/state/toile', '/home/ada/.cache/toile'],
  ],
  [
    'macOS',
    { XDG_CONFIG_HOME: '/c' },
    { platform: 'darwin', home: '/Users/ada', cwd: '/' },
    [
      '/Users/ada/Library/Preferences/toile',
      '/Users/ada/Library/Application Support/toile',
      '/Users/ada/Library/Caches/toile',
    ],
  ],
  [
    'Windows',
    { APPDATA: 'D:\\Roam', LOCALAPPDATA: '' },
    { platform: 'win32', home: 'C:\\Users\\Ada', cwd: 'C:\\' },
    [
      'D:\\Roam\\toile\\Config',
      'C:\\Users\\Ada\\AppData\\Local\\toile\\Data',
      'C:\\Users\\Ada\\AppData\\Local\\toile\\Cache',
    ],
  ],
  ['TOILE_HOME', { TOILE_HOME: '/t', XDG_CONFIG_HOME: '/c' }, linux, ['/t', '/t/state', '/t/cache']],
  ['relative TOILE_HOME', { TOILE_HOME: 'x' }, linux, ['/w/x', '/w/x/state', '/w/x/cache']],
  [
    'relative TOILE_HOME on Windows',
    { TOILE_HOME: 'x' },
    { platform: 'win32', home: 'C:\\Users\\Ada', cwd: 'C:\\w' },
    ['C:\\w\\x', 'C:\\w\\x\\state', 'C:\\w\\x\\cache'],
  ],
])('folders: %s', (_, env, facts, [config, state, cache]) => {
  expect(resolveAppDirectories(env, facts)).toEqual({ config, state, cache });
});
