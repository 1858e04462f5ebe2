import { Chalk } from 'chalk';
import type { ColourStyles } from './text-painter.ts';

/** The eight colours that every terminal has. A separate file, so that piped output does not load chalk. */
export const ansiColours: ColourStyles = new Chalk({ level: 1 });
