/** Finds the D-Bus session, through which the keychain is reached on Linux and the BSDs. */

import { join } from 'node:path';
import { statSync } from '../../platform/files/safe-fs.ts';
import { markSystemPath } from '../../platform/files/safe-path.ts';

type EnvVariables = Readonly<Record<string, string | undefined>>;

const isSocketPath = (path: string): boolean => statSync(markSystemPath(path))?.isSocket() ?? false;

/** Returns whether the keychain of the system needs no D-Bus session. */
export const hasOwnKeychain = (platform: string): boolean => platform === 'darwin' || platform === 'win32';

/**
 * Returns the address of the D-Bus session; undefined when there is none. Without the variable (cron, ssh,
 * `su`) it looks where systemd creates the socket of a logged-in user.
 */
export const findSessionBus = (
  env: EnvVariables,
  uid: number | undefined,
  exists: (path: string) => boolean = isSocketPath,
): string | undefined => {
  if (env.DBUS_SESSION_BUS_ADDRESS) return env.DBUS_SESSION_BUS_ADDRESS;
  const runtime = [env.XDG_RUNTIME_DIR, uid === undefined ? undefined : `/run/user/${uid}`];
  const path = runtime.map((folder) => folder && join(folder, 'bus')).find((bus) => bus && exists(bus));
  return path ? `unix:path=${path}` : undefined;
};
