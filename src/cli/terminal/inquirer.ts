/** Imports the prompts by name, so that a bundle contains no other prompts. */

export { confirm, input, password, search } from '@inquirer/prompts';
