import type { HostSystem, StandardStreams } from '../../platform/system/host-system.ts';
import { isSwitchedOn } from '../../platform/typed-words.ts';

/** The values of the flags `--no-input` (never ask the user) and `--accessible` (output for a screen reader). */
export interface AccessibilityOptions {
  readonly noInput?: boolean;
  readonly accessible?: boolean;
}

/** Facts about the terminal that decide how toile asks questions and shows progress. */
export interface TerminalCapabilities {
  readonly canAnswer: boolean;
  readonly canRedraw: boolean;
  /** True if the output is for a screen reader. It then consists of whole sentences, with words instead of signs. */
  readonly usesScreenReader: boolean;
}

/** Returns true if `--accessible`, TOILE_ACCESSIBLE or ACCESSIBLE requests output for a screen reader. */
export const isScreenReaderMode = (env: HostSystem['env'], { accessible }: AccessibilityOptions): boolean =>
  accessible === true || isSwitchedOn(env.TOILE_ACCESSIBLE ?? env.ACCESSIBLE);

/**
 * Detects whether a user can answer prompts and whether lines can be redrawn. In a CI job there may be a terminal, but
 * no user who answers. A terminal with `TERM=dumb` cannot redraw lines, so it supports only the prompts for screen
 * readers.
 */
export const detectTerminalCapabilities = (
  { input, err }: Pick<StandardStreams, 'input' | 'err'>,
  env: HostSystem['env'],
  options: AccessibilityOptions,
): TerminalCapabilities => {
  const accessible = isScreenReaderMode(env, options);
  const isCi = isSwitchedOn(env.CI);
  const isDumb = env.TERM === 'dumb';
  const noInput = options.noInput === true || isSwitchedOn(env.TOILE_NO_INPUT);
  return {
    canAnswer: !noInput && err.terminal && input.terminal && !isCi && (!isDumb || accessible),
    canRedraw: err.terminal && !accessible && !isCi && !isDumb,
    usesScreenReader: accessible,
  };
};
