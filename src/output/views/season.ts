import type { ProvenanceCounts } from '../../garment/department-counts.ts';
import { DEPARTMENT_NAMES, type Department, shortenDepartment } from '../../garment/departments.ts';
import { formatCount } from '../../garment/format-count.ts';
import { NO_PROVENANCE } from '../../garment/provenance-filter.ts';
import { PROVENANCE_WORDS } from '../../garment/stated-value.ts';
import { addToGroup } from '../../platform/group-items.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import { NOT_PULLED } from './diff.ts';
import {
  buildSeasonLines,
  type DepartmentCounts,
  listStyleColumns,
  type SeasonData,
  type SeasonDesign,
  type SeasonTotals,
  STYLE_FIELDS,
  type StyleFieldValue,
} from './season-rows.ts';
import {
  faint,
  renderMarkedRuns,
  renderProvenanceMark,
  renderValueRuns,
  strong,
  type TextRuns,
  toStatedValue,
} from './value-runs.ts';
import { PROVENANCE_LEGEND } from './view-header.ts';
import {
  type GridColumn,
  gap,
  grid,
  line,
  type OverflowTable,
  type RichText,
  type TerminalView,
} from './view-model.ts';

/** Renders counts by provenance without zeros, for example `55 =  17 ~`. Returns `0` if all counts are zero. */
const renderProvenanceCountRuns = (counts: ProvenanceCounts): TextRuns => {
  const known = PROVENANCE_WORDS.map((state) => [state, counts[state], ''] as const);
  const others = Object.entries(counts.others).map(([word, number]) => [word, number, ` ${word}`] as const);
  const some = [...known, ...others].filter(([, number]) => number > 0);
  if (some.length === 0) return ['0'];
  return some.flatMap(([state, number, word], at) => [
    at > 0 ? '  ' : '',
    `${number}\u00a0`,
    ...(state === NO_PROVENANCE ? ['without a state'] : [renderProvenanceMark(state), word]),
  ]);
};

const renderDepartmentCountRuns = ({ values, open }: DepartmentCounts): TextRuns => {
  const openRuns = open === null || open === 0 ? [] : [`${open}\u00a0open`];
  const valueRuns = values === null ? [faint(NOT_PULLED)] : renderProvenanceCountRuns(values);
  return openRuns.length === 0 ? valueRuns : [...valueRuns, '  ', ...openRuns];
};

const formatDesignIds = ({ design_id, garment_id }: SeasonDesign): string =>
  [garment_id, design_id].filter((id) => id !== null).join('  ') || '(no id)';

const renderNamedCell = (name: string, shown: TextRuns): RichText => [faint(`${name}\u00a0`), ...shown];

/**
 * Groups the counts of Design Trust by the part of their name before the last dot. For example, the counts
 * `callouts.rows` and `callouts.asserted` become the pair `callouts` and `rows 3, asserted 1`.
 */
const groupTrustCounts = (
  trust: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] => {
  const groups = new Map<string, string[]>();
  for (const [name, count] of Object.entries(trust)) {
    const dotIndex = name.lastIndexOf('.');
    const group = dotIndex < 0 ? '' : name.slice(0, dotIndex);
    const words = `${name.slice(dotIndex + 1)}\u00a0${toScalarText(count) ?? ''}`;
    addToGroup(groups, group, words);
  }
  return [...groups].map(([name, words]) => [name, words.join(', ')]);
};

const renderTrustLine = ({ trust }: SeasonDesign): readonly RichText[] => {
  const nonZero = Object.fromEntries(Object.entries(trust ?? {}).filter(([, count]) => count !== 0));
  const groups = groupTrustCounts(nonZero).map(([name, words]) =>
    name === '' ? words : `${name}: ${words}`,
  );
  return groups.length === 0 ? [] : [[faint('Design Trust, as sent: '), groups.join('; ')]];
};

/**
 * Renders a season for a terminal. For each design, shows the counts of asserted, inferred and unstated values of each
 * department and of the brief, and the counts of Design Trust. If `departments` is given, shows only the counts of
 * these departments.
 */
export const renderSeasonView = (
  data: SeasonData,
  departments: readonly Department[] | undefined,
): TerminalView => {
  const { dir, designs, left_out: leftOut } = data;
  const chosen = departments ?? DEPARTMENT_NAMES;
  const table: OverflowTable = {
    kind: 'spread',
    columns: ['', ...chosen, ...(departments ? [] : ['brief'])],
    rows: designs.map((design) => {
      const cells = chosen.map((name) => {
        const shown = renderDepartmentCountRuns(design.departments[name] ?? { values: null, open: null });
        return { inside: shown, below: renderNamedCell(name, shown) };
      });
      const brief = design.brief ? renderProvenanceCountRuns(design.brief) : [faint(NOT_PULLED)];
      return {
        cells: [
          { inside: [strong(design.name)], below: '' },
          ...cells,
          ...(departments ? [] : [{ inside: brief, below: renderNamedCell('brief', brief) }]),
        ],
        below: [faint(formatDesignIds(design)), ...renderTrustLine(design)],
      };
    }),
  };
  return [
    line([strong(dir), '  counted by toile: values by state, and open questions'], {
      right: PROVENANCE_LEGEND,
      hang: 2,
    }),
    gap,
    ...(designs.length > 0 ? [table] : [line('No design matches.', { indent: 1 })]),
    ...(leftOut === null ? [] : [gap, line(faint(`left out: ${leftOut}`), { indent: 1, hang: 2 })]),
  ];
};

