/** The prompts that are used, imported by name, so that a bundle leaves out the others. */

export { confirm, input, password, search } from '@inquirer/prompts';
