/** Exports four prompts by name, so that the bundle does not contain the other prompts of the library. */

export { confirm, input, password, search } from '@inquirer/prompts';
