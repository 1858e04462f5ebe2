import { joinPath, type SafePath } from '../files/safe-path.ts';
import type { LineReporter, ProcessInfo } from '../shared-types.ts';
import { openJsonFile } from '../system/json-file.ts';
import { createProcessName, isProcessGone } from '../system/process-identity.ts';
import { readMembers } from '../system/read-json-file.ts';

interface RegisteredSandbox {
  readonly base_url: string;
  /** The credential for the control routes. Each start of a sandbox creates a new one. */
  readonly secret: string;
  /** The name of the process of the sandbox, from `createProcessName`. */
  readonly holder: string;
  /** The time of registration as an ISO date-time. */
  readonly at: string;
}

const isRegisteredSandbox = (value: unknown): value is RegisteredSandbox => {
  const members = readMembers(value);
  return ['base_url', 'secret', 'holder', 'at'].every((member) => typeof members[member] === 'string');
};

/**
 * Opens `sandboxes.json` in `folder`, the list of running sandboxes. `add` registers the sandbox of this process. `add`
 * and `remove` also drop sandboxes that have ended.
 */
export const openSandboxRegistry = (folder: SafePath, host: ProcessInfo, tell: LineReporter) => {
  const file = openJsonFile(joinPath(folder, 'sandboxes.json'), 1, host, tell);
  const listRunning = (entries: unknown): RegisteredSandbox[] =>
    (Array.isArray(entries) ? entries : [])
      .filter(isRegisteredSandbox)
      // Only a sandbox with a process that has certainly ended is removed from the list. With the current time as
      // `since`, `isProcessGone` returns false if it is not sure.
      .filter(({ holder }) => !isProcessGone(holder, host.now(), host));
  return {
    /** Returns the sandboxes with a process that still runs, the newest first. */
    list: async () => listRunning((await file.read()).sandboxes).toReversed(),
    add: (base_url: string, secret: string) =>
      file.change((content) => {
        const others = listRunning(content.sandboxes).filter((sandbox) => sandbox.base_url !== base_url);
        const ownEntry = {
          base_url,
          secret,
          holder: createProcessName(host),
          at: new Date(host.now()).toISOString(),
        };
        return { next: { ...content, sandboxes: [...others, ownEntry] }, result: undefined };
      }),
    remove: (baseUrl: string) =>
      file.change((content) => {
        const remaining = listRunning(content.sandboxes).filter((sandbox) => sandbox.base_url !== baseUrl);
        return { next: { ...content, sandboxes: remaining }, result: undefined };
      }),
  };
};
