import { type Path, within } from '../border/path.ts';
import type { Known, RemoteSetting } from '../mcp/remote.ts';
import type { Host } from '../system/host.ts';
import { membersOf } from '../system/members.ts';
import { sha256 } from '../system/sha256.ts';

/** A server may learn a newer era any day; asking it again once a day finds that out. */
const LIFE_MS = 24 * 60 * 60 * 1000;
const MOST = 20;

/** Bytes; a list that is longer is asked for each time. */
const LONGEST_LIST = 200_000;

interface Kept extends Known {
  readonly at: number;
}

const isList = (value: unknown): boolean => value === undefined || typeof membersOf(value).value === 'string';

const isKept = (value: unknown): value is Kept => {
  const { at, found, tools } = membersOf(value);
  return Number.isFinite(at) && typeof found === 'object' && isList(tools);
};

/** What of it may be kept: nothing in which a server says the key back, and no list that is too long. */
const keepable = ({ found, tools }: Known, redact: Host['redact']): Known | undefined => {
  const isClean = (text: string): boolean => redact(text) === text;
  if (!isClean(JSON.stringify(found))) return undefined;
  // The list is a JSON text in a JSON file: looked at in there, what stands between the signs of a key is escaped twice.
  const text = tools?.value ?? '';
  return text.length > LONGEST_LIST || !isClean(text) ? { found } : { found, tools };
};

/**
 * What is known of a tool server, kept between runs. By address and credential, since a server may offer other
 * things to others; the credential itself is not written down.
 */
export const knownOf = async (
  folder: Path,
  host: Host,
  url: string,
  credential: string,
): Promise<RemoteSetting['known']> => {
  const { jsonFile } = await import('../system/json-file.ts');
  const file = jsonFile(within(folder, 'tool-servers.json'), 1, host, () => undefined);
  const key = sha256(`${url}\n${credential}`).slice(0, 32);
  return {
    async read() {
      const kept = membersOf((await file.read()).servers)[key];
      return isKept(kept) && host.now() - kept.at < LIFE_MS
        ? { found: kept.found, tools: kept.tools }
        : undefined;
    },
    // Nothing is lost where it cannot be kept but a request of the next run.
    write: (known) =>
      file
        .change((now) => {
          const { [key]: _, ...others } = membersOf(now.servers);
          const rest = Object.entries(others).slice(-MOST + 1);
          const kept = known && keepable(known, host.redact);
          const mine = kept === undefined ? [] : [[key, { at: host.now(), ...kept }] as const];
          return { next: { ...now, servers: Object.fromEntries([...rest, ...mine]) }, result: undefined };
        })
        .catch(() => undefined),
  };
};
