/** Where the desktop's message bus is: the way to the keychain on Linux and the BSDs. */

import { join } from 'node:path';
import { statSync } from '../../border/files.ts';
import { systemPath } from '../../border/path.ts';

type Env = Readonly<Record<string, string | undefined>>;

const isSocket = (path: string): boolean => statSync(systemPath(path))?.isSocket() ?? false;

/** Systems whose keychain is their own and needs no bus. */
export const hasOwnKeychain = (platform: string): boolean => platform === 'darwin' || platform === 'win32';

/**
 * Its address, undefined where there is no bus. Without the variable (cron, ssh, `su`) the bus of a logged-in
 * user is still where systemd puts it.
 */
export const sessionBus = (
  env: Env,
  uid: number | undefined,
  exists: (path: string) => boolean = isSocket,
): string | undefined => {
  if (env.DBUS_SESSION_BUS_ADDRESS) return env.DBUS_SESSION_BUS_ADDRESS;
  const runtime = [env.XDG_RUNTIME_DIR, uid === undefined ? undefined : `/run/user/${uid}`];
  const path = runtime.map((folder) => folder && join(folder, 'bus')).find((bus) => bus && exists(bus));
  return path ? `unix:path=${path}` : undefined;
};
