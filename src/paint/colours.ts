import { Chalk } from 'chalk';
import type { Colours } from './painter.ts';

/** The eight colours that every terminal has. Apart, since pipes need none. */
export const colours: Colours = new Chalk({ level: 1 });
