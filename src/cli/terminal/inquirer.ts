/** The prompts that are used, imported by name, so that a bundle leaves out the others. */

/** The questions that are asked, by name: a bundle then leaves the other prompts out. */
export { confirm, input, password, search } from '@inquirer/prompts';
