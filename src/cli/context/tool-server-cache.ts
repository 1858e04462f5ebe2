import type { KnownToolServer, ToolServerSettings } from '../../assistant/mcp/tool-server-client.ts';
import { joinPath, type SafePath } from '../../platform/files/safe-path.ts';
import type { ProcessInfo } from '../../platform/system/process-info.ts';
import { readMembers } from '../../platform/system/read-members.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';

/** How long an entry is valid. A server may support a newer protocol version any day. */
const CACHE_LIFE_MS = 24 * 60 * 60 * 1000;
const MAX_SERVERS = 20;

/** The largest tool list that is cached, in characters. */
const MAX_LIST_LENGTH = 200_000;

interface CachedToolServer extends KnownToolServer {
  readonly at: number;
}

const isCachedList = (value: unknown): boolean =>
  value === undefined || typeof readMembers(value).value === 'string';

const isCachedToolServer = (value: unknown): value is CachedToolServer => {
  const { at, found, tools } = readMembers(value);
  return Number.isFinite(at) && typeof found === 'object' && isCachedList(tools);
};

/**
 * Returns the part that may be cached: nothing in which the server repeats the key, and no list that is too
 * long.
 */
const selectCacheable = (
  { found, tools }: KnownToolServer,
  redact: ProcessInfo['redact'],
): KnownToolServer | undefined => {
  const isClean = (text: string): boolean => redact(text) === text;
  if (!isClean(JSON.stringify(found))) return undefined;
  // The list is checked before it is written: as JSON inside a JSON file it is escaped twice, which can hide
  // a key.
  const text = tools?.value ?? '';
  return text.length > MAX_LIST_LENGTH || !isClean(text) ? { found } : { found, tools };
};

/**
 * Creates the cache of facts about a tool server, by address and credential. The credential is stored only
 * as a digest.
 */
export const createToolServerCache = async (
  folder: SafePath,
  host: ProcessInfo,
  url: string,
  credential: string,
): Promise<ToolServerSettings['serverCache']> => {
  const { openJsonFile } = await import('../../platform/system/json-file.ts');
  const file = openJsonFile(joinPath(folder, 'tool-servers.json'), 1, host, () => undefined);
  const key = computeSha256(`${url}\n${credential}`).slice(0, 32);
  return {
    async read() {
      const kept = readMembers((await file.read()).servers)[key];
      return isCachedToolServer(kept) && host.now() - kept.at < CACHE_LIFE_MS
        ? { found: kept.found, tools: kept.tools }
        : undefined;
    },
    // A failed write is ignored, because it costs only one request of the next run.
    write: (known) =>
      file
        .change((now) => {
          const { [key]: _, ...others } = readMembers(now.servers);
          const rest = Object.entries(others).slice(-MAX_SERVERS + 1);
          const kept = known && selectCacheable(known, host.redact);
          const mine = kept === undefined ? [] : [[key, { at: host.now(), ...kept }] as const];
          return { next: { ...now, servers: Object.fromEntries([...rest, ...mine]) }, result: undefined };
        })
        .catch(() => undefined),
  };
};
