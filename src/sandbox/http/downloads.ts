import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SandboxGarment } from '../corpus/sample-garments.ts';
import { computePurchaseState, SANDBOX_LINK_LIFE_MS } from '../state/purchase-state.ts';
import type { ExportEvent, SandboxPurchase } from '../state/sandbox-state.ts';
import {
  ConnectionDroppedError,
  createNotFoundError,
  formatIsoTime,
  SandboxHttpError,
} from './check-request.ts';
import type { SandboxCall } from './sandbox-service.ts';

/** The functions that render exports and Tech Packs, imported on first use because their modules are large. */
export type DocumentRenderer = Pick<
  typeof import('../documents/export-document.ts'),
  'renderExportDocument' | 'renderTechPackPdf'
>;

interface DownloadableDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly fileName: string;
  readonly sha256: string;
}

const MAX_CACHED_DOCUMENTS = 16;

/** Creates the cache of rendered documents. `documents` loads the functions that render them. */
export const createDocumentCache = (
  garments: readonly SandboxGarment[],
  documents: () => Promise<DocumentRenderer>,
) => {
  const cache = new Map<string, Promise<DownloadableDocument>>();

  const loadCached = <P extends DownloadableDocument>(id: string, render: () => Promise<P>): Promise<P> => {
    const cached = cache.get(id);
    if (cached !== undefined) return cached as Promise<P>;
    const rendering = render();
    cache.set(id, rendering);
    rendering.catch(() => cache.delete(id));
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED_DOCUMENTS) break;
      cache.delete(oldest);
    }
    return rendering;
  };

  const getGarment = (design: string): SandboxGarment => {
    const garment = garments.find((each) => each.id === design);
    if (garment === undefined) throw createNotFoundError('document');
    return garment;
  };

  return {
    getExport: (event: ExportEvent) =>
      loadCached(event.id, async () => {
        const { renderExportDocument } = await documents();
        const facts = { createdAt: formatIsoTime(event.at), exportId: event.id };
        const rendered = renderExportDocument(getGarment(event.design), event.profile, event.driver, facts);
        return { ...rendered, ...withDigest(rendered.bytes) };
      }),
    getTechPack: (purchase: SandboxPurchase, now: number) =>
      loadCached(purchase.requestEvent.id, async () => {
        const { requestEvent, version } = purchase;
        const { fulfilledAt } = computePurchaseState(purchase, now);
        if (fulfilledAt === null) throw createNotFoundError('document');
        const { renderTechPackPdf } = await documents();
        const garment = getGarment(requestEvent.design);
        const facts = { purchaseId: requestEvent.id, version, createdAt: formatIsoTime(fulfilledAt) };
        const bytes = await renderTechPackPdf(garment, requestEvent.request, facts);
        const fileName = `${garment.sgg_garment_id ?? garment.id}_tech-pack_v${version}.pdf`;
        return { ...withDigest(bytes), mediaType: 'application/pdf', fileName };
      }),
  };
};

/**
 * Renders exports and Tech Packs on request. The last 16 are cached, because a client may download a document in
 * several parts.
 */
export type DocumentCache = ReturnType<typeof createDocumentCache>;

const withDigest = (bytes: Uint8Array) => ({
  bytes: new Uint8Array(bytes),
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Creates a response body that sends `bytes` and then fails in the same way as a connection that was cut. */
export const createBrokenStream = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent)
        return controller.error(new TypeError('terminated', { cause: new ConnectionDroppedError() }));
      isSent = true;
      controller.enqueue(bytes);
    },
  });
};

/**
 * Parses a Range header for a document of `length` bytes (RFC 9110, 14.2). Returns the range, or `unsatisfiable`.
 * Returns undefined, which means the whole document, if the header is absent, invalid or lists several ranges.
 */
const parseRangeHeader = (
  header: string | undefined,
  length: number,
): { readonly first: number; readonly last: number } | 'unsatisfiable' | undefined => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '');
  if (match === null) return undefined;
  const [, firstText = '', lastText = ''] = match;
  if (firstText === '' && lastText === '') return undefined;
  if (firstText === '') {
    const suffixLength = Math.min(Number(lastText), length);
    return suffixLength === 0 ? 'unsatisfiable' : { first: length - suffixLength, last: length - 1 };
  }
  const first = Number(firstText);
  const last = lastText === '' ? length - 1 : Math.min(Number(lastText), length - 1);
  if (lastText !== '' && Number(lastText) < first) return undefined;
  return first >= length ? 'unsatisfiable' : { first, last };
};

