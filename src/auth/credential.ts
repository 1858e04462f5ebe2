/** Parses credentials (specification section 5) and recognizes common mistakes in pasted text. */

import { NotSignedIn, UsageError } from '../platform/errors.ts';
import { quoteShellWord, shellText } from '../platform/escape/shell.ts';

/** The kind of a credential. */
export type CredentialKind = 'api_key' | 'access_token';

/** A credential and its kind. */
export interface ParsedCredential {
  readonly credential: string;
  readonly kind: CredentialKind;
}

const API_KEY_PREFIX = 'svc_sk_';
/**
 * The length above which a server refuses the header. A longer text is usually a file that was chosen by
 * mistake.
 */
const MAX_CREDENTIAL_LENGTH = 8192;

/**
 * Returns what is wrong with a text that should be a credential; undefined when it is fine. Never repeats
 * the text.
 */
const findCredentialFault = (text: string): string | undefined => {
  if (text === '') return 'is empty';
  if (text.trim() === '') return 'holds nothing but white space';
  if (text.length > MAX_CREDENTIAL_LENGTH) return `is longer than ${MAX_CREDENTIAL_LENGTH} characters`;
  if (/^bearer\s/i.test(text)) return 'starts with the word Bearer; only what follows it is the key';
  if (/^(["'`]).*\1$/s.test(text)) return 'has quotation marks around it';
  if (/[\r\n]/.test(text)) return 'has a line break in it';
  if (/\s/.test(text)) return 'has white space in it';
  if (/[^\x21-\x7e]/.test(text)) return 'has characters in it that no key has (not plain ASCII)';
  return text === API_KEY_PREFIX ? `ends right after ${API_KEY_PREFIX}` : undefined;
};

const stripLineEnds = (text: string): string => text.replace(/^\ufeff/, '').replace(/[\r\n]+$/, '');

// An access token is opaque, so everything that is not a key may be one.
const detectCredentialKind = (credential: string): CredentialKind =>
  credential.startsWith(API_KEY_PREFIX) ? 'api_key' : 'access_token';

const buildErrorArguments = (wrong: string, place: string) =>
  [
    `${place} ${wrong}`,
    {
      code: 'bad_credential',
      hint: shellText`Give the key as it was shown when it was made; it starts with ${quoteShellWord(API_KEY_PREFIX)}`,
    },
  ] as const;

/**
 * Returns the credential in a text, without trailing line ends. `place` names the source and is the subject
 * of the error. `only` requires an API key. Throws NotSignedIn, which never repeats the text.
 */
export const parseCredential = (text: string, place: string, only?: 'api_key'): ParsedCredential => {
  const credential = stripLineEnds(text);
  const wrong = findCredentialFault(credential);
  if (wrong !== undefined) throw new NotSignedIn(...buildErrorArguments(wrong, place));
  const kind = detectCredentialKind(credential);
  if (only === undefined || kind === only) return { credential, kind };
  throw new NotSignedIn(
    `${place} does not hold an API key: a key starts with ${quoteShellWord(API_KEY_PREFIX)}`,
    {
      code: 'bad_credential',
      hint: shellText`If it is an access token, put it into TOILE_ACCESS_TOKEN instead.`,
    },
  );
};

/**
 * Parses the credential that a user typed or piped to `toile login`. Throws a UsageError, which never
 * repeats it.
 */
export const parseTypedCredential = (text: string): ParsedCredential => {
  const credential = stripLineEnds(text);
  const wrong = findCredentialFault(credential);
  if (wrong !== undefined) throw new UsageError(...buildErrorArguments(wrong, 'the key'));
  return { credential, kind: detectCredentialKind(credential) };
};
