import type { ProvenanceCounts } from '../../garment/department-counts.ts';
import { DEPARTMENT_NAMES, type Department, shortenDepartment } from '../../garment/departments.ts';
import type { HeaderField } from '../../garment/header-fields.ts';
import { PROVENANCE_WORDS, type StatedValue } from '../../garment/stated-value.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import type { OutputRows } from './view-model.ts';

/**
 * The counts of one department of a design: the values by provenance, and the open questions. A count is null if the
 * body that it needs was not pulled.
 */
export interface DepartmentCounts {
  readonly values: ProvenanceCounts | null;
  readonly open: number | null;
}

/**
 * The columns for the header fields of a style, in the order that merchandisers expect. Each column is mapped to the
 * name of its field.
 */
export const STYLE_FIELDS = {
  style_number: 'style number',
  season: 'season',
  category: 'category',
  supplier: 'supplier',
  stage: 'stage',
  sample_size: 'sample size',
} as const satisfies Readonly<Record<string, HeaderField>>;
type StyleColumn = keyof typeof STYLE_FIELDS;
const STYLE_COLUMNS = Object.keys(STYLE_FIELDS) as readonly StyleColumn[];

/**
 * The value of one header field of a garment, for example of `season`. `state` is its provenance; null if it has none.
 */
export type StyleFieldValue = Pick<StatedValue, 'value' | 'unit'> & { readonly state: string | null };

/** One design of a season, with its header fields and counts. Printed as JSON. */
export interface SeasonDesign {
  readonly design_id: string | null;
  readonly garment_id: string | null;
  readonly name: string;
  readonly style: Readonly<Partial<Record<StyleColumn, StyleFieldValue>>>;
  readonly profile: string | null;
  /** The sum of the open questions over `departments`. Null if no department has a count. */
  readonly open: number | null;
  readonly departments: Readonly<Partial<Record<Department, DepartmentCounts>>>;
  /**
   * The number of values in the tailor brief for each provenance. Null if the brief was not pulled. Absent if only some
   * departments are shown.
   */
  readonly brief?: ProvenanceCounts | null;
  /**
   * The counts of Design Trust as the service sent them. Null if Design Trust was not pulled. Absent if only some
   * departments are shown.
   */
  readonly trust?: Readonly<Record<string, unknown>> | null;
  readonly where: string;
  /** The time when the newest file of the design was fetched, as ISO 8601; null if it has no file. */
  readonly fetched: string | null;
}

/**
 * The number of designs, and the number of open questions: in total (`open`), by department and by supplier. Printed as
 * JSON.
 */
export interface SeasonTotals {
  readonly designs: number;
  readonly open: number;
  readonly departments: Readonly<Partial<Record<Department, number>>>;
  readonly suppliers?: Readonly<Record<string, number>>;
}

/** The result of `toile season`. Printed as JSON. */
export interface SeasonData {
  readonly dir: string;
  /** Tells who counted the values. It is always `here`, because toile counts them, not the service. */
  readonly counted: 'here';
  readonly designs: readonly SeasonDesign[];
  readonly totals: SeasonTotals;
  /**
   * Names the content of the Design Trust bodies that the counts in the member `trust` of the designs do not include.
   * Null if there is no such content, or if the user selected departments.
   */
  readonly left_out: string | null;
}

const FIXED_COLUMNS = [
  ...['design_id', 'garment_id', 'name'],
  ...STYLE_COLUMNS.flatMap((column) => [column, `${column}_state`]),
  ...['profile', 'where', 'fetched', 'open'],
];

const COUNT_COLUMNS = [...PROVENANCE_WORDS, 'another'] as const;

const countOtherStates = ({ others }: ProvenanceCounts): number =>
  Object.values(others).reduce((sum, number) => sum + number, 0);

const listCounts = (counts: ProvenanceCounts | null | undefined): readonly (number | null)[] =>
  counts
    ? COUNT_COLUMNS.map((state) => (state === 'another' ? countOtherStates(counts) : counts[state]))
    : COUNT_COLUMNS.map(() => null);

const listDepartmentColumns = (departments: readonly Department[]): readonly string[] =>
  departments.flatMap((name) =>
    [...COUNT_COLUMNS, 'open'].map((count) => `${shortenDepartment(name)}_${count}`),
  );

/**
 * Lists the columns of a season: the fixed columns, and the columns with the counts of each department in
 * `departments`. If `departments` is undefined, lists the columns of all departments and of the tailor brief. The
 * columns of Design Trust are not listed, because they depend on the bodies.
 */
export const listSeasonColumns = (departments: readonly Department[] | undefined): readonly string[] => [
  ...FIXED_COLUMNS,
  ...listDepartmentColumns(departments ?? DEPARTMENT_NAMES),
  ...(departments ? [] : COUNT_COLUMNS.map((count) => `brief_${count}`)),
];

/**
 * The columns of `toile season` if the user selects no department. The columns of Design Trust are not included,
 * because they vary.
 */
export const SEASON_COLUMNS = listSeasonColumns(undefined);

/** The prefix in the names of columns that contain counts from the body Design Trust. */
export const TRUST_PREFIX = 'trust.';

/**
 * The maximum number of columns with counts of Design Trust in a table. It is needed because a body could contain a
 * million names of counts.
 */
const MAX_TRUST_COLUMNS = 200;

/**
 * The maximum number of columns of a table that is written to a pipe without a header. A wider table has a header,
 * because its columns are hard to count.
 */
const MAX_BARE_COLUMNS = 10;

