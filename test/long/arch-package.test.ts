import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN, targetNamed } from '../../scripts/executable/targets.ts';
import { writeArchive } from '../../scripts/release/archives.ts';
import { archiveTree } from '../../scripts/release/contents.ts';
import { pkgbuild, srcinfo } from '../../scripts/release/manifests/arch.ts';
import { sha256Of } from '../../scripts/release/tools.ts';
import { needs } from '../support/needs.ts';
import { archives, known } from './release-table.ts';

const lacks = [
  needs('makepkg', 'makepkg'),
  needs('pacman', 'pacman-package-manager'),
  needs('bsdtar', 'libarchive-tools'),
  needs('xz', 'xz-utils'),
].some(Boolean);
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** With the archive beside it nothing is fetched; what is in it is laid as in a release, the program a short one. */
describe.skipIf(lacks || !isRoot)('what the AUR keeps', () => {
  const place = mkdtempSync(join(tmpdir(), 'toile-arch-'));
  const folder = join(place, 'aur');
  const root = join(place, 'root');
  const settings = join(place, 'pacman.conf');
  /** makepkg refuses to be root. */
  const makepkg = (...argv: readonly string[]) =>
    execa('setpriv', ['--reuid=64123', '--regid=64123', '--clear-groups', 'makepkg', ...argv], {
      cwd: folder,
      env: { HOME: folder, PATH: '/usr/bin:/bin', PKGEXT: '.pkg.tar' },
      extendEnv: false,
      reject: false,
    });
  const pacman = (...argv: readonly string[]) =>
    execa('pacman', [
      ...['--config', settings, '--root', root, '--cachedir', root, '--logfile', join(root, 'log')],
      ...['--noconfirm', '--noprogressbar', ...argv],
    ]);

  beforeAll(async () => {
    for (const each of [folder, join(root, 'var/lib/pacman')]) mkdirSync(each, { recursive: true });
    writeFileSync(settings, '[options]\nArchitecture = auto\nSigLevel = Never\n');
    const program = join(place, 'program');
    writeFileSync(program, `#!/bin/sh\necho toile ${known.version}\n`);
    const tree = archiveTree(program, targetNamed(OWN), known.version, 'notices');
    const made = archives[OWN] ?? { stem: '', file: '', sha256: '' };
    await writeArchive({ out: folder, place, date: 1, effort: 0 }, made.stem, targetNamed(OWN), tree);
    const all = { ...archives, [OWN]: { ...made, sha256: await sha256Of(join(folder, made.file)) } };
    writeFileSync(join(folder, 'PKGBUILD'), pkgbuild(known, all));
    writeFileSync(join(folder, '.SRCINFO'), srcinfo(known, all));
    for (const each of [place, folder]) chmodSync(each, 0o777);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('is shown as makepkg itself would show it', async () => {
    const { stdout } = await makepkg('--printsrcinfo');
    expect(`${stdout}\n`).toBe(readFileSync(join(folder, '.SRCINFO'), 'utf8'));
  });

  it('is built by makepkg, and what pacman installs of it runs and is removed', async () => {
    const made = await makepkg('--nodeps', '--nocolor');
    expect(made.exitCode, made.stderr).toBe(0);
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.pkg.tar'));
    await pacman('-Udd', join(folder, file));
    expect((await execa(join(root, 'usr/bin/toile'))).stdout).toBe('toile 1.2.3');
    for (const path of [
      'man/man1/toile.1.gz',
      'bash-completion/completions/toile',
      'zsh/site-functions/_toile',
      'fish/vendor_completions.d/toile.fish',
      'licenses/toile-bin/LICENSE',
      'licenses/toile-bin/THIRD-PARTY-NOTICES.txt',
    ])
      expect(readFileSync(join(root, 'usr/share', path)).length, path).toBeGreaterThan(0);
    await pacman('-Rdd', 'toile-bin');
    const left = readdirSync(root, { recursive: true, encoding: 'utf8' });
    expect(left.filter((path) => path.includes('toile'))).toStrictEqual([]);
  }, 120_000);

  it('is not built of an archive that is another one', async () => {
    const file = join(folder, archives[OWN]?.file ?? '');
    writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from('more')]));
    const refused = await makepkg('--nodeps', '--nocolor', '--force');
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain('did not pass the validity check');
  });
});
