/** What of a secret may leave the program by accident: nothing, in whatever form it travels. */

import { UNSEEN } from './unseen.ts';

/** Marks the place where one stood. */
const HIDDEN = '[hidden]';
/** Shorter than any credential; hiding such words would hide half of every text. */
const SHORTEST = 8;
/** A key as it is typed (specification 5.1), also one that was never used. */
const KEY = /svc_sk_[A-Za-z0-9._~+/=%-]{3,}/g;

/** Whether a text has one in it. */
export const holdsKey = (text: string): boolean => text.search(KEY) >= 0;

/** An address with a name, a password or a query: whoever has such a link may have what it leads to. */
const TELLING_LINK = /:\/\/[^/]*@|:\/\/[^?#]*[?#]/;

/** Whether a word that was typed is such an address: it is not said again. */
export const isTellingLink = (word: string): boolean => TELLING_LINK.test(word);

/** Words to be typed, undefined where one of them holds what nobody else may have: half a command is no command. */
export const withoutSecrets = (
  words: readonly string[] | undefined,
  redact: (text: string) => string,
): readonly string[] | undefined =>
  words?.some((word) => isTellingLink(word) || redact(word) !== word) ? undefined : words;

const isLink = (name: string, value: unknown): boolean =>
  /^(download_)?url$/i.test(name) ||
  (typeof value === 'string' && /^https?:/i.test(value) && isTellingLink(value));

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/**
 * A record without links to its document, however deep they stand: whoever has the link has the document. Other
 * addresses stay where they hold no name, password or query.
 */
export const withoutLink = (record: unknown): unknown => {
  if (typeof record !== 'object' || record === null) return record ?? null;
  if (Array.isArray(record)) return record.filter((item) => !isLink('', item)).map(withoutLink);
  if (!isPlain(record)) return record;
  const kept = Object.entries(record).filter(([name, value]) => !isLink(name, value));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutLink(value)]));
};

/** Knows the live credentials of this run and takes them out of what is to be printed or kept about it. */
export interface Redactor {
  know(secret: string): void;
  redact(text: string): string;
}

/**
 * Base64 of a text within any longer one: three alignments, each without the signs at its ends that its neighbours
 * would change.
 */
const inBase64 = (bytes: Uint8Array): string[] =>
  [0, 1, 2].flatMap((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    let binary = '';
    for (const byte of padded) binary += String.fromCharCode(byte);
    const text = btoa(binary).replace(/=+$/, '');
    const middle = text.slice(before === 0 ? 0 : before + 1, (padded.length % 3 === 0 ? 0 : -1) || undefined);
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });

/** The forms in which a credential travels: as it is, in JSON, percent-encoded, in base64 alone or in a pair. */
const formsOf = (secret: string): readonly string[] => [
  ...inBase64(new TextEncoder().encode(secret)),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  secret,
];

/**
 * What may stand between two signs of a secret without parting them for whoever reads it: blanks and line ends of a
 * folded header, colours, signs that nobody sees, and either as this program or JSON spells them.
 */
const between = (): RegExp => {
  made ??= new RegExp(
    `\\u001b?\\[[0-9;]{1,20}m|\\\\u[0-9a-f]{4}|\\\\[nrt]|[\\s⏎⇥\\ufffd]|${UNSEEN.source}`,
    'giu',
  );
  return made;
};
/** Made when it is first asked for: that takes as long as reading many a file. */
let made: RegExp | undefined;
/** Where a long text was cut, a secret may have been; so many of its signs are enough to hide. */
const CUT = '…';

/** ASCII alone, so that the length stays: percent-encoding knows both cases. */
const lower = (text: string): string => text.replace(/[A-Z]/g, (sign) => sign.toLowerCase());

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A text without what stands between, and where each of its signs came from. */
const closed = (text: string): { readonly bare: string; readonly at: readonly number[] } => {
  const at: number[] = [];
  let bare = '';
  let from = 0;
  const take = (to: number): void => {
    for (let index = from; index < to; index += 1) at.push(index);
    bare += text.slice(from, to);
  };
  for (const { index, 0: found } of text.matchAll(between())) {
    take(index);
    from = index + found.length;
  }
  take(text.length);
  return { bare: lower(bare), at };
};

