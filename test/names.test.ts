import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findNameViolations, readExports } from './rooms/names.ts';
import { NAME_EXCEPTIONS, VERBS } from './rooms/verbs.ts';

const source = fileURLToPath(new URL('../src/', import.meta.url));

const exported = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .toSorted()
  .flatMap((file) => readExports(`src/${file.replaceAll('\\', '/')}`, readFileSync(source + file, 'utf8')));

const check = (file: string, text: string) =>
  [...findNameViolations(readExports(file, text), VERBS, NAME_EXCEPTIONS)].join('\n');

it('exports have plain names: functions start with a verb, no two share one, types are explained', () => {
  expect([...findNameViolations(exported, VERBS, NAME_EXCEPTIONS)].join('\n')).toBe('');
});

it('every exception is an export', () => {
  const names = new Set(exported.map(({ name }) => name));
  expect(Object.keys(NAME_EXCEPTIONS).filter((name) => !names.has(name))).toStrictEqual([]);
});

it.each([
  ['export const values = () => [];', 'src/a.ts:1 values does not start with a verb'],
  ['export function held() {}', 'src/a.ts:1 held does not start with a verb'],
  ['export interface Thing { a: 1 }', 'src/a.ts:1 Thing has no doc comment'],
  [
    '/** A. */\nexport type A = 1;\n/** B. */\nexport const readA = () => 1;\nexport const readA = 2;',
    'is exported by src/a.ts too',
  ],
])('finds a violation in %s', (text, violation) => {
  expect(check('src/a.ts', text)).toContain(violation);
});

it.each([
  '/** Value. */\nexport type Value = 1;',
  'export const readValue = () => 1;',
  'export const MAX_DEPTH = 64;',
])('accepts %s', (text) => {
  expect(check('src/a.ts', text)).toBe('');
});
