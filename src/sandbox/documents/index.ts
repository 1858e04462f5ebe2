/** What the sandbox draws and writes of a garment to be taken away: construction drawings, JSON and Tech Packs. */
import type { Garment } from '../corpus/index.ts';
import { DRIVERS, type Driver, fileNameOf, type Profile } from '../world/forms.ts';
import { drawing, LAYERS } from './drawing.ts';
import { type ExportFacts, type Specification, specification } from './specification.ts';

export interface ExportedDocument {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string;
  /** Names of the top-level groups; empty for a document without any. */
  readonly layers: readonly string[];
  /** Counts are derived, and say so. */
  readonly counts: readonly { readonly field: string; readonly value: number; readonly state: 'inferred' }[];
}

const counts = (spec: Specification): ExportedDocument['counts'] => {
  const found = [...spec.tally.states].map(([state, value]) => [`values.${state}`, value] as const);
  return [...found, ['unresolved', spec.questions.length] as const].map(([field, value]) => ({
    field,
    value,
    state: 'inferred',
  }));
};

/** The graph as its route answers it, under a head that says what this file is; its text is not touched. */
const asJson = (garment: Garment, spec: Specification, driver: Driver, facts: ExportFacts): string => {
  const head = {
    export_id: facts.exportId,
    design_id: garment.id,
    garment_id: garment.sgg_garment_id,
    name: garment.name,
    profile: spec.profile,
    driver,
    created_at: facts.createdAt,
    unresolved: spec.questions.length,
  };
  return `{"export":${JSON.stringify(head)},"counts":${JSON.stringify(counts(spec))},"graph":${garment.graph(spec.profile)}}\n`;
};

/**
 * The governed construction document of a garment (specification, section 2.9). The same garment, profile, driver
 * and facts give the same bytes; the factory's leaves out what the factory's graph leaves out.
 */
export const exportDocument = (
  garment: Garment,
  profile: Profile,
  driver: Driver,
  facts: ExportFacts,
): ExportedDocument => {
  const spec = specification(garment, profile);
  const svg = DRIVERS[driver].ending === 'svg';
  const text = svg ? drawing(spec, driver, facts) : asJson(garment, spec, driver, facts);
  return {
    bytes: new TextEncoder().encode(text),
    mediaType: DRIVERS[driver].mediaType,
    fileName: fileNameOf(spec.identity, profile, driver),
    layers: svg ? LAYERS : [],
    counts: counts(spec),
  };
};

/** The composed pack, as a PDF of text; it is loaded when the first one is asked for. */
export const techPackPdf = async (
  garment: Garment,
  request: object,
  facts: { readonly purchaseId: string; readonly version: number; readonly createdAt: string },
): Promise<Uint8Array> => {
  const { pack } = await import('./pack.ts');
  return pack(specification(garment, 'technical_designer'), request, facts);
};
