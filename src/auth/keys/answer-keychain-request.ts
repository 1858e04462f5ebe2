/**
 * Runs in the child process that uses the OS keychain. Only this process loads the keychain library, because the
 * library may block its thread forever.
 */

import { createRequire } from 'node:module';
import { readMembers } from '../../platform/system/read-json-file.ts';
import {
  classifyKeychainError,
  KEYCHAIN_SERVICE,
  type KeychainReply,
  type KeychainRequest,
} from './keychain-errors.ts';

type KeyringLibrary = typeof import('@napi-rs/keyring');

// The keyring library is loaded only when it is used. If it has no binary for this machine, loading throws an error,
// and that error must be returned as a reply.
const require = createRequire(import.meta.url);

const loadKeyringLibrary = () => require('@napi-rs/keyring') as KeyringLibrary;

const createKeychainEntry = (name: string) => {
  const { AsyncEntry } = loadKeyringLibrary();
  // If no Secret Service runs, the library would by default use the keyring of the Linux kernel. toile would then find
  // no secret and get no error, and secrets that it writes would be lost at the next reboot. The option
  // `secret-service` prevents this.
  return new AsyncEntry(KEYCHAIN_SERVICE, name, { linux: { store: 'secret-service' } });
};

const isKeychainRequest = (value: unknown): value is KeychainRequest => {
  const { op, name, secret } = readMembers(value);
  if (op === 'names') return true;
  if (typeof name !== 'string' || name === '') return false;
  return op === 'get' || op === 'delete' || (op === 'set' && typeof secret === 'string');
};

const performRequest = async (request: KeychainRequest): Promise<KeychainReply> => {
  if (request.op === 'names') {
    const entries = await loadKeyringLibrary().findCredentialsAsync(KEYCHAIN_SERVICE);
    return { ok: true, names: entries.map(({ account }) => account) };
  }
  const entry = createKeychainEntry(request.name);
  if (request.op === 'delete') return { ok: true, deleted: await entry.deletePassword() };
  if (request.op === 'set') {
    const { secret } = request;
    await entry.setPassword(secret);
    // Some keychains report success but store nothing, so the secret is read back.
    if ((await entry.getPassword()) !== secret) return { ok: false, trouble: 'mismatch', detail: '' };
    return { ok: true };
  }
  const storedSecret = await entry.getPassword();
  return storedSecret === null ? { ok: true } : { ok: true, secret: storedSecret };
};

/** Reads a KeychainRequest as one line of JSON, performs it and writes the KeychainReply as one line. Never throws. */
export const answerKeychainRequest = async (
  input: AsyncIterable<Uint8Array | string>,
  write: (line: string) => void,
): Promise<void> => {
  let secret = '';
  const createReply = async (): Promise<KeychainReply> => {
    const decoder = new TextDecoder();
    let line = '';
    for await (const chunk of input) {
      line += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      if (line.includes('\n')) break;
    }
    const request: unknown = JSON.parse(line);
    if (!isKeychainRequest(request)) return { ok: false, trouble: 'failed', detail: 'not a request' };
    if (request.op === 'set') secret = request.secret;
    return performRequest(request);
  };
  const answer = await createReply().catch((error: unknown): KeychainReply => {
    const message = error instanceof Error ? error.message : String(error);
    // On Windows, the message about a missing library file is in the language of the system. The error code is
    // appended, so that the error is recognized in any language.
    const text = error instanceof Error && 'code' in error ? `${message} (${String(error.code)})` : message;
    return {
      ok: false,
      trouble: classifyKeychainError(text),
      detail: secret === '' ? text : text.replaceAll(secret, '(the key)'),
    };
  });
  write(`${JSON.stringify(answer)}\n`);
};
