import { type CacheEntry, InMemoryResponseCacheStore } from '@modelcontextprotocol/client';
import { isRecord } from '../../platform/json/json-values.ts';

/** The list of tools as the library caches it: JSON, and its expiry time. */
export type CachedToolList = Omit<CacheEntry, 'stamp'>;

/** Returns the tools of a cached list. */
const parseToolList = ({ value }: CachedToolList): readonly unknown[] => {
  const list: unknown = JSON.parse(value);
  return isRecord(list) && Array.isArray(list.tools) ? list.tools : [];
};

/**
 * Returns the list without output schemas. The library would evaluate them, patterns included, and reject a
 * result that does not match.
 */
const removeOutputSchemas = <T extends CachedToolList>(entry: T): T => {
  const tools = parseToolList(entry).map((tool) =>
    isRecord(tool) ? { ...tool, outputSchema: undefined } : tool,
  );
  return { ...entry, value: JSON.stringify({ ...JSON.parse(entry.value), tools }) };
};

/** Caches the list of tools between runs. The library reads from it which arguments a header repeats. */
export class ToolListStore extends InMemoryResponseCacheStore {
  cachedList: CachedToolList | undefined;

  constructor(list: CachedToolList | undefined) {
    super();
    this.cachedList = list;
  }

  override get(key: Parameters<InMemoryResponseCacheStore['get']>[0]): CacheEntry | undefined {
    const held = super.get(key);
    if (held === undefined && key.method === 'tools/list' && this.cachedList !== undefined)
      super.set(key, removeOutputSchemas(this.cachedList));
    return held ?? super.get(key);
  }

  override set(...[key, entry]: Parameters<InMemoryResponseCacheStore['set']>): number {
    if (key.method !== 'tools/list') return super.set(key, entry);
    this.cachedList = entry;
    return super.set(key, removeOutputSchemas(entry));
  }

  /** Returns the output schema of a tool as its server sent it. */
  outputSchema(name: string): unknown {
    const tools = this.cachedList === undefined ? [] : parseToolList(this.cachedList);
    return tools.filter(isRecord).find((tool) => tool.name === name)?.outputSchema;
  }
}
