/** Renders the documents of a garment: construction drawings, JSON exports and Tech Packs. */
import type { SandboxGarment } from '../corpus/sample-garments.ts';
import {
  formatExportFileName,
  SANDBOX_DRIVERS,
  type SandboxDriver,
  type SandboxProfile,
} from '../state/profiles-and-drivers.ts';
import { renderConstructionDrawing, SVG_LAYERS } from './construction-drawing.ts';
import {
  type ExportFacts,
  type GarmentSpecification,
  readGarmentSpecification,
} from './garment-specification.ts';

/** A rendered export. */
export interface RenderedExport {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string;
  /** The names of the top-level groups; empty for JSON. */
  readonly layers: readonly string[];
  /** Derived counts, with the provenance `inferred`. */
  readonly counts: readonly { readonly field: string; readonly value: number; readonly state: 'inferred' }[];
}

/** Counts the values by provenance, and the open questions. */
const buildExportCounts = (spec: GarmentSpecification): RenderedExport['counts'] => {
  const found = [...spec.tally.states].map(([state, value]) => [`values.${state}`, value] as const);
  return [...found, ['unresolved', spec.questions.length] as const].map(([field, value]) => ({
    field,
    value,
    state: 'inferred',
  }));
};

/** Renders a JSON export: a head, the counts, and the graph exactly as its route answers it. */
const renderExportJson = (
  garment: SandboxGarment,
  spec: GarmentSpecification,
  driver: SandboxDriver,
  facts: ExportFacts,
): string => {
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
  return `{"export":${JSON.stringify(head)},"counts":${JSON.stringify(buildExportCounts(spec))},"graph":${garment.graph(spec.profile)}}\n`;
};

/**
 * Renders the construction document of a garment (specification 2.9). The same arguments give the same
 * bytes. The factory profile leaves out what the factory graph leaves out.
 */
export const renderExportDocument = (
  garment: SandboxGarment,
  profile: SandboxProfile,
  driver: SandboxDriver,
  facts: ExportFacts,
): RenderedExport => {
  const spec = readGarmentSpecification(garment, profile);
  const svg = SANDBOX_DRIVERS[driver].ending === 'svg';
  const text = svg
    ? renderConstructionDrawing(spec, driver, facts)
    : renderExportJson(garment, spec, driver, facts);
  return {
    bytes: new TextEncoder().encode(text),
    mediaType: SANDBOX_DRIVERS[driver].mediaType,
    fileName: formatExportFileName(spec.identity, profile, driver),
    layers: svg ? SVG_LAYERS : [],
    counts: buildExportCounts(spec),
  };
};

/** Renders the PDF of a Tech Pack. */
export const renderTechPackPdf = async (
  garment: SandboxGarment,
  request: object,
  facts: { readonly purchaseId: string; readonly version: number; readonly createdAt: string },
): Promise<Uint8Array> => {
  const { renderPackPdf } = await import('./pack-pdf.ts');
  return renderPackPdf(readGarmentSpecification(garment, 'technical_designer'), request, facts);
};