const formatSeasonNote = (leftOut: string | null, hiddenColumns: number): string | undefined => {
  const words = [
    ...(leftOut === null ? [] : [leftOut]),
    ...(hiddenColumns > 0 ? [`${hiddenColumns} more columns of Design Trust`] : []),
  ];
  return words.length > 0 ? `left out: ${words.join('; ')}` : undefined;
};

const listTrustCounts = ({ trust }: SeasonDesign) =>
  Object.entries(trust ?? {}).map(([name, count]) => [`${TRUST_PREFIX}${name}`, count] as const);

/**
 * Builds the table of a season: its columns, the cells of each design, and a note about what is left out. With
 * `departments`, it counts values and open questions only for these departments. Without it, it counts them for all
 * departments, and adds the counts of the tailor briefs and up to 200 counts of Design Trust.
 */
export const buildSeasonTable = (
  { designs, left_out }: Pick<SeasonData, 'designs' | 'left_out'>,
  departments: readonly Department[] | undefined,
) => {
  const chosen = departments ?? DEPARTMENT_NAMES;
  const names = listDepartmentColumns(chosen);
  const cells = designs.map((design): ReadonlyMap<string, unknown> => {
    const { style, departments: _, brief: briefCounts, trust: __, ...own } = design;
    const head = STYLE_COLUMNS.flatMap((column) => [
      [column, style[column]?.value ?? null] as const,
      [`${column}_state`, style[column]?.state ?? null] as const,
    ]);
    const counts = chosen.flatMap((name) => {
      const { values = null, open = null } = design.departments[name] ?? {};
      return [...listCounts(values), open];
    });
    const brief = listCounts(briefCounts).map((count, at) => [`brief_${COUNT_COLUMNS[at]}`, count] as const);
    return new Map<string, unknown>([
      ...Object.entries(own),
      ...head,
      ...names.map((name, at) => [name, counts[at] ?? null] as const),
      ...(departments ? [] : [...brief, ...listTrustCounts(design)]),
    ]);
  });
  const fixed = listSeasonColumns(departments);
  const trust = [
    ...new Set(cells.flatMap((row) => [...row.keys()].filter((name) => name.startsWith(TRUST_PREFIX)))),
  ];
  const columns = [...fixed, ...trust.slice(0, MAX_TRUST_COLUMNS)];
  return {
    columns,
    cells,
    note: formatSeasonNote(left_out, trust.length - Math.min(trust.length, MAX_TRUST_COLUMNS)),
  };
};

/**
 * Returns the number of open questions of a design, summed over its departments. Returns null if no department has a
 * count.
 */
export const sumOpenQuestions = (departments: SeasonDesign['departments']): number | null => {
  const counts = Object.values(departments).flatMap(({ open }) => open ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, open) => sum + open, 0);
};

/** Adds up the open questions of all designs: in total, by department and by supplier. */
export const countSeasonTotals = (designs: readonly SeasonDesign[]): SeasonTotals => {
  const names = DEPARTMENT_NAMES.filter((name) => designs.some(({ departments }) => departments[name]));
  const sumCounts = (read: (design: SeasonDesign) => number | null | undefined): number =>
    designs.reduce((sum, design) => sum + (read(design) ?? 0), 0);
  const suppliers = new Map<string, number>();
  for (const { style, open } of designs) {
    const name = toPayloadText(style.supplier?.value ?? undefined);
    if (name !== '') suppliers.set(name, (suppliers.get(name) ?? 0) + (open ?? 0));
  }
  return {
    designs: designs.length,
    open: sumCounts(({ open }) => open),
    departments: Object.fromEntries(
      names.map((name) => [name, sumCounts(({ departments }) => departments[name]?.open)]),
    ),
    ...(suppliers.size > 0 && { suppliers: Object.fromEntries(suppliers) }),
  };
};

/** Lists the header fields that at least one of the designs has. */
export const listStyleColumns = (designs: readonly SeasonDesign[]): readonly StyleColumn[] =>
  STYLE_COLUMNS.filter((column) => designs.some(({ style }) => style[column] !== undefined));

/** The counts of one design of a season, printed on one line. A count is undefined if its body was not pulled. */
export interface SeasonLine {
  readonly design: SeasonDesign;
  readonly open: number | undefined;
  /** The number of open questions of each department, in the order of the departments given to `buildSeasonLines`. */
  readonly departments: readonly (number | undefined)[];
  /** The numbers of asserted, inferred and unstated values in all departments that the line shows. */
  readonly states: readonly (number | undefined)[];
}

/**
 * Builds one line per design. The line has the number of open questions of each given department, and the total numbers
 * of asserted, inferred and unstated values in these departments.
 */
export const buildSeasonLines = (
  designs: readonly SeasonDesign[],
  departments: readonly Department[],
): readonly SeasonLine[] =>
  designs.map((design) => {
    const counts = departments.flatMap((name) => design.departments[name]?.values ?? []);
    return {
      design,
      open: design.open ?? undefined,
      departments: departments.map((name) => design.departments[name]?.open ?? undefined),
      states: PROVENANCE_WORDS.map((state) =>
        counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count[state], 0),
      ),
    };
  });

/**
 * Builds one output row for each design from the table of `buildSeasonTable`. If there are more than ten columns, the
 * header is printed even in output to a pipe.
 */
export const buildSeasonRows = (
  data: SeasonData,
  departments: readonly Department[] | undefined,
): OutputRows => {
  const { columns, cells, note: said } = buildSeasonTable(data, departments);
  return {
    columns,
    hasBodyColumns: columns.length > listSeasonColumns(departments).length,
    hasHeader: columns.length > MAX_BARE_COLUMNS,
    rows: cells.map((row) => columns.map((column) => row.get(column) ?? null)),
    note: said,
  };
};
