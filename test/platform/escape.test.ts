import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseGarmentId, parseUuid } from '../../src/platform/branded.ts';
import { formatMarkdownRow, html, markdown } from '../../src/platform/escape/markup.ts';
import { quoteShellWord, shellText } from '../../src/platform/escape/shell.ts';
import { formatCsvCell, formatCsvRecord, formatTsvLine } from '../../src/platform/escape/spreadsheet-text.ts';
import { sanitizeForTerminal, toSingleLine } from '../../src/platform/escape/terminal-text.ts';
import { joinPath, resolveUserPath, sanitizeFileName } from '../../src/platform/files/safe-path.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';
import {
  createRedactor,
  omitIfSecret,
  removeDocumentUrls,
  removeSecretVariables,
} from '../../src/platform/redactor.ts';
import { anyCharacter } from '../support/any-character.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import fc, { scaleCases } from '../support/property.ts';

const text = fc.string({ unit: anyCharacter, maxLength: 40 });

describe('a word for a shell', () => {
  const HOSTILE = [
    '',
    ' ',
    '$(touch X)',
    '`touch X`',
    "'; touch X; '",
    '"; touch X; "',
    'a\nb',
    '\u001b[31m',
    '\u202eabc',
    '\u200b',
    '\u{e0041}',
    '!!',
    '~root',
    '*',
    '-rf',
    "it's \\ here",
    '\\\n',
  ];
  const shells = ['bash', 'zsh'].filter((shell) => !isToolMissing(shell, shell));
  it.each(shells)('is quoted for %s, and shows no invisible character', (shell) => {
    const words = [
      ...HOSTILE,
      ...fc.sample(
        text.filter((word) => !word.includes('\0')),
        scaleCases(60),
      ),
    ].map((word) => word.replace(/\p{Surrogate}/gu, ''));
    const typed = words.map(quoteShellWord);
    expect(typed.join(' ')).toBe(sanitizeForTerminal(typed.join(' ')));
    expect(typed.join('')).not.toContain('\n');
    const script = `printf '%s\\0' ${typed.join(' ')}`;
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const output = execFileSync(shell, ['-c', script], { env, encoding: 'utf8' });
    expect(output.split('\0').slice(0, -1)).toStrictEqual(words);
  });

  it('can be put into a template only if it is quoted', () => {
    expect(shellText`toile graph ${quoteShellWord('a b')} --limit ${3}`).toBe("toile graph 'a b' --limit 3");
  });
});

describe('text for a terminal', () => {
  it('contains no control character except colours', () => {
    fc.assert(
      fc.property(text, (any) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
        const allowed = /\u001b\[[0-9;]*m|\r\n|\u2068[^\u2068\u2069\n]*\u2069/g;
        const bare = sanitizeForTerminal(any).replace(allowed, '');
        expect(bare).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u);
        expect(toSingleLine(any)).not.toMatch(
          /\p{Cc}|[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u{e0000}-\u{e007f}]/u,
        );
      }),
      scaleCases(100),
    );
  });

  it.each([
    ['a title', 'a\u001b]0;x\u0007b', 'a\\u001b]0;x\\u0007b'],
    ['a colour', '\u001b[1mbold\u001b[22m', '\u001b[1mbold\u001b[22m'],
    ['the line breaks of CSV', 'id,name\r\n1,"a\r"\r\n', 'id,name\r\n1,"a\\u000d"\r\n'],
    ['an erased line', '\u001b[2Kb', '\\u001b[2Kb'],
    ['C1', '\u009b31m', '\\u009b31m'],
    ['an override', 'a\u202eb', 'a\\u202eb'],
    ['a word set apart', 'a \u2068ש\u2069 b', 'a \u2068ש\u2069 b'],
    ['a lone isolate', 'a \u2068ש b\n\u2069', 'a \\u2068ש b\n\\u2069'],
    ['a hidden tag', 'a\u{e0041}b', 'a\\udb40\\udc41b'],
    ['a joined emoji', '👩🏽‍🎨', '👩🏽‍🎨'],
  ])('with %s', (_, given, shown) => {
    expect(sanitizeForTerminal(given)).toBe(shown);
  });

  it('shows JSON with the same meaning', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.parse(sanitizeForTerminal(json))).toStrictEqual(JSON.parse(json));
      }),
      scaleCases(50),
    );
  });
});

