/**
 * Reads the facts of a release from package.json. Values that only the owner knows are missing there until they are
 * filled in (docs/releasing.md).
 */

/** The maximum sizes of a release in bytes: program on disk, download, npm package. */
export const SIZE_LIMITS = { program: 105e6, archive: 30e6, npm: 2e6 } as const;

/** The members of package.json that a release uses. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
  readonly bugs?: string | { readonly url?: string };
  readonly author?: string | { readonly name?: string; readonly email?: string };
  readonly config?: { readonly downloads?: string };
}

/** The facts of a release. */
export interface ReleaseFacts {
  readonly name: string;
  readonly version: string;
  /** The description in one sentence, and the part before its colon for short fields. */
  readonly summary: string;
  readonly title: string;
  readonly licence: string;
  /** The maintainer as `Name <address>`, for Linux packages. */
  readonly maintainer: string;
  readonly addresses?: ReleaseAddresses;
}

/** The addresses that the owner fills in. */
export interface ReleaseAddresses {
  readonly homepage: string;
  readonly repository: string;
  readonly issues: string;
  readonly publisher: string;
  /** Returns the download address of a file of this release. */
  readonly download: (file: string) => string;
}

/** The copyright holder, as in LICENSE. */
const COPYRIGHT_HOLDER = 'the toile maintainers';

const readUrl = (member: Manifest['repository']): string =>
  (typeof member === 'string' ? member : member?.url) ?? '';

/** Lists the members of package.json that the owner has not filled in. */
export function listMissingFields(manifest: Manifest): readonly string[] {
  const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
  const fields: Readonly<Record<string, string | undefined>> = {
    homepage: manifest.homepage,
    'repository.url': readUrl(manifest.repository),
    'bugs.url': readUrl(manifest.bugs),
    author,
    'config.downloads': manifest.config?.downloads,
  };
  return Object.keys(fields).filter((field) => !fields[field]);
}

function formatMaintainer({ author }: Manifest): string {
  if (typeof author === 'string') return author;
  if (!author?.name) return COPYRIGHT_HOLDER;
  return author.email ? `${author.name} <${author.email}>` : author.name;
}

/** Throws for an invalid address, because other people install from the files that contain it. */
function checkAddress(field: string, address: string): string {
  if (!/^https:\/\/[^\s"'`$\\<>]+$/.test(address))
    throw new Error(`${field} in package.json must be an https address, not ${address}`);
  return address;
}

export function readReleaseFacts(manifest: Manifest): ReleaseFacts {
  const { name, version, description: summary, license: licence } = manifest;
  const [title = summary] = summary.split(':');
  const facts = { name, version, summary, title, licence, maintainer: formatMaintainer(manifest) };
  if (listMissingFields(manifest).length > 0) return facts;
  const downloads = checkAddress('config.downloads', manifest.config?.downloads ?? '');
  return {
    ...facts,
    addresses: {
      homepage: checkAddress('homepage', manifest.homepage ?? ''),
      repository: checkAddress('repository.url', readUrl(manifest.repository).replace(/^git\+/, '')),
      issues: checkAddress('bugs.url', readUrl(manifest.bugs)),
      publisher: facts.maintainer.replace(/\s*<.*$/, ''),
      download: (file) => `${downloads.replaceAll('{version}', version).replace(/\/$/, '')}/${file}`,
    },
  };
}
