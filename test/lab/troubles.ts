/** What goes wrong between toile and the service, each as a line of its script. */
import { gzipSync } from 'node:zlib';
import { LOGIN_PAGE } from './documents.ts';
import { json, type Reply, refusal, type Trouble } from './service.ts';

export const text = (status: number, type: string, body: string | Buffer): Reply => ({
  status,
  headers: { 'content-type': type },
  body: Buffer.from(body),
});

/** Instead of the answer, and nothing is done. */
export const instead =
  (reply: Reply): Trouble =>
  () =>
    reply;

/** It is done, and another answer comes instead. */
export const doneThen =
  (reply: Reply): Trouble =>
  (usual) => {
    usual();
    return reply;
  };

/** It is done, and its answer is another one in part. */
export const doneBut =
  (reply: Partial<Reply>): Trouble =>
  (usual) => ({ ...usual(), ...reply });

export const HTML_404 = text(404, 'text/html', '<html><body><h1>404 Not Found</h1><hr>nginx</body></html>\n');
/** A gateway that knows no such route, in JSON that is not the service's. */
export const GATEWAY_404 = json(404, { message: 'no Route matched with those values' });
export const EMPTY_404 = text(404, 'application/json', '');
/** The body that the service has, under a type that it does not. */
export const UNTYPED_404 = text(404, 'text/plain', '{"error": "no such design", "code": "NOT_FOUND"}');
export const OWN_404 = refusal(404, 'NOT_FOUND');
export const CODED_404 = refusal(404, 'CONFIRMATIONS_NOT_COMPUTED');

export const LOGIN = text(200, 'text/html; charset=utf-8', LOGIN_PAGE);
export const NO_LIST = json(200, { designs: [], next_before: null });

export const status = (code: number, name = `STATUS_${code}`): Trouble => instead(refusal(code, name));

/** The connection breaks before anything is taken. */
export const lostBefore: Trouble = instead({ ...text(200, 'text/plain', ''), cut: -1 });
/** It is taken, and then the connection breaks before any answer. */
export const lostAfter: Trouble = doneBut({ cut: -1 });
/** It is taken, and no answer comes, ever. */
export const silent: Trouble = doneBut({ hang: -1 });
/** The answer breaks off after so many bytes. */
export const cutAt = (bytes: number): Trouble => doneBut({ cut: bytes });

/** Compressed, and not all of it, under a length that says that it is all. */
export const gzipCut: Trouble = (usual) => {
  const reply = usual();
  const whole = gzipSync(reply.body);
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'gzip' },
    body: whole.subarray(0, Math.floor(whole.length * 0.7)),
  };
};

/** Without length or end of its own: the end of the connection is the end, and it comes early. */
export const closedEarly =
  (share: number): Trouble =>
  (usual) => {
    const reply = usual();
    return {
      ...reply,
      framing: 'close',
      body: reply.body.subarray(0, Math.floor(reply.body.length * share)),
    };
  };

/** In chunks that end in good order, before all of it was there. */
export const chunkedShort =
  (share: number): Trouble =>
  (usual) => {
    const reply = usual();
    return {
      ...reply,
      framing: 'chunked',
      body: reply.body.subarray(0, Math.floor(reply.body.length * share)),
    };
  };

/** It is done, and a redirect to the same address comes. */
export const redirected =
  (status: number): Trouble =>
  (usual, asked) =>
    doneBut({ status, headers: { location: asked.path } })(usual, asked);

/** The page as it is, with the cursor that led to it once more; the first one where none did. */
export const repeatedCursor: Trouble = (usual, { query }) => {
  const page = JSON.parse(usual().body.toString()) as { designs: { created_at: string }[] };
  return json(200, { ...page, next_before: query.get('before') ?? page.designs.at(-1)?.created_at });
};
