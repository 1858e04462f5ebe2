import { expect, it } from 'vitest';
import { parseCredential, parseTypedCredential } from '../../src/auth/find-credential.ts';

it.each([
  ['svc_sk_a1', 'svc_sk_a1', 'api_key'],
  ['svc_sk_a1\n', 'svc_sk_a1', 'api_key'],
  ['svc_sk_a1\r\n\r\n', 'svc_sk_a1', 'api_key'],
  ['\ufeffsvc_sk_a1\r\n', 'svc_sk_a1', 'api_key'],
  ['eyJ.x-y_z~+/=', 'eyJ.x-y_z~+/=', 'access_token'],
])('%j is a valid credential', (text, credential, kind) => {
  expect(parseCredential(text, 'it')).toEqual({ credential, kind });
});

it.each([
  ['', 'is empty'],
  ['\n', 'is empty'],
  ['  \t', 'only white space'],
  ['svc_sk_a b', 'white space'],
  [' svc_sk_a', 'white space'],
  ['svc_sk_a\u00a0', 'white space'],
  ['svc_sk_a\nsvc_sk_b', 'line break'],
  ['svc_sk_a\r\nX-Other: 1', 'line break'],
  ['svc_sk_a\0', 'not ASCII'],
  ['svc_sk_a\x1b[31m', 'not ASCII'],
  ['svc_sk_\u0430', 'not ASCII'],
  ['\ufffd\ufffds\0v\0c\0', 'not ASCII'],
  ['"svc_sk_a"', 'quotation marks'],
  ["'svc_sk_a'", 'quotation marks'],
  ['Bearer svc_sk_a', 'the word Bearer'],
  ['svc_sk_', 'ends right after'],
  [`svc_sk_${'a'.repeat(9000)}`, 'longer than'],
])('%j is refused: %s', (text, why) => {
  expect(() => parseCredential(text, 'TOILE_API_KEY')).toThrow(
    expect.objectContaining({ exit: 4, code: 'bad_credential', message: expect.stringContaining(why) }),
  );
});

it('a refused credential is not repeated', () => {
  try {
    parseCredential('very-secret word', 'TOILE_ACCESS_TOKEN');
    expect.unreachable();
  } catch (error) {
    expect(`${(error as Error).message} ${(error as { hint?: string }).hint}`).not.toContain('very-secret');
  }
});

it('a token in place of a key gets a hint at the right place', () => {
  expect(() => parseCredential('eyJ', 'TOILE_API_KEY', 'api_key')).toThrow(
    expect.objectContaining({ exit: 4, hint: expect.stringContaining('TOILE_ACCESS_TOKEN') }),
  );
});

it('a typed credential that is invalid is a usage error', () => {
  expect(parseTypedCredential('svc_sk_a\n')).toEqual({ credential: 'svc_sk_a', kind: 'api_key' });
  expect(() => parseTypedCredential('')).toThrow(
    expect.objectContaining({ exit: 2, message: 'the key is empty' }),
  );
});
