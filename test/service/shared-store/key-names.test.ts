import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { decryptText, encryptText } from '../../../src/service/shared-store/key-names.ts';

const KEY = randomBytes(32);
const changeByte = (text: string, at: number): string => {
  const bytes = Buffer.from(text, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
};

it('an encrypted text is read with the key, differs each time, and shows nothing of its content', () => {
  const [one, two] = [
    encryptText('{"purchase":"Weste"}', KEY, 'd:1'),
    encryptText('{"purchase":"Weste"}', KEY, 'd:1'),
  ];
  expect(decryptText(one, KEY, 'd:1')).toBe('{"purchase":"Weste"}');
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain('Weste');
});

it('an encrypted text is refused with another key, or when any part of it is changed', () => {
  const text = encryptText('paid', KEY, 'd:1');
  expect(decryptText(text, randomBytes(32), 'd:1')).toBeUndefined();
  expect(decryptText(text, KEY, 'd:2')).toBeUndefined();
  const { length } = Buffer.from(text, 'base64');
  for (let at = 0; at < length; at += 1)
    expect(decryptText(changeByte(text, at), KEY, 'd:1'), `byte ${at}`).toBeUndefined();
  for (const other of [
    '',
    'paid',
    text.slice(0, 32),
    `${text.slice(0, -8)}`,
    'not base64 at all, and rather long',
  ])
    expect(decryptText(other, KEY, 'd:1'), other).toBeUndefined();
});
