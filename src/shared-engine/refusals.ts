import { advice, toType } from '../border/shell.ts';
import { Unavailable } from '../errors.ts';
import type { EngineAway } from './replies.ts';

export const refusedAsAway = (shown: string, error: EngineAway): Unavailable =>
  new Unavailable(
    `the journal that machines share cannot be asked (${shown}: ${error.message}), so it is not known what others requested, and nothing was sent`,
    {
      code: 'shared_away',
      hint: advice`${toType`toile doctor`} looks at it; to go by this machine's own record alone: --local-guard`,
      cause: error,
    },
  );

export const lost = (shown: string): string =>
  `the journal that machines share (${shown}) has lost what it held: what others requested is known again when each of them has run a Tech Pack command`;

export const refusedAsLost = (shown: string): Unavailable =>
  new Unavailable(`${lost(shown)}; nothing was sent`, {
    code: 'shared_lost',
    hint: advice`on each of the machines: ${toType`toile techpack ls`}; then type it again`,
  });
