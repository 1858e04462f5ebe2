import type { ServerContext } from '@modelcontextprotocol/server';
import type { AssistantSource } from './source.ts';

/** Tells a client that asked for it what is waited for while `work` goes on: a limit, or a service that is away. */
export const telling = async <T>(
  { heard }: Pick<AssistantSource, 'heard'>,
  { mcpReq }: ServerContext,
  work: () => Promise<T>,
): Promise<T> => {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return work();
  let progress = 0;
  const over = heard((message) => {
    progress += 1;
    const params = { progressToken: token, progress, message };
    // A client that is gone is told by the answer that it does not get.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  });
  try {
    return await work();
  } finally {
    over();
  }
};
