import type { FlagValues } from '../commands/argument-spec.ts';
import { createTextPainter, type TextPainter } from '../output/terminal/text-painter.ts';
import { sanitizeForTerminal } from '../platform/escape/terminal-text.ts';
import type { HostSystem } from '../platform/system/host-system.ts';
import { showInPager } from './terminal/pager.ts';
import { type AccessibilityOptions, isScreenReaderMode } from './terminal/terminal-capabilities.ts';
import { isTerminalForced } from './terminal/terminal-width.ts';

/** Returns the values of the flags `--no-input` and `--accessible`. Environment variables are not read. */
export const readAccessibilityOptions = (globalFlags: FlagValues): AccessibilityOptions => ({
  noInput: globalFlags['no-input'] === true,
  accessible: globalFlags.accessible === true,
});

/**
 * Creates the function that adds colours and provenance marks (`=`) to text. With `--accessible` or TOILE_ACCESSIBLE,
 * words replace the marks for screen readers. Colours depend on the terminal and `--no-color`.
 */
export const createPainter = async (
  globalFlags: FlagValues,
  { env, io }: HostSystem,
): Promise<TextPainter> => {
  const isColoured = io.out.colour && globalFlags['no-color'] !== true;
  const colours = isColoured ? (await import('../output/terminal/ansi-colours.ts')).ansiColours : undefined;
  return createTextPainter(
    colours,
    isScreenReaderMode(env, readAccessibilityOptions(globalFlags)) ? 'word' : 'sign',
  );
};

const findPager = ({ env, io }: HostSystem): string | undefined =>
  io.out.terminal && io.input.terminal && !isTerminalForced(env) ? env.TOILE_PAGER || undefined : undefined;

/**
 * Returns a function that writes text to stdout. On a terminal, the text goes through the pager that TOILE_PAGER names.
 */
export const createPager = (system: HostSystem, signal: AbortSignal): ((text: string) => Promise<void>) => {
  const pager = findPager(system);
  return async (text) => {
    const isPaged =
      pager !== undefined &&
      text !== '' &&
      (await showInPager(sanitizeForTerminal(text), pager, system.env, signal));
    if (!isPaged) await system.io.out.write(text);
  };
};
