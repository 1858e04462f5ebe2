import { ConnectionDroppedError } from './http-error.ts';

/** Creates a body that sends these bytes and then breaks the connection. */
export const createBrokenStream = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      if (sent) return controller.error(new TypeError('terminated', { cause: new ConnectionDroppedError() }));
      sent = true;
      controller.enqueue(bytes);
    },
  });
};
