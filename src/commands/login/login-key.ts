import { shellWord, typeable } from '../../border/shell.ts';
import { Unavailable } from '../../errors.ts';
import type { Base, Files, SigningIn } from '../facets.ts';
import { accepted, entryOf, type SignedIn, type Wanted } from './wanted.ts';

/** Signs in with a key that is piped or asked for, after the service has said whose it is. */
export const keyLogin = async (
  deps: Base & SigningIn & Files,
  account: string,
  wanted: Wanted,
  address: string | undefined,
): Promise<SignedIn> => {
  const baseUrl = address ?? (await deps.ask.text('Address of the service'));
  const typed = wanted.withKey ? await deps.stdin() : await deps.ask.secret('API key');
  const { credential, kind } = await deps.asCredential(typed);
  deps.tell({ kind: 'busy', text: 'checking the key with the service' });
  const me = await accepted(await deps.clientFor(baseUrl, credential), deps.signal);
  const { user_id } = me;
  if (typeof user_id !== 'string') {
    // Any server may answer with JSON, and a key is not left with one that does not know whose it is.
    throw new Unavailable('GET /v1/me: the answer names no user, so nothing was stored', {
      code: 'bad_answer',
      hint: typeable`is ${shellWord(baseUrl)} the address of the service?`,
    });
  }
  return { entry: entryOf(wanted, baseUrl, { name: account, kind, user_id }), secret: credential, me };
};
