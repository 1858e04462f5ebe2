import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answerOpening, mayOpen, openAddress } from '../../src/deps/open-browser.ts';
import { folder, join } from '../support/folder.ts';

it('the program that opens it is told nothing of toile', async () => {
  const file = join(folder(), 'environment');
  const script = `require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify([process.env, process.argv.slice(1)]))`;
  const outside = {
    env: {
      PATH: process.env.PATH,
      TOILE_API_KEY: 'svc_sk_x',
      TOILE_ACCESS_TOKEN: 'token',
      TOILE_KEY_COMMAND: 'x',
    },
    self: { command: process.execPath, args: ['-e', script, '--'] },
  };
  expect(await openAddress(outside, 'https://pay.example/')).toBe(true);
  const [env, argv] = JSON.parse(readFileSync(file, 'utf8'));
  expect(Object.keys(env).filter((name) => name.startsWith('TOILE_'))).toStrictEqual([]);
  expect(argv).toStrictEqual(['__open', 'https://pay.example/']);
});

describe('an address is opened', () => {
  it.each([
    'https://pay.example/x?y#z',
    'http://127.0.0.1:4010/checkout/1',
    'http://localhost/',
    'http://[::1]:1/',
    'http://studio.localhost/',
  ])('%s', (address) => expect(mayOpen(address)).toBe(true));

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
  ])('but not %j', (address) => expect(mayOpen(address)).toBe(false));

  it('and by the hidden word no more than that', async () => {
    expect(await answerOpening([])).toBe(2);
    expect(await answerOpening(['file:///etc/passwd'])).toBe(2);
  });
});
