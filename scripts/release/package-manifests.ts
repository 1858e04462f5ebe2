/** Renders the manifests of package managers: Homebrew (macOS and Linux), Scoop and winget (Windows). */

import { stringify } from 'yaml';
import type { ReleaseAddresses, ReleaseFacts } from './release-facts.ts';

/** An archive that a manifest names: its file, the folder in it, and its digest. */
export interface Archive {
  readonly file: string;
  readonly stem: string;
  readonly sha256: string;
}
/** The archives of a release by target. */
export type Archives = Readonly<Record<string, Archive>>;
/** The facts of a release whose addresses are filled in. */
export type AddressedFacts = ReleaseFacts & { readonly addresses: ReleaseAddresses };

function findArchive(archives: Archives, target: string): Archive {
  const found = archives[target];
  if (!found) throw new Error(`there is no archive for ${target}, which a manifest names`);
  return found;
}

/** Quotes a text for Ruby. Single quotes keep every character but themselves and the backslash. */
const quoteForRuby = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

/** Renders the formula of Homebrew. */
export function renderHomebrewFormula(facts: AddressedFacts, archives: Archives): string {
  const renderSource = (target: string): string => {
    const { file, sha256 } = findArchive(archives, target);
    return `url ${quoteForRuby(facts.addresses.download(file))}\n      sha256 ${quoteForRuby(sha256)}`;
  };
  return `class Toile < Formula
  desc ${quoteForRuby(facts.title)}
  homepage ${quoteForRuby(facts.addresses.homepage)}
  version ${quoteForRuby(facts.version)}
  license ${quoteForRuby(facts.licence)}

  on_macos do
    on_arm do
      ${renderSource('darwin-arm64')}
    end
    on_intel do
      ${renderSource('darwin-x64')}
    end
  end

  on_linux do
    on_arm do
      ${renderSource('linux-arm64')}
    end
    on_intel do
      ${renderSource('linux-x64')}
    end
  end

  def install
    bin.install 'toile'
    man1.install Dir['man/*.1']
    bash_completion.install 'completions/toile.bash' => 'toile'
    zsh_completion.install 'completions/_toile'
    fish_completion.install 'completions/toile.fish'
    doc.install 'THIRD-PARTY-NOTICES.txt'
  end

  test do
    assert_equal "toile #{version}", shell_output("#{bin}/toile --version").chomp
  end
end
`;
}

/** Renders the manifest of Scoop. */
export function renderScoopManifest(facts: AddressedFacts, archives: Archives): string {
  const { file, stem, sha256 } = findArchive(archives, 'windows-x64');
  const manifest = {
    version: facts.version,
    description: facts.summary,
    homepage: facts.addresses.homepage,
    license: facts.licence,
    architecture: { '64bit': { url: facts.addresses.download(file), hash: sha256, extract_dir: stem } },
    bin: 'toile.exe',
  };
  return `${JSON.stringify(manifest, null, 4)}\n`;
}

const WINGET_SCHEMA = '1.6.0';

/** The minimum and maximum length of winget fields. Its repository rejects other lengths. */
const WINGET_LENGTHS: Readonly<Record<string, readonly [least: number, most: number]>> = {
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
function checkLengths<T>(content: T): T {
  JSON.stringify(content, (field, value: unknown) => {
    const [least, most] = WINGET_LENGTHS[field] ?? [0, Number.POSITIVE_INFINITY];
    if (typeof value === 'string' && (value.length < least || value.length > most))
      throw new Error(`winget accepts a ${field} of ${least} to ${most} characters, not "${value}"`);
    return value;
  });
  return content;
}

/** Returns the publisher as winget writes it: only letters and digits. */
function formatPublisher(publisher: string): string {
  const part = publisher.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(0, 32);
  if (part === '') throw new Error(`winget needs a publisher with a letter or digit, not "${publisher}"`);
  return part;
}

/** Renders the three files of the winget repository, by path. */
export function renderWingetManifests(
  facts: AddressedFacts,
  archives: Archives,
): Readonly<Record<string, string>> {
  const { addresses, name, version } = facts;
  const id = `${formatPublisher(addresses.publisher)}.${name}`;
  const { file, stem, sha256 } = findArchive(archives, 'windows-x64');
  const render = (kind: string, content: Readonly<Record<string, unknown>>): string =>
    `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${kind}.${WINGET_SCHEMA}.schema.json\n${stringify(
      checkLengths({
        PackageIdentifier: id,
        PackageVersion: version,
        ...content,
        ManifestType: kind,
        ManifestVersion: WINGET_SCHEMA,
      }),
    )}`;
  return {
    [`winget/${id}.yaml`]: render('version', { DefaultLocale: 'en-US' }),
    [`winget/${id}.installer.yaml`]: render('installer', {
      InstallerType: 'zip',
      NestedInstallerType: 'portable',
      Commands: [name],
      Installers: [
        {
          Architecture: 'x64',
          NestedInstallerFiles: [{ RelativeFilePath: `${stem}\\toile.exe`, PortableCommandAlias: name }],
          InstallerUrl: addresses.download(file),
          InstallerSha256: sha256.toUpperCase(),
        },
      ],
    }),
    [`winget/${id}.locale.en-US.yaml`]: render('defaultLocale', {
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
