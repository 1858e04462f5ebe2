/** Writes the manifests of Scoop and winget. */

import { stringify } from 'yaml';
import { type Archives, archive, type Known } from './archive.ts';

export function scoop(facts: Known, archives: Archives): string {
  const at = (target: string) => {
    const { file, stem, sha256 } = archive(archives, target);
    return { url: facts.addresses.download(file), hash: sha256, extract_dir: stem };
  };
  const manifest = {
    version: facts.version,
    description: facts.summary,
    homepage: facts.addresses.homepage,
    license: facts.licence,
    architecture: { '64bit': at('windows-x64') },
    bin: 'toile.exe',
  };
  return `${JSON.stringify(manifest, null, 4)}\n`;
}

const WINGET = '1.6.0';

/** The minimum and maximum length of winget fields. Its repository rejects other lengths. */
const LIMITS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  PackageVersion: [1, 128],
  Publisher: [2, 256],
  PackageName: [2, 256],
  License: [3, 512],
  ShortDescription: [3, 256],
  Description: [3, 10_000],
  PublisherSupportUrl: [8, 2048],
  PackageUrl: [8, 2048],
  InstallerUrl: [8, 2048],
};

/** Returns the manifest unchanged. Throws for a field of an invalid length at any depth. */
function fitting<T>(content: T): T {
  JSON.stringify(content, (field, value: unknown) => {
    const [least, most] = LIMITS[field] ?? [0, Number.POSITIVE_INFINITY];
    if (typeof value === 'string' && (value.length < least || value.length > most))
      throw new Error(`winget takes a ${field} of ${least} to ${most} signs, not "${value}"`);
    return value;
  });
  return content;
}

/** Returns the publisher as winget writes it: only letters and digits. */
function publisherPart(publisher: string): string {
  const part = publisher.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(0, 32);
  if (part === '')
    throw new Error(`winget names a package by its publisher, and "${publisher}" has no letter`);
  return part;
}

/** Returns the three files of the winget repository by name. */
export function winget(facts: Known, archives: Archives): Readonly<Record<string, string>> {
  const { addresses, name, version } = facts;
  const id = `${publisherPart(addresses.publisher)}.${name}`;
  const installer = (target: string, Architecture: string) => {
    const { file, stem, sha256 } = archive(archives, target);
    return {
      Architecture,
      NestedInstallerFiles: [{ RelativeFilePath: `${stem}\\toile.exe`, PortableCommandAlias: name }],
      InstallerUrl: addresses.download(file),
      InstallerSha256: sha256.toUpperCase(),
    };
  };
  const file = (kind: string, content: Readonly<Record<string, unknown>>): string =>
    `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${kind}.${WINGET}.schema.json\n${stringify(
      fitting({
        PackageIdentifier: id,
        PackageVersion: version,
        ...content,
        ManifestType: kind,
        ManifestVersion: WINGET,
      }),
    )}`;
  return {
    [`${id}.yaml`]: file('version', { DefaultLocale: 'en-US' }),
    [`${id}.installer.yaml`]: file('installer', {
      InstallerType: 'zip',
      NestedInstallerType: 'portable',
      Commands: [name],
      Installers: [installer('windows-x64', 'x64')],
    }),
    [`${id}.locale.en-US.yaml`]: file('defaultLocale', {
      PackageLocale: 'en-US',
      Publisher: addresses.publisher,
      PublisherSupportUrl: addresses.issues,
      PackageName: name,
      PackageUrl: addresses.homepage,
      License: facts.licence,
      ShortDescription: facts.title,
      Description: facts.summary,
    }),
  };
}
