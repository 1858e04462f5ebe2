/** Faults between toile and the service, for the script of the service. */
import { gzipSync } from 'node:zlib';
import { LOGIN_PAGE } from './documents.ts';
import { createJsonReply, createRefusal, type NetworkFault, type Reply } from './lab-service.ts';

export const createTextReply = (status: number, type: string, body: string | Buffer): Reply => ({
  status,
  headers: { 'content-type': type },
  body: Buffer.from(body),
});

/** Answers with this reply; the request has no effect. */
export const replyWith =
  (reply: Reply): NetworkFault =>
  () =>
    reply;

/** Performs the request and answers with another reply. */
export const doThenReply =
  (reply: Reply): NetworkFault =>
  (usual) => {
    usual();
    return reply;
  };

/** Performs the request and changes parts of its answer. */
export const changeReply =
  (reply: Partial<Reply>): NetworkFault =>
  (usual) => ({ ...usual(), ...reply });

export const HTML_404 = createTextReply(
  404,
  'text/html',
  '<html><body><h1>404 Not Found</h1><hr>nginx</body></html>\n',
);
/** The JSON of a gateway that does not know the route. */
export const GATEWAY_404 = createJsonReply(404, { message: 'no Route matched with those values' });
export const EMPTY_404 = createTextReply(404, 'application/json', '');
/** The service's own body with a wrong type. */
export const UNTYPED_404 = createTextReply(
  404,
  'text/plain',
  '{"error": "no such design", "code": "NOT_FOUND"}',
);
export const OWN_404 = createRefusal(404, 'NOT_FOUND');
export const CODED_404 = createRefusal(404, 'CONFIRMATIONS_NOT_COMPUTED');

export const LOGIN = createTextReply(200, 'text/html; charset=utf-8', LOGIN_PAGE);
export const NO_LIST = createJsonReply(200, { designs: [], next_before: null });

export const failWith = (code: number, name = `STATUS_${code}`): NetworkFault =>
  replyWith(createRefusal(code, name));

/** Closes the connection before the request is performed. */
export const dropRequest: NetworkFault = replyWith({ ...createTextReply(200, 'text/plain', ''), cut: -1 });
/** Performs the request and closes the connection without an answer. */
export const dropReply: NetworkFault = changeReply({ cut: -1 });
/** Performs the request and never answers. */
export const neverReply: NetworkFault = changeReply({ hang: -1 });
/** Cuts the answer after this many bytes. */
export const cutReplyAt = (bytes: number): NetworkFault => changeReply({ cut: bytes });

/** Cuts a compressed body; its length header matches the cut body. */
export const cutGzip: NetworkFault = (usual) => {
  const reply = usual();
  const whole = gzipSync(reply.body);
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'gzip' },
    body: whole.subarray(0, Math.floor(whole.length * 0.7)),
  };
};

/** Sends a body that ends with the connection, which is closed early. */
export const closeEarly =
  (share: number): NetworkFault =>
  (usual) => {
    const reply = usual();
    return {
      ...reply,
      framing: 'close',
      body: reply.body.subarray(0, Math.floor(reply.body.length * share)),
    };
  };

/** Sends a shortened body in chunks that end correctly. */
export const shortenChunked =
  (share: number): NetworkFault =>
  (usual) => {
    const reply = usual();
    return {
      ...reply,
      framing: 'chunked',
      body: reply.body.subarray(0, Math.floor(reply.body.length * share)),
    };
  };

/** Performs the request and redirects to the same address. */
export const redirectToSelf =
  (status: number): NetworkFault =>
  (usual, asked) =>
    changeReply({ status, headers: { location: asked.path } })(usual, asked);

/** Returns the page with the cursor of its own request, so that the list never ends. */
export const repeatCursor: NetworkFault = (usual, { query }) => {
  const page = JSON.parse(usual().body.toString()) as { designs: { created_at: string }[] };
  return createJsonReply(200, {
    ...page,
    next_before: query.get('before') ?? page.designs.at(-1)?.created_at,
  });
};
