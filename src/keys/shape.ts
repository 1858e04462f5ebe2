/** What a credential can look like (specification section 5), and what people paste by mistake. */
import { NotSignedIn } from '../errors.ts';

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

/**
 * The credential in a text, whose line ends at the end are dropped. `place` names where the text is from, as
 * the subject of a sentence. An access token is opaque, so everything that is not a key may be one; `only`
 * says that a key is asked for. Throws NotSignedIn, which never repeats the text.
 */
export const credentialIn = (text: string, place: string, only?: 'api_key'): Credential => {
  const credential = text.replace(/^\ufeff/, '').replace(/[\r\n]+$/, '');
  const wrong = fault(credential);
  if (wrong !== undefined) {
    throw new NotSignedIn(`${place} ${wrong}`, {
      code: 'bad_credential',
      hint: `Give the key as it was shown when it was made; it starts with ${KEY_START}`,
    });
  }
  const kind = credential.startsWith(KEY_START) ? 'api_key' : 'access_token';
  if (only === 'api_key' && kind !== only) {
    throw new NotSignedIn(`${place} does not hold an API key: a key starts with ${KEY_START}`, {
      code: 'bad_credential',
      hint: 'If it is an access token, put it into TOILE_ACCESS_TOKEN instead.',
    });
  }
  return { credential, kind };
};
