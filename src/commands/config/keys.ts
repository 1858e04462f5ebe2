/** What may be remembered: each a default for a variable of the environment, which goes before it, as flags do before both. */

import { advice, shellWord, shellWords, toType } from '../../border/shell.ts';
import { UsageError } from '../../errors.ts';
import { slips } from '../../slips.ts';
import type { WordSpec } from '../typed.ts';

export interface Key {
  readonly about: string;
  /** What it stands for where none of them is set; what is remembered becomes the first. None for the account. */
  readonly variables: readonly string[];
  readonly choices?: readonly string[];
  readonly completes?: WordSpec['completes'];
  /** What others call it. */
  readonly elsewhere?: readonly string[];
}

export const KEYS = {
  account: {
    about: 'the account whose key and address are used',
    variables: ['TOILE_ACCOUNT'],
    completes: ['accounts'],
    elsewhere: ['user', 'profile', 'current'],
  },
  accessible: {
    about: 'for screen readers: nothing is redrawn, marks are words, choices are numbered',
    variables: ['TOILE_ACCESSIBLE', 'ACCESSIBLE'],
    choices: ['true', 'false'],
    elsewhere: ['accessibility', 'screen-reader', 'a11y', 'marks'],
  },
  pager: { about: 'turns pages on a terminal: a program, or cat for none', variables: ['TOILE_PAGER'] },
  rate: {
    about: 'the rate limit to keep within, such as 300/5m',
    variables: ['TOILE_RATE'],
    elsewhere: ['rate-limit', 'limit'],
  },
  'max-wait': {
    about: 'longest time that a command may wait, such as 90s or 5m',
    variables: ['TOILE_MAX_WAIT'],
    elsewhere: ['wait'],
  },
  shared: {
    about: 'the engine that machines with one key share; its password stays in TOILE_SHARED_PASSWORD',
    variables: ['TOILE_SHARED'],
    elsewhere: ['engine', 'redis', 'valkey'],
  },
} as const satisfies Readonly<Record<string, Key>>;

export type KeyName = keyof typeof KEYS;

export const KEY_NAMES = Object.keys(KEYS) as readonly KeyName[];

const keyOf = (name: KeyName): Key => KEYS[name];

const isKey = (word: string): word is KeyName => Object.hasOwn(KEYS, word);

const nearest = (word: string): KeyName | undefined => {
  const plain = word
    .toLowerCase()
    .replace(/^toile[._-]/, '')
    .replaceAll(/[._]/g, '-');
  if (isKey(plain)) return plain;
  const named = KEY_NAMES.find((name) => keyOf(name).elsewhere?.includes(plain));
  return named ?? KEY_NAMES.find((name) => name.startsWith(plain) || slips(plain, name, 2));
};

/** Throws a UsageError with the key that may be meant. */
export const knownKey = (typed: string): KeyName => {
  if (isKey(typed)) return typed;
  if (/key|token|secret|password|credential/i.test(typed)) {
    throw new UsageError(`${typed}: secrets are kept in the keychain, and not among the settings`, {
      code: 'secret_setting',
      hint: advice`${toType`toile login`} keeps one`,
    });
  }
  const near = nearest(typed);
  throw new UsageError(`there is no setting ${typed}`, {
    code: 'unknown_setting',
    hint:
      near === undefined
        ? advice`settings: ${shellWords(KEY_NAMES, ', ')}; ${toType`toile config ls`} explains them`
        : advice`did you mean ${shellWord(near)}? ${toType`toile config get ${shellWord(near)}`}`,
  });
};
