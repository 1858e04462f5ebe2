/** How the engine of TOILE_SHARED is reached: the address, the password from wherever it stands, and whom to trust. */

import { statSync } from '../border/files.ts';
import { namedPath, systemPath } from '../border/path.ts';
import { shellWord, typeable } from '../border/shell.ts';
import { ToileError, UsageError } from '../errors.ts';
import type { EngineAddress } from '../shared-engine/index.ts';
import type { Outside } from './system.ts';

const passwordFor = async ({ env, platform, signal, io }: Outside): Promise<string | undefined> => {
  const [typed, file] = [env.TOILE_SHARED_PASSWORD, env.TOILE_SHARED_PASSWORD_FILE];
  if (!file) return typed || undefined;
  if (typed) {
    throw new UsageError('TOILE_SHARED_PASSWORD and TOILE_SHARED_PASSWORD_FILE are both set', {
      code: 'bad_shared',
      hint: typeable`unset one of them`,
    });
  }
  const { readSecretFile } = await import('../account/keys/secret-file.ts');
  const text = await readSecretFile(namedPath(platform.cwd, file), file, signal).catch((error: unknown) => {
    if (!(error instanceof ToileError) || error.exit !== 4) throw error;
    throw new UsageError('the file of TOILE_SHARED_PASSWORD_FILE cannot be read, or holds no password', {
      code: 'bad_shared',
      hint: typeable`look at it: ls -l ${shellWord(file)}`,
      cause: error,
    });
  });
  const password = text.trim();
  io.secrets.know(password);
  return password || undefined;
};

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

/** Nothing secret goes where another user of this machine, or of the network, reads it. */
const assertConfidential = ({ at, tls, password }: EngineAddress, { env, platform }: Outside): void => {
  if (env.TOILE_SHARED_INSECURE === '1') return;
  const hint = typeable`if that is meant: set TOILE_SHARED_INSECURE=1`;
  if ('host' in at) {
    if (tls || password === undefined || isLoopback(at.host)) return;
    throw new UsageError('TOILE_SHARED would send its password unencrypted: use rediss://', {
      code: 'bad_shared',
      hint,
    });
  }
  const owner = statSync(systemPath(at.path))?.uid;
  if (owner === undefined || platform.uid === undefined || owner === 0 || owner === platform.uid) return;
  throw new UsageError(`the socket of TOILE_SHARED belongs to another user (uid ${owner})`, {
    code: 'bad_shared',
    hint,
  });
};

/** Throws a UsageError for what cannot be read, or must not be trusted. */
export const engineAccess = async (
  outside: Outside,
  written: string,
): Promise<{ readonly address: EngineAddress; readonly ca: readonly string[] | undefined }> => {
  const { env, platform } = outside;
  const { engineAddress } = await import('../shared-engine/index.ts');
  const address = engineAddress(written, await passwordFor(outside));
  assertConfidential(address, outside);
  if (address.password !== undefined) outside.io.secrets.know(address.password);
  const ca =
    address.tls && env.TOILE_CA_FILE
      ? await (await import('../transport/certificates.ts')).trustedRoots(
          namedPath(platform.cwd, env.TOILE_CA_FILE),
          env.NODE_EXTRA_CA_CERTS,
        )
      : undefined;
  return { address, ca };
};
