import { type Path, within } from '../border/path.ts';
import type { Host, Tell } from '../system/host.ts';
import { jsonFile } from '../system/json-file.ts';
import { membersOf } from '../system/members.ts';
import { isGone, nameOf } from '../system/process-identity.ts';

/** A sandbox that serves on this machine, and how to steer it. */
export interface Serving {
  readonly base_url: string;
  /** Opens its control routes; made anew by every start. */
  readonly secret: string;
  readonly holder: string;
  /** ISO date-time. */
  readonly at: string;
}

export interface RunningSandboxes {
  /** Those whose process lives, the latest first. */
  list(): Promise<readonly Serving[]>;
  add(baseUrl: string, secret: string): Promise<void>;
  remove(baseUrl: string): Promise<void>;
}

const isServing = (value: unknown): value is Serving => {
  const it = membersOf(value);
  return ['base_url', 'secret', 'holder', 'at'].every((member) => typeof it[member] === 'string');
};

/** The sandboxes in `sandboxes.json` of that folder; readable by their owner only. */
export const runningSandboxes = (folder: Path, host: Host, tell: Tell): RunningSandboxes => {
  const file = jsonFile(within(folder, 'sandboxes.json'), 1, host, tell);
  const alive = (all: unknown): Serving[] =>
    (Array.isArray(all) ? all : [])
      .filter(isServing)
      // A server runs for longer than any lock is held, so its age says nothing.
      .filter(({ holder }) => !isGone(holder, host.now(), host));
  return {
    list: async () => alive((await file.read()).sandboxes).toReversed(),
    add: (base_url, secret) =>
      file.change((now) => {
        const others = alive(now.sandboxes).filter((one) => one.base_url !== base_url);
        const mine = { base_url, secret, holder: nameOf(host), at: new Date(host.now()).toISOString() };
        return { next: { ...now, sandboxes: [...others, mine] }, result: undefined };
      }),
    remove: (baseUrl) =>
      file.change((now) => {
        const left = alive(now.sandboxes).filter((one) => one.base_url !== baseUrl);
        return { next: { ...now, sandboxes: left }, result: undefined };
      }),
  };
};
