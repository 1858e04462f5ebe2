/** The file that `login --insecure-storage` asks for: secrets in plain text, readable by their owner alone. */

import { lstat } from '../../border/files.ts';
import type { Path } from '../../border/path.ts';
import { shellWord, type Typeable, typeable } from '../../border/shell.ts';
import { Failure } from '../../errors.ts';
import { doubtAbout } from '../../system/file-trust.ts';
import type { JsonFile, Versioned } from '../../system/json-file.ts';
import { membersOf } from '../../system/members.ts';
import type { Keyring } from '../sign-in.ts';

const refused = (why: string, hint: Typeable): Failure =>
  new Failure(`the credentials file ${why}, so it is not used`, { code: 'unsafe_credentials_file', hint });

/** Somebody else could have put the file there, or could read it. `uid` is undefined on Windows. */
const checkSafe = async (path: Path, uid: number | undefined): Promise<void> => {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return;
  if (stats.isSymbolicLink()) {
    throw refused('is a symbolic link', typeable`Remove it and sign in again: rm ${shellWord(path)}`);
  }
  if (uid === undefined) return;
  if ((stats.mode & 0o077) !== 0) {
    throw refused(
      'can be read by others',
      typeable`Close it, and think of the keys in it as seen: chmod 600 ${shellWord(path)}`,
    );
  }
  const doubt = doubtAbout(path, uid);
  if (doubt !== undefined) throw refused(`is not safe: ${doubt.says}`, typeable`Look at it: ${doubt.type}`);
};

const secretsIn = (file: Versioned): Readonly<Record<string, unknown>> => membersOf(file.credentials);

/** Every operation throws a Failure where the file is linked, foreign or readable by others. */
export const insecureFile = (file: JsonFile, uid: number | undefined): Keyring => ({
  storage: 'file',
  place: file.path,
  async get(name) {
    await checkSafe(file.path, uid);
    const secrets = secretsIn(await file.read());
    const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    return typeof secret === 'string' ? secret : undefined;
  },
  async set(name, secret) {
    await checkSafe(file.path, uid);
    await file.change((now) => ({
      next: { ...now, credentials: { ...secretsIn(now), [name]: secret } },
      result: undefined,
    }));
  },
  async delete(name) {
    await checkSafe(file.path, uid);
    return file.change((now) => {
      const { [name]: gone, ...credentials } = secretsIn(now);
      return gone === undefined ? { result: false } : { next: { ...now, credentials }, result: true };
    });
  },
  async names() {
    await checkSafe(file.path, uid);
    return Object.keys(secretsIn(await file.read()));
  },
});
