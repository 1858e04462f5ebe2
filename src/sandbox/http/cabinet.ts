import { createHash } from 'node:crypto';
import type { Garment } from '../corpus/index.ts';
import type { Exported } from '../world/events.ts';
import { standing } from '../world/purchase.ts';
import type { Purchase } from '../world/state.ts';
import { iso } from './json.ts';
import { notFound } from './refusal.ts';

/** Who draws documents. Loaded on first use: the PDF library is large. */
export type Documents = Pick<typeof import('../documents/index.ts'), 'exportDocument' | 'techPackPdf'>;

/** A document that can be downloaded. */
export interface Paper {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly fileName: string;
  readonly sha256: string;
}

interface ExportPaper extends Paper {
  readonly layers: readonly string[];
  readonly counts: readonly object[];
}

/**
 * The documents of exports and purchases. They are drawn when somebody asks, from what the journal says, so the
 * journal stays small; the last few are kept, because a download in ranges asks often.
 */
export interface Cabinet {
  exported(event: Exported): Promise<ExportPaper>;
  pack(purchase: Purchase, now: number): Promise<Paper>;
}

const KEPT = 16;

export const cabinet = (garments: readonly Garment[], documents: () => Promise<Documents>): Cabinet => {
  const kept = new Map<string, Promise<Paper>>();

  const keep = <P extends Paper>(id: string, draw: () => Promise<P>): Promise<P> => {
    const known = kept.get(id);
    if (known !== undefined) return known as Promise<P>;
    const drawn = draw();
    kept.set(id, drawn);
    drawn.catch(() => kept.delete(id));
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return drawn;
  };

  const garmentOf = (design: string): Garment => {
    const garment = garments.find((one) => one.id === design);
    if (garment === undefined) throw notFound('document');
    return garment;
  };

  return {
    exported: (event) =>
      keep(event.id, async () => {
        const { exportDocument } = await documents();
        const facts = { createdAt: iso(event.at), exportId: event.id };
        const drawn = exportDocument(garmentOf(event.design), event.profile, event.driver, facts);
        return { ...drawn, ...sealed(drawn.bytes) };
      }),
    pack: (purchase, now) =>
      keep(purchase.requested.id, async () => {
        const { requested, version } = purchase;
        const { fulfilledAt } = standing(purchase, now);
        if (fulfilledAt === null) throw notFound('document');
        const { techPackPdf } = await documents();
        const garment = garmentOf(requested.design);
        const facts = { purchaseId: requested.id, version, createdAt: iso(fulfilledAt) };
        const bytes = await techPackPdf(garment, requested.request, facts);
        const fileName = `${garment.sgg_garment_id ?? garment.id}_tech-pack_v${version}.pdf`;
        return { ...sealed(bytes), mediaType: 'application/pdf', fileName };
      }),
  };
};

const sealed = (bytes: Uint8Array) => ({
  bytes: new Uint8Array(bytes),
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
