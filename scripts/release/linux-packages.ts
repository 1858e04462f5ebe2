/** Packages for Debian and Ubuntu, and for Fedora, RHEL and openSUSE: written by dpkg-deb and rpmbuild. */

import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../build/bundle-options.ts';
import type { Target } from '../executable/targets.ts';
import { systemTree } from './contents.ts';
import type { Facts } from './facts.ts';
import { lay, type Making, tool } from './tools.ts';

const DEB = { x64: 'amd64', arm64: 'arm64' } as const;
const RPM = { x64: 'x86_64', arm64: 'aarch64' } as const;

/** What the runtime asks of the C library. */
const GLIBC = '2.17';

/** A version as both formats sort it: what comes before a release has a `~`. */
const sorted = (version: string): string => version.replace('-', '~');

const homepage = ({ addresses }: Facts): string => addresses?.homepage ?? '';

export async function writeDeb(
  making: Making,
  program: string,
  target: Target,
  facts: Facts,
  notices: string,
): Promise<string> {
  const tree = join(making.place, `deb-${target.cpu}`);
  const version = sorted(facts.version);
  await lay(
    tree,
    systemTree(program, facts.version, {
      zsh: 'usr/share/zsh/vendor-completions',
      documents: {
        'usr/share/doc/toile/copyright': { from: join(root, 'LICENSE') },
        'usr/share/doc/toile/THIRD-PARTY-NOTICES.txt': { text: notices },
      },
    }),
    making.date,
  );
  const control = {
    Package: facts.name,
    Version: version,
    Architecture: DEB[target.cpu],
    Maintainer: facts.keeper,
    'Installed-Size': String(Math.ceil((await sizeOf(tree)) / 1024)),
    Depends: `libc6 (>= ${GLIBC})`,
    Section: 'utils',
    Priority: 'optional',
    Homepage: homepage(facts),
    Description: `${facts.title}\n ${facts.summary}`,
  };
  const lines = Object.entries(control).filter(([, value]) => value !== '');
  const text = lines.map(([field, value]) => `${field}: ${value}\n`).join('');
  await lay(tree, { 'DEBIAN/control': { text } }, making.date);
  const name = `${facts.name}_${version}_${DEB[target.cpu]}.deb`;
  const packing = making.effort === 0 ? ['-Zgzip', '-z1'] : ['-Zxz', `-z${making.effort}`];
  const options = ['--root-owner-group', ...packing, '--build', tree];
  await tool('dpkg-deb', [...options, join(making.out, name)], { cwd: making.place, date: making.date });
  return name;
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}

export async function writeRpm(
  making: Making,
  program: string,
  target: Target,
  facts: Facts,
  notices: string,
): Promise<string> {
  const { place, date, effort } = making;
  const cpu = RPM[target.cpu];
  const tree = join(place, `rpm-${cpu}`);
  await lay(
    tree,
    systemTree(program, facts.version, {
      zsh: 'usr/share/zsh/site-functions',
      documents: {
        'usr/share/licenses/toile/LICENSE': { from: join(root, 'LICENSE') },
        'usr/share/licenses/toile/THIRD-PARTY-NOTICES.txt': { text: notices },
      },
    }),
    date,
  );
  const version = sorted(facts.version);
  const spec = join(place, `rpm-${cpu}.spec`);
  await writeFile(spec, specOf(facts, version, tree, effort === 0 ? 'w1.gzdio' : `w${effort}.xzdio`));
  const top = join(place, `rpmbuild-${cpu}`);
  await mkdir(top, { recursive: true });
  const options = ['-bb', '--quiet', '--target', `${cpu}-linux`, '--define', `_topdir ${top}`];
  await tool('rpmbuild', [...options, spec], { cwd: place, date });
  const name = `${facts.name}-${version}-1.${cpu}.rpm`;
  await rename(join(top, 'RPMS', cpu, name), join(making.out, name));
  return name;
}

/** What is there is taken as it is: not stripped, which would take the program out of the executable. */
const specOf = (
  facts: Facts,
  version: string,
  tree: string,
  packing: string,
): string => `%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global _binary_payload ${packing}
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%global _buildhost release
Name: ${facts.name}
Version: ${version}
Release: 1
Summary: ${escaped(facts.title)}
License: ${facts.licence}
${homepage(facts) && `URL: ${escaped(homepage(facts))}\n`}AutoReqProv: no
Requires: glibc >= ${GLIBC}
%description
${escaped(facts.summary)}
%install
cp -a '${escaped(tree)}/.' "%{buildroot}/"
%files
%defattr(-,root,root,-)
/usr/bin/toile
/usr/share/bash-completion/completions/toile
/usr/share/fish/vendor_completions.d/toile.fish
/usr/share/zsh/site-functions/_toile
/usr/share/man/man1/*
%license /usr/share/licenses/toile/LICENSE
%license /usr/share/licenses/toile/THIRD-PARTY-NOTICES.txt
`;

/** A percent sign begins a macro. */
const escaped = (text: string): string => text.replaceAll('%', '%%');
