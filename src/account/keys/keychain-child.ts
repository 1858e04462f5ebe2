/** The child's side: the one place that loads the keychain's library, which may block its thread for ever. */

import { createRequire } from 'node:module';
import { membersOf } from '../../system/members.ts';
import { troubleIn } from './keychain-errors.ts';
import { type Reply, type Request, SERVICE } from './keychain-messages.ts';

type Library = typeof import('@napi-rs/keyring');

// Required when asked, not imported: on a machine that it has no binary for, the library throws while it
// loads, and that has to become a reply like any other trouble.
const require = createRequire(import.meta.url);

const library = () => require('@napi-rs/keyring') as Library;

const entryOf = (name: string) => {
  const { AsyncEntry } = library();
  // Left alone, the library falls back to the kernel's own keyring where no Secret Service answers: reads then
  // find nothing instead of failing, and what is written is lost at the next reboot.
  return new AsyncEntry(SERVICE, name, { linux: { store: 'secret-service' } });
};

const isRequest = (value: unknown): value is Request => {
  const { op, name, secret } = membersOf(value);
  if (op === 'names') return true;
  if (typeof name !== 'string' || name === '') return false;
  return op === 'get' || op === 'delete' || (op === 'set' && typeof secret === 'string');
};

const perform = async (request: Request): Promise<Reply> => {
  if (request.op === 'names') {
    const found = await library().findCredentialsAsync(SERVICE);
    return { ok: true, names: found.map(({ account }) => account) };
  }
  const entry = entryOf(request.name);
  if (request.op === 'delete') return { ok: true, deleted: await entry.deletePassword() };
  if (request.op === 'set') {
    const { secret } = request;
    await entry.setPassword(secret);
    // Some keychains say yes and keep nothing.
    if ((await entry.getPassword()) !== secret) return { ok: false, trouble: 'mismatch', detail: '' };
    return { ok: true };
  }
  const found = await entry.getPassword();
  return found === null ? { ok: true } : { ok: true, secret: found };
};

/** Reads one request line, performs it, writes one reply line. Never throws. */
export const answerOnce = async (
  input: AsyncIterable<Uint8Array | string>,
  write: (line: string) => void,
): Promise<void> => {
  let secret = '';
  const reply = async (): Promise<Reply> => {
    const decoder = new TextDecoder();
    let line = '';
    for await (const chunk of input) {
      line += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      if (line.includes('\n')) break;
    }
    const request: unknown = JSON.parse(line);
    if (!isRequest(request)) return { ok: false, trouble: 'failed', detail: 'not a request' };
    if (request.op === 'set') secret = request.secret;
    return perform(request);
  };
  const answer = await reply().catch((error: unknown): Reply => {
    const words = error instanceof Error ? error.message : String(error);
    // Windows says in its own language that a part of the library is missing; the code is the same everywhere.
    const text = error instanceof Error && 'code' in error ? `${words} (${String(error.code)})` : words;
    return {
      ok: false,
      trouble: troubleIn(text),
      detail: secret === '' ? text : text.replaceAll(secret, '(the key)'),
    };
  });
  write(`${JSON.stringify(answer)}\n`);
};