/**
 * Creates a signed link to a document: `<origin>/dl/<id>?until=…&signature=…`. It is valid for an hour (specification
 * section 8). With `isExpired` (scenario `expired-link`), the sandbox refuses the link, although the returned
 * `expires_at` is in the future.
 */
export const createSignedLink = ({ origin, state, now }: SandboxCall, id: string, isExpired: boolean) => {
  const expiresAt = now + SANDBOX_LINK_LIFE_MS;
  const validUntil = isExpired ? now - 1000 : expiresAt;
  const query = new URLSearchParams({
    until: String(validUntil),
    signature: computeLinkSignature(state.secret, id, String(validUntil)),
  });
  return { download_url: `${origin}/dl/${id}?${query}`, expires_at: formatIsoTime(expiresAt) };
};

/** Returns the document id of a link. Throws SandboxHttpError: 404 for a wrong signature, 403 for an expired link. */
const verifySignedLink = ({ c, state, now }: SandboxCall): string => {
  const id = c.req.param('documentId') ?? '';
  const until = c.req.query('until') ?? '';
  const signature = Buffer.from(c.req.query('signature') ?? '');
  const expected = Buffer.from(computeLinkSignature(state.secret, id, until));
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw createNotFoundError('document');
  if (Number(until) <= now) {
    const message = 'This download link has expired. Ask for the document again.';
    throw new SandboxHttpError(403, 'LINK_EXPIRED', message);
  }
  return id;
};

const computeLinkSignature = (secret: string, id: string, until: string): string =>
  createHmac('sha256', secret).update(`${id} ${until}`).digest('hex');

/**
 * Handles `GET /dl/{id}`: sends a document or a range of it. No credential is needed, because the link is signed.
 * Throws SandboxHttpError 404 for a wrong signature, 403 for an expired link, and 416 for a range after the end.
 */
export const handleDownload = async (call: SandboxCall): Promise<Response> => {
  const { c, state } = call;
  const document = await loadDocument(call, verifySignedLink(call));
  const etag = `"${document.sha256}"`;
  const knownEtags = c.req.header('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (knownEtags.includes(etag)) return new Response(null, { status: 304, headers: { etag } });
  const size = document.bytes.length;
  // A range is sent only if the header `If-Range` is missing or contains the ETag of the document. For any other text,
  // such as a date, the whole document is sent.
  const isRangeValid = [undefined, etag].includes(c.req.header('if-range'));
  const range = isRangeValid ? parseRangeHeader(c.req.header('range'), size) : undefined;
  if (range === 'unsatisfiable') {
    throw new SandboxHttpError(
      416,
      'RANGE_NOT_SATISFIABLE',
      `The range is outside the document, which has ${size} bytes.`,
      {
        'content-range': `bytes */${size}`,
      },
    );
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const bytes = document.bytes.subarray(first, last + 1);
  const isCut = state.scenario?.name === 'cut-download' && first === 0 && c.req.method !== 'HEAD';
  return new Response(isCut ? createBrokenStream(bytes.slice(0, Math.floor(bytes.length / 2))) : bytes, {
    status: range === undefined ? 200 : 206,
    headers: {
      'content-type': document.mediaType,
      'content-disposition': formatContentDisposition(document.fileName),
      'accept-ranges': 'bytes',
      etag,
      'content-length': String(bytes.length),
      ...(range === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${size}` }),
    },
  });
};

const loadDocument = ({ service, state, now }: SandboxCall, id: string): Promise<DownloadableDocument> => {
  const exportEvent = state.exports.get(id);
  if (exportEvent !== undefined) return service.documents.getExport(exportEvent);
  const purchase = state.purchases.get(id);
  if (purchase === undefined) throw createNotFoundError('document');
  return service.documents.getTechPack(purchase, now);
};

/**
 * Formats a `Content-Disposition` header with the file name in ASCII, and with the original name if it differs (RFC
 * 6266).
 */
const formatContentDisposition = (name: string): string => {
  const plain = name.replace(/[^\w.-]/g, '_');
  if (plain === name) return `attachment; filename="${plain}"`;
  const escapeChar = (char: string) => `%${char.charCodeAt(0).toString(16)}`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, escapeChar);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
