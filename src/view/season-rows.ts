/** A season in rows: a design each, and in its columns how much of it is stated and asked, by department. */

import type { StateCounts } from '../garment/department-counts.ts';
import { DEPARTMENTS, type Department, shortName } from '../garment/departments.ts';
import { STATE_WORDS } from '../garment/stated.ts';
import type { Rows } from './model.ts';

/** Null wherever the folder holds no body to count in. */
export interface DepartmentCounts {
  readonly values: StateCounts | null;
  /** Open questions. */
  readonly open: number | null;
}

export interface SeasonDesign {
  readonly design_id: string | null;
  readonly garment_id: string | null;
  readonly name: unknown;
  /** For whom the graph says that it is. */
  readonly profile: string | null;
  readonly departments: Readonly<Partial<Record<Department, DepartmentCounts>>>;
  /** Not asked for where departments are. */
  readonly brief?: StateCounts | null;
  /** Design Trust as the service gives it. */
  readonly trust?: Readonly<Record<string, unknown>> | null;
  readonly where: string;
}

export interface SeasonData {
  readonly dir: string;
  /** Who counted by department. */
  readonly counted: 'here';
  readonly designs: readonly SeasonDesign[];
  /** What of the counts of the service has no column. */
  readonly left_out: string | null;
}

/** What all of it is said of a design, whatever department. */
const OWN = ['design_id', 'garment_id', 'name', 'profile', 'where'] as const;

const STATES = [...STATE_WORDS, 'another'] as const;

const another = ({ others }: StateCounts): number =>
  Object.values(others).reduce((sum, number) => sum + number, 0);

const counted = (counts: StateCounts | null | undefined): readonly (number | null)[] =>
  counts
    ? STATES.map((state) => (state === 'another' ? another(counts) : counts[state]))
    : STATES.map(() => null);

const departmentColumns = (departments: readonly Department[]): readonly string[] =>
  departments.flatMap((name) => [...STATES, 'open'].map((what) => `${shortName(name)}_${what}`));

/** The columns that a season always has; of some departments only theirs. */
export const seasonColumns = (departments: readonly Department[] | undefined): readonly string[] => [
  ...OWN,
  ...departmentColumns(departments ?? DEPARTMENTS),
  ...(departments ? [] : STATES.map((what) => `brief_${what}`)),
];

export const SEASON_COLUMNS = seasonColumns(undefined);

/** Those of the service's own counts. */
export const TRUST = 'trust.';

/** A body of a million names would fill a sheet with them. */
const MOST_COLUMNS = 200;

const note = (left: string | null, unseen: number): string | undefined => {
  const words = [
    ...(left === null ? [] : [left]),
    ...(unseen > 0 ? [`${unseen} more columns of Design Trust`] : []),
  ];
  return words.length > 0 ? `left out: ${words.join('; ')}` : undefined;
};

const trustOf = ({ trust }: SeasonDesign) =>
  Object.entries(trust ?? {}).map(([name, count]) => [`${TRUST}${name}`, count] as const);

/** A row of each design, by column; the order of the columns is that of the first. */
export const seasonTable = (
  { designs, left_out }: Pick<SeasonData, 'designs' | 'left_out'>,
  departments: readonly Department[] | undefined,
) => {
  const chosen = departments ?? DEPARTMENTS;
  const cells = designs.map((design): ReadonlyMap<string, unknown> => {
    const own = OWN.map((column) => [column, design[column]] as const);
    const counts = chosen.flatMap((name) => {
      const { values = null, open = null } = design.departments[name] ?? {};
      return [...counted(values), open];
    });
    const names = departmentColumns(chosen);
    const brief = counted(design.brief).map((count, at) => [`brief_${STATES[at]}`, count] as const);
    return new Map<string, unknown>([
      ...own,
      ...names.map((name, at) => [name, counts[at] ?? null] as const),
      ...(departments ? [] : [...brief, ...trustOf(design)]),
    ]);
  });
  const fixed = seasonColumns(departments);
  const trust = [...new Set(cells.flatMap((row) => [...row.keys()].slice(fixed.length)))];
  const columns = [...fixed, ...trust.slice(0, MOST_COLUMNS)];
  return { columns, cells, note: note(left_out, trust.length - Math.min(trust.length, MOST_COLUMNS)) };
};

export const seasonRows = (data: SeasonData, departments: readonly Department[] | undefined): Rows => {
  const { columns, cells, note: said } = seasonTable(data, departments);
  return {
    columns,
    ofBody: columns.length > seasonColumns(departments).length,
    rows: cells.map((row) => columns.map((column) => row.get(column) ?? null)),
    note: said,
  };
};
