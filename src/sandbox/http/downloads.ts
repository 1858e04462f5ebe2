import { brokenOff } from './broken-off.ts';
import type { Paper } from './cabinet.ts';
import { openLink } from './links.ts';
import { stretchOf } from './range.ts';
import { notFound, Refusal } from './refusal.ts';
import type { Call } from './service.ts';

/** `GET /dl/{id}`: a signed link is all it takes, no credential. */
export const download = async (call: Call): Promise<Response> => {
  const { c, state } = call;
  const paper = await paperOf(call, openLink(call));
  const etag = `"${paper.sha256}"`;
  const common = {
    'content-type': paper.mediaType,
    'content-disposition': attachment(paper.fileName),
    'accept-ranges': 'bytes',
    etag,
  };
  if (
    c.req
      .header('if-none-match')
      ?.split(/\s*,\s*/)
      .includes(etag)
  ) {
    return new Response(null, { status: 304, headers: { etag } });
  }
  const size = paper.bytes.length;
  const asked = holds(c.req.header('if-range'), etag) ? stretchOf(c.req.header('range'), size) : undefined;
  if (asked === 'unsatisfiable') {
    throw new Refusal(416, 'RANGE_NOT_SATISFIABLE', `The document has ${size} bytes.`, {
      'content-range': `bytes */${size}`,
    });
  }
  const { first, last } = asked ?? { first: 0, last: size - 1 };
  const bytes = paper.bytes.subarray(first, last + 1);
  // Half of the bytes, then the end of the connection.
  const cut = state.scenario?.name === 'cut-download' && first === 0 && c.req.method !== 'HEAD';
  return new Response(cut ? brokenOff(bytes.slice(0, Math.floor(bytes.length / 2))) : bytes, {
    status: asked === undefined ? 200 : 206,
    headers: {
      ...common,
      'content-length': String(bytes.length),
      ...(asked === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${size}` }),
    },
  });
};

const paperOf = ({ service, state, now }: Call, id: string): Promise<Paper> => {
  const exported = state.exports.get(id);
  if (exported !== undefined) return service.cabinet.exported(exported);
  const purchase = state.purchases.get(id);
  if (purchase === undefined) throw notFound('document');
  return service.cabinet.pack(purchase, now);
};

/** Only a strong match lets a download continue; a date would not tell two documents of one second apart. */
const holds = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange === etag;

/** The name for every client, and in full for those that read RFC 6266. */
const attachment = (name: string): string => {
  const plain = name.replace(/[^\w.-]/g, '_');
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
};
