import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { readText } from '../border/files.ts';
import { namedPath, type Path } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';

const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** What the runtime trusts by itself. */
interface Runtime {
  readonly rootCertificates: readonly string[];
  /** Newer than the oldest Node supported; knows the system's store too, where Node was told to use it. */
  readonly getCACertificates?: (() => readonly string[]) | undefined;
}

/**
 * The authorities to trust: the usual ones and those in the PEM file. Giving any replaces the runtime's own list,
 * which includes what NODE_EXTRA_CA_CERTS adds, so that is put back.
 */
export const trustedRoots = async (
  file: Path,
  extraFile: string | undefined,
  runtime: Runtime = tls,
): Promise<string[]> => {
  const own = await certificatesIn(file);
  const usual = runtime.getCACertificates?.();
  if (usual) return [...usual, ...own];
  // Node itself goes on without a file it cannot read, and warns.
  const extra = extraFile
    ? ((await readText(namedPath('', extraFile)).catch(() => '')).match(PEM) ?? [])
    : [];
  return [...runtime.rootCertificates, ...extra, ...own];
};

const certificatesIn = async (file: Path): Promise<string[]> => {
  const refuse = (why: string, cause?: unknown) =>
    new UsageError(`TOILE_CA_FILE names ${file}, which ${why}`, {
      code: 'bad_ca_file',
      hint: typeable`name a file of certificates in PEM form, or take the variable away`,
      cause,
    });
  let text: string;
  try {
    text = await readText(file);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw refuse(missing ? 'does not exist' : 'cannot be read', cause);
  }
  const certificates = text.match(PEM) ?? [];
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
