import type { ServerContext } from '@modelcontextprotocol/server';
import type { AssistantSource } from './assistant-source.ts';

/** Runs `work` and sends progress notifications while it waits, if the client asked for them. */
export const withProgress = async <T>(
  { onWait }: Pick<AssistantSource, 'onWait'>,
  { mcpReq }: ServerContext,
  work: () => Promise<T>,
): Promise<T> => {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return work();
  let progress = 0;
  const over = onWait((message) => {
    progress += 1;
    const params = { progressToken: token, progress, message };
    // A failed notification is ignored; the response of the tool call fails as well when the client is gone.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  });
  try {
    return await work();
  } finally {
    over();
  }
};
