/** What the AUR keeps: a PKGBUILD, and what is shown of it. */

import { type Archives, archive, type Known } from './archive.ts';

/** In Bash nothing at all. */
const bash = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const AUR = { x86_64: 'linux-x64', aarch64: 'linux-arm64' } as const;
const cpus = Object.entries(AUR);

export function pkgbuild(facts: Known, archives: Archives): string {
  const sources = cpus.map(([cpu, target]) => {
    const { file, sha256 } = archive(archives, target);
    return `source_${cpu}=(${bash(facts.addresses.download(file))})\nsha256sums_${cpu}=(${bash(sha256)})`;
  });
  return `# Maintainer: ${facts.keeper}
pkgname=${facts.name}-bin
pkgver=${facts.version.replaceAll('-', '_')}
pkgrel=1
pkgdesc=${bash(facts.title)}
arch=(${cpus.map(([cpu]) => bash(cpu)).join(' ')})
url=${bash(facts.addresses.homepage)}
license=(${bash(facts.licence)})
depends=('glibc')
provides=(${bash(facts.name)})
conflicts=(${bash(facts.name)})
# The program is inside of the executable, behind what strip keeps.
options=('!strip' '!debug')
${sources.join('\n')}

package() {
  local cpu
  case "$CARCH" in x86_64) cpu=x64 ;; aarch64) cpu=arm64 ;; esac
  cd ${bash(`${facts.name}-${facts.version}-linux-`)}"$cpu"
  install -Dm755 toile "$pkgdir/usr/bin/toile"
  install -Dm644 -t "$pkgdir/usr/share/man/man1" man/*.1
  install -Dm644 completions/toile.bash "$pkgdir/usr/share/bash-completion/completions/toile"
  install -Dm644 completions/_toile "$pkgdir/usr/share/zsh/site-functions/_toile"
  install -Dm644 completions/toile.fish "$pkgdir/usr/share/fish/vendor_completions.d/toile.fish"
  install -Dm644 -t "$pkgdir/usr/share/licenses/$pkgname" LICENSE THIRD-PARTY-NOTICES.txt
}
`;
}

/** What the AUR shows of a PKGBUILD. */
export function srcinfo(facts: Known, archives: Archives): string {
  const lines: [string, string][] = [
    ['pkgdesc', facts.title],
    ['pkgver', facts.version.replaceAll('-', '_')],
    ['pkgrel', '1'],
    ['url', facts.addresses.homepage],
    ...cpus.map(([cpu]): [string, string] => ['arch', cpu]),
    ['license', facts.licence],
    ['depends', 'glibc'],
    ['provides', facts.name],
    ['conflicts', facts.name],
    ['options', '!strip'],
    ['options', '!debug'],
    ...cpus.flatMap(([cpu, target]): [string, string][] => {
      const { file, sha256 } = archive(archives, target);
      return [
        [`source_${cpu}`, facts.addresses.download(file)],
        [`sha256sums_${cpu}`, sha256],
      ];
    }),
  ];
  const body = lines.map(([key, value]) => `\t${key} = ${value}\n`).join('');
  return `pkgbase = ${facts.name}-bin\n${body}\npkgname = ${facts.name}-bin\n`;
}
