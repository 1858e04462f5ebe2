/**
 * Every released artefact runs commands that write, each in the environment it is made for. The run ends with a table of
 * artefacts, environments and commands.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { createEnv, PROGRAM } from '../support/run-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** Debian's place of the program; `wine` itself is a script that complains where its 32-bit half is missing. */
const WINE = '/usr/lib/wine/wine64';
const ARM_ROOT = '/usr/aarch64-linux-gnu';
const isMissing = [
  isToolMissing('rpmbuild', 'rpm'),
  isToolMissing('umoci', 'umoci'),
  isToolMissing('xz', 'xz-utils'),
  isToolMissing('setpriv', 'util-linux'),
].some(Boolean);
const isRoot = process.platform === 'linux' && process.arch === 'x64' && process.getuid?.() === 0;
const STRANGER = 64123;

type Env = Readonly<Record<string, string>>;

/** One artefact in one environment. */
interface Place {
  readonly artefact: string;
  readonly environment: string;
  /** Starts the program with these arguments. */
  readonly start: (
    ...argv: readonly string[]
  ) => Promise<{ readonly stdout: string; readonly stderr: string }>;
  /** A folder that the program may write to, and its name inside the environment, with a separator at the end. */
  readonly folder: string;
  readonly name: string;
}

describe.skipIf(isMissing || !isRoot)('every released artefact', () => {
  const place = mkdtempSync(join(tmpdir(), 'toile-artefacts-'));
  const out = join(place, 'release');
  const prefix = join(place, 'wine');
  const findFile = (pattern: RegExp): string =>
    join(out, readdirSync(out).find((name) => pattern.test(name)) ?? `none like ${pattern}`);
  const makeFolder = (...names: readonly string[]): string => {
    const folder = join(place, ...names);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const copyForUser = (uid: number, folder: string): string => {
    chownSync(folder, uid, uid);
    return folder;
  };
  /** Unpacks the archive of a target and returns its program. */
  const unpack = async (target: string): Promise<string> => {
    const folder = join(place, `toile-${version}-${target}`);
    if (!existsSync(folder))
      await execa('tar', ['-C', place, '-xf', findFile(new RegExp(`${target}\\.tar\\.xz$`))]);
    return join(folder, 'toile');
  };

  beforeAll(async () => {
    chmodSync(place, 0o755);
    const targets = ['linux-x64', 'linux-arm64', 'windows-x64'].flatMap((name) => ['--target', name]);
    await execa('npm', ['run', 'release', '--', '--quick', ...targets, '--out', out], { cwd: root });
  }, 600_000);
  afterAll(async () => {
    if (existsSync(prefix))
      await execa('wineserver64', ['--kill'], {
        env: { WINEPREFIX: prefix, PATH: `${dirname(WINE)}:${process.env.PATH}` },
        reject: false,
      });
    rmSync(place, { recursive: true, force: true });
  });

  /** Runs the commands of the table and tells its row. Each is checked by what it prints and what it writes. */
  const runCommands = async (
    { task }: Pick<TestContext, 'task'>,
    { artefact, environment, start, folder, name }: Place,
  ): Promise<void> => {
    const done: string[] = [];
    const runTyped = async (label: string, ...argv: readonly string[]) => {
      const { stdout, stderr } = await start(...argv);
      if (label !== '') done.push(label);
      return { stdout, stderr };
    };
    const runSandbox = (label: string, ...argv: readonly string[]) => runTyped(label, '--sandbox', ...argv);
    expect(await runTyped('--version', '--version')).toMatchObject({
      stdout: `toile ${version}`,
      stderr: '',
    });
    const usual = await execa(PROGRAM[0], [...PROGRAM.slice(1), '--sandbox', 'graph', 'GARM-101'], {
      env: createEnv(makeFolder('home')),
      extendEnv: false,
    });
    expect((await runSandbox('graph', 'graph', 'GARM-101')).stdout).toBe(usual.stdout);
    await runSandbox('export', 'export', 'GARM-5117', '-o', `${name}coat.svg`);
    expect(readFileSync(join(folder, 'coat.svg'), 'utf8')).toMatch(/^<\?xml[\s\S]*<\/svg>\s*$/);
    await runSandbox('pull', 'pull', `${name}season`, 'GARM-101', '--garments-only');
    expect(readdirSync(join(folder, 'season'))).toContain('manifest.json');
    const order = ['techpack', 'request', 'GARM-5117', '--yes'];
    const ordered = await runSandbox('techpack request', ...order, '--json');
    expect(JSON.parse(ordered.stdout)).toMatchObject({ status: 'composing' });
    await runSandbox('', 'sandbox', 'advance', '5m');
    await runSandbox('--wait --download', ...order, '--wait', '--download', `${name}pack.pdf`);
    expect(readFileSync(join(folder, 'pack.pdf'), 'latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
    task.meta.summary = [`| ${artefact} | ${environment} | ${done.join(', ')} |`];
  };

  /** Copies the libraries that the loader uses for the program into a root. */
  const addLibraries = async (rootFolder: string, program: string): Promise<void> => {
    const { stdout } = await execa('ldd', [program]);
    const paths = [...stdout.matchAll(/(?:=>)?\s(\/\S+) \(0x/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      mkdirSync(dirname(join(rootFolder, path)), { recursive: true });
      copyFileSync(path, join(rootFolder, path));
      chmodSync(join(rootFolder, path), 0o755);
    }
  };
  const MOUNTS = { proc: 'mount -t proc proc proc', dev: 'mount --bind /dev dev' };
  /** Starts a program in its own root folder, with this user and environment only. */
  const enter =
    (rootFolder: string, program: string, uid: number, env: Env, mounts: readonly string[]) =>
    (...argv: readonly string[]) => {
      for (const name of Object.keys(MOUNTS)) mkdirSync(join(rootFolder, name), { recursive: true });
      const user = [`--setgid=${uid}`, `--setuid=${uid}`];
      const inside = [
        ...mounts,
        `exec /usr/bin/unshare --root=. --wd=/ ${user.join(' ')} ${program} "$@"`,
      ].join('\n');
      return execa(
        '/usr/bin/unshare',
        ['--mount', '--pid', '--fork', '/bin/sh', '-ec', inside, '-', ...argv],
        {
          cwd: rootFolder,
          env,
          extendEnv: false,
        },
      );
    };
  const createMinimalRoot = async (name: string, program: string, env: Env = { HOME: '/root' }) => {
    const rootFolder = makeFolder(name);
    await addLibraries(rootFolder, join(rootFolder, program));
    const folder = copyForUser(STRANGER, makeFolder(name, 'root'));
    const start = enter(rootFolder, program, STRANGER, env, Object.values(MOUNTS));
    return { start, folder, name: '/root/' };
  };

  it('the archive runs for a user whom the system does not list, without HOME', async (context) => {
    const program = await unpack('linux-x64');
    const folder = copyForUser(STRANGER, makeFolder('unknown-user'));
    const user = [`--reuid=${STRANGER}`, `--regid=${STRANGER}`, '--clear-groups'];
    const start = (...argv: readonly string[]) =>
      execa('setpriv', [...user, program, ...argv], {
        cwd: '/',
        env: { TOILE_HOME: join(folder, 'toile'), PATH: process.env.PATH },
        extendEnv: false,
      });
    const environment = 'user without a passwd entry, no HOME, TOILE_HOME';
    await runCommands(context, {
      artefact: 'linux-x64.tar.xz',
      environment,
      start,
      folder,
      name: `${folder}/`,
    });
  });

  it('the archive runs in a root that holds only the C library', async (context) => {
    copyFileSync(await unpack('linux-x64'), join(makeFolder('bare'), 'toile'));
    const inside = await createMinimalRoot('bare', '/toile');
    const environment = 'root with the C library, /proc and /dev alone';
    await runCommands(context, { artefact: 'linux-x64.tar.xz', environment, ...inside });
  });

  it('the archive without /proc or /dev says what it needs, without a crash report', async ({ task }) => {
    const rootFolder = makeFolder('bare-system');
    copyFileSync(await unpack('linux-x64'), join(rootFolder, 'toile'));
    await addLibraries(rootFolder, join(rootFolder, 'toile'));
    const { proc, dev } = MOUNTS;
    for (const mounts of [[], [proc], [dev]]) {
      const run = await enter(
        rootFolder,
        '/toile',
        0,
        {},
        mounts,
      )('--version').catch((error: unknown) => error);
      expect(run, mounts.join()).toMatchObject({ exitCode: 1, stdout: '' });
      expect((run as { stderr: string }).stderr).toMatch(
        /^toile: .*\/proc\/self\/maps .*\nMount \/proc and \/dev, [^\n]*$/,
      );
    }
    task.meta.summary = [
      '| linux-x64.tar.xz | root without /proc, without /dev | exits with 1 and says so |',
    ];
  });

  it('the deb runs in a separate root', async (context) => {
    const info = makeFolder('debian', 'var/lib/dpkg/info');
    for (const name of ['status', 'available']) writeFileSync(join(info, '..', name), '');
    mkdirSync(join(info, '../updates'));
    const dpkg = [`--root=${makeFolder('debian')}`, '--force-depends', '--force-not-root'];
    await execa('dpkg', [...dpkg, '--install', findFile(/amd64\.deb$/)]);
    const inside = await createMinimalRoot('debian', '/usr/bin/toile');
    await runCommands(context, { artefact: 'amd64.deb', environment: 'dpkg --root, C library', ...inside });
  });

  it('the rpm runs in a separate root', async (context) => {
    await execa('rpm', ['--root', makeFolder('fedora'), '--nodeps', '--install', findFile(/x86_64\.rpm$/)]);
    const inside = await createMinimalRoot('fedora', '/usr/bin/toile');
    await runCommands(context, { artefact: 'x86_64.rpm', environment: 'rpm --root, C library', ...inside });
  });

  it('the image runs as its user, with its variables', async (context) => {
    const layout = makeFolder('layout');
    await execa('tar', ['-C', layout, '-xf', findFile(/image.*\.tar$/)]);
    const bundle = join(place, 'bundle');
    await execa('umoci', ['unpack', '--image', `${layout}:${version}`, bundle]);
    const { process: config } = JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8')) as {
      readonly process: {
        readonly user: { readonly uid: number; readonly gid: number };
        readonly args: readonly string[];
        readonly env: readonly string[];
      };
    };
    const { uid, gid } = config.user;
    expect(config).toMatchObject({ user: { uid: 65532, gid: uid }, args: ['/usr/bin/toile'] });
    const env = Object.fromEntries(config.env.map((each) => each.split('=', 2)));
    const rootFolder = join(bundle, 'rootfs');
    await runCommands(context, {
      artefact: 'image-linux-amd64.tar',
      environment: `umoci unpack, user ${uid}:${gid}, ${config.env.map((each) => each.split('=')[0]).join(', ')}`,
      start: enter(rootFolder, '/usr/bin/toile', uid, env, Object.values(MOUNTS)),
      folder: join(rootFolder, 'tmp'),
      name: '/tmp/',
    });
  });

  it('the npm package is installed for everybody without a warning, and runs', async (context) => {
    const settings = ['registry', 'cache'].map((key) => execa('npm', ['config', 'get', key]));
    const [registry = '', cache = ''] = (await Promise.all(settings)).map(({ stdout }) => stdout);
    const env = { HOME: makeFolder('npm-home'), npm_config_registry: registry, npm_config_cache: cache };
    const everybody = makeFolder('everybody');
    const file = findFile(/^toile-[\d.]+\.tgz$/);
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--prefix', everybody, file];
    const { stderr } = await execa('npm', ['install', '--global', ...options], { cwd: place, env });
    // Settings of this machine's npm that its version does not know are no warnings about the package.
    expect(
      stderr.split('\n').filter((line) => line !== '' && !/Unknown (user|env) config/.test(line)),
    ).toEqual([]);
    const folder = makeFolder('npm-work');
    const start = (...argv: readonly string[]) =>
      execa(join(everybody, 'bin/toile'), argv, { cwd: folder, env: createEnv(folder), extendEnv: false });
    const { stdout: npm } = await execa('npm', ['--version']);
    const environment = `npm ${npm} install --global, Node ${process.versions.node}`;
    await runCommands(context, { artefact: 'toile.tgz', environment, start, folder, name: '' });
  });

  it('the executable for linux-arm64 runs in an emulator', async (context) => {
    if (
      isToolMissing('qemu-aarch64', 'qemu-user') ||
      isToolMissing(`${ARM_ROOT}/lib/libc.so.6`, 'libc6-arm64-cross')
    )
      return context.skip('apt-get install qemu-user libc6-arm64-cross');
    const program = await unpack('linux-arm64');
    const folder = makeFolder('arm64');
    const start = (...argv: readonly string[]) =>
      execa('qemu-aarch64', ['-L', ARM_ROOT, program, ...argv], {
        cwd: folder,
        env: createEnv(folder),
        extendEnv: false,
      });
    await runCommands(context, {
      artefact: 'linux-arm64.tar.xz',
      environment: 'qemu-user, C library of Debian arm64',
      start,
      folder,
      name: '',
    });
  });

  describe('the executable for windows-x64', () => {
    const env = { WINEPREFIX: prefix, WINEDEBUG: '-all', HOME: place, PATH: process.env.PATH };
    const program = join(place, `toile-${version}-windows-x64/toile.exe`);
    let isReady = false;
    beforeAll(async () => {
      if (isToolMissing(WINE, 'wine64') || isToolMissing('ld', 'binutils')) return;
      const unpacked = unzipSync(readFileSync(findFile(/windows-x64\.zip$/)), {
        filter: ({ name }) => name.endsWith('toile.exe'),
      });
      mkdirSync(dirname(program), { recursive: true });
      for (const bytes of Object.values(unpacked)) writeFileSync(program, bytes);
      // On a busy machine, the first start of wine can fail, because it does not find its own libraries yet.
      const initialize = () => execa(WINE, ['wineboot', '--init'], { env, extendEnv: false });
      await initialize().catch(initialize);
      addRandomLibrary(join(prefix, 'drive_c/windows/system32'));
      isReady = true;
    }, 300_000);
    const start = (folder: string, argv: readonly string[], input = '') =>
      execa(WINE, [program, ...argv], { cwd: folder, env, extendEnv: false, input });

    it('runs in wine', async (context) => {
      if (!isReady) return context.skip('apt-get install wine64 binutils');
      const folder = makeFolder('windows');
      await runCommands(context, {
        artefact: 'windows-x64.zip',
        environment: 'wine',
        start: (...argv) => start(folder, argv),
        folder,
        name: '',
      });
    });

    it('says that there is no keychain where its runtime library is missing, and what to do', async (context) => {
      if (!isReady) return context.skip('apt-get install wine64 binutils');
      const argv = ['login', '--with-key', '--base-url', 'https://api.example.com'];
      const run = await start(makeFolder('windows'), argv, 'svc_sk_live_0123456789abcdef').catch(
        (error: unknown) => error as { exitCode: number; stdout: string; stderr: string },
      );
      expect(run).toMatchObject({ exitCode: 1, stdout: '' });
      expect(run.stderr).toMatch(/^toile: no keychain was found on this machine/);
      expect(run.stderr).toContain('--insecure-storage');
      expect(run.stderr).toContain('TOILE_API_KEY');
      expect(run.stderr).not.toContain('svc_sk_live');
    });
  });
});

/**
 * Adds bcryptprimitives.dll where this wine has none. Every Windows has it, and the runtime takes its random bytes from
 * it. The library only forwards to a function of the same arguments that wine has.
 */
const addRandomLibrary = (folder: string): void => {
  const file = join(folder, 'bcryptprimitives.dll');
  if (existsSync(file)) return;
  const definition = join(folder, 'bcryptprimitives.def');
  writeFileSync(
    definition,
    'LIBRARY bcryptprimitives.dll\nEXPORTS\n  ProcessPrng = advapi32.SystemFunction036\n',
  );
  execFileSync('ld', ['-m', 'i386pep', '--shared', '-e', '0', '-o', file, definition]);
};
