/** Exports four prompts by name, so that the bundle leaves out the others. */

export { confirm, input, password, search } from '@inquirer/prompts';
