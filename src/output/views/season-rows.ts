/**
 * A season as rows: one row per design, its counts by provenance and of open questions in columns by
 * department.
 */

import type { ProvenanceCounts } from '../../garment/department-counts.ts';
import { DEPARTMENT_NAMES, type Department, shortenDepartment } from '../../garment/departments.ts';
import type { HeaderField } from '../../garment/header-fields.ts';
import { PROVENANCE_WORDS, type StatedValue } from '../../garment/stated-value.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import type { OutputRows } from './view-model.ts';

/** The counts of one department in a design; null if the folder lacks the body to count in. */
export interface DepartmentCounts {
  readonly values: ProvenanceCounts | null;
  /** Open questions. */
  readonly open: number | null;
}

/** The fields of the head of a style that a season shows, by their columns, in the merchandiser's order. */
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

/** A value of the head of a style. */
export type StyleFieldValue = Pick<StatedValue, 'value' | 'unit'> & { readonly state: string | null };

/** The counts of one design. Printed as JSON. */
export interface SeasonDesign {
  readonly design_id: string | null;
  readonly garment_id: string | null;
  readonly name: string;
  /** The fields that the graph has. */
  readonly style: Readonly<Partial<Record<StyleColumn, StyleFieldValue>>>;
  /** The profile that the graph gives. */
  readonly profile: string | null;
  /** Number of open questions in the departments; null if none of them has a count. */
  readonly open: number | null;
  readonly departments: Readonly<Partial<Record<Department, DepartmentCounts>>>;
  /** Missing where departments were chosen. */
  readonly brief?: ProvenanceCounts | null;
  /** The counts of Design Trust as the service sends them. */
  readonly trust?: Readonly<Record<string, unknown>> | null;
  readonly where: string;
  /** When the newest of its files was fetched, ISO 8601; null where it has none. */
  readonly fetched: string | null;
}

/** The open questions of all designs. Printed as JSON. */
export interface SeasonTotals {
  readonly designs: number;
  readonly open: number;
  /** Open questions by department. */
  readonly departments: Readonly<Partial<Record<Department, number>>>;
  /** Open questions by the supplier of the style; missing where no style has one. */
  readonly suppliers?: Readonly<Record<string, number>>;
}

/** The result of `toile season`. Printed as JSON. */
export interface SeasonData {
  readonly dir: string;
  /** The origin of the counts: always `here`, which is toile. */
  readonly counted: 'here';
  readonly designs: readonly SeasonDesign[];
  readonly totals: SeasonTotals;
  /** Counts of the service that have no column, in words. */
  readonly left_out: string | null;
}

/** The columns of a design that no department has. */
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
    [...COUNT_COLUMNS, 'open'].map((what) => `${shortenDepartment(name)}_${what}`),
  );

/** Lists the columns that every season has; with `departments` only theirs. */
export const listSeasonColumns = (departments: readonly Department[] | undefined): readonly string[] => [
  ...FIXED_COLUMNS,
  ...listDepartmentColumns(departments ?? DEPARTMENT_NAMES),
  ...(departments ? [] : COUNT_COLUMNS.map((what) => `brief_${what}`)),
];

/** The columns of a season with all departments. */
export const SEASON_COLUMNS = listSeasonColumns(undefined);

/** The prefix of the columns of Design Trust. */
export const TRUST_PREFIX = 'trust.';

/** Limit on the columns of Design Trust: a body could hold a million names. */
const MAX_TRUST_COLUMNS = 200;

/** More columns than these have a header in a pipe too, since they cannot be counted off. */
const MAX_BARE_COLUMNS = 10;

const formatSeasonNote = (left: string | null, unseen: number): string | undefined => {
  const words = [
    ...(left === null ? [] : [left]),
    ...(unseen > 0 ? [`${unseen} more columns of Design Trust`] : []),
  ];
  return words.length > 0 ? `left out: ${words.join('; ')}` : undefined;
};

const listTrustCounts = ({ trust }: SeasonDesign) =>
  Object.entries(trust ?? {}).map(([name, count]) => [`${TRUST_PREFIX}${name}`, count] as const);

/** Builds the cells of each design by column, and the list of columns. */
export const buildSeasonTable = (
  { designs, left_out }: Pick<SeasonData, 'designs' | 'left_out'>,
  departments: readonly Department[] | undefined,
) => {
  const chosen = departments ?? DEPARTMENT_NAMES;
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
    const names = listDepartmentColumns(chosen);
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

/** Adds up the open questions of a design; null where no department has a count. */
export const sumOpenQuestions = (departments: SeasonDesign['departments']): number | null => {
  const counts = Object.values(departments).flatMap(({ open }) => open ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, open) => sum + open, 0);
};

/** Adds up the open questions of all designs. */
export const countSeasonTotals = (designs: readonly SeasonDesign[]): SeasonTotals => {
  const names = DEPARTMENT_NAMES.filter((name) => designs.some(({ departments }) => departments[name]));
  const sumOf = (read: (design: SeasonDesign) => number | null | undefined): number =>
    designs.reduce((sum, design) => sum + (read(design) ?? 0), 0);
  const suppliers = new Map<string, number>();
  for (const { style, open } of designs) {
    const name = toPayloadText(style.supplier?.value ?? undefined);
    if (name !== '') suppliers.set(name, (suppliers.get(name) ?? 0) + (open ?? 0));
  }
  return {
    designs: designs.length,
    open: sumOf(({ open }) => open),
    departments: Object.fromEntries(
      names.map((name) => [name, sumOf(({ departments }) => departments[name]?.open)]),
    ),
    ...(suppliers.size > 0 && { suppliers: Object.fromEntries(suppliers) }),
  };
};

/** Lists the fields of the head that at least one of the designs has. */
export const listStyleColumns = (designs: readonly SeasonDesign[]): readonly StyleColumn[] =>
  STYLE_COLUMNS.filter((column) => designs.some(({ style }) => style[column] !== undefined));

/** The numbers of a design; undefined if the folder lacks the body to count in. */
export interface SeasonLine {
  readonly design: SeasonDesign;
  readonly open: number | undefined;
  /** Open questions by department. */
  readonly departments: readonly (number | undefined)[];
  /** Values of these departments that are asserted, inferred and unstated. */
  readonly states: readonly (number | undefined)[];
}

/** Builds one line per design. */
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
        counts.length === 0 ? undefined : counts.reduce((sum, each) => sum + each[state], 0),
      ),
    };
  });

/** Builds the output rows of a season. */
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
