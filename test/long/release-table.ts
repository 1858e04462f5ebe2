/** A release table that is filled in, and archives that were never made, for the tests of what is written from them. */

import type { AddressedFacts, Archives } from '../../scripts/release/package-manifests.ts';
import { type Manifest, readReleaseFacts } from '../../scripts/release/release-facts.ts';

/** Words that each of the languages would read as its own. */
export const AWKWARD_DESCRIPTION = `Cloth's "trial": #{1 + 1} \${2} $HOME \`id\` 100% \\n`;
export const FILLED_TABLE: Manifest = {
  name: 'toile',
  version: '1.2.3',
  description: `${AWKWARD_DESCRIPTION}: the rest`,
  license: 'MIT',
  homepage: 'https://toile.example/',
  repository: { url: 'git+https://code.example/toile.git' },
  bugs: { url: 'https://code.example/toile/issues' },
  author: { name: 'Fil & Toile', email: 'fil@toile.example' },
  config: { downloads: 'https://code.example/toile/v{version}/' },
};
const targets = [
  ...['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map((name) => [name, 'tar.xz']),
  ['windows-x64', 'zip'],
] as const;
export const ARCHIVES: Archives = Object.fromEntries(
  targets.map(([name = '', ending], at) => [
    name,
    { file: `toile-1.2.3-${name}.${ending}`, stem: `toile-1.2.3-${name}`, sha256: String(at).repeat(64) },
  ]),
);
export const KNOWN_FACTS = readReleaseFacts(FILLED_TABLE) as AddressedFacts;
export const findArchiveUrl = (name: string): string =>
  `https://code.example/toile/v1.2.3/${ARCHIVES[name]?.file}`;
