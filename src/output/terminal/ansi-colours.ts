import { Chalk } from 'chalk';
import type { ColourStyles } from './text-painter.ts';

/** The eight basic ANSI colours. They have their own file, so that piped output does not load chalk. */
export const ansiColours: ColourStyles = new Chalk({ level: 1 });
