import { type BasisGroup, formatBasis, type StyleName, type StyleValue } from '../../garment/basis-groups.ts';
import { formatCount } from '../../garment/format-count.ts';
import { groupByKey } from '../../platform/group-items.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import {
  faint,
  heading,
  renderBareRuns,
  renderProvenanceMark,
  renderValueRuns,
  strong,
  type TextRuns,
  toStatedValue,
} from './value-runs.ts';
import {
  buildRecordRows,
  gap,
  line,
  type OutputRows,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

/** The maximum number of style names printed after a count on a terminal. Output rows and JSON have all names. */
const MAX_NAMED = 12;

/** Returns the id and the name of a style. A uuid is shortened to a prefix that commands accept. */
const formatStyleName = ({ garment_id, design_id, name }: StyleName): string => {
  const id = garment_id ?? design_id?.slice(0, 8) ?? '';
  return id === '' || id === name ? name : `${id} ${name}`;
};

const renderStateRuns = ({ value, unit, state }: Pick<StyleValue, 'value' | 'unit' | 'state'>): TextRuns => [
  renderProvenanceMark(state ?? undefined),
  '\u00a0',
  ...renderValueRuns(toStatedValue({ state, value: state === null ? undefined : value, unit })),
];

const renderNames = (styles: readonly (StyleName | StyleValue)[]): TextRuns => {
  const shown = styles
    .slice(0, MAX_NAMED)
    .flatMap(
      (style, at): TextRuns => [
        at === 0 ? '' : ', ',
        formatStyleName(style),
        ...('state' in style ? [' ', ...(style.state === null ? ['gone'] : renderStateRuns(style))] : []),
      ],
    );
  const more = styles.length - MAX_NAMED;
  return more > 0 ? [...shown, faint(` and ${more} more`)] : shown;
};

/**
 * The first count of a group, for example `worked out in 3 styles`, is followed by the names of these styles (garments)
 * only if there are at most this number of styles. The names after other counts do not depend on this number.
 */
const FEW_STYLES = 3;

interface StyleCount {
  readonly words: string;
  readonly styles: readonly (StyleName | StyleValue)[];
  readonly isNamed: boolean;
}

const renderStyleCount = ({ words, styles, isNamed }: StyleCount): TextRuns => [
  faint(`${words} in `),
  formatCount(styles.length, 'style'),
  ...(isNamed ? [faint(': '), ...renderNames(styles)] : []),
];

const OPEN_WORDS: Readonly<Record<string, string>> = { inferred: 'worked out', unstated: 'not stated' };

const listStyleCounts = (group: BasisGroup, isAsked: boolean): readonly StyleCount[] => {
  const { state, styles, stated_same: same, stated_otherwise: otherwise, unchanged = [], other = [] } = group;
  const later = group.unchanged === undefined ? '' : ' since';
  const ownWords = isAsked ? 'asked' : (OPEN_WORDS[state ?? ''] ?? `state ${state ?? 'none'}`);
  const stated = state === 'unstated' ? 'stated' : 'stated otherwise';
  return [
    { words: ownWords, styles, isNamed: styles.length <= FEW_STYLES },
    { words: `stated the same${later}`, styles: same, isNamed: false },
    { words: 'as it was', styles: unchanged, isNamed: false },
    { words: `${stated}${later}`, styles: otherwise, isNamed: true },
    { words: 'neither stated nor as it was', styles: other, isNamed: true },
  ].filter((count) => count.styles.length > 0);
};

const renderGroupLines = (group: BasisGroup, isAsked: boolean): readonly ViewBlock[] => {
  const { label, field, kind } = group;
  const [own, ...others] = listStyleCounts(group, isAsked);
  const othersWithoutNames = others.filter(({ isNamed }) => !isNamed);
  const first = own === undefined || own.isNamed ? [] : [own];
  const countsWithoutNames = [...first, ...othersWithoutNames].map(renderStyleCount);
  const lines: readonly TextRuns[] = [
    ...(own?.isNamed ? [renderStyleCount(own)] : []),
    countsWithoutNames.flatMap((runs, at): TextRuns => (at === 0 ? runs : [', ', ...runs])),
    ...others.filter(({ isNamed }) => isNamed).map(renderStyleCount),
  ].filter((runs) => runs.length > 0);
  return [
    line([strong(label || '(no name)'), '  ', field || '(itself)', '  ', ...renderStateRuns(group)], {
      indent: 1,
      hang: 2,
      right: faint(kind),
    }),
    ...lines.map((runs) => line(runs, { indent: 4, hang: 2 })),
  ];
};

/**
 * Renders groups of open values (inferred or unstated) for a terminal, with a heading for each basis. `isAsked` is true
 * if the groups come from open questions. The count of a group then reads for example `asked in 3 styles`.
 */
export const renderBasisGroupsView = (groups: readonly BasisGroup[], isAsked = false): TerminalView => {
  if (groups.length === 0) return [line('No value matches.')];
  return [...groupByKey(groups, formatBasis)]
    .flatMap(([basis, own]): readonly ViewBlock[] => {
      const title = basis === '' ? [faint('no basis given')] : renderBareRuns(own[0]?.basis);
      return [
        gap,
        line([heading('BASIS'), '  ', ...title], { hang: 2, right: faint(formatCount(own.length, 'group')) }),
        ...own.flatMap((group) => renderGroupLines(group, isAsked)),
      ];
    })
    .slice(1);
};

/**
 * Renders groups of values that were found in a comparison of two pulled folders. `notCompared` is the number of
 * designs that exist in only one of the folders.
 */
export const renderBasisComparisonView = (
  groups: readonly BasisGroup[],
  notCompared: number,
): TerminalView => [
  ...renderBasisGroupsView(groups),
  ...(notCompared === 0
    ? []
    : [gap, line(faint(`${formatCount(notCompared, 'design')} of one side alone, not compared`))]),
];

/**
 * The columns of the table that `--by basis` prints, with one row for each group of equal open values (usually inferred
 * or unstated) that have the same basis. `styles` is the number of garments with the open value. `stated_same` and
 * `stated_otherwise` are the numbers of garments that assert the same value or another value. The columns that end with
 * `_names` list these garments.
 */
export const BASIS_COLUMNS = [
  ...(['basis', 'kind', 'label', 'field', 'value', 'unit', 'state'] as const),
  ...(['styles', 'stated_same', 'stated_otherwise', 'style_names', 'same_names', 'otherwise_names'] as const),
] as const;

/** The columns of `toile diff --by basis`, which compares two pulled folders. */
export const BASIS_COMPARISON_COLUMNS = [...BASIS_COLUMNS, 'unchanged', 'other', 'other_names'] as const;

const formatStyleValue = ({ value, unit, ...style }: StyleValue): string =>
  [formatStyleName(style), toPayloadText(value ?? undefined), toPayloadText(unit ?? undefined)]
    .filter((text) => text !== '')
    .join(' ');

/** Builds one row per group. `columns` is `BASIS_COLUMNS`, or `BASIS_COMPARISON_COLUMNS` for two pulled folders. */
export const buildBasisRows = (groups: readonly BasisGroup[], columns: readonly string[]): OutputRows =>
  buildRecordRows(
    groups.map((group) => {
      const { styles, stated_same: same, stated_otherwise: otherwise, unchanged = [], other = [] } = group;
      return {
        ...group,
        styles: styles.length,
        stated_same: same.length,
        stated_otherwise: otherwise.length,
        style_names: styles.map(formatStyleName),
        same_names: same.map(formatStyleName),
        otherwise_names: otherwise.map(formatStyleValue),
        unchanged: unchanged.length,
        other: other.length,
        other_names: other.map(formatStyleValue),
      };
    }),
    columns,
  );
