import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private certificate authority and its certificates. */
export interface CertificateAuthority {
  readonly folder: string;
  /** Path of its own certificate, PEM. */
  readonly file: string;
  issue(host: string, days?: number): { readonly key: string; readonly cert: string };
  remove(): void;
}

/** Creates an authority with elliptic keys, because they are fast to create. */
export function createAuthority(): CertificateAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'toile-ca-'));
  const runOpenssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  runOpenssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '30',
    '-subj',
    '/CN=Nobody',
  );
  let issued = 0;
  return {
    folder,
    file: join(folder, 'ca.pem'),
    issue(host, days = 30) {
      issued += 1;
      const name = `leaf-${issued}`;
      const san = /^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`;
      runOpenssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${host}`);
      writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${san}\n`);
      const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${name}.ext`];
      runOpenssl('x509', '-req', '-in', `${name}.csr`, ...by, '-out', `${name}.pem`, '-days', String(days));
      const read = (ending: string) => readFileSync(join(folder, `${name}.${ending}`), 'utf8');
      return { key: read('key'), cert: read('pem') };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
