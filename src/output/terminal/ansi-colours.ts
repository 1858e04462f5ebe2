import { Chalk } from 'chalk';
import type { ColourStyles } from './text-painter.ts';

/** The eight basic ANSI colours. In a file of its own, so that piped output does not load chalk. */
export const ansiColours: ColourStyles = new Chalk({ level: 1 });
