/** Sheets on their way into files: one document of all that was named, or a file for each. */

import type { PageDrawing, Reading } from '../sheet/index.ts';
import type { NotTaken, Taken } from '../view/exported-files.ts';
import type { SheetChoice } from '../view/sheet-parts.ts';
import type { Base, Files, Folders, Pages, Service } from './facets.ts';
import { refuseUnknownKinds } from './sheet-choice.ts';
import { fetching } from './sheet-drawing.ts';
import type { filesOf, Speaking } from './sheet-language.ts';
import type { PageOf } from './sheet-page.ts';
import { calledAfter, type Source, sourceOf, type Wanted } from './sheet-reads.ts';
import type { since } from './sheet-since.ts';
import { type Placing, written } from './written-files.ts';

export interface Several {
  readonly sheets: readonly Taken[];
  readonly failed: readonly NotTaken[];
}

export interface Options extends Placing {
  readonly wanted: Wanted;
  readonly profile: string | undefined;
  readonly choice: SheetChoice;
  /** What it is compared with, as typed. */
  readonly since: string | undefined;
  /** What was read of each before; nothing of it is read twice. */
  readonly earlierOf?: ReturnType<typeof since>;
  readonly speaking: Speaking;
  /** What the named files hold; read before anything is asked of the service. */
  readonly beside?: Awaited<ReturnType<typeof filesOf>>;
  readonly open: boolean;
  /** `fetch`, or a file. */
  readonly drawing: string | undefined;
  /** What that file holds. */
  readonly drawn?: PageDrawing | undefined;
}

export type Deps = Base & Service & Files & Folders & Pages;

export const pageOf = async (deps: Deps, sources: readonly Source[], options: Options): Promise<PageOf> => {
  const { choice, beside } = options;
  const garments: Reading[] = [];
  for (const source of sources) {
    // What is wrong with it is said before anything is asked of the service.
    const earlier = await options.earlierOf?.(source);
    const fetched = await fetching(deps, source, options.drawing);
    const reading = await source.reading();
    garments.push({ ...reading, earlier, drawing: options.drawn ?? (await fetched?.()) });
  }
  refuseUnknownKinds(
    choice,
    garments.map(({ graph }) => graph),
  );
  return { garments, choice, now: deps.clock.now(), ...beside };
};

/** One file for these garments; nothing is asked of the service before it is clear that it can be written. */
export const write = (
  deps: Deps,
  sources: readonly Source[],
  options: Options,
  several: boolean,
): Promise<Taken> => {
  const { into, clobber, skipExisting } = options;
  const name = `${calledAfter(sources)}_sheet.html`;
  return written(deps, { into, name, clobber, skipExisting, several }, async () =>
    deps.sheet(await pageOf(deps, sources, options)),
  );
};

/** Each once, in the order of the words. */
export const sourcesOf = async (deps: Deps, { wanted, profile }: Options): Promise<readonly Source[]> => {
  const sources: Source[] = [];
  for (const [, what] of wanted) {
    const source = await sourceOf(deps, what, profile);
    if (source.subject === '' || !sources.some(({ subject }) => subject === source.subject))
      sources.push(source);
  }
  return sources;
};
