import { Chalk } from 'chalk';
import type { ColourStyles } from './text-painter.ts';

/** The eight colours that every terminal has. In a file of its own, so that pipes do not load chalk. */
export const ansiColours: ColourStyles = new Chalk({ level: 1 });
