/** Every form in which a body is shown, as the text that its reader sees. Another form is another line here or beside. */
import { csvLines } from '../../src/format/csv.ts';
import { rowsJsonl } from '../../src/format/jsonl.ts';
import { readGraph } from '../../src/garment/graph.ts';
import { leftOutText } from '../../src/garment/left-out.ts';
import { jsonText } from '../../src/json/values.ts';
import { sheetHtml } from '../../src/sheet/index.ts';
import { BUDGET } from '../../src/tools/budget.ts';
import { portion } from '../../src/tools/portion.ts';
import { briefRows, briefView } from '../../src/view/brief.ts';
import { confirmationsRows, confirmationsView } from '../../src/view/confirmations.ts';
import { graphRows, graphView } from '../../src/view/graph.ts';
import { mermaidText } from '../../src/view/mermaid-text.ts';
import { EVERYTHING } from '../../src/view/sheet-parts.ts';
import { trustRows, trustView } from '../../src/view/trust.ts';
import { VALUE_COLUMNS, valuesOf, valuesRows } from '../../src/view/value-rows.ts';
import { valuesView } from '../../src/view/values.ts';
import { type Form, inPipe, onScreen } from './readers.ts';
import { BOOK, ROWS, SHEETS, SPREADSHEET } from './table-forms.ts';

export type { Form } from './readers.ts';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The page as its reader sees it; the list at its end in the words of every other form. */
const onPaper = (body: unknown, all: boolean): string => {
  const page = sheetHtml({
    garments: [
      { graph: body, brief: body, trust: body, confirmations: body, subject: 'GARM-1', profile: 'factory' },
    ],
    choice: { ...EVERYTHING, all },
    now: 0,
    digest: () => 'digest',
  });
  return (
    page
      .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<li><b>(\d+ [^<]*)<\/b>: ([\s\S]*?)<\/li>/g, '\n$1 ($2)\n')
      // The mark of a state is its word to whoever hears it.
      .replaceAll(/<b class="m[^>]*aria-label="([^"]*)">.<\/b>/g, '$1')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
  );
};

const parts = (body: unknown): string => {
  const texts: string[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const part = portion(body, BUDGET, after);
    texts.push(jsonText(part?.value));
    after = part?.more?.after === undefined ? undefined : Number(part.more.after);
  }
  return texts.join('\n');
};

/** As `values` has them, of one body. */
const valueRows = (body: unknown, all: boolean) => {
  const of = {
    design_id: null,
    garment_id: readGraph(body).garmentId ?? null,
    name: null,
    where: 'body.json',
  };
  const { values, bare, left } = valuesOf(of, body, { choice: {}, all });
  const items = [...bare, ...values.flat()];
  return {
    items,
    rows: { ...valuesRows(items, VALUE_COLUMNS), note: left.length > 0 ? leftOutText(left) : '' },
  };
};

const ALL = { all: true };

/** Of these nothing may be missing, said or unsaid. */
export const WHOLE: Readonly<Record<string, Form>> = {
  'graph --all': (body) => onScreen(graphView(body, ALL)),
  'brief --all': (body) => onScreen(briefView(body, ALL)),
  'trust --all': (body) => onScreen(trustView(body, ALL)),
  'confirmations --all': (body) => onScreen(confirmationsView(body, ALL)),
  'graph --all in TSV': (body) => inPipe(graphRows(body, ALL)),
  'graph --all in CSV': (body) => inPipe(graphRows(body, ALL), (rows) => csvLines(rows, true)),
  'graph --all in JSONL': (body) => inPipe(graphRows(body, ALL), rowsJsonl),
  'brief --all in TSV': (body) => inPipe(briefRows(body, ALL)),
  'trust --all in TSV': (body) => inPipe(trustRows(body, ALL)),
  'confirmations --all in TSV': (body) => inPipe(confirmationsRows(body, ALL)),
  'values --whole': (body) => onScreen(valuesView(valueRows(body, true).items)),
  'values --whole in JSONL': (body) => inPipe(valueRows(body, true).rows, rowsJsonl),
  'sheet --all': (body) => onPaper(body, true),
  'the tools': parts,
  workbook: BOOK,
};

export const SHORT: Readonly<Record<string, Form>> = {
  'graph for a designer': (body) => onScreen(graphView(body, { view: 'designer' })),
  'graph for a factory': (body) => onScreen(graphView(body, { view: 'factory' })),
  'graph at 80 columns': (body) => onScreen(graphView(body), 80),
  'values in TSV': (body) => inPipe(valueRows(body, false).rows),
  brief: (body) => onScreen(briefView(body)),
  trust: (body) => onScreen(trustView(body)),
  confirmations: (body) => onScreen(confirmationsView(body)),
  'confirmations for a factory': (body) => onScreen(confirmationsView(body, { view: 'factory' })),
  'graph in TSV': (body) => inPipe(graphRows(body)),
  'graph in CSV': (body) => inPipe(graphRows(body), (rows) => csvLines(rows, true)),
  'graph in JSONL': (body) => inPipe(graphRows(body), rowsJsonl),
  'brief in TSV': (body) => inPipe(briefRows(body)),
  'trust in TSV': (body) => inPipe(trustRows(body)),
  'confirmations in TSV': (body) => inPipe(confirmationsRows(body)),
  'graph for Mermaid': (body) => mermaidText(body),
  sheet: (body) => onPaper(body, false),
  ...ROWS,
  ...SHEETS,
  ...SPREADSHEET,
};

/** They are packed and unpacked as files, which takes as long as all others together. */
export const DEAR: readonly string[] = ['workbook', ...Object.keys(SHEETS), ...Object.keys(SPREADSHEET)];

/** What these leave out are relations and members without a state: each value is there, with its state. */
export const EACH_VALUE: readonly string[] = [
  ...['graph for a designer', 'graph for a factory', 'graph at 80 columns'],
  ...['graph in TSV', 'graph in CSV', 'graph in JSONL'],
];