describe('a file name', () => {
  const root = resolveUserPath('/', 'home/me/season');
  it.each([
    '..',
    '.',
    '',
    'a/b',
    'a\\b',
    '/etc/passwd',
    'a\0b',
    'a\nb',
    'x'.repeat(256),
    'é'.repeat(128),
    '..\\..\\x',
    'C:\\x',
  ])('%j is not valid', (name) => {
    expect(() => joinPath(root, name)).toThrow('is not a valid file name');
  });
  it('below a folder stays below it', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), (names) => {
        let path: string;
        try {
          path = joinPath(root, ...names);
        } catch {
          return;
        }
        expect(`${path}/`.startsWith('/home/me/season/')).toBe(true);
      }),
      { seed: 3 },
    );
  });
  it.each([
    'con',
    'con.txt',
    'CON.tar.gz',
    'con .txt',
    'aux',
    'nul.json',
    'Com1.pdf',
    'LPT9',
    'com¹',
    'prn. . .',
  ])('%j is a device of Windows and not valid', (words) => {
    const name = sanitizeFileName(words);
    expect(name).not.toMatch(/^(con|prn|aux|nul|com.|lpt.) *(\.|$)/i);
    expect(joinPath(root, name)).toBe(`${root}/${name}`);
  });
  it.each([
    ['..\\..\\x', '_.._x'],
    ['../../x', '_.._x'],
    ['C:\\Windows\\x', 'C__Windows_x'],
    ['a:b', 'a_b'],
    ['-rf', 'rf'],
  ])('%j leads to no other folder, on any system', (words, name) => {
    expect(sanitizeFileName(words)).toBe(name);
  });
  it.each(['縮', 'é', '🧵', 'x', 'x. '])('%j repeated many times is shortened to 255 bytes', (sign) => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const name = sanitizeFileName(`${before}${sign.repeat(300)}`);
      expect(Buffer.byteLength(name)).toBeGreaterThan(2);
      expect(Buffer.byteLength(`${name}.technical_designer.json`)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/\p{Cs}/u);
      expect(name).not.toMatch(/[. ]$/);
      expect(joinPath(root, name)).toBe(`${root}/${name}`);
    }
  });
  it('made from any text is valid, and no flag', () => {
    fc.assert(
      fc.property(
        fc.oneof(text, fc.constantFrom('../../X', '-rf', 'con', 'COM1.txt', '...', ' ')),
        (words) => {
          const name = sanitizeFileName(words);
          expect(joinPath(root, name)).toBe(`${root}/${name}`);
          expect(name).not.toMatch(/^[-.]/);
        },
      ),
      { seed: 4 },
    );
  });
});

describe('ids', () => {
  it.each([
    '../../X',
    'GARM-',
    'GARM-1x',
    'GARM-1\n',
    'x',
    '',
    null,
    7,
    '00000000-0000-0000-0000-00000000000g',
  ])('%j is not valid', (value) => {
    expect(parseUuid(value) ?? parseGarmentId(value)).toBeUndefined();
  });
  it('have one spelling', () => {
    expect(parseUuid('AB841F7E-0000-4000-8000-00000000000F')).toBe('ab841f7e-0000-4000-8000-00000000000f');
    expect(parseGarmentId('garm-0042')).toBe('GARM-0042');
  });
});

