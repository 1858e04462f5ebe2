import { Chalk } from 'chalk';
import type { ColourStyles } from './text-painter.ts';

/** The eight basic colours of chalk. This file is loaded only for coloured output, because chalk takes time to load. */
export const ansiColours: ColourStyles = new Chalk({ level: 1 });
