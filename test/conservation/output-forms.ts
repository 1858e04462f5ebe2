/** Every form in which a body is shown, as the text that its reader sees. Another form is another line here or beside. */

import { takeBodyPart } from '../../src/assistant/service-tools/body-part.ts';
import { MAX_PART_BYTES } from '../../src/assistant/service-tools/tool-result.ts';
import { readGraph } from '../../src/garment/graph-model.ts';
import { formatLeftOut } from '../../src/garment/left-out.ts';
import { formatCsvLines, formatRowsJsonl } from '../../src/output/tables/table-lines.ts';
import { buildBriefRows, renderBriefView } from '../../src/output/views/brief.ts';
import { buildConfirmationRows, renderConfirmationsView } from '../../src/output/views/confirmations.ts';
import { buildGraphRows, renderGraphView } from '../../src/output/views/graph.ts';
import { renderMermaidGraph } from '../../src/output/views/mermaid-graph.ts';
import type { SheetFilter } from '../../src/output/views/sheet-parts.ts';
import { buildTrustRows, renderTrustView } from '../../src/output/views/trust.ts';
import { collectBodyValues, VALUE_COLUMNS } from '../../src/output/views/value-rows.ts';
import { renderValuesView } from '../../src/output/views/values.ts';
import { buildRecordRows } from '../../src/output/views/view-model.ts';
import { toJsonText } from '../../src/platform/json/json-values.ts';
import { renderSheetHtml } from '../support/render-sheet.ts';
import { UNFILTERED_SHEET } from '../support/unfiltered-sheet.ts';
import { type OutputForm, renderPipe, renderScreen } from './readers.ts';
import { ROWS, readBook, SHEETS, SPREADSHEET } from './table-forms.ts';

export type { OutputForm as Form } from './readers.ts';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The page as its reader sees it; the list at its end in the words of every other form. */
const renderPaper = (body: unknown, filter: Partial<SheetFilter>): string => {
  const page = renderSheetHtml({
    garments: [
      { graph: body, brief: body, trust: body, confirmations: body, subject: 'GARM-1', profile: 'factory' },
    ],
    filter: { ...UNFILTERED_SHEET, ...filter },
    now: 0,
    digest: () => 'digest',
  });
  return (
    page
      .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<li><b>(\d+ [^<]*)<\/b>: ([\s\S]*?)<\/li>/g, '\n$1 ($2)\n')
      // A screen reader reads the word of a state for its mark.
      .replaceAll(/<b class="m[^>]*aria-label="([^"]*)">.<\/b>/g, '$1')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
  );
};

const renderParts = (body: unknown): string => {
  const texts: string[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const part = takeBodyPart(body, MAX_PART_BYTES, after);
    texts.push(toJsonText(part?.value));
    after = part?.more?.after === undefined ? undefined : Number(part.more.after);
  }
  return texts.join('\n');
};

/** As `values` has them, of one body. */
const listValueRows = (body: unknown, all: boolean) => {
  const of = {
    design_id: null,
    garment_id: readGraph(body).garmentId ?? null,
    name: 'Coat',
    where: 'body.json',
  };
  const { values, bare, left } = collectBodyValues(of, body, { filter: {}, all });
  const items = [...bare, ...values.flat()];
  return {
    items,
    rows: { ...buildRecordRows(items, VALUE_COLUMNS), note: left.length > 0 ? formatLeftOut(left) : '' },
  };
};

const ALL = { all: true };

/** Forms in which nothing may be missing, not even when it is named as left out. */
export const WHOLE_FORMS: Readonly<Record<string, OutputForm>> = {
  'graph --all': (body) => renderScreen(renderGraphView(body, ALL)),
  'brief --all': (body) => renderScreen(renderBriefView(body, ALL)),
  'trust --all': (body) => renderScreen(renderTrustView(body, ALL)),
  'confirmations --all': (body) => renderScreen(renderConfirmationsView(body, ALL)),
  'graph --all in TSV': (body) => renderPipe(buildGraphRows(body, ALL)),
  'graph --all in CSV': (body) => renderPipe(buildGraphRows(body, ALL), (rows) => formatCsvLines(rows, true)),
  'graph --all in JSONL': (body) => renderPipe(buildGraphRows(body, ALL), formatRowsJsonl),
  'brief --all in TSV': (body) => renderPipe(buildBriefRows(body, ALL)),
  'trust --all in TSV': (body) => renderPipe(buildTrustRows(body, ALL)),
  'confirmations --all in TSV': (body) => renderPipe(buildConfirmationRows(body, ALL)),
  'values --whole': (body) => renderScreen(renderValuesView(listValueRows(body, true).items)),
  'values --whole in JSONL': (body) => renderPipe(listValueRows(body, true).rows, formatRowsJsonl),
  'sheet --all': (body) => renderPaper(body, ALL),
  'the tools': renderParts,
  workbook: readBook,
};

export const SHORT_FORMS: Readonly<Record<string, OutputForm>> = {
  'graph for a designer': (body) => renderScreen(renderGraphView(body, { view: 'designer' })),
  'graph for a factory': (body) => renderScreen(renderGraphView(body, { view: 'factory' })),
  'graph at 80 columns': (body) => renderScreen(renderGraphView(body), 80),
  'values in TSV': (body) => renderPipe(listValueRows(body, false).rows),
  brief: (body) => renderScreen(renderBriefView(body)),
  trust: (body) => renderScreen(renderTrustView(body)),
  confirmations: (body) => renderScreen(renderConfirmationsView(body)),
  'confirmations for a factory': (body) => renderScreen(renderConfirmationsView(body, { view: 'factory' })),
  'graph in TSV': (body) => renderPipe(buildGraphRows(body)),
  'graph in CSV': (body) => renderPipe(buildGraphRows(body), (rows) => formatCsvLines(rows, true)),
  'graph in JSONL': (body) => renderPipe(buildGraphRows(body), formatRowsJsonl),
  'brief in TSV': (body) => renderPipe(buildBriefRows(body)),
  'trust in TSV': (body) => renderPipe(buildTrustRows(body)),
  'confirmations in TSV': (body) => renderPipe(buildConfirmationRows(body)),
  'graph for Mermaid': (body) => renderMermaidGraph(body),
  sheet: (body) => renderPaper(body, {}),
  'sheet --only conflicts': (body) => renderPaper(body, { parts: ['conflicts'] }),
  'sheet --countersign': (body) => renderPaper(body, { parts: ['countersign'] }),
  ...ROWS,
  ...SHEETS,
  ...SPREADSHEET,
};

/** They are packed and unpacked as files, which takes as long as all others together. */
export const SLOW_FORMS: readonly string[] = [
  'workbook',
  ...Object.keys(SHEETS),
  ...Object.keys(SPREADSHEET),
];

/** What these leave out are relations and members without a state: each value is there, with its state. */
export const VALUE_FORMS: readonly string[] = [
  ...['graph for a designer', 'graph for a factory', 'graph at 80 columns'],
  ...['graph in TSV', 'graph in CSV', 'graph in JSONL'],
];
