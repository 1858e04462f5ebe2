import { describe, expect, it } from 'vitest';
import { typeable } from '../../src/border/shell.ts';
import { Failure, NotFound, RateLimited, UsageError } from '../../src/errors.ts';
import { failureJson, failureText } from '../../src/format/error-text.ts';
import { word } from '../json/bodies.ts';
import fc, { cases } from '../support/property.ts';

describe('failureJson', () => {
  it('always has the five members, and the details after them', () => {
    expect(failureJson(new Failure('it broke'))).toBe(
      '{"error":{"code":"failed","message":"it broke","hint":null,"status":null,"exit":1}}\n',
    );
    const limited = new RateLimited('too many requests', {
      hint: typeable`toile designs ls --max-wait 5m`,
      details: { status: 429, retry_after: 140, next_before: '2026-01-01' },
    });
    expect(JSON.parse(failureJson(limited))).toStrictEqual({
      error: {
        code: 'rate_limited',
        message: 'too many requests',
        hint: typeable`toile designs ls --max-wait 5m`,
        status: 429,
        exit: 7,
        retry_after: 140,
        next_before: '2026-01-01',
      },
    });
  });

  it('leaves causes out: they may hold what was sent', () => {
    expect(failureJson(new Failure('no', { cause: new Error('secret') }))).not.toContain('secret');
  });
});

describe('failureText', () => {
  it('says what happened first and what to do next last', () => {
    const error = new NotFound('no design is called "Coat"', {
      hint: typeable`toile designs ls --search Coat`,
      details: { candidates: ['Coat, long', 'Coat, short'], request_id: 'req_1' },
    });
    expect(failureText(error)).toBe(
      'toile: no design is called "Coat"\n  Coat, long\n  Coat, short\n  request req_1\ntoile designs ls --search Coat\n',
    );
  });

  it('needs no hint', () => {
    expect(failureText(new UsageError('unknown flag --jsno'))).toBe('toile: unknown flag --jsno\n');
  });

  it('shows control characters instead of sending them, and lets no foreign line start at the margin', () => {
    fc.assert(
      fc.property(word, word, (message, candidate) => {
        const text = failureText(
          new Failure(message, { hint: typeable`next`, details: { candidates: [candidate] } }),
        );
        expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
        const lines = text.split('\n');
        expect(lines.slice(-2)).toStrictEqual(['next', '']);
        for (const between of lines.slice(1, -2)) expect(between.startsWith('  ')).toBe(true);
      }),
      cases(150),
    );
  });
});
