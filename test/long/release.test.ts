import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExecutable } from '../../scripts/executable/build-executable.ts';
import { findTarget, OWN_TARGET } from '../../scripts/executable/targets.ts';
import { listArchiveFiles } from '../../scripts/release/file-lists.ts';
import { writeDeb } from '../../scripts/release/linux-packages.ts';
import { makeRelease } from '../../scripts/release/make-release.ts';
import { type Manifest, readReleaseFacts, SIZE_LIMITS } from '../../scripts/release/release-facts.ts';
import { writeArchive } from '../../scripts/release/write-archive.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest;
const { version } = manifest;
const said = `toile ${version}`;
const lacks = [
  isToolMissing('rpmbuild', 'rpm'),
  isToolMissing('umoci', 'umoci'),
  isToolMissing('xz', 'xz-utils'),
  isToolMissing('man', 'man-db'),
  isToolMissing('lintian', 'lintian'),
  isToolMissing('oci-image-tool', 'oci-image-tool'),
].some(Boolean);
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Packages are installed into roots of their own. test/long/artefacts.test.ts runs what they contain. */
describe.skipIf(lacks || !isRoot)('a release', () => {
  const place = mkdtempSync(join(tmpdir(), 'toile-release-'));
  const out = join(place, 'release');
  const release = (folder: string) =>
    makeRelease({ manifest, targets: [OWN_TARGET], out: folder, effort: 0, say: () => undefined });
  const findFile = (pattern: RegExp): string =>
    join(out, readdirSync(out).find((name) => pattern.test(name)) ?? `none like ${pattern}`);
  const at = (name: string): string => {
    mkdirSync(join(place, name), { recursive: true });
    return join(place, name);
  };

  beforeAll(async () => {
    await release(out);
  }, 600_000);
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('has the same bytes each time, and the digest of every file', async () => {
    const again = join(place, 'another-folder', 'release');
    await release(again);
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8');
    expect(readFileSync(join(again, 'SHA256SUMS'), 'utf8')).toBe(sums);
    const { stdout } = await execa('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out });
    const names = stdout.split('\n').map((line) => line.replace(/: OK$/, ''));
    expect([...names, 'SHA256SUMS'].toSorted()).toStrictEqual(readdirSync(out).toSorted());
  });

  it('has an archive that can be unpacked, no larger than its limit', async () => {
    const folder = at('unpacked');
    await execa('tar', ['-C', folder, '-xf', findFile(/\.tar\.xz$/)]);
    const unpacked = join(folder, `toile-${version}-${OWN_TARGET}`);
    expect(readdirSync(unpacked).toSorted()).toStrictEqual(
      ['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'completions', 'man', 'toile'].toSorted(),
    );
    const notices = readFileSync(join(unpacked, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['undici', 'Bun', '@napi-rs/keyring']) expect(notices).toContain(name);

    const work = { out: at('small'), folder: at('work'), date: 0, effort: 9 };
    const target = findTarget(OWN_TARGET);
    const tree = listArchiveFiles({ file: join(unpacked, 'toile'), target, notices }, version);
    const file = await writeArchive(work, 'small', target, tree);
    expect(statSync(join(work.out, file)).size).toBeLessThanOrEqual(SIZE_LIMITS.archive);
  });

  it('has a .deb that can be installed, run, upgraded and removed', async () => {
    const root = at('debian');
    const folder = at('debian/var/lib/dpkg/info');
    for (const name of ['status', 'available']) writeFileSync(join(folder, '..', name), '');
    mkdirSync(join(folder, '../updates'));
    // Another root knows no libc6, and is not one to enter.
    const runDpkg = (...argv: readonly string[]) =>
      execa('dpkg', [`--root=${root}`, '--force-depends', '--force-not-root', ...argv]);
    await runDpkg('--install', findFile(/\.deb$/));
    expect((await execa(join(root, 'usr/bin/toile'), ['--version'])).stdout).toBe(said);
    const env = { MANPATH: join(root, 'usr/share/man'), MANPAGER: 'cat', MANWIDTH: '80' };
    expect((await execa('man', ['toile-designs-ls'], { env })).stdout).toContain('toile designs ls');
    for (const [shell, file] of [
      ['bash', 'bash-completion/completions/toile'],
      ['zsh', 'zsh/vendor-completions/_toile'],
      ['fish', 'fish/vendor_completions.d/toile.fish'],
    ] as const) {
      const path = join(root, 'usr/share', file);
      const { stdout } = await execa(join(root, 'usr/bin/toile'), ['completion', shell]);
      expect(readFileSync(path, 'utf8').trim(), shell).toBe(stdout.trim());
    }

    const facts = readReleaseFacts({ ...manifest, version: '9.9.9-rc.1' });
    const next = { facts, out: at('next'), folder: at('next-work'), date: 1, effort: 0 };
    const file = join(next.folder, 'toile');
    await buildExecutable(OWN_TARGET, file, facts.version);
    const newer = await writeDeb(next, { file, target: findTarget(OWN_TARGET), notices: 'notices' });
    const { stdout } = await runDpkg('--install', join(next.out, newer));
    expect(stdout).toContain(`Unpacking toile (9.9.9~rc.1) over (${version})`);
    expect((await execa(join(root, 'usr/bin/toile'), ['--version'])).stdout).toBe('toile 9.9.9-rc.1');
    await runDpkg('--remove', 'toile');
    const left = readdirSync(root, { recursive: true, encoding: 'utf8' });
    expect(left.filter((path) => path.includes('toile'))).toStrictEqual([]);
  });

  it('has a .deb in which lintian finds only what is listed', async () => {
    const { stdout } = await execa('lintian', [
      '--fail-on',
      'none',
      '--tag-display-limit',
      '0',
      findFile(/\.deb$/),
    ]);
    const known = [
      // The runtime is as its makers linked it, and carries the program where strip would take it off.
      'embedded-library',
      'hardening-no-pie',
      'hardening-no-relro',
      'unstripped-binary-or-object',
      // The changelog is in the sources, in another form than Debian's.
      'no-changelog',
      // The address of who releases it is for the owner to fill in.
      'malformed-contact',
    ];
    const found = [...stdout.matchAll(/^[EWI]: toile: (\S+)/gm)].map(([, tag = '']) => tag);
    expect(found).toContain('unstripped-binary-or-object');
    expect(found.filter((tag) => !known.includes(tag))).toStrictEqual([]);
  });

  it('has an .rpm that can be installed', async () => {
    const root = at('fedora');
    const file = findFile(/\.rpm$/);
    const { stdout } = await execa('rpm', ['--query', '--package', '--requires', file]);
    expect(stdout).toMatch(/^glibc >= 2\.17$/m);
    await execa('rpm', ['--root', root, '--nodeps', '--install', file]);
    expect(readdirSync(join(root, 'usr/share/man/man1'))).toContain('toile.1.gz');
  });

  it('has an image that another tool unpacks, with the program and nothing else', async () => {
    const layout = at('layout');
    await execa('tar', ['-C', layout, '-xf', findFile(/image.*\.tar$/)]);
    const bundle = join(place, 'bundle');
    await execa('oci-image-tool', ['validate', '--type', 'image', '--ref', `name=${version}`, layout]);
    await execa('umoci', ['unpack', '--image', `${layout}:${version}`, bundle]);
    const rootfs = join(bundle, 'rootfs');
    const files = readdirSync(rootfs, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(rootfs.length));
    const libraries = files.filter((path) => /^\/(usr\/)?lib/.test(path));
    expect(files.filter((path) => !libraries.includes(path)).toSorted()).toStrictEqual([
      '/etc/ssl/certs/ca-certificates.crt',
      '/usr/bin/toile',
      '/usr/share/doc/toile/LICENSE',
      '/usr/share/doc/toile/THIRD-PARTY-NOTICES.txt',
    ]);
    expect(libraries.every((path) => /\/(ld-linux.*|lib(c|m|dl|pthread))\.so\.\d$/.test(path))).toBe(true);
  });

  it('has the origin of every file', () => {
    const statement = JSON.parse(readFileSync(findFile(/\.intoto\.json$/), 'utf8')) as {
      readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
    };
    const lines = statement.subject.map(({ name, digest }) => `${digest.sha256}  ${name}`);
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    // A statement cannot say its own digest.
    expect(lines).toStrictEqual(sums.filter((line) => !line.endsWith('.intoto.json')));
    const names = readdirSync(out).filter((name) => name.endsWith('.cdx.json'));
    expect(names).toStrictEqual([`toile-${version}.cdx.json`]);
  });
});
