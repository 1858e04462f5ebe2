import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  type AddressedFacts,
  renderHomebrewFormula,
  renderScoopManifest,
  renderWingetManifests,
} from '../../scripts/release/package-manifests.ts';
import { listMissingFields, readReleaseFacts } from '../../scripts/release/release-facts.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { ARCHIVES, AWKWARD_DESCRIPTION, FILLED_TABLE, findArchiveUrl, KNOWN_FACTS } from './release-table.ts';

const [title] = AWKWARD_DESCRIPTION.split(':');

const place = mkdtempSync(join(tmpdir(), 'toile-manifests-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const writeTestFile = (name: string, text: string): string => {
  writeFileSync(join(place, name), text);
  return join(place, name);
};

describe('the release table', () => {
  it('names what the owner has not filled in, and invents no address', () => {
    const { homepage, repository, bugs, author, config, ...bare } = FILLED_TABLE;
    expect(listMissingFields(FILLED_TABLE)).toStrictEqual([]);
    expect(listMissingFields(bare)).toStrictEqual([
      'homepage',
      'repository.url',
      'bugs.url',
      'author',
      'config.downloads',
    ]);
    expect(readReleaseFacts(bare).addresses).toBeUndefined();
    expect(listMissingFields({ ...FILLED_TABLE, repository: { url: '' } })).toStrictEqual(['repository.url']);
  });

  it('refuses an address that would be more than one in the file', () => {
    for (const homepage of ['http://toile.example', 'https://x.example/$(id)', "https://x.example/'; exit"])
      expect(() => readReleaseFacts({ ...FILLED_TABLE, homepage })).toThrow('homepage');
  });

  it('refuses a manifest of an archive that does not exist', () => {
    const { 'linux-arm64': _, ...fewer } = ARCHIVES;
    expect(() => renderHomebrewFormula(KNOWN_FACTS, fewer)).toThrow('linux-arm64');
  });
});

describe('manifests', () => {
  it.skipIf(isToolMissing('ruby', 'ruby'))('Homebrew reads in its formula what the table says', async () => {
    // Prints each word of a formula as a line.
    const stand = writeTestFile(
      'stand.rb',
      `class Formula
  def self.method_missing(name, *words) = (puts [name, *words].join(' '); yield if block_given?)
  def self.test; end
end\n`,
    );
    const { stdout } = await execa('ruby', [
      '-r',
      stand,
      writeTestFile('toile.rb', renderHomebrewFormula(KNOWN_FACTS, ARCHIVES)),
    ]);
    const lines = stdout.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([`desc ${title}`, 'homepage https://toile.example/', 'license MIT']),
    );
    const at = lines.indexOf('on_arm', lines.indexOf('on_linux'));
    expect(lines.slice(at, at + 3)).toStrictEqual([
      'on_arm',
      `url ${findArchiveUrl('linux-arm64')}`,
      `sha256 ${ARCHIVES['linux-arm64']?.sha256}`,
    ]);
    const broken = writeTestFile(
      'broken.rb',
      renderHomebrewFormula(KNOWN_FACTS, ARCHIVES).replace("\\'", "'"),
    );
    expect((await execa('ruby', ['-r', stand, broken], { reject: false })).exitCode).not.toBe(0);
  });

  it('Scoop and winget read the same', () => {
    expect(JSON.parse(renderScoopManifest(KNOWN_FACTS, ARCHIVES))).toMatchObject({
      version: '1.2.3',
      bin: 'toile.exe',
      architecture: {
        '64bit': { url: findArchiveUrl('windows-x64'), extract_dir: 'toile-1.2.3-windows-x64' },
      },
    });
    const files = renderWingetManifests(KNOWN_FACTS, ARCHIVES);
    expect(Object.keys(files)).toStrictEqual([
      'winget/FilToile.toile.yaml',
      'winget/FilToile.toile.installer.yaml',
      'winget/FilToile.toile.locale.en-US.yaml',
    ]);
    const [version, installer, locale] = Object.values(files).map(
      (text) => parse(text) as Record<string, unknown>,
    );
    for (const each of [version, installer, locale])
      expect(each).toMatchObject({ PackageIdentifier: 'FilToile.toile', PackageVersion: '1.2.3' });
    expect(version).toMatchObject({ ManifestType: 'version', DefaultLocale: locale?.PackageLocale });
    expect(installer?.Installers).toMatchObject([
      {
        Architecture: 'x64',
        InstallerUrl: findArchiveUrl('windows-x64'),
        NestedInstallerFiles: [{ RelativeFilePath: 'toile-1.2.3-windows-x64\\toile.exe' }],
      },
    ]);
    expect(locale).toMatchObject({ Publisher: 'Fil & Toile', ShortDescription: title });
  });

  it.each([
    ['a publisher of one letter', { author: 'F' }, 'Publisher of 2 to 256'],
    ['a publisher without a letter', { author: '...' }, 'a letter or digit'],
    ['a sentence that is too long', { description: 'cloth '.repeat(50) }, 'ShortDescription of 3 to 256'],
    ['an address that is too long', { homepage: `https://${'x'.repeat(2048)}` }, 'PackageUrl of 8 to 2048'],
    [
      'an archive at such an address',
      { config: { downloads: `https://${'x'.repeat(2048)}` } },
      'InstallerUrl',
    ],
    ['a licence of one letter', { license: 'X' }, 'License of 3 to 512'],
  ])('winget would refuse %s, so it is not written', (_, other, said) => {
    expect(() =>
      renderWingetManifests(readReleaseFacts({ ...FILLED_TABLE, ...other }) as AddressedFacts, ARCHIVES),
    ).toThrow(said);
  });

  it('have an id for a publisher in any script', () => {
    const names = Object.keys(
      renderWingetManifests(
        readReleaseFacts({ ...FILLED_TABLE, author: '布 & Söhne' }) as AddressedFacts,
        ARCHIVES,
      ),
    );
    expect(names[0]).toBe('winget/布Söhne.toile.yaml');
  });
});
