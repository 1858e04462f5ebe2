import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { factsOf, type Manifest, missingIn } from '../../scripts/release/facts.ts';
import { pkgbuild, srcinfo } from '../../scripts/release/manifests/arch.ts';
import type { Archives, Known } from '../../scripts/release/manifests/archive.ts';
import { formula } from '../../scripts/release/manifests/homebrew.ts';
import { nixExpression } from '../../scripts/release/manifests/nix.ts';
import { scoop, winget } from '../../scripts/release/manifests/windows.ts';
import { needs } from '../support/needs.ts';

/** Words that each of the languages would read as its own. */
const AWKWARD = `Cloth's "trial": #{1 + 1} \${2} $HOME \`id\` 100% \\n`;
const filled: Manifest = {
  name: 'toile',
  version: '1.2.3',
  description: `${AWKWARD}: the rest`,
  license: 'MIT',
  homepage: 'https://toile.example/',
  repository: { url: 'git+https://code.example/toile.git' },
  bugs: { url: 'https://code.example/toile/issues' },
  author: { name: 'Fil & Toile', email: 'fil@toile.example' },
  config: { downloads: 'https://code.example/toile/v{version}/' },
};
const targets = [
  ...['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map((name) => [name, 'tar.xz']),
  ...['windows-x64', 'windows-arm64'].map((name) => [name, 'zip']),
] as const;
const archives: Archives = Object.fromEntries(
  targets.map(([name = '', ending], at) => [
    name,
    { file: `toile-1.2.3-${name}.${ending}`, stem: `toile-1.2.3-${name}`, sha256: String(at).repeat(64) },
  ]),
);
const known = factsOf(filled) as Known;
const [title] = AWKWARD.split(':');
const urlOf = (name: string): string => `https://code.example/toile/v1.2.3/${archives[name]?.file}`;

const place = mkdtempSync(join(tmpdir(), 'toile-manifests-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const kept = (name: string, text: string): string => {
  writeFileSync(join(place, name), text);
  return join(place, name);
};

describe('the release table', () => {
  it('names what the owner has not filled in, and makes no address up', () => {
    const { homepage, repository, bugs, author, config, ...bare } = filled;
    expect(missingIn(filled)).toStrictEqual([]);
    expect(missingIn(bare)).toStrictEqual([
      'homepage',
      'repository.url',
      'bugs.url',
      'author',
      'config.downloads',
    ]);
    expect(factsOf(bare).addresses).toBeUndefined();
    expect(missingIn({ ...filled, repository: { url: '' } })).toStrictEqual(['repository.url']);
  });

  it('refuses an address that would be more than one where it is written', () => {
    for (const homepage of ['http://toile.example', 'https://x.example/$(id)', "https://x.example/'; exit"])
      expect(() => factsOf({ ...filled, homepage })).toThrow('homepage');
  });

  it('refuses a manifest of an archive that was not made', () => {
    const { 'linux-arm64': _, ...fewer } = archives;
    expect(() => formula(known, fewer)).toThrow('linux-arm64');
  });
});

describe('manifests', () => {
  it.skipIf(needs('ruby', 'ruby'))('Homebrew reads in its formula what the table says', async () => {
    // The words of a formula, each said again as a line.
    const stand = kept(
      'stand.rb',
      `class Formula
  def self.method_missing(name, *words) = (puts [name, *words].join(' '); yield if block_given?)
  def self.test; end
end\n`,
    );
    const { stdout } = await execa('ruby', ['-r', stand, kept('toile.rb', formula(known, archives))]);
    const lines = stdout.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([`desc ${title}`, 'homepage https://toile.example/', 'license MIT']),
    );
    const at = lines.indexOf('on_arm', lines.indexOf('on_linux'));
    expect(lines.slice(at, at + 3)).toStrictEqual([
      'on_arm',
      `url ${urlOf('linux-arm64')}`,
      `sha256 ${archives['linux-arm64']?.sha256}`,
    ]);
  });

  it('Scoop and winget read the same', () => {
    expect(JSON.parse(scoop(known, archives))).toMatchObject({
      version: '1.2.3',
      bin: 'toile.exe',
      architecture: {
        '64bit': { url: urlOf('windows-x64'), extract_dir: 'toile-1.2.3-windows-x64' },
        arm64: { hash: archives['windows-arm64']?.sha256 },
      },
    });
    const files = winget(known, archives);
    expect(Object.keys(files)).toStrictEqual([
      'FilToile.toile.yaml',
      'FilToile.toile.installer.yaml',
      'FilToile.toile.locale.en-US.yaml',
    ]);
    const [version, installer, locale] = Object.values(files).map(
      (text) => parse(text) as Record<string, unknown>,
    );
    for (const each of [version, installer, locale])
      expect(each).toMatchObject({ PackageIdentifier: 'FilToile.toile', PackageVersion: '1.2.3' });
    expect(version).toMatchObject({ ManifestType: 'version', DefaultLocale: locale?.PackageLocale });
    expect(installer?.Installers).toMatchObject([
      { Architecture: 'x64', InstallerUrl: urlOf('windows-x64') },
      {
        Architecture: 'arm64',
        NestedInstallerFiles: [{ RelativeFilePath: 'toile-1.2.3-windows-arm64\\toile.exe' }],
      },
    ]);
    expect(locale).toMatchObject({ Publisher: 'Fil & Toile', ShortDescription: title });
  });

  it('Bash reads in the PKGBUILD what .SRCINFO says', async () => {
    const text = srcinfo(known, archives);
    const fields = new Set([...text.matchAll(/^\t(\w+) = /gm)].map(([, field = '']) => field));
    kept('PKGBUILD', pkgbuild(known, archives));
    const script = `. ./PKGBUILD
for field; do declare -n values=$field; printf "\t$field = %s\n" "\${values[@]}"; done
declare -F package; bash -n PKGBUILD`;
    const { stdout } = await execa('bash', ['-ec', script, '-', ...fields], { cwd: place });
    const body = text.split('\n').filter((line) => line.startsWith('\t'));
    expect(stdout.split('\n')).toStrictEqual([...body, 'package']);
    expect(stdout).toContain(`pkgdesc = ${title}\n`);
  });

  it.skipIf(needs('nix-instantiate', 'nix-bin'))(
    'Nix evaluates its expression to what the table says',
    async () => {
      const file = kept('toile.nix', nixExpression(known, archives));
      const stand = `(import ${file} {
      lib = { optional = c: x: if c then [ x ] else [ ]; optionalString = c: s: if c then s else ""; attrNames = builtins.attrNames;
        getLicenseFromSpdxId = x: x; sourceTypes.binaryNativeCode = "binary"; };
      stdenv = { mkDerivation = x: x; hostPlatform = { system = "aarch64-darwin"; isLinux = false; }; };
      fetchurl = x: x; installShellFiles = "shell"; patchelf = "patchelf";
    })`;
      const { stdout } = await execa('nix-instantiate', ['--eval', '--strict', '--json', '-E', stand], {
        env: { NIX_STATE_DIR: join(place, 'nix'), NIX_STORE_DIR: join(place, 'store'), HOME: place },
      });
      expect(JSON.parse(stdout)).toMatchObject({
        version: '1.2.3',
        src: { url: urlOf('darwin-arm64'), sha256: archives['darwin-arm64']?.sha256 },
        postFixup: '',
        meta: { description: title, mainProgram: 'toile' },
      });
    },
  );
});
