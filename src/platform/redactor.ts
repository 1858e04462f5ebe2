/** Removes credentials, plain or encoded, from text that leaves the program. */

import { INVISIBLE_CHARACTERS } from './escape/invisible-characters.ts';
import type { EnvVariables } from './shared-types.ts';

const REDACTED_TEXT = '[hidden]';
/** The minimum length of a secret that is redacted. Shorter texts may be ordinary words. */
const MIN_SECRET_LENGTH = 8;
/** Matches an API key (specification 5.1). Every one is redacted, even if this run did not use it. */
const API_KEY_PATTERN = /svc_sk_[A-Za-z0-9._~+/=%-]{3,}/g;

/** Returns true if the text contains an API key. */
export const hasApiKey = (text: string): boolean => text.search(API_KEY_PATTERN) >= 0;

const SECRET_URL_PATTERN = /:\/\/[^/]*@|:\/\/[^?#]*[?#]/;

/** Returns true for a URL with a user name, password, query or fragment. Such a URL may grant access to something. */
export const isSecretUrl = (word: string): boolean => SECRET_URL_PATTERN.test(word);

/**
 * Returns the words of a command. Returns undefined if one of them contains a secret, because the command would not
 * work with the secret redacted.
 */
export const omitIfSecret = (
  words: readonly string[] | undefined,
  redact: (text: string) => string,
): readonly string[] | undefined =>
  words?.some((word) => isSecretUrl(word) || redact(word) !== word) ? undefined : words;

const isDocumentUrl = (name: string, value: unknown): boolean =>
  /^(download_)?url$/i.test(name) ||
  (typeof value === 'string' && /^https?:/i.test(value) && isSecretUrl(value));

const isPlainObject = (value: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

/**
 * Returns a copy of a JSON value without links that grant access to a document, at any depth. A link is a member named
 * `url` or `download_url`, or a member or list item that is a URL with a user name, password, query or fragment. If the
 * value itself is a text, returns it unchanged, even if it is such a URL. Returns null for undefined.
 */
export const removeDocumentUrls = (record: unknown): unknown => {
  if (typeof record !== 'object' || record === null) return record ?? null;
  if (Array.isArray(record)) return record.filter((item) => !isDocumentUrl('', item)).map(removeDocumentUrls);
  if (!isPlainObject(record)) return record;
  const entries = Object.entries(record).filter(([name, value]) => !isDocumentUrl(name, value));
  return Object.fromEntries(entries.map(([name, value]) => [name, removeDocumentUrls(value)]));
};

/**
 * Returns the base64 texts that a secret can have inside longer encoded data. The text depends on the position of the
 * secret, so there is one text for each offset of 0 to 2 bytes, in the standard and in the URL-safe alphabet.
 * Characters that depend on neighbouring bytes are left out.
 */
const encodeBase64Forms = (bytes: Uint8Array): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const padded = new Uint8Array(offset + bytes.length);
    padded.set(bytes, offset);
    let binary = '';
    for (const byte of padded) binary += String.fromCharCode(byte);
    const text = btoa(binary).replace(/=+$/, '');
    const middle = text.slice(offset === 0 ? 0 : offset + 1, (padded.length % 3 === 0 ? 0 : -1) || undefined);
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });

const listSecretForms = (secret: string): readonly string[] => [
  ...encodeBase64Forms(new TextEncoder().encode(secret)),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  secret,
];

/**
 * Returns a pattern for white space, colour codes, invisible characters and escapes such as `\n`. The search for
 * secrets skips them, because a reader recognizes a secret even with such characters inside it.
 */
const getSeparatorPattern = (): RegExp => {
  separatorPattern ??= new RegExp(
    `\\u001b?\\[[0-9;]{1,20}m|\\\\u[0-9a-f]{4}|\\\\[nrt]|[\\s⏎⇥\\ufffd]|${INVISIBLE_CHARACTERS.source}`,
    'giu',
  );
  return separatorPattern;
};
/** The compiled pattern of `getSeparatorPattern`. It is created on first use, because compiling takes long. */
let separatorPattern: RegExp | undefined;
/**
 * The mark at the end of a shortened text. If the text before the mark ends with the beginning of a secret, that
 * beginning is redacted too.
 */
const TRUNCATION_MARK = '…';

/** Lowercases ASCII letters, so that `%2F` equals `%2f`. Other letters stay, because their length could change. */
const toLowerAscii = (text: string): string => text.replace(/[A-Z]/g, (sign) => sign.toLowerCase());

/** A range of positions in a text; `to` is exclusive. */
interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the text without separator characters and in lower case (`bare`), and the position in `text` of each
 * character that remains.
 */
const stripSeparators = (text: string): { readonly bare: string; readonly positions: readonly number[] } => {
  const positions: number[] = [];
  let bare = '';
  let start = 0;
  const appendRange = (end: number): void => {
    for (let index = start; index < end; index += 1) positions.push(index);
    bare += text.slice(start, end);
  };
  for (const { index, 0: separator } of text.matchAll(getSeparatorPattern())) {
    appendRange(index);
    start = index + separator.length;
  }
  appendRange(text.length);
  return { bare: toLowerAscii(bare), positions };
};

