import { Chalk } from 'chalk';
import type { ColourStyles } from './text-painter.ts';

/**
 * Text styles as ANSI escape sequences that use only the basic colours of a terminal. This file is loaded only for
 * coloured output, because chalk takes time to load.
 */
export const ansiColours: ColourStyles = new Chalk({ level: 1 });
