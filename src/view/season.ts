/** A season for a terminal: designs, and in each department how much is stated and asked. */

import type { StateCounts } from '../garment/department-counts.ts';
import { DEPARTMENTS, type Department } from '../garment/departments.ts';
import { NO_STATE } from '../garment/state-choice.ts';
import { STATE_WORDS } from '../garment/stated.ts';
import { scalarText } from '../json/values.ts';
import { gap, type Inline, line, type Spread, type View } from './model.ts';
import { legend } from './read-header.ts';
import type { DepartmentCounts, SeasonData, SeasonDesign } from './season-rows.ts';
import { faint, mark, type Pieces, strong } from './value-pieces.ts';

/** `55=  17~  14?`: states of which there are none are left out, as the kinds of a graph are. */
export const stateCountPieces = (counts: StateCounts): Pieces => {
  const known = STATE_WORDS.map((state) => [state, counts[state], ''] as const);
  const others = Object.entries(counts.others).map(([word, number]) => [word, number, ` ${word}`] as const);
  const some = [...known, ...others].filter(([, number]) => number > 0);
  if (some.length === 0) return ['0'];
  return some.flatMap(([state, number, word], at) => [
    at > 0 ? '  ' : '',
    `${number}\u00a0`,
    ...(state === NO_STATE ? ['no state given'] : [mark(state), word]),
  ]);
};

/** What stands for a body that the folder does not hold. */
export const NOT_PULLED = 'not pulled';

export const countPieces = ({ values, open }: DepartmentCounts): Pieces => {
  const asked = open === null || open === 0 ? [] : [`${open}\u00a0open`];
  const stated = values === null ? [faint(NOT_PULLED)] : stateCountPieces(values);
  return asked.length === 0 ? stated : [...stated, '  ', ...asked];
};

const identityOf = ({ design_id, garment_id }: SeasonDesign): string =>
  [garment_id, design_id].filter((id) => id !== null).join('  ') || '(no id)';

const named = (name: string, shown: Pieces): Inline => [faint(`${name}\u00a0`), ...shown];

/** Counts under the name that they share: `callouts: rows 3, asserted 1`. */
export const trustWords = (
  trust: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] => {
  const groups = new Map<string, string[]>();
  for (const [name, count] of Object.entries(trust)) {
    const at = name.lastIndexOf('.');
    const group = at < 0 ? '' : name.slice(0, at);
    const words = `${name.slice(at + 1)}\u00a0${scalarText(count) ?? ''}`;
    const known = groups.get(group);
    if (known) known.push(words);
    else groups.set(group, [words]);
  }
  return [...groups].map(([name, words]) => [name, words.join(', ')]);
};

/** Counts of nothing are left out, as those of states are. */
const trustLine = ({ trust }: SeasonDesign): readonly Inline[] => {
  const some = Object.fromEntries(Object.entries(trust ?? {}).filter(([, count]) => count !== 0));
  const groups = trustWords(some).map(([name, words]) => (name === '' ? words : `${name}: ${words}`));
  return groups.length === 0 ? [] : [[faint('Design Trust, as sent: '), groups.join('; ')]];
};

const nameOf = ({ name }: SeasonDesign): string => scalarText(name) ?? '(unnamed)';

export const seasonView = (data: SeasonData, departments: readonly Department[] | undefined): View => {
  const { dir, designs, left_out: left } = data;
  const chosen = departments ?? DEPARTMENTS;
  const spread: Spread = {
    kind: 'spread',
    columns: ['', ...chosen, ...(departments ? [] : ['brief'])],
    rows: designs.map((design) => {
      const cells = chosen.map((name) => {
        const shown = countPieces(design.departments[name] ?? { values: null, open: null });
        return { inside: shown, below: named(name, shown) };
      });
      const brief = design.brief ? stateCountPieces(design.brief) : [faint(NOT_PULLED)];
      return {
        cells: [
          { inside: [strong(nameOf(design))], below: '' },
          ...cells,
          ...(departments ? [] : [{ inside: brief, below: named('brief', brief) }]),
        ],
        below: [faint(identityOf(design)), ...trustLine(design)],
      };
    }),
  };
  return [
    line([strong(dir), '  counted here: values by state, and open questions'], { right: legend, hang: 2 }),
    gap,
    ...(designs.length > 0 ? [spread] : [line('No design fits.', { indent: 1 })]),
    ...(left === null ? [] : [gap, line(faint(`left out: ${left}`), { indent: 1, hang: 2 })]),
  ];
};