/** Formats the totals of a season: `3 questions open in 2 designs: cutting 2, sewing 1; by supplier: Acme 3`. */
export const formatSeasonTotals = ({ designs, open, departments, suppliers = {} }: SeasonTotals): string => {
  const formatCounts = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .toSorted(([, a], [, b]) => (counts === suppliers ? b - a : 0))
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const total = `${formatCount(open, 'question')} open in ${formatCount(designs, 'design')}`;
  const supplierText = formatCounts(suppliers);
  const totalText = [total, formatCounts(departments)].filter((text) => text !== '').join(': ');
  return supplierText === '' ? totalText : `${totalText}; by supplier: ${supplierText}`;
};

const formatNumber = (count: number | undefined): string => (count === undefined ? '' : `${count}`);

/**
 * Renders a header field of a style (a garment), with a provenance mark if the field has a provenance. Returns an empty
 * list for an absent field.
 */
export const renderStyleFieldRuns = (field: StyleFieldValue | undefined): TextRuns => {
  if (field === undefined) return [];
  const entry = toStatedValue(field);
  return field.state === null ? renderValueRuns(entry) : renderMarkedRuns(entry);
};

/**
 * Renders a season for a terminal with one line per design, and the totals at the end. Each line has the counts of the
 * departments in `departments`. If `departments` is undefined, all departments are counted.
 */
export const renderSeasonLinesView = (
  { dir, designs, totals, left_out: leftOut }: SeasonData,
  departments: readonly Department[] | undefined,
): TerminalView => {
  const chosen = departments ?? DEPARTMENT_NAMES;
  const lines = buildSeasonLines(designs, chosen);
  const buildGrid = (withStyle: boolean, withDepartments: boolean) => {
    const styleColumns = withStyle ? listStyleColumns(designs) : [];
    const numberColumns = styleColumns.filter((column) => column === 'style_number');
    const otherColumns = styleColumns.filter((column) => column !== 'style_number');
    const toColumn = (column: (typeof styleColumns)[number]): GridColumn => ({
      head: faint(STYLE_FIELDS[column]),
      fit: 'cut',
      min: 8,
    });
    return grid(
      [
        ...numberColumns.map(toColumn),
        { head: faint('design'), fit: 'cut', min: 16 },
        { head: faint('id'), fit: 'cut', min: 9 },
        ...otherColumns.map(toColumn),
        { head: faint('open'), align: 'right' },
        ...(withDepartments
          ? chosen.map((name): GridColumn => ({ head: faint(shortenDepartment(name)), align: 'right' }))
          : []),
        ...PROVENANCE_WORDS.map(
          (state): GridColumn => ({ head: [renderProvenanceMark(state)], align: 'right' }),
        ),
        ...(withStyle ? [{ head: faint('read') }] : []),
      ],
      lines.map(({ design, open, departments: counts, states }) => [
        ...numberColumns.map((column) => renderStyleFieldRuns(design.style[column])),
        ...[strong(design.name), faint(design.garment_id ?? design.design_id ?? '')],
        ...otherColumns.map((column) => renderStyleFieldRuns(design.style[column])),
        formatNumber(open),
        ...(withDepartments ? counts.map(formatNumber) : []),
        ...states.map(formatNumber),
        ...(withStyle ? [faint(design.fetched?.slice(0, 10) ?? '')] : []),
      ]),
    );
  };
  return [
    line([strong(dir), '  counted by toile: open questions, and values by state'], {
      right: PROVENANCE_LEGEND,
      hang: 2,
    }),
    gap,
    ...(designs.length === 0
      ? [line('No design matches.', { indent: 1 })]
      : [
          {
            kind: 'either' as const,
            wide: [buildGrid(true, true)],
            narrow: [
              { kind: 'either' as const, wide: [buildGrid(false, true)], narrow: [buildGrid(false, false)] },
            ],
          },
          gap,
          line([strong(formatSeasonTotals(totals)), faint('  --long shows each department')], { hang: 2 }),
        ]),
    ...(leftOut === null ? [] : [gap, line(faint(`left out: ${leftOut}`), { indent: 1, hang: 2 })]),
  ];
};
