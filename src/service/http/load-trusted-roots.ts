import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { readText } from '../../platform/files/safe-fs.ts';
import { resolveUserPath, type SafePath } from '../../platform/files/safe-path.ts';

const PEM_PATTERN = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** The certificates that the runtime trusts by default. */
interface TlsRuntime {
  readonly rootCertificates: readonly string[];
  /**
   * Missing in the oldest supported Node. Includes the store of the system when Node is told to use it.
   */
  readonly getCACertificates?: (() => readonly string[]) | undefined;
}

/**
 * Returns the trusted root certificates: the default ones and those in the PEM file. A given list replaces
 * the default of the runtime, including NODE_EXTRA_CA_CERTS, so both are added again.
 */
export const loadTrustedRoots = async (
  file: SafePath,
  extraFile: string | undefined,
  runtime: TlsRuntime = tls,
): Promise<string[]> => {
  const own = await readCertificates(file);
  const usual = runtime.getCACertificates?.();
  if (usual) return [...usual, ...own];
  // Node itself warns about a file that it cannot read, and continues.
  const extra = extraFile
    ? ((await readText(resolveUserPath('', extraFile)).catch(() => '')).match(PEM_PATTERN) ?? [])
    : [];
  return [...runtime.rootCertificates, ...extra, ...own];
};

/** Reads the certificates in a PEM file. Throws a UsageError when there are none or one is damaged. */
const readCertificates = async (file: SafePath): Promise<string[]> => {
  const refuse = (why: string, cause?: unknown) =>
    new UsageError(`TOILE_CA_FILE names ${file}, which ${why}`, {
      code: 'bad_ca_file',
      hint: shellText`name a file of certificates in PEM form, or unset the variable`,
      cause,
    });
  let text: string;
  try {
    text = await readText(file);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw refuse(missing ? 'does not exist' : 'cannot be read', cause);
  }
  const certificates = text.match(PEM_PATTERN) ?? [];
  if (certificates.length === 0) throw refuse('holds no certificate in PEM form');
  for (const pem of certificates) {
    try {
      new X509Certificate(pem);
    } catch (cause) {
      throw refuse('holds a damaged certificate', cause);
    }
  }
  return certificates;
};
