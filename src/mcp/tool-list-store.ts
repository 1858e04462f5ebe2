import { type CacheEntry, InMemoryResponseCacheStore } from '@modelcontextprotocol/client';
import { isRecord } from '../json/values.ts';

/** The list of tools as the library caches it: JSON, with how long it counts. */
export type CachedToolList = Omit<CacheEntry, 'stamp'>;

const readTools = ({ value }: CachedToolList): readonly unknown[] => {
  const list: unknown = JSON.parse(value);
  return isRecord(list) && Array.isArray(list.tools) ? list.tools : [];
};

/**
 * The list without output schemas. The library would evaluate them, patterns included, on the main thread, and throw
 * away a result that does not fit.
 */
const withoutSchemas = <T extends CachedToolList>(entry: T): T => {
  const tools = readTools(entry).map((tool) =>
    isRecord(tool) ? { ...tool, outputSchema: undefined } : tool,
  );
  return { ...entry, value: JSON.stringify({ ...JSON.parse(entry.value), tools }) };
};

/** Keeps the list of tools between runs; by it the library knows which arguments a header repeats. */
export class ToolListStore extends InMemoryResponseCacheStore {
  list: CachedToolList | undefined;

  constructor(list: CachedToolList | undefined) {
    super();
    this.list = list;
  }

  override get(key: Parameters<InMemoryResponseCacheStore['get']>[0]): CacheEntry | undefined {
    const held = super.get(key);
    if (held === undefined && key.method === 'tools/list' && this.list !== undefined)
      super.set(key, withoutSchemas(this.list));
    return held ?? super.get(key);
  }

  override set(...[key, entry]: Parameters<InMemoryResponseCacheStore['set']>): number {
    if (key.method !== 'tools/list') return super.set(key, entry);
    this.list = entry;
    return super.set(key, withoutSchemas(entry));
  }

  /** The output schema of a tool, as its server sent it. */
  outputSchema(name: string): unknown {
    const tools = this.list === undefined ? [] : readTools(this.list);
    return tools.filter(isRecord).find((tool) => tool.name === name)?.outputSchema;
  }
}