/**
 * Returns the ranges of the text that contain one of `forms`, the spellings of secrets. They are sorted by their start.
 * Also finds the beginning of a secret if it stands directly before the mark `…` of a shortened text.
 */
const findSecretRanges = (bare: string, forms: readonly string[]): readonly TextRange[] => {
  const ranges: TextRange[] = [];
  for (const form of forms) {
    for (let from = bare.indexOf(form); from >= 0; from = bare.indexOf(form, from + 1))
      ranges.push({ from, to: from + form.length });
    for (
      let markAt = bare.indexOf(TRUNCATION_MARK);
      markAt >= 0;
      markAt = bare.indexOf(TRUNCATION_MARK, markAt + 1)
    ) {
      let length = Math.min(form.length - 1, markAt);
      while (length >= MIN_SECRET_LENGTH && !bare.endsWith(form.slice(0, length), markAt)) length -= 1;
      if (length >= MIN_SECRET_LENGTH) ranges.push({ from: markAt - length, to: markAt });
    }
  }
  return ranges.toSorted((a, b) => a.from - b.from);
};

/** The variables that contain a credential. Their values are redacted even if no command uses them. */
const CREDENTIAL_VARIABLES = ['TOILE_API_KEY', 'TOILE_ACCESS_TOKEN'] as const;
/** The environment variables that contain a credential or say where to find it, in order of precedence. */
export const SIGN_IN_VARIABLES = [
  ...CREDENTIAL_VARIABLES,
  'TOILE_API_KEY_FILE',
  'TOILE_KEY_COMMAND',
] as const;
const PASSWORD_VARIABLES = ['TOILE_SHARED_PASSWORD'] as const;
const ADDRESS_VARIABLES = ['TOILE_SHARED', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'] as const;

const OWN_SECRETS: ReadonlySet<string> = new Set(
  [...SIGN_IN_VARIABLES, ...PASSWORD_VARIABLES, ...ADDRESS_VARIABLES].filter((name) =>
    name.startsWith('TOILE_'),
  ),
);

/**
 * Returns the environment without the `TOILE_` variables that contain a secret or say where to find one. Ignores the
 * case of names, as Windows does.
 */
export const removeSecretVariables = (env: EnvVariables): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_SECRETS.has(name.toUpperCase())));

/** Returns the password of a URL twice: as written, and percent-decoded. */
const extractPasswords = (address: string): readonly string[] => {
  const [, written = ''] = /^\w+:[^@]*?:([^@]*)@/.exec(address.replace(/^(\w+:)\/\//, '$1')) ?? [];
  const decoded = written.replace(/(%[0-9a-f]{2})+/gi, (signs) => {
    try {
      return decodeURIComponent(signs);
    } catch {
      return signs;
    }
  });
  return [written, decoded];
};

const readEnvSecrets = (env: EnvVariables): readonly string[] =>
  Object.entries(env).flatMap(([variable, value = '']) => {
    const name = variable.toUpperCase();
    const isAmong = (names: readonly string[]): boolean => names.includes(name);
    if (isAmong(CREDENTIAL_VARIABLES)) return [value.trim()];
    // `redact` searches for secrets in text without white space. So each password is returned twice: as written, and
    // without its white space.
    const passwords = isAmong(ADDRESS_VARIABLES)
      ? extractPasswords(value)
      : isAmong(PASSWORD_VARIABLES)
        ? [value]
        : [];
    return passwords.flatMap((password) => [password, password.replace(/\s+/g, '')]);
  });

/**
 * Creates the redactor of this run. It knows the secrets in the environment; `addSecret` adds another. Secrets of fewer
 * than eight characters are ignored. `redact` replaces each secret with `[hidden]`, also in base64, percent-encoded and
 * JSON form, and each API key with `svc_sk_[hidden]`. All text for stderr is redacted.
 */
export const createRedactor = (env: EnvVariables = {}) => {
  const secrets = new Set<string>();
  let forms: readonly string[] = [];
  const addSecret = (secret: string): void => {
    if (secret.length < MIN_SECRET_LENGTH || secrets.has(secret)) return;
    secrets.add(secret);
    forms = [...forms, ...new Set(listSecretForms(secret).map(toLowerAscii))];
  };
  for (const secret of readEnvSecrets(env)) addSecret(secret);

  const redactSecrets = (text: string): string => {
    if (forms.length === 0) return text;
    const { bare, positions: at } = stripSeparators(text);
    let result = '';
    let copiedTo = 0;
    for (const { from, to } of findSecretRanges(bare, forms)) {
      const [start, end] = [at[from] ?? 0, (at[to - 1] ?? 0) + 1];
      if (end <= copiedTo) continue;
      result += start < copiedTo ? '' : `${text.slice(copiedTo, start)}${REDACTED_TEXT}`;
      copiedTo = end;
    }
    return copiedTo === 0 ? text : result + text.slice(copiedTo);
  };

  return {
    addSecret,
    redact: (text: string) => redactSecrets(text).replace(API_KEY_PATTERN, `svc_sk_${REDACTED_TEXT}`),
  };
};

/** The functions that remove the credentials of this run from text. */
export type Redactor = ReturnType<typeof createRedactor>;
