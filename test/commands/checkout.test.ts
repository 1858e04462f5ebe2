import { expect, it } from 'vitest';
import { showCheckout } from '../../src/commands/techpack/checkout.ts';

const showAddress = async (baseUrl: string, address: unknown, open: boolean, hasBrowser = true) => {
  const [opened, said]: [string[], string[]] = [[], []];
  const deps = {
    target: async () => ({ baseUrl, account: undefined, sandbox: false }),
    report: ({ text }: { text?: string }) => said.push(text ?? ''),
    openAddress: async (one: string) => {
      opened.push(one);
      return hasBrowser;
    },
  };
  await showCheckout(deps as never, address, open);
  return { opened, said: said.join('\n') };
};

const API = 'https://api.studio.example';

it("a checkout page of the service's own site is opened on request", async () => {
  const page = 'https://studio.example/pay/1';
  expect(await showAddress(API, page, true)).toEqual({ opened: [page], said: '' });
  expect(await showAddress(API, page, false)).toEqual({ opened: [], said: '' });
  expect((await showAddress(API, page, true, false)).said).toMatch(
    /could not open the checkout address: no browser/,
  );
});

it.each([
  'https://studio.example.evil.example/',
  'https://pay.studio.example/1',
  'http://127.0.0.1:631/',
  'file:///etc/passwd',
  null,
  7,
])('a checkout page elsewhere is not opened, and always causes a warning: %s', async (address) => {
  for (const open of [true, false]) {
    const { opened, said } = await showAddress(API, address, open);
    expect(opened).toEqual([]);
    expect(said).toMatch(/not on the site of api\.studio\.example: check it before you pay/);
  }
});
