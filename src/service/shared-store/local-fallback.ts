import { Unavailable } from '../../platform/errors.ts';
import { hintText, nextCommand } from '../../platform/escape/shell.ts';
import { EngineUnavailableError } from './engine-replies.ts';
import { StoreRefusedError } from './shared-order-store.ts';

/** Options of `createLocalFallback`. */
export interface FallbackOptions {
  readonly shown: string;
  /**
   * Returns true with --local-guard: use only the records of this machine if the server is unavailable.
   */
  isLocalGuard(): boolean;
  note(text: string): void;
}

/** Runs `work`, or `alone` if the server is unavailable. */
type FallbackRunner = <T>(work: () => Promise<T>, alone: () => Promise<T>) => Promise<T>;

/**
 * Creates the rules for an unavailable server. After the first failure only the records of this machine are
 * used.
 */
export const createLocalFallback = ({ shown, isLocalGuard, note }: FallbackOptions) => {
  let isLocal = false;
  /** Runs work that may lead to a request: with the server, or with local records only if the user allows it. */
  const guarded: FallbackRunner = async (work, alone) => {
    if (isLocal) return alone();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineUnavailableError)) throw error;
      if (!isLocalGuard())
        throw new Unavailable(
          `the store that machines share cannot be asked (${shown}: ${error.message}), so what others requested is not known; nothing was sent`,
          {
            code: 'shared_away',
            hint: hintText`${nextCommand`toile doctor`} looks at it; to go by this machine's own record alone: --local-guard`,
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
  /** Runs work that sends nothing: if the store is unavailable, it shows the records of this machine. */
  const shownBy: FallbackRunner = async (work, alone) => {
    try {
      return isLocal ? await alone() : await work();
    } catch (error) {
      if (!(error instanceof EngineUnavailableError) && !(error instanceof StoreRefusedError)) throw error;
      note(`what other machines requested is not in it: ${error.message}`);
      return alone();
    }
  };
  return { guarded, shownBy, isLocal: () => isLocal };
};