/** Where one of the forms stands, or the beginning of one before a cut. */
const stretchesIn = (bare: string, forms: readonly string[]): readonly Stretch[] => {
  const found: Stretch[] = [];
  for (const form of forms) {
    for (let from = bare.indexOf(form); from >= 0; from = bare.indexOf(form, from + 1))
      found.push({ from, to: from + form.length });
    for (let cut = bare.indexOf(CUT); cut >= 0; cut = bare.indexOf(CUT, cut + 1)) {
      let length = Math.min(form.length - 1, cut);
      while (length >= SHORTEST && !bare.endsWith(form.slice(0, length), cut)) length -= 1;
      if (length >= SHORTEST) found.push({ from: cut - length, to: cut });
    }
  }
  return found.toSorted((one, other) => one.from - other.from);
};

type Env = Readonly<Record<string, string | undefined>>;

/** Variables that hold a credential itself, which is live whether or not a command goes on to use it. */
const CREDENTIAL_VARIABLES = ['TOILE_API_KEY', 'TOILE_ACCESS_TOKEN'] as const;
/** Variables that hold a credential or lead to one, in the order in which they win. */
export const SIGN_IN_VARIABLES = [
  ...CREDENTIAL_VARIABLES,
  'TOILE_API_KEY_FILE',
  'TOILE_KEY_COMMAND',
] as const;
/** Passwords by themselves, and addresses that may hold one. Other programs read the proxies of a machine too. */
const PASSWORD_VARIABLES = ['TOILE_SHARED_PASSWORD'] as const;
const ADDRESS_VARIABLES = ['TOILE_SHARED', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'] as const;

/** Variables of toile that no program inherits which toile starts. */
const OWN_SECRETS: ReadonlySet<string> = new Set(
  [...SIGN_IN_VARIABLES, ...PASSWORD_VARIABLES, ...ADDRESS_VARIABLES].filter((name) =>
    name.startsWith('TOILE_'),
  ),
);

/** What a program that toile starts may inherit: all but the ways to a secret. Windows knows variables by any case. */
export const withoutSecretVariables = (env: Env): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_SECRETS.has(name.toUpperCase())));

/** The password in an address, as it stands there and as it is meant. */
const passwordsIn = (address: string): readonly string[] => {
  const [, typed = ''] = /^\w+:[^@]*?:([^@]*)@/.exec(address.replace(/^(\w+:)\/\//, '$1')) ?? [];
  const meant = typed.replace(/(%[0-9a-f]{2})+/gi, (signs) => {
    try {
      return decodeURIComponent(signs);
    } catch {
      return signs;
    }
  });
  return [typed, meant];
};

/** Every secret that the environment holds. */
const secretsIn = (env: Env): readonly string[] =>
  Object.entries(env).flatMap(([variable, value = '']) => {
    const name = variable.toUpperCase();
    const among = (names: readonly string[]): boolean => names.includes(name);
    if (among(CREDENTIAL_VARIABLES)) return [value.trim()];
    // Blanks are no part of a secret when it is looked for, since a text may be folded anywhere.
    const passwords = among(ADDRESS_VARIABLES)
      ? passwordsIn(value)
      : among(PASSWORD_VARIABLES)
        ? [value]
        : [];
    return passwords.flatMap((one) => [one, one.replace(/\s+/g, '')]);
  });

/** The door of stderr, and of every file that toile keeps for itself. */
export const redactor = (env: Env = {}): Redactor => {
  const secrets = new Set<string>();
  let forms: readonly string[] = [];
  const know = (secret: string): void => {
    if (secret.length < SHORTEST || secrets.has(secret)) return;
    secrets.add(secret);
    forms = [...forms, ...new Set(formsOf(secret).map(lower))];
  };
  for (const secret of secretsIn(env)) know(secret);

  const withoutKnown = (text: string): string => {
    if (forms.length === 0) return text;
    const { bare, at } = closed(text);
    let out = '';
    let done = 0;
    for (const { from, to } of stretchesIn(bare, forms)) {
      const [begins, ends] = [at[from] ?? 0, (at[to - 1] ?? 0) + 1];
      if (ends <= done) continue;
      out += begins < done ? '' : `${text.slice(done, begins)}${HIDDEN}`;
      done = ends;
    }
    return done === 0 ? text : out + text.slice(done);
  };

  return {
    know,
    redact: (text) => withoutKnown(text).replace(KEY, `svc_sk_${HIDDEN}`),
  };
};
