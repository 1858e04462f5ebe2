import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { walk } from 'oxc-walker';
import { expect, it } from 'vitest';
import { findAmbiguity } from './ambiguous-regex.ts';

/** Files whose regular expressions may be ambiguous, with the kind of text that they read. Do not add new files. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'typed by the user, or set by the machine': [
    'auth/find-credential.ts',
    'auth/find-stored-account.ts',
    'platform/redactor.ts',
    'platform/escape/shell.ts',
    'service/client/check-request.ts',
    'commands/designs/design-reference.ts',
    'commands/designs/collection-bodies.ts',
    'commands/flags/parse-flags.ts',
    'commands/flags/replacements.ts',
    'commands/login/sign-in.ts',
    'auth/identity.ts',
    'commands/config/stored-settings.ts',
    'commands/sandbox/connect-sandbox.ts',
    'cli/explain-usage-error.ts',
    'service/tech-packs/order-records.ts',
    'platform/system/process-identity.ts',
    'commands/which/search-places.ts',
    'service/http/choose-fetch.ts',
  ],
  "the sandbox's own": [
    'sandbox/corpus/node-drafts.ts',
    'sandbox/corpus/sample-model.ts',
    'sandbox/http/downloads.ts',
  ],
  // The lengths are next to the expressions; the path of a request is not longer than a request.
  'shorter than a few thousand signs': [
    'auth/oauth/token-endpoint.ts',
    'platform/files/safe-path.ts',
    'platform/json/decimals.ts',
    'collection/collection-paths.ts',
    'service/tech-packs/classify-request.ts',
    'output/workbook/number-cells.ts',
  ],
  // The last repeat consumes the rest of the text, or a character that ends it.
  'one on which no search fails after a repeat': ['output/tables/excel.ts', 'garment/keyed-rows.ts'],
};
const allowed = new Set(Object.values(ALLOWED).flat());

interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

const findExpressions = (file: string): readonly Expression[] => {
  const found: Expression[] = [];
  const text = readFileSync(`src/${file}`, 'utf8');
  walk(parseSync(file, text, { lang: 'ts', sourceType: 'module' }).program, {
    enter(node) {
      if (node.type === 'Literal' && 'regex' in node && node.regex) found.push(node.regex);
    },
  });
  return found;
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

const findIn = (file: string): readonly string[] =>
  findExpressions(file).flatMap(({ pattern, flags }) => {
    const why = findAmbiguity(pattern, flags);
    return why === undefined ? [] : [`${file}: ${why} in /${pattern}/${flags}`];
  });

it.each([
  ['^(a+)+$', 'nested repeats'],
  ['^(?:a*)*b', 'nested repeats'],
  ['^(a|a)*$', 'adjacent repeats'],
  ['^\\w+\\s*\\w+$', 'adjacent repeats'],
  ['^[\\d.]*\\d{2,}x', 'adjacent repeats'],
  ['\\s*[\\r\\n]+\\s*', 'a repeat that a search begins again at every sign'],
  ['\\[[^\\]]*\\]', 'a repeat that a search begins again at every sign'],
  ['^a+b+$', undefined],
  ['^"(?:[^"\\\\]|\\\\.)*"$', undefined],
  ['^(?:\\.\\d+)*$', undefined],
  ['\\d+', undefined],
  ['(?<!a+)b', undefined],
])('the check finds the cost of %s', (pattern, why) => {
  expect(findAmbiguity(pattern, '')).toBe(why);
});

it('no regular expression takes more than linear time on untrusted text', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => !allowed.has(file)).flatMap(findIn)).toEqual([]);
}, 60_000);

it('every exception of the check is needed', () => {
  const idle = [...allowed].filter((file) => !files.includes(file) || findIn(file).length === 0);
  expect(idle).toEqual([]);
}, 60_000);