describe('pages and tables', () => {
  it('contain text and no markup', () => {
    expect(html`<p>${'<b>"&\u202e'}</p>`.markup).toBe('<p>&lt;b&gt;&quot;&amp;</p>');
  });
  it.each([
    ['@mention', '@<!-- -->mention'],
    ['#1', '#<!-- -->1'],
    ['GH-12', 'GH-<!-- -->12'],
    ['GARM-12', 'GARM-12'],
    ['https://evil.test', 'https:<!-- -->//evil.test'],
    ['www.evil.test', 'www<!-- -->.evil.test'],
    ['0123456789abcdef0123456789abcdef01234567', '0123456789abcdef0123<!-- -->456789abcdef01234567'],
    ['a|b\nc', 'a\\|b c'],
    ['[x](y)', '\\[x\\](y)'],
  ])('of Markdown: %j', (words, written) => {
    expect(markdown`${words}`).toBe(written);
    expect(formatMarkdownRow([words])).toBe(`| ${written} |`);
  });
  it('of cells end with their records', () => {
    expect(formatCsvRecord([formatCsvCell('a,b'), formatCsvCell('\u0007')])).toBe('"a,b",\\u0007\r\n');
    expect(formatTsvLine(['a\tb', 'c'])).toBe('a\\tb\tc\n');
    expect(formatTsvLine(['a\u001b', '\\'])).toBe('a\\u001b\t\\\\\n');
  });
});

