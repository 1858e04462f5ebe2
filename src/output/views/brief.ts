import { countProvenance } from '../../garment/flatten-body.ts';
import { findLeftOut } from '../../garment/left-out.ts';
import { isUnstatedWithoutDetails, readTailorBrief } from '../../garment/open-body.ts';
import { countOtherProvenance, hasSelectedProvenance } from '../../garment/provenance-filter.ts';
import type { Value } from '../../garment/value.ts';
import { buildValueCells, formatLeftOutNote, REASON_COLUMNS } from './value-cells.ts';
import { buildValueGridRows, renderValueGrid } from './value-grid.ts';
import {
  faint,
  heading,
  renderProvenanceMark,
  renderReasonRuns,
  renderValueRuns,
  strong,
  type TextRuns,
} from './value-runs.ts';
import {
  formatGarmentId,
  type ReadViewOptions,
  renderCountLine,
  renderLeftOutBlocks,
  renderTitleLine,
} from './view-header.ts';
import {
  type GridColumn,
  gap,
  grid,
  line,
  type OutputRows,
  type RichText,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

/** The columns of `toile brief`, which prints one row per text or other value. `--state` adds `REASON_COLUMNS`. */
export const BRIEF_COLUMNS: readonly string[] = ['garment_id', 'key', 'text', 'unit', 'state'];

const COLUMNS: readonly GridColumn[] = [
  { fit: 'wrap', min: 12 },
  { fit: 'wrap', min: 24 },
];

const buildTextRow = (entry: Value, all: boolean): readonly (readonly RichText[])[] => {
  const reasonRuns = renderReasonRuns(entry);
  const noState = entry.state === undefined ? ['  ', faint('without a state')] : [];
  const valueRuns: TextRuns = [
    ...renderValueRuns(entry),
    ...(reasonRuns.length > 0 ? ['  ', ...reasonRuns] : []),
    ...noState,
  ];
  const pad = entry.parent === undefined ? '' : '  ';
  const extras = all ? buildValueGridRows([entry], pad, true).slice(1) : [];
  return [
    [[pad, renderProvenanceMark(entry.state), ' ', entry.path], valueRuns],
    ...extras.map((row) => row.slice(0, 2)),
  ];
};

const buildUnstatedRow = (entries: readonly Value[]): readonly (readonly RichText[])[] => {
  if (entries.length === 0) return [];
  const state = 'unstated';
  const keys = entries.map(({ path }) => path).join(', ');
  return [[[renderProvenanceMark(state), { text: ' not stated', state }], keys]];
};

const renderBriefBody = (entries: readonly Value[], all: boolean): readonly ViewBlock[] => {
  if (entries.length === 0) return [line('The brief has no texts.', { indent: 1 })];
  const bare = all ? [] : entries.filter(isUnstatedWithoutDetails);
  const shown = entries.filter((entry) => !bare.includes(entry));
  return [
    grid(COLUMNS, [...shown.flatMap((entry) => buildTextRow(entry, all)), ...buildUnstatedRow(bare)], {
      indent: 1,
    }),
  ];
};

/** Options for rendering a tailor brief. */
export interface BriefOptions extends ReadViewOptions {
  /** The provenance words of the values to show, for example `inferred`; undefined for all values. */
  readonly states?: readonly string[] | undefined;
}

/**
 * Reads a tailor brief and keeps only the values with a provenance in `states`. `filteredOut` has the number of removed
 * values for each provenance.
 */
const readFilteredBrief = (value: unknown, { states }: BriefOptions) => {
  const { garmentId, entries, others } = readTailorBrief(value);
  const isSelected = (entry: Value): boolean => hasSelectedProvenance(states, entry);
  const filteredOut = [...entries, ...others].filter((entry) => entry.role !== 'plain' && !isSelected(entry));
  return {
    garmentId,
    entries: entries.filter(isSelected),
    others: others.filter(isSelected),
    filteredOut: countOtherProvenance(filteredOut),
  };
};

/** Renders a tailor brief for a terminal: counts by provenance, the selected texts, and what is left out. */
export const renderBriefView = (value: unknown, options: BriefOptions = {}): TerminalView => {
  const all = options.all ?? false;
  const { garmentId, entries, others, filteredOut } = readFilteredBrief(value, options);
  const shownOthers = all ? others : others.filter(({ role }) => role !== 'plain');
  const leftOut = all
    ? []
    : findLeftOut([...entries, ...others], (entry) =>
        entries.includes(entry) || shownOthers.includes(entry) ? ['value', 'why'] : [],
      );
  return [
    renderTitleLine([heading('TAILOR BRIEF'), '  ', strong(formatGarmentId(garmentId, options))]),
    renderCountLine('texts counted by toile: ', countProvenance(entries)),
    gap,
    ...(options.states && entries.length === 0
      ? [line('No text has one of these states.', { indent: 1 })]
      : renderBriefBody(entries, all)),
    ...renderValueGrid(shownOthers, all),
    ...renderLeftOutBlocks(leftOut, filteredOut),
  ];
};

/**
 * Builds the output rows of a tailor brief: one row per text, then one row per other value. Below the row of a value
 * are rows for its qualifiers, such as its size, and with `all` for all its other members. If `states` is given, only
 * values with these provenance words are kept, and the columns `basis` and `confidence` are added.
 */
export const buildBriefRows = (value: unknown, options: BriefOptions = {}): OutputRows => {
  const { garmentId, entries, others, filteredOut } = readFilteredBrief(value, options);
  const all = options.all ?? false;
  const hasReasonColumns = options.states !== undefined;
  const shown = [...entries, ...others];
  const garment = garmentId ?? options.subject ?? null;
  const rows = shown.flatMap((entry) => {
    const reasons = hasReasonColumns ? [entry.basis ?? null, entry.confidence ?? null] : [];
    return buildValueCells(entry, all, hasReasonColumns).map(({ field, value: text, unit, state }) =>
      [garment, field, text, unit, state].concat(reasons),
    );
  });
  return {
    columns: [...BRIEF_COLUMNS, ...(hasReasonColumns ? REASON_COLUMNS : [])],
    rows,
    note: formatLeftOutNote(shown, all, { hasReasonColumns, filteredOut }),
  };
};
