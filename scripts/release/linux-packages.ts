/** Writes packages for Debian and Ubuntu (dpkg-deb), and for Fedora, RHEL and openSUSE (rpmbuild). */

import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import wrapAnsi from 'wrap-ansi';
import type { Target } from '../executable/targets.ts';
import { systemTree } from './contents.ts';
import type { Facts } from './facts.ts';
import { lay, type Making, tool } from './tools.ts';

const DEB = { x64: 'amd64', arm64: 'arm64' } as const;
const RPM = { x64: 'x86_64', arm64: 'aarch64' } as const;

/** The C library version that the runtime requires. */
const GLIBC = '2.17';

/** Converts a version so that both formats sort it correctly: a pre-release has a `~`. */
const sorted = (version: string): string => version.replace('-', '~');

/** Wraps a sentence for terminals, because both formats show descriptions unchanged. */
const lines = (text: string): string => wrapAnsi(text, 78);

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
  await lay(tree, systemTree('deb', program, facts.version, notices), making.date);
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
    Description: `${facts.title}\n${lines(facts.summary).replaceAll(/^/gm, ' ')}`,
  };
  const fields = Object.entries(control).filter(([, value]) => value !== '');
  const text = fields.map(([field, value]) => `${field}: ${value}\n`).join('');
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
  const files = systemTree('rpm', program, facts.version, notices);
  await lay(tree, files, date);
  const version = sorted(facts.version);
  const spec = join(place, `rpm-${cpu}.spec`);
  const packing = effort === 0 ? 'w1.gzdio' : `w${effort}.xzdio`;
  await writeFile(spec, specOf(facts, version, { tree, files: Object.keys(files), packing }));
  const top = join(place, `rpmbuild-${cpu}`);
  await mkdir(top, { recursive: true });
  const options = ['-bb', '--quiet', '--target', `${cpu}-linux`, '--define', `_topdir ${top}`];
  await tool('rpmbuild', [...options, spec], { cwd: place, date });
  const name = `${facts.name}-${version}-1.${cpu}.rpm`;
  await rename(join(top, 'RPMS', cpu, name), join(making.out, name));
  return name;
}

/** Files are packed unchanged: stripping would remove the program from the executable. */
const specOf = (
  facts: Facts,
  version: string,
  {
    tree,
    files,
    packing,
  }: Readonly<Record<'tree' | 'packing', string>> & { readonly files: readonly string[] },
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
${escaped(lines(facts.summary))}
%install
cp -a '${escaped(tree)}/.' "%{buildroot}/"
%files
%defattr(-,root,root,-)
${files.map((path) => `${path.startsWith('usr/share/licenses/') ? '%license ' : ''}/${path}\n`).join('')}`;

/** Escapes percent signs, which begin a macro. */
const escaped = (text: string): string => text.replaceAll('%', '%%');
