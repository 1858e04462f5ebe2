import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sealText, unsealText } from '../../src/shared-engine/seal.ts';

const KEY = randomBytes(32);
const changed = (text: string, at: number): string => {
  const bytes = Buffer.from(text, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
};

it('is read by who has the key, never the same twice, and shows nothing of what is in it', () => {
  const [one, two] = [
    sealText('{"purchase":"Weste"}', KEY, 'd:1'),
    sealText('{"purchase":"Weste"}', KEY, 'd:1'),
  ];
  expect(unsealText(one, KEY, 'd:1')).toBe('{"purchase":"Weste"}');
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain('Weste');
});

it('is nothing to anybody else, nor where anything of it is another', () => {
  const text = sealText('paid', KEY, 'd:1');
  expect(unsealText(text, randomBytes(32), 'd:1')).toBeUndefined();
  expect(unsealText(text, KEY, 'd:2')).toBeUndefined();
  const { length } = Buffer.from(text, 'base64');
  for (let at = 0; at < length; at += 1)
    expect(unsealText(changed(text, at), KEY, 'd:1'), `byte ${at}`).toBeUndefined();
  for (const other of [
    '',
    'paid',
    text.slice(0, 32),
    `${text.slice(0, -8)}`,
    'not base64 at all, and rather long',
  ])
    expect(unsealText(other, KEY, 'd:1'), other).toBeUndefined();
});
