/**
 * The facts that every form of a release uses, read from package.json. Values that only the owner knows are empty
 * there until they are filled in (docs/releasing.md).
 */

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

export interface Facts {
  readonly name: string;
  readonly version: string;
  /** The description in one sentence, and the part before its colon for short fields. */
  readonly summary: string;
  readonly title: string;
  readonly licence: string;
  /** The maintainer as `Name <address>`, for Linux packages. */
  readonly keeper: string;
  readonly addresses?: Addresses;
}

export interface Addresses {
  readonly homepage: string;
  readonly repository: string;
  readonly issues: string;
  readonly publisher: string;
  /** Returns the download address of a file of this release. */
  readonly download: (file: string) => string;
}

/** Reads the copyright holder from LICENSE. */
const HOLDERS = 'the toile maintainers';

const url = (given: string | { readonly url?: string } | undefined): string =>
  (typeof given === 'string' ? given : given?.url) ?? '';

/** Lists the members of package.json that the owner has not filled in. */
export function missingIn(manifest: Manifest): readonly string[] {
  const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
  const given: Readonly<Record<string, string | undefined>> = {
    homepage: manifest.homepage,
    'repository.url': url(manifest.repository),
    'bugs.url': url(manifest.bugs),
    author,
    'config.downloads': manifest.config?.downloads,
  };
  return Object.keys(given).filter((field) => !given[field]);
}

function keeperIn({ author }: Manifest): string {
  if (typeof author === 'string') return author;
  if (!author?.name) return HOLDERS;
  return author.email ? `${author.name} <${author.email}>` : author.name;
}

/** Throws for an invalid address, because other people install from the files that contain it. */
function checked(field: string, address: string): string {
  if (!/^https:\/\/[^\s"'`$\\<>]+$/.test(address))
    throw new Error(`${field} in package.json is no https address: ${address}`);
  return address;
}

export function factsOf(manifest: Manifest): Facts {
  const { name, version, description: summary, license: licence } = manifest;
  const [title = summary] = summary.split(':');
  const facts = { name, version, summary, title, licence, keeper: keeperIn(manifest) };
  if (missingIn(manifest).length > 0) return facts;
  const downloads = checked('config.downloads', manifest.config?.downloads ?? '');
  return {
    ...facts,
    addresses: {
      homepage: checked('homepage', manifest.homepage ?? ''),
      repository: checked('repository.url', url(manifest.repository).replace(/^git\+/, '')),
      issues: checked('bugs.url', url(manifest.bugs)),
      publisher: facts.keeper.replace(/\s*<.*$/, ''),
      download: (file) => `${downloads.replaceAll('{version}', version).replace(/\/$/, '')}/${file}`,
    },
  };
}
