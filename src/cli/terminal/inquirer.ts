/**
 * Exports the four prompts that toile uses from the library `@inquirer/prompts`. They are exported by name, so that the
 * bundle does not contain the other prompts of the library.
 */

export { confirm, input, password, search } from '@inquirer/prompts';
