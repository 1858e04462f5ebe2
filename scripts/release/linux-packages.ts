/** Writes packages for Debian and Ubuntu (dpkg-deb), and for Fedora, RHEL and openSUSE (rpmbuild). */

import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import wrapAnsi from 'wrap-ansi';
import { listFiles } from '../build/list-files.ts';
import { type Executable, listPackageFiles } from './file-lists.ts';
import type { ReleaseFacts } from './release-facts.ts';
import { type ReleaseWork, runTool, writeTree } from './tools.ts';

const DEB_PROCESSORS = { x64: 'amd64', arm64: 'arm64' } as const;
const RPM_PROCESSORS = { x64: 'x86_64', arm64: 'aarch64' } as const;

/** The C library version that the runtime requires. */
const GLIBC = '2.17';

/** Converts a version for both formats, which sort `1.0.0~rc` before `1.0.0`. */
const formatVersion = (version: string): string => version.replace('-', '~');

/** Wraps a description, because both formats show it unchanged. */
const wrapDescription = (text: string): string => wrapAnsi(text, 78);

/** Writes a Debian package and returns its name. */
export async function writeDeb(work: ReleaseWork, executable: Executable): Promise<string> {
  const { facts, folder, date, effort } = work;
  const cpu = DEB_PROCESSORS[executable.target.cpu];
  const tree = join(folder, `deb-${cpu}`);
  const version = formatVersion(facts.version);
  await writeTree(tree, listPackageFiles('deb', executable, facts.version), date);
  const control = {
    Package: facts.name,
    Version: version,
    Architecture: cpu,
    Maintainer: facts.maintainer,
    'Installed-Size': String(Math.ceil((await measureFolder(tree)) / 1024)),
    Depends: `libc6 (>= ${GLIBC})`,
    Section: 'utils',
    Priority: 'optional',
    Homepage: facts.addresses?.homepage ?? '',
    Description: `${facts.title}\n${wrapDescription(facts.summary).replaceAll(/^/gm, ' ')}`,
  };
  const fields = Object.entries(control).filter(([, value]) => value !== '');
  const text = fields.map(([field, value]) => `${field}: ${value}\n`).join('');
  await writeTree(tree, { 'DEBIAN/control': { text } }, date);
  const name = `${facts.name}_${version}_${cpu}.deb`;
  const packing = effort === 0 ? ['-Zgzip', '-z1'] : ['-Zxz', `-z${effort}`];
  const options = ['--root-owner-group', ...packing, '--build', tree];
  await runTool('dpkg-deb', [...options, join(work.out, name)], { cwd: folder, date });
  return name;
}

async function measureFolder(folder: string): Promise<number> {
  let bytes = 0;
  for (const file of await listFiles(folder)) bytes += (await stat(join(folder, file))).size;
  return bytes;
}

/** Writes an RPM package and returns its name. */
export async function writeRpm(work: ReleaseWork, executable: Executable): Promise<string> {
  const { facts, folder, date, effort } = work;
  const cpu = RPM_PROCESSORS[executable.target.cpu];
  const tree = join(folder, `rpm-${cpu}`);
  const files = listPackageFiles('rpm', executable, facts.version);
  await writeTree(tree, files, date);
  const version = formatVersion(facts.version);
  const spec = join(folder, `rpm-${cpu}.spec`);
  const packing = effort === 0 ? 'w1.gzdio' : `w${effort}.xzdio`;
  await writeFile(spec, renderSpec(facts, version, { tree, files: Object.keys(files), packing }));
  const top = join(folder, `rpmbuild-${cpu}`);
  await mkdir(top, { recursive: true });
  const options = ['-bb', '--quiet', '--target', `${cpu}-linux`, '--define', `_topdir ${top}`];
  await runTool('rpmbuild', [...options, spec], { cwd: folder, date });
  const name = `${facts.name}-${version}-1.${cpu}.rpm`;
  await rename(join(top, 'RPMS', cpu, name), join(work.out, name));
  return name;
}

/** Renders the spec of an rpm. Files are packed unchanged, because stripping would remove the program from the executable. */
const renderSpec = (
  facts: ReleaseFacts,
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
Summary: ${escapePercent(facts.title)}
License: ${facts.licence}
${facts.addresses ? `URL: ${escapePercent(facts.addresses.homepage)}\n` : ''}AutoReqProv: no
Requires: glibc >= ${GLIBC}
%description
${escapePercent(wrapDescription(facts.summary))}
%install
cp -a '${escapePercent(tree)}/.' "%{buildroot}/"
%files
%defattr(-,root,root,-)
${files.map((path) => `${path.startsWith('usr/share/licenses/') ? '%license ' : ''}/${path}\n`).join('')}`;

/** Escapes percent signs, which begin a macro. */
const escapePercent = (text: string): string => text.replaceAll('%', '%%');
