import { describe, expect, it } from 'vitest';
import { answerOpening, mayOpen } from '../../src/deps/opening.ts';

describe('an address is opened', () => {
  it.each([
    'https://pay.example/x?y#z',
    'http://127.0.0.1:4010/checkout/1',
    'http://localhost/',
    'http://[::1]:1/',
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
