/**
 * Reads how to connect to the engine of TOILE_SHARED: its address, the password and the trusted
 * certificates.
 */

import { ToileError, UsageError } from '../../platform/errors.ts';
import { quoteShellWord, shellText } from '../../platform/escape/shell.ts';
import { statSync } from '../../platform/files/safe-fs.ts';
import { markSystemPath, resolveUserPath } from '../../platform/files/safe-path.ts';
import { readSecretFile } from '../../platform/files/secret-file.ts';
import type { HostSystem } from '../../platform/system/host-system.ts';
import { loadTrustedRoots } from '../http/load-trusted-roots.ts';
import { type EngineAddress, parseEngineAddress } from './engine-address.ts';

/**
 * Reads the password from TOILE_SHARED_PASSWORD or TOILE_SHARED_PASSWORD_FILE; undefined when neither is
 * set.
 */
const readEnginePassword = async ({ env, platform, signal, io }: HostSystem): Promise<string | undefined> => {
  const [typed, file] = [env.TOILE_SHARED_PASSWORD, env.TOILE_SHARED_PASSWORD_FILE];
  if (!file) return typed || undefined;
  if (typed) {
    throw new UsageError('TOILE_SHARED_PASSWORD and TOILE_SHARED_PASSWORD_FILE are both set', {
      code: 'bad_shared',
      hint: shellText`unset one of them`,
    });
  }
  const text = await readSecretFile(resolveUserPath(platform.cwd, file), file, signal).catch(
    (error: unknown) => {
      if (!(error instanceof ToileError) || error.exit !== 4) throw error;
      throw new UsageError('the file of TOILE_SHARED_PASSWORD_FILE cannot be read, or holds no password', {
        code: 'bad_shared',
        hint: shellText`look at it: ls -l ${quoteShellWord(file)}`,
        cause: error,
      });
    },
  );
  const password = text.trim();
  io.secrets.addSecret(password);
  return password || undefined;
};

const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

/**
 * Throws a UsageError when the password would cross a network unencrypted, or when the socket belongs to
 * another user.
 */
const assertConfidential = ({ at, tls, password }: EngineAddress, { env, platform }: HostSystem): void => {
  if (env.TOILE_SHARED_INSECURE === '1') return;
  const hint = shellText`if that is meant: set TOILE_SHARED_INSECURE=1`;
  if ('host' in at) {
    if (tls || password === undefined || isThisMachine(at.host)) return;
    throw new UsageError('TOILE_SHARED would send its password unencrypted: use rediss://', {
      code: 'bad_shared',
      hint,
    });
  }
  const owner = statSync(markSystemPath(at.path))?.uid;
  if (owner === undefined || platform.uid === undefined || owner === 0 || owner === platform.uid) return;
  throw new UsageError(`the socket of TOILE_SHARED belongs to another user (uid ${owner})`, {
    code: 'bad_shared',
    hint,
  });
};

/**
 * Returns the address with its password, and the trusted certificates. Throws a UsageError for an address
 * that cannot be read or is not safe.
 */
export const readEngineAccess = async (
  system: HostSystem,
  written: string,
): Promise<{ readonly address: EngineAddress; readonly ca: readonly string[] | undefined }> => {
  const { env, platform } = system;
  const address = parseEngineAddress(written, await readEnginePassword(system));
  assertConfidential(address, system);
  if (address.password !== undefined) system.io.secrets.addSecret(address.password);
  const ca =
    address.tls && env.TOILE_CA_FILE
      ? await loadTrustedRoots(resolveUserPath(platform.cwd, env.TOILE_CA_FILE), env.NODE_EXTRA_CA_CERTS)
      : undefined;
  return { address, ca };
};