describe('a secret', () => {
  const secret = 'svc_sk_live/A+b~9==';
  const known = createRedactor();
  known.addSecret(secret);
  known.addSecret('opaque-token-123456');
  const encodeBase64 = (all: string) => Buffer.from(all).toString('base64');
  it.each([
    ['plain', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded in lower case', encodeURIComponent(secret).toLowerCase()],
    ['base64', encodeBase64(secret)],
    ['base64url', Buffer.from(secret).toString('base64url')],
    ['a user and password', encodeBase64(`u:${secret}`)],
    ['a password and more', encodeBase64(`${secret}:x`)],
    ['in the middle', encodeBase64(`ab${secret}cd`)],
    ['in JSON', JSON.stringify({ key: secret })],
    ['a folded header', `Bearer ${secret.slice(0, 9)}\r\n ${secret.slice(9)}`],
    ...['\n  ', ' ', '\u200b', '\u001b[0m', '[0m', '\0', '\\u200b', '\\n', '⏎'].map((between) => [
      `parted by ${JSON.stringify(between)}`,
      `${secret.slice(0, 12)}${between}${secret.slice(12)}`,
    ]),
    ['cut short', `${encodeURIComponent(secret).slice(0, -4)}…`],
    ['cut short in base64', `${encodeBase64(`me:${secret}`).slice(0, -6)}…`],
    ['an opaque token in base64', encodeBase64('x:opaque-token-123456')],
  ])('is removed: %s', (_, text) => {
    const printed = known.redact(`a ${text} b`);
    expect(printed).toContain('[hidden]');
    for (const part of [secret.slice(7), 'opaque-token', encodeURIComponent(secret).slice(-8)])
      expect(printed).not.toContain(part);
  });
  describe('one of two secrets', () => {
    // Neither looks like a key, and in base64 each has signs that the alphabet for addresses writes otherwise.
    const two = ['~opaque/+one>?=~', '{"tok"}?second&>~>'] as const;
    const both = createRedactor();
    for (const one of two) both.addSecret(one);
    const forms: Readonly<Record<string, (text: string) => string>> = {
      plain: (text) => text,
      'percent-encoded': encodeURIComponent,
      'percent-encoded in lower case': (text) => encodeURIComponent(text).toLowerCase(),
      'in JSON': (text) => JSON.stringify(text).slice(1, -1),
      base64: encodeBase64,
      base64url: (text) => Buffer.from(text).toString('base64url'),
      'base64url behind a name': (text) => Buffer.from(`me:${text}`).toString('base64url'),
    };
    it.each(Object.entries(forms))('%s, once or twice in a text, in either order', (_, form) => {
      for (const order of [two, two.toReversed(), [two[0], two[0]], [two[1], two[1], two[0]]]) {
        const said = both.redact(`a ${order.map(form).join(' and ')} b`);
        expect(said.match(/\[hidden\]/g)).toHaveLength(order.length);
        for (const secret of order) {
          for (let at = 0; at + 8 <= form(secret).length; at += 1)
            expect(said).not.toContain(form(secret).slice(at, at + 8));
        }
      }
    });
  });
  it('is removed if it has the form of a key, also when it is unknown', () => {
    expect(createRedactor().redact('--key=svc_sk_never_used and svc_sk_')).toBe(
      '--key=svc_sk_[hidden] and svc_sk_',
    );
  });
  it('of the environment is known before a command needs it', () => {
    expect(
      createRedactor({ TOILE_ACCESS_TOKEN: 'opaque-token-123456\n' }).redact('opaque-token-123456'),
    ).toBe('[hidden]');
  });
  it('of an address in any variable of the environment is known', () => {
    for (const name of ['TOILE_SHARED', 'HTTPS_PROXY', 'https_proxy', 'http_proxy', 'ALL_PROXY']) {
      const { redact } = createRedactor({
        [name]: 'http://ann:first%2Fword-of-it@host:1/',
        TOILE_API_KEY: 'second-word',
      });
      expect(redact('first%2Fword-of-it first/word-of-it second-word')).toBe('[hidden] [hidden] [hidden]');
    }
  });
  it('in a variable of toile is not passed to other programs', () => {
    const names = ['API_KEY', 'ACCESS_TOKEN', 'API_KEY_FILE', 'KEY_COMMAND', 'SHARED', 'SHARED_PASSWORD'];
    const env = Object.fromEntries([...names, 'account', 'HOME'].map((name) => [`TOILE_${name}`, 'x']));
    expect(removeSecretVariables({ ...env, toile_api_key: 'x', HTTPS_PROXY: 'p' })).toEqual({
      TOILE_account: 'x',
      TOILE_HOME: 'x',
      HTTPS_PROXY: 'p',
    });
  });
  it('is removed without other text', () => {
    for (const text of ['toile designs ls', `İ ${'x'.repeat(20)}… \u0000 svc sk`, 'a\n  b\u001b[1mc\\u200bd'])
      expect(known.redact(text)).toBe(text);
    expect(known.redact(`İ\u0000 before ${secret} after\n`)).toBe('İ\u0000 before [hidden] after\n');
  });
});

describe('an address with a secret', () => {
  it('is removed from a record, because the link opens the document', () => {
    const record = {
      id: 'x',
      download_url: 'https://files.example/1?signature=s',
      url: 'https://files.example/1',
    };
    expect(removeDocumentUrls(record)).toStrictEqual({ id: 'x' });
    expect(removeDocumentUrls(['x'])).toStrictEqual(['x']);
    const signed = 'https://files.example/1?signature=s';
    const number = parseJson('56.0');
    const plain = { page: 'https://example.org/docs', note: 'why? see ://a?b', number };
    expect(
      removeDocumentUrls({
        ...plain,
        files: [{ url: signed, a: 1 }, signed],
        more: { preview: signed, DOWNLOAD_URL: 'x' },
      }),
    ).toStrictEqual({ ...plain, files: [{ a: 1 }], more: {} });
  });

  it('is no part of a printed command', () => {
    const returnSame = (text: string): string => text;
    expect(omitIfSecret(['toile', 'me'], returnSame)).toStrictEqual(['toile', 'me']);
    for (const link of ['https://me:word@service.example/', 'https://files.example/1?signature=s'])
      expect(omitIfSecret(['toile', 'me', '--base-url', link], returnSame)).toBeUndefined();
    expect(omitIfSecret(['toile', 'a key'], (text) => text.replace('a key', '[hidden]'))).toBeUndefined();
  });

  it('of the shared engine is known as typed and as decoded', () => {
    const shared = createRedactor({ TOILE_SHARED: 'redis://toile:pass%2Fword-of-it@engine:6379' });
    for (const said of ['pass%2Fword-of-it', 'pass/word-of-it'])
      expect(shared.redact(`engine: ${said}`)).toBe('engine: [hidden]');
    const apart = createRedactor({
      TOILE_SHARED: 'redis://engine',
      TOILE_SHARED_PASSWORD: 'word-of-the-engine',
    });
    expect(apart.redact('word-of-the-engine')).toBe('[hidden]');
  });
});
