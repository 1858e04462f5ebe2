import { describe, expect, it } from 'vitest';
import { isAllowedTarget, isServicePage } from '../../src/platform/network/host-names.ts';

const HERE = ['127.0.0.1', '127.9.9.9', 'localhost', 'x.localhost', '[::1]', '2130706433', '0x7f.1', '0'];
const ALSO_HERE = ['0.0.0.0', '[::]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', 'localhost.'];
const NEAR = ['10.1.2.3', '172.16.0.1', '172.31.255.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'];
const NEAR_TOO = ['[fd00::1]', '[fe80::1]', 'router', 'nas.local', 'sso.corp.internal', 'printer.home.arpa'];
const FAR = ['auth.example', '8.8.8.8', '172.32.0.1', '100.128.0.1', '[2606:4700::1]', '10.example'];

describe('an address that a server names', () => {
  const named = (by: string, hosts: readonly string[]) =>
    hosts.filter((host) => isAllowedTarget(`https://${by}/connector`, `https://${host}:8443/token?x`));

  it('is used if it is not on a nearer network than the server itself', () => {
    const [here, near] = [
      [...HERE, ...ALSO_HERE],
      [...NEAR, ...NEAR_TOO],
    ];
    expect(named('connector.example', [...here, ...near, ...FAR])).toEqual(FAR);
    for (const by of NEAR) expect(named(by, [...here, ...near, ...FAR])).toEqual([...near, ...FAR]);
    for (const by of HERE) expect(named(by, [...here, ...near, ...FAR])).toEqual([...here, ...near, ...FAR]);
  });

  it('is https; for a server of this machine, also http on this machine', () => {
    expect(isAllowedTarget('http://127.0.0.1:1/', 'http://127.0.0.1:2/token')).toBe(true);
    expect(isAllowedTarget('https://connector.example/', 'http://127.0.0.1:2/token')).toBe(false);
    for (const address of [
      'http://auth.example/',
      'http://10.0.0.1/',
      'file:///etc/hosts',
      'ftp://127.0.0.1/',
      '',
    ])
      expect(isAllowedTarget('http://127.0.0.1:1/', address), address).toBe(false);
  });
});

describe("a page of the service's own site", () => {
  it.each([
    ['https://api.studio.example', 'https://api.studio.example/checkout/1'],
    ['https://api.studio.example', 'https://studio.example/pay'],
    ['https://api.studio.example/v2', 'https://www.studio.example:8443/x'],
    ['https://www.studio.example', 'https://studio.example/pay'],
    ['https://data.studio.example', 'https://pay.data.studio.example/'],
    ['https://api.studio.co.uk', 'https://www.studio.co.uk/'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/checkout/1'],
    ['http://localhost:4010', 'http://127.0.0.1:4011/'],
  ])('of %s: %s', (base, address) => expect(isServicePage(base, address)).toBe(true));

  it.each([
    ['https://api.studio.example', 'https://studio.example.evil.example/'],
    ['https://api.studio.example', 'https://evilstudio.example/'],
    ['https://api.studio.example', 'https://user@evil.example/?api.studio.example'],
    ['https://api.studio.example', 'http://api.studio.example/'],
    ['https://api.studio.example', 'http://127.0.0.1:80/'],
    ['https://api.studio.example', 'javascript:alert(1)'],
    ['https://api.co.uk', 'https://evil.co.uk/'],
    ['https://api.example', 'https://evil.example/'],
    ['https://studio.github.io', 'https://evil.github.io/'],
    ['https://api.github.io', 'https://evil.github.io/'],
    ['https://www.netlify.app', 'https://evil.netlify.app/'],
    ['https://api.studio.example', 'https://evil.www.studio.example/'],
    ['https://api.co.uk', 'https://www.co.uk/'],
    ['https://10.0.0.1', 'https://10.0.0.2/'],
    ['http://127.0.0.1:4010', 'https://evil.example/'],
    ['https://api.studio.example', ''],
  ])('not of %s: %s', (base, address) => expect(isServicePage(base, address)).toBe(false));
});
