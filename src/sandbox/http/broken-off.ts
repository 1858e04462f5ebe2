import { Dropped } from './refusal.ts';

/** A body that begins with these bytes and ends with the connection. */
export const brokenOff = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      if (sent) return controller.error(new TypeError('terminated', { cause: new Dropped() }));
      sent = true;
      controller.enqueue(bytes);
    },
  });
};
