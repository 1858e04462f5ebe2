import { tryParseJson } from '../../auth/oauth/token-endpoint.ts';
import { Failure } from '../../platform/errors.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import type { Fetch } from '../../service/client/index.ts';

type Leaving = () => Promise<() => void>;

/** Whether a body calls a tool; one that cannot be read counts as a call. */
const isToolCall = (body: string | undefined): boolean => {
  if (body === undefined) return false;
  const message = tryParseJson(body);
  return !isRecord(message) || message.method === 'tools/call';
};

/** A fetch for a tool server that writes a marked call on the wire once, however often the library sends it. */
export const createCallGuard = (senders: {
  readonly fetch: Fetch;
  fetchOnce(leaving: Leaving): Promise<Fetch>;
}): { readonly fetch: Fetch; mark(leaving: Leaving | undefined): void } => {
  let marking: Leaving | undefined;
  let isCalled = false;
  return {
    mark: (leaving) => {
      marking = leaving;
    },
    async fetch(url, init) {
      if (marking === undefined || !isToolCall(init.body)) return senders.fetch(url, init);
      // The library repeats a call when the server speaks another version.
      if (isCalled)
        throw new Failure('the tool was called once and is not called again', { code: 'called_once' });
      isCalled = true;
      return (await senders.fetchOnce(marking))(url, init);
    },
  };
};
