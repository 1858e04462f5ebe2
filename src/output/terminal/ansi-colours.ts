import { Chalk } from 'chalk';
import type { ColourStyles } from './text-painter.ts';

/**
 * The text styles of chalk, limited to the eight basic colours. They have their own file, so that piped output does not
 * load chalk.
 */
export const ansiColours: ColourStyles = new Chalk({ level: 1 });
