/** How much of each design of a pulled folder is stated and asked. */

import { readBrief } from '../../garment/brief.ts';
import { questionsByDepartment, stateCounts, valuesByDepartment } from '../../garment/department-counts.ts';
import { DEPARTMENTS, type Department } from '../../garment/departments.ts';
import { tallyOf } from '../../garment/flatten-body.ts';
import { readGraph } from '../../garment/graph.ts';
import { leftOutNames, together } from '../../garment/left-out.ts';
import { garmentOf } from '../../garment/node-values.ts';
import { trustCounts } from '../../garment/trust-counts.ts';
import { folded } from '../../garment/value-choice.ts';
import { scalarText } from '../../json/values.ts';
import type { HeldOne } from '../../mirror/index.ts';
import type { NotTaken } from '../../view/exported-files.ts';
import type { SeasonData, SeasonDesign } from '../../view/season-rows.ts';
import { bodyOf, fromEachHeld, graphFile, identityIn, placeOf } from '../designs/held-bodies.ts';
import type { Base, Folders } from '../facets.ts';

export interface Choice {
  readonly dir: string;
  readonly profile: string | undefined;
  readonly departments: readonly Department[] | undefined;
  /** Part of a name or an id. */
  readonly search: string | undefined;
}

export interface Counted extends SeasonData {
  readonly failed: readonly NotTaken[];
}

const countsOf = (one: HeldOne, { dir, profile, departments }: Choice) => {
  const identity = identityIn(one);
  const file = graphFile(one, profile);
  const graph = file === undefined ? undefined : one.json(file);
  const read = file === undefined ? undefined : readGraph(graph);
  const values = file === undefined ? undefined : valuesByDepartment(graph);
  const open = bodyOf(one, 'confirmations', questionsByDepartment);
  const brief = bodyOf(one, 'tailor-brief', (body) => stateCounts(tallyOf(readBrief(body).entries)));
  const trust = bodyOf(one, 'design-trust', trustCounts);
  const design: SeasonDesign = {
    ...identity,
    name: identity.name ?? (read && garmentOf(read)?.label) ?? null,
    garment_id: read?.garmentId ?? scalarText(identity.garment_id) ?? null,
    profile: read?.profile ?? null,
    departments: Object.fromEntries(
      (departments ?? DEPARTMENTS).map((name) => [
        name,
        { values: values?.get(name) ?? null, open: open?.get(name) ?? null },
      ]),
    ),
    ...(departments ? {} : { brief: brief ?? null, trust: trust?.counts ?? null }),
    where: placeOf(dir, one),
  };
  return { design, left: departments ? [] : (trust?.left ?? []) };
};

/** Design by design. */
export const seasonOf = async (deps: Base & Folders, choice: Choice): Promise<Counted> => {
  const { dir, search } = choice;
  const part = search === undefined ? undefined : folded(search);
  const fits = ({ design_id, garment_id, name }: SeasonDesign): boolean =>
    part === undefined ||
    [design_id, garment_id, name].some((word) => folded(scalarText(word) ?? '').includes(part));
  const { made, failed, unfinished } = await fromEachHeld(deps, dir, (one) => countsOf(one, choice));
  const fitting = made.filter(({ design }) => fits(design));
  const left = together(fitting.flatMap((counts) => counts.left));
  return {
    ...{ dir, counted: 'here', designs: fitting.map(({ design }) => design) },
    left_out: left.length > 0 ? leftOutNames(left) : null,
    failed,
    ...unfinished,
  };
};
