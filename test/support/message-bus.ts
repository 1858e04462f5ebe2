import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface MessageBus {
  readonly address: string;
  /** The environment for programs on this bus; their homes are empty folders. */
  readonly env: NodeJS.ProcessEnv;
  /** Starts gnome-keyring with an open or a locked keyring; call again to change that. */
  keyring(state: 'open' | 'locked'): Promise<void>;
  stop(): Promise<void>;
}

const waitForExit = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));

const readFirstOutput = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)));
    child.once('exit', (code) => reject(new Error(`ended early with ${code}`)));
  });

/** Whether the keyring is on the bus; the daemon does not report that it is ready. */
const isKeyringOnBus = (address: string): boolean =>
  execFileSync('dbus-send', [
    `--bus=${address}`,
    '--print-reply',
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.freedesktop.secrets',
  ]).includes('true');

/** A private D-Bus session; `policy` is added to its rules. */
export const startMessageBus = async (policy = ''): Promise<MessageBus> => {
  const folder = mkdtempSync(join(tmpdir(), 'toile-bus-'));
  const config = join(folder, 'bus.conf');
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=${folder}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>${policy}</policy></busconfig>`,
  );
  const base = { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder };
  const daemon = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: base,
  });
  const address = (await readFirstOutput(daemon)).trim();
  const env = { ...base, DBUS_SESSION_BUS_ADDRESS: address };
  let ring: ChildProcess | undefined;

  const stopRing = async (): Promise<void> => {
    ring?.kill('SIGKILL');
    if (ring) await waitForExit(ring);
    ring = undefined;
  };
  return {
    address,
    env,
    async keyring(state) {
      await stopRing();
      const words = [
        '--foreground',
        '--components=secrets',
        ...(state === 'open' ? ['--unlock'] : ['--start']),
      ];
      ring = spawn('gnome-keyring-daemon', words, { stdio: ['pipe', 'ignore', 'ignore'], env });
      ring.stdin?.end(state === 'open' ? 'pw' : undefined);
      while (!isKeyringOnBus(address)) await setTimeout(20);
    },
    async stop() {
      await stopRing();
      daemon.kill('SIGKILL');
      await waitForExit(daemon);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
