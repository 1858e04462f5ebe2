import { describe, expect, it } from 'vitest';
import { createReplyReader } from '../../../src/service/shared-store/engine-replies.ts';

const read = (...pieces: readonly (string | Buffer)[]) => {
  const replies: unknown[] = [];
  const reader = createReplyReader(
    (value) => replies.push(value),
    (message) => replies.push({ error: message }),
  );
  for (const piece of pieces) reader(Buffer.from(piece));
  return replies;
};
const ALL = '+OK\r\n:-7\r\n$4\r\nä\r\n\r\n$-1\r\n*2\r\n:1\r\n*1\r\n$0\r\n\r\n-ERR no\r\n';
const VALUES = ['OK', -7, 'ä\r\n', null, [1, ['']], { error: 'ERR no' }];

describe('replies of an engine', () => {
  it('are read the same, however they are cut into pieces', () => {
    const bytes = Buffer.from(ALL);
    expect(read(bytes)).toEqual(VALUES);
    for (let at = 1; at < bytes.length; at += 1)
      expect(read(bytes.subarray(0, at), bytes.subarray(at))).toEqual(VALUES);
    expect(read(...[...bytes].map((byte) => Buffer.from([byte])))).toEqual(VALUES);
  });

  it.each([
    ['a big number', `(${'9'.repeat(500_000)}\r\n`],
    ['a number of many digits', `:${'9'.repeat(40)}\r\n`],
    ['a line without an end', `+${'x'.repeat(2_000)}`],
    ['a map', '%1\r\n+a\r\n+b\r\n'],
    ['a set', '~1\r\n+a\r\n'],
    ['a push', '>1\r\n+a\r\n'],
    ['a double', ',1.5\r\n'],
    ['a boolean', '#t\r\n'],
    ['a verbatim text', '=5\r\ntxt:a\r\n'],
    ['an error in a list', '*1\r\n-ERR\r\n'],
    ['a list longer than any', '*99999999\r\n'],
    ['a text longer than any', '$99999999\r\n'],
    ['a text of another length', '$3\r\nabcd\r\n'],
    ['lists in lists in lists', '*1\r\n*1\r\n*1\r\n*1\r\n'],
    ['a length that is none', '$x\r\n'],
    ['another protocol', 'HTTP/1.1 400 Bad Request\r\n'],
    [
      '5 MB that end nowhere',
      ['*50000\r\n', '$90\r\n'.padEnd(97, 'x').concat('\r\n').repeat(50_000)].join(''),
    ],
  ])('are refused at once when they are %s', (_, text) => {
    const began = performance.now();
    expect(() => read(text)).toThrow('not a reply');
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
