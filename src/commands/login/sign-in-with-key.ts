import { Unavailable } from '../../platform/errors.ts';
import { quoteShellWord, shellText } from '../../platform/escape/shell.ts';
import { readStdin } from '../../platform/files/user-files.ts';
import type { CommandContext } from '../command-context.ts';
import {
  createAccountEntry,
  fetchIdentity,
  type SignInOptions,
  type SignInResult,
} from './sign-in-options.ts';

/**
 * Reads a key from stdin or a prompt and checks it with the service at `address`, without storing anything. Asks for
 * the address if it is undefined. Throws Unavailable if the response names no user.
 */
export const signInWithKey = async (
  deps: CommandContext,
  account: string,
  wanted: SignInOptions,
  address: string | undefined,
): Promise<SignInResult> => {
  const baseUrl = address ?? (await deps.ask.text('Address of the service'));
  const typed = wanted.withKey ? await readStdin(deps) : await deps.ask.secret('API key');
  const { credential, kind } = (await import('../../auth/find-credential.ts')).parseTypedCredential(typed);
  deps.report({ kind: 'busy', text: 'checking the key with the service' });
  const me = await fetchIdentity(await deps.createClient(baseUrl, credential), deps.signal);
  const { user_id } = me;
  if (typeof user_id !== 'string') {
    // Any server may respond with JSON, so the key is accepted only if the response names its user.
    throw new Unavailable('GET /v1/me: the response names no user; nothing was stored', {
      code: 'bad_answer',
      hint: shellText`is ${quoteShellWord(baseUrl)} the address of the service?`,
    });
  }
  return {
    entry: createAccountEntry(wanted, baseUrl, { name: account, kind, user_id }),
    secret: credential,
    me,
  };
};
