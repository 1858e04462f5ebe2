import { describe, expect, it } from 'vitest';
import { formatErrorJson, formatErrorText } from '../../../src/output/tables/format-error.ts';
import {
  BeyondLimit,
  Failure,
  NotFound,
  PendingWork,
  RateLimited,
  type ToileError,
  Unavailable,
  UsageError,
} from '../../../src/platform/errors.ts';
import {
  type Hint,
  hintText,
  nextCommand,
  quoteShellWord,
  shellText,
} from '../../../src/platform/escape/shell.ts';
import { createRedactor } from '../../../src/platform/redactor.ts';
import { word } from '../../platform/json/random-json.ts';
import fc, { scaleCases } from '../../support/property.ts';

const { redact } = createRedactor();
const toJson = (error: ToileError): string => formatErrorJson(error, redact);

describe('an error as JSON', () => {
  it('always has the seven members, and the details after them', () => {
    expect(toJson(new Failure('it broke'))).toBe(
      '{"error":{"code":"failed","message":"it broke","hint":null,"status":null,"exit":1,"retryable":false,"next":null}}\n',
    );
    const limited = new RateLimited('too many requests', {
      hint: hintText`or wait: ${nextCommand`toile designs ls --max-wait 5m`}`,
      details: { status: 429, retry_after: 140, next_before: '2026-01-01' },
    });
    expect(JSON.parse(toJson(limited))).toStrictEqual({
      error: {
        code: 'rate_limited',
        message: 'too many requests',
        hint: 'or wait: toile designs ls --max-wait 5m',
        status: 429,
        exit: 7,
        retryable: true,
        next: ['toile', 'designs', 'ls', '--max-wait', '5m'],
        retry_after: 140,
        next_before: '2026-01-01',
      },
    });
  });

  it('has no causes, which may contain what was sent', () => {
    expect(toJson(new Failure('no', { cause: new Error('secret') }))).not.toContain('secret');
  });

  it('marks texts of the service as such', () => {
    const folder = "a b'c\u202e\u{e0001}";
    const hint = hintText`${nextCommand`toile pull ${quoteShellWord(folder)}`} fills it`;
    expect(JSON.parse(toJson(new Failure('empty', { hint }))).error.next).toStrictEqual([
      'toile',
      'pull',
      folder,
    ]);
  });

  it.each([
    'svc_sk_live_0123456789',
    'https://somebody:word@api.example.com',
    'https://files.example.com/x.svg?signature=abc',
    '--base-url=https://files.example.com/?token=abc',
  ])('has no command that contains %s', (word) => {
    const hint = hintText`${nextCommand`toile login --base-url ${quoteShellWord(word)}`} signs in there`;
    expect(JSON.parse(toJson(new Failure('no', { hint }))).error.next).toBeNull();
  });

  it('says that a failure is temporary, except for an order or one that repeats', () => {
    const isRetryable = (error: ToileError): boolean => JSON.parse(toJson(error)).error.retryable;
    expect(isRetryable(new Unavailable('away'))).toBe(true);
    expect(isRetryable(new PendingWork('not yet'))).toBe(true);
    expect(isRetryable(new Unavailable('expired', { code: 'certificate_expired' }))).toBe(false);
    expect(isRetryable(new BeyondLimit('long', { code: 'too_large' }))).toBe(false);
    expect(isRetryable(new Unavailable('away', { details: { purchase_state: 'fate_unknown' } }))).toBe(false);
    expect(isRetryable(new UsageError('what?'))).toBe(false);
    // An exit code that a command defines for itself does not show whether a retry helps.
    expect(isRetryable(new Unavailable('away').withExitCode(2))).toBe(true);
  });
});

describe('an error as text', () => {
  it('begins with the failure and ends with the next step', () => {
    const error = new NotFound('no design is called "Coat"', {
      hint: shellText`toile designs ls --search Coat`,
      details: { candidates: ['Coat, long', 'Coat, short'], request_id: 'req_1' },
    });
    expect(formatErrorText(error)).toBe(
      'toile: no design is called "Coat"\n  Coat, long\n  Coat, short\n  request req_1\ntoile designs ls --search Coat\n',
    );
  });

  it('says to try a hint that is one command', () => {
    const text = (hint: Hint): string => formatErrorText(new UsageError('no', { hint }));
    expect(text(nextCommand`toile help graph`)).toBe('toile: no\ntry: toile help graph\n');
    expect(text(hintText`${nextCommand`toile designs ls`} lists yours`)).toBe(
      'toile: no\ntoile designs ls lists yours\n',
    );
  });

  it('needs no hint', () => {
    expect(formatErrorText(new UsageError('unknown flag --jsno'))).toBe('toile: unknown flag --jsno\n');
  });

  it('escapes control characters, and indents foreign lines', () => {
    fc.assert(
      fc.property(word, word, (message, candidate) => {
        const text = formatErrorText(
          new Failure(message, { hint: shellText`next`, details: { candidates: [candidate] } }),
        );
        expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
        const lines = text.split('\n');
        expect(lines.slice(-2)).toStrictEqual(['next', '']);
        for (const between of lines.slice(1, -2)) expect(between.startsWith('  ')).toBe(true);
      }),
      scaleCases(150),
    );
  });
});
