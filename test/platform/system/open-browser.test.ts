import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { markSystemPath } from '../../../src/platform/files/safe-path.ts';
import {
  isOpenableAddress,
  openAddressInBrowser,
  runBrowserOpener,
} from '../../../src/platform/system/open-browser.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { BIN } from '../../support/run-program.ts';
import { createFakeBrowser, watchArguments } from '../../support/watch-arguments.ts';

const ADDRESS = 'https://pay.example/p?state=st4te-of-this-visit&x=<"\'&amp;>#part';
const self = { command: process.execPath, args: [BIN] };

const request = async function* (value: unknown): AsyncGenerator<string> {
  yield JSON.stringify(value);
};

describe('showing an address', () => {
  it('uses a page that only this user can read; no process has the address among its arguments', async () => {
    const state = createFolder();
    const browser = createFakeBrowser();
    const secrets = { TOILE_API_KEY: 'svc_sk_x', TOILE_KEY_COMMAND: 'x', TOILE_SHARED: 'redis://:word@host' };
    const system = { env: { ...browser.env, ...secrets }, self };
    const watch = watchArguments();
    expect(await openAddressInBrowser(system, async () => markSystemPath(state), ADDRESS)).toBe(true);
    const { argv, env, page } = await browser.shown();
    const seen = watch.stop();
    expect(seen.some((line) => line.includes('__open'))).toBe(true);
    expect(seen.filter((line) => /pay\.example|st4te/.test(line))).toEqual([]);
    expect(argv).toHaveLength(1);
    expect(env.filter((line) => line.startsWith('TOILE_'))).toEqual([]);
    expect(page).toContain(
      'content="0; url=https://pay.example/p?state=st4te-of-this-visit&amp;x=%3C%22%27&amp;amp;%3E#part"',
    );
    const pages = join(state, 'browser-pages');
    expect(statSync(pages).mode & 0o777).toBe(0o700);
    expect(statSync(argv[0] ?? '').mode & 0o777).toBe(0o600);
    const readPages = () =>
      execFileSync('setpriv', ['--reuid=65534', '--clear-groups', 'cat', argv[0] ?? ''], { stdio: 'pipe' });
    if (process.getuid?.() === 0) expect(readPages).toThrow(/Permission denied/);
  });

  it('removes the page after the browser has read it, and pages of killed processes too', async () => {
    const state = createFolder();
    const pages = join(state, 'browser-pages');
    mkdirSync(pages);
    const [old, young] = [join(pages, 'old.html'), join(pages, 'young.html')];
    for (const file of [old, young]) writeFileSync(file, '');
    utimesSync(old, 1, 1);
    const browser = createFakeBrowser();
    const path = process.env.PATH;
    process.env.PATH = browser.env.PATH;
    try {
      const during: string[][] = [];
      const recordPages = () => during.push(readdirSync(pages));
      expect(await runBrowserOpener(request({ address: ADDRESS, folder: state }), recordPages, 10)).toBe(0);
      expect(during[0]).toHaveLength(2);
      expect(readdirSync(pages)).toEqual(['young.html']);
    } finally {
      process.env.PATH = path;
    }
  });

  it('without a browser leaves no page', async () => {
    const state = createFolder();
    const system = { env: { PATH: createFolder() }, self };
    expect(await openAddressInBrowser(system, async () => markSystemPath(state), ADDRESS)).toBe(false);
    expect(readdirSync(join(state, 'browser-pages'))).toEqual([]);
    expect(await openAddressInBrowser(system, () => Promise.reject(new Error('no folder')), ADDRESS)).toBe(
      false,
    );
    const closed = createFolder();
    writeFileSync(join(closed, 'browser-pages'), '');
    chmodSync(join(closed, 'browser-pages'), 0);
    expect(await openAddressInBrowser(system, async () => markSystemPath(closed), ADDRESS)).toBe(false);
  });
});

describe('opening an address', () => {
  it.each([
    'https://pay.example/x?y#z',
    'http://127.0.0.1:4010/checkout/1',
    'http://localhost/',
    'http://[::1]:1/',
    'http://studio.localhost/',
  ])('%s', (address) => expect(isOpenableAddress(address)).toBe(true));

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://pay.example/',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'vscode://x',
    '--help',
    '',
  ])('refuses %j', (address) => expect(isOpenableAddress(address)).toBe(false));

  it.each([
    null,
    {},
    { page: '/etc/passwd' },
    { address: 'file:///etc/passwd', folder: '/tmp' },
    { address: 'https://pay.example/' },
  ])('with the hidden command opens nothing else: %j', async (value) =>
    expect(await runBrowserOpener(request(value))).toBe(2),
  );
});
