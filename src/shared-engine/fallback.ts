import { advice, toType } from '../border/shell.ts';
import { Unavailable } from '../errors.ts';
import { StoreRefused } from './order-store.ts';
import { EngineAway } from './replies.ts';

export interface FallbackOptions {
  readonly shown: string;
  /** Goes by the record of this machine alone where the engine cannot be asked. */
  isInsisted(): boolean;
  note(text: string): void;
}

type Work = <T>(work: () => Promise<T>, alone: () => Promise<T>) => Promise<T>;

/** What is done where the engine cannot be asked: from the first such time on, this machine's record is all there is. */
export const createFallback = ({ shown, isInsisted, note }: FallbackOptions) => {
  let isLocal = false;
  /** Work that may lead to a request: with the engine, or alone where a person insists. */
  const guarded: Work = async (work, alone) => {
    if (isLocal) return alone();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineAway)) throw error;
      if (!isInsisted())
        throw new Unavailable(
          `the store that machines share cannot be asked (${shown}: ${error.message}), so what others requested is not known; nothing was sent`,
          {
            code: 'shared_away',
            hint: advice`${toType`toile doctor`} looks at it; to go by this machine's own record alone: --local-guard`,
            cause: error,
          },
        );
      isLocal = true;
      note(
        `going by this machine's own record alone (${shown}: ${error.message}): what other machines requested is not known`,
      );
      return alone();
    }
  };
  /** Work that sends nothing: without the store it shows the record of this machine. */
  const shownBy: Work = async (work, alone) => {
    try {
      return isLocal ? await alone() : await work();
    } catch (error) {
      if (!(error instanceof EngineAway) && !(error instanceof StoreRefused)) throw error;
      note(`what other machines requested is not in it: ${error.message}`);
      return alone();
    }
  };
  return { guarded, shownBy, isLocal: () => isLocal };
};
