/** The drawing on a sheet: a file of the user's, or one export of the service. */

import { EDITORS } from '../border/svg-attributes.ts';
import { DEFAULT_DRIVER } from '../client/resources.ts';
import { UsageError } from '../errors.ts';
import { leftOutText } from '../garment/left-out.ts';
import type { PageDrawing } from '../sheet/index.ts';
import { owning } from './designs/own-design.ts';
import { linkedExport } from './export/export-files.ts';
import type { Base, Files, Pages, Service } from './facets.ts';
import { text } from './flags/parse-flags.ts';
import type { Source } from './sheet-reads.ts';
import type { Flags, Given } from './typed.ts';

type Deps = Base & Service & Files & Pages;

/** Asked of the service. */
const FETCH = 'fetch';

export const DRAWING: Flags = {
  drawing: {
    value: 'FROM',
    about:
      'the drawing on a page of its own, tied to the rows of its nodes: fetch for one export of the construction document, or a file.svg',
    suggests: [FETCH],
    completes: ['files'],
  },
};

/** `fetch`, a file, or none. */
export const drawingOf = (flags: Given, several: boolean, isHere: boolean): string | undefined => {
  const from = text(flags, 'drawing');
  if (from === undefined) return undefined;
  if (from === '' || from === '-') throw new UsageError('--drawing takes fetch, or the name of an SVG file');
  if (from === FETCH && isHere)
    throw new UsageError(
      'a body that is here names no design to be exported; --drawing FILE.svg takes a drawing that is here too',
    );
  if (from !== FETCH && several)
    throw new UsageError('one file holds the drawing of one garment, and there are several');
  return from;
};

/** What editors noted for themselves is counted on the page alone: nobody sees it in any drawing. */
const tellTaken = (deps: Base, name: string, { taken }: PageDrawing): void => {
  const seen = taken.filter(({ what }) => what !== EDITORS);
  if (seen.length > 0) deps.tell({ kind: 'note', text: `${name}: ${leftOutText(seen)}` });
};

/** The file is read before anything is asked of the service. */
export const drawingFile = async (deps: Deps, from: string | undefined): Promise<PageDrawing | undefined> => {
  if (from === undefined || from === FETCH) return undefined;
  const drawing = await deps.drawingFile(from);
  tellTaken(deps, from, drawing);
  return drawing;
};

/** One export of each design, said before it is asked for; whose design it is comes first, since no other has any. */
export const fetching = async (
  deps: Deps,
  { asked, subject, profile }: Source,
  from: string | undefined,
): Promise<(() => Promise<PageDrawing>) | undefined> => {
  if (from !== FETCH || asked === undefined) return undefined;
  const { id } = await owning(deps)(asked);
  return async () => {
    deps.tell({ kind: 'note', text: `one export of ${subject} is asked for, for its drawing` });
    const exported = linkedExport(deps, id, { profile, driver: DEFAULT_DRIVER });
    const drawing = await deps.drawingText(await deps.documentText(exported));
    tellTaken(deps, `the drawing of ${subject}`, drawing);
    return drawing;
  };
};
