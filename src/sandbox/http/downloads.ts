import { createBrokenStream } from './broken-stream.ts';
import { parseRangeHeader } from './byte-range.ts';
import type { DownloadableDocument } from './document-cache.ts';
import { createNotFoundError, SandboxHttpError } from './http-error.ts';
import type { SandboxCall } from './sandbox-service.ts';
import { verifySignedLink } from './signed-link.ts';

/** Handles `GET /dl/{id}`. A signed link is enough; no credential is needed. */
export const handleDownload = async (call: SandboxCall): Promise<Response> => {
  const { c, state } = call;
  const paper = await loadDocument(call, verifySignedLink(call));
  const etag = `"${paper.sha256}"`;
  const common = {
    'content-type': paper.mediaType,
    'content-disposition': formatContentDisposition(paper.fileName),
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
  const asked = isRangeValid(c.req.header('if-range'), etag)
    ? parseRangeHeader(c.req.header('range'), size)
    : undefined;
  if (asked === 'unsatisfiable') {
    throw new SandboxHttpError(416, 'RANGE_NOT_SATISFIABLE', `The document has ${size} bytes.`, {
      'content-range': `bytes */${size}`,
    });
  }
  const { first, last } = asked ?? { first: 0, last: size - 1 };
  const bytes = paper.bytes.subarray(first, last + 1);
  // The scenario sends half of the bytes and then cuts the connection.
  const cut = state.scenario?.name === 'cut-download' && first === 0 && c.req.method !== 'HEAD';
  return new Response(cut ? createBrokenStream(bytes.slice(0, Math.floor(bytes.length / 2))) : bytes, {
    status: asked === undefined ? 200 : 206,
    headers: {
      ...common,
      'content-length': String(bytes.length),
      ...(asked === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${size}` }),
    },
  });
};

/** Loads the document of an export or of a purchase. Throws SandboxHttpError 404. */
const loadDocument = ({ service, state, now }: SandboxCall, id: string): Promise<DownloadableDocument> => {
  const exported = state.exports.get(id);
  if (exported !== undefined) return service.documents.getExport(exported);
  const purchase = state.purchases.get(id);
  if (purchase === undefined) throw createNotFoundError('document');
  return service.documents.getTechPack(purchase, now);
};

/**
 * Returns true when `If-Range` allows a partial answer. Only a strong ETag counts: a date cannot tell two
 * documents of the same second apart.
 */
const isRangeValid = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange === etag;

/**
 * Formats a `Content-Disposition` header: an ASCII name for every client, and the full name for clients
 * that read RFC 6266.
 */
const formatContentDisposition = (name: string): string => {
  const plain = name.replace(/[^\w.-]/g, '_');
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
};
