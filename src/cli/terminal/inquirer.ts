/**
 * Exports by name the four prompts that toile uses, so that the bundle does not contain the other prompts of
 * `@inquirer/prompts`.
 */

export { confirm, input, password, search } from '@inquirer/prompts';
