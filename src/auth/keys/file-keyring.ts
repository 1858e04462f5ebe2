/** The keyring of `toile login --insecure-storage`: a file of plain-text secrets that only its owner can read. */

import { Failure } from '../../platform/errors.ts';
import { quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { lstat } from '../../platform/files/safe-fs.ts';
import type { SafePath } from '../../platform/files/safe-path.ts';
import { checkFileTrust } from '../../platform/system/file-trust.ts';
import type { JsonFile, VersionedJson } from '../../platform/system/json-file.ts';
import { readMembers } from '../../platform/system/read-json-file.ts';
import type { Keyring } from '../find-credential.ts';

const createUnsafeFileError = (why: string, hint: ShellSafe): Failure =>
  new Failure(`the credentials file ${why}, so it is not used`, { code: 'unsafe_credentials_file', hint });

/**
 * Throws a Failure if the file is a symbolic link or if other users can access it. The access is not checked on
 * Windows. A missing file is allowed.
 */
const assertPrivateFile = async (path: SafePath, uid: number | undefined): Promise<void> => {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return;
  if (stats.isSymbolicLink()) {
    throw createUnsafeFileError(
      'is a symbolic link',
      shellText`Remove it and sign in again: rm ${quoteShellWord(path)}`,
    );
  }
  if (uid === undefined) return;
  if ((stats.mode & 0o077) !== 0) {
    throw createUnsafeFileError(
      'can be read by others',
      shellText`Others may have read its keys: replace them, and run: chmod 600 ${quoteShellWord(path)}`,
    );
  }
  const trustIssue = checkFileTrust(path, uid);
  if (trustIssue !== undefined)
    throw createUnsafeFileError(
      `is not safe: ${trustIssue.message}`,
      shellText`To check or fix it: ${trustIssue.command}`,
    );
};

const readSecrets = (file: VersionedJson): Readonly<Record<string, unknown>> => readMembers(file.credentials);

/** Creates the keyring that stores secrets in `file`. Each method throws a Failure if the file is not private. */
export const createFileKeyring = (file: JsonFile, uid: number | undefined): Keyring => ({
  storage: 'file',
  place: file.path,
  async get(name) {
    await assertPrivateFile(file.path, uid);
    const secrets = readSecrets(await file.read());
    const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    return typeof secret === 'string' ? secret : undefined;
  },
  async set(name, secret) {
    await assertPrivateFile(file.path, uid);
    await file.change((content) => ({
      next: { ...content, credentials: { ...readSecrets(content), [name]: secret } },
      result: undefined,
    }));
  },
  async delete(name) {
    await assertPrivateFile(file.path, uid);
    return file.change((content) => {
      const { [name]: removed, ...credentials } = readSecrets(content);
      return removed === undefined ? { result: false } : { next: { ...content, credentials }, result: true };
    });
  },
  async listNames() {
    await assertPrivateFile(file.path, uid);
    return Object.keys(readSecrets(await file.read()));
  },
});
