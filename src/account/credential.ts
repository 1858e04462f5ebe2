/** What a credential can look like (specification section 5), and what people paste by mistake. */
import { shellWord, typeable } from '../border/shell.ts';
import { NotSignedIn, UsageError } from '../errors.ts';

export type Kind = 'api_key' | 'access_token';

export interface Credential {
  readonly credential: string;
  readonly kind: Kind;
}

const KEY_START = 'svc_sk_';
/** Past this a server refuses the header, and the text is no key but a file chosen by mistake. */
const LONGEST = 8192;

/** What is wrong with a text that should be a credential; never a part of the text itself. */
const fault = (text: string): string | undefined => {
  if (text === '') return 'is empty';
  if (text.trim() === '') return 'holds nothing but white space';
  if (text.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (/^bearer\s/i.test(text)) return 'starts with the word Bearer; only what follows it is the key';
  if (/^(["'`]).*\1$/s.test(text)) return 'has quotation marks around it';
  if (/[\r\n]/.test(text)) return 'has a line break in it';
  if (/\s/.test(text)) return 'has white space in it';
  if (/[^\x21-\x7e]/.test(text)) return 'has characters in it that no key has (not plain ASCII)';
  return text === KEY_START ? `ends right after ${KEY_START}` : undefined;
};

const withoutEnds = (text: string): string => text.replace(/^\ufeff/, '').replace(/[\r\n]+$/, '');

// An access token is opaque, so everything that is not a key may be one.
const kindOf = (credential: string): Kind => (credential.startsWith(KEY_START) ? 'api_key' : 'access_token');

const wrongWay = (wrong: string, place: string) =>
  [
    `${place} ${wrong}`,
    {
      code: 'bad_credential',
      hint: typeable`Give the key as it was shown when it was made; it starts with ${shellWord(KEY_START)}`,
    },
  ] as const;

/**
 * The credential in a text, without line ends behind it. `place` says where the text is from, as the subject
 * of a sentence; `only` that a key is asked for. Throws NotSignedIn, which never repeats the text.
 */
export const credentialIn = (text: string, place: string, only?: 'api_key'): Credential => {
  const credential = withoutEnds(text);
  const wrong = fault(credential);
  if (wrong !== undefined) throw new NotSignedIn(...wrongWay(wrong, place));
  const kind = kindOf(credential);
  if (only === undefined || kind === only) return { credential, kind };
  throw new NotSignedIn(`${place} does not hold an API key: a key starts with ${shellWord(KEY_START)}`, {
    code: 'bad_credential',
    hint: typeable`If it is an access token, put it into TOILE_ACCESS_TOKEN instead.`,
  });
};

/** The credential that somebody typed or piped to `login`. Throws a UsageError, which never repeats it. */
export const typedCredential = (text: string): Credential => {
  const credential = withoutEnds(text);
  const wrong = fault(credential);
  if (wrong !== undefined) throw new UsageError(...wrongWay(wrong, 'the key'));
  return { credential, kind: kindOf(credential) };
};
