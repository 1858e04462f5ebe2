import { createHash } from 'node:crypto';
import type { SandboxGarment } from '../corpus/sample-garments.ts';
import { computePurchaseState } from '../state/purchase-state.ts';
import type { ExportEvent, SandboxPurchase } from '../state/sandbox-state.ts';

import { createNotFoundError, formatIsoTime } from './responses.ts';

/** Renders exports and Tech Packs. It is imported on first use, because the PDF library is large. */
export type DocumentRenderer = Pick<
  typeof import('../documents/export-document.ts'),
  'renderExportDocument' | 'renderTechPackPdf'
>;

/** A document that can be downloaded. */
export interface DownloadableDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly fileName: string;
  readonly sha256: string;
}

/** An export with its layers and counts. */
interface ExportDocument extends DownloadableDocument {
  readonly layers: readonly string[];
  readonly counts: readonly object[];
}

/**
 * Renders the documents of exports and purchases on request, from the events of the journal, and caches the
 * last ones. A download in ranges asks for the same document many times.
 */
export interface DocumentCache {
  getExport(event: ExportEvent): Promise<ExportDocument>;
  getTechPack(purchase: SandboxPurchase, now: number): Promise<DownloadableDocument>;
}

/** Documents in the cache. */
const MAX_CACHED_DOCUMENTS = 16;

/** Creates the document cache. `documents` loads the renderer. */
export const createDocumentCache = (
  garments: readonly SandboxGarment[],
  documents: () => Promise<DocumentRenderer>,
): DocumentCache => {
  const kept = new Map<string, Promise<DownloadableDocument>>();

  const keep = <P extends DownloadableDocument>(id: string, draw: () => Promise<P>): Promise<P> => {
    const known = kept.get(id);
    if (known !== undefined) return known as Promise<P>;
    const drawn = draw();
    kept.set(id, drawn);
    drawn.catch(() => kept.delete(id));
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_CACHED_DOCUMENTS) break;
      kept.delete(oldest);
    }
    return drawn;
  };

  const garmentOf = (design: string): SandboxGarment => {
    const garment = garments.find((one) => one.id === design);
    if (garment === undefined) throw createNotFoundError('document');
    return garment;
  };

  return {
    getExport: (event) =>
      keep(event.id, async () => {
        const { renderExportDocument } = await documents();
        const facts = { createdAt: formatIsoTime(event.at), exportId: event.id };
        const drawn = renderExportDocument(garmentOf(event.design), event.profile, event.driver, facts);
        return { ...drawn, ...withDigest(drawn.bytes) };
      }),
    getTechPack: (purchase, now) =>
      keep(purchase.requestEvent.id, async () => {
        const { requestEvent, version } = purchase;
        const { fulfilledAt } = computePurchaseState(purchase, now);
        if (fulfilledAt === null) throw createNotFoundError('document');
        const { renderTechPackPdf } = await documents();
        const garment = garmentOf(requestEvent.design);
        const facts = { purchaseId: requestEvent.id, version, createdAt: formatIsoTime(fulfilledAt) };
        const bytes = await renderTechPackPdf(garment, requestEvent.request, facts);
        const fileName = `${garment.sgg_garment_id ?? garment.id}_tech-pack_v${version}.pdf`;
        return { ...withDigest(bytes), mediaType: 'application/pdf', fileName };
      }),
  };
};

/** Returns the bytes with their SHA-256 digest. */
const withDigest = (bytes: Uint8Array) => ({
  bytes: new Uint8Array(bytes),
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
