import type { Deps } from '../commands/facets.ts';
import type { Given } from '../commands/typed.ts';
import type { Outside } from './system.ts';

type Registration = Awaited<ReturnType<Deps['registration']>>;

/**
 * By whole paths, since assistants with a window have a short PATH, and with what was typed to choose the service,
 * since they hand few variables on. Several accounts can stand beside one another.
 */
export const registrationOf = (self: Outside['self'], everywhere: Given): Registration => {
  const chosen = (['account', 'base-url'] as const).flatMap((flag) => {
    const value = everywhere[flag];
    return typeof value === 'string' ? [`--${flag}`, value] : [];
  });
  const flags = [
    ...(everywhere.sandbox === true ? ['--sandbox'] : []),
    ...(everywhere['insecure-http'] === true ? ['--insecure-http'] : []),
  ];
  const { account } = everywhere;
  const suffix = [everywhere.sandbox === true ? 'sandbox' : '', typeof account === 'string' ? account : '']
    .filter((word) => word !== '')
    .map((word) => `-${word.replace(/[^A-Za-z0-9_-]/g, '-')}`)
    .join('');
  return {
    name: `toile${suffix}`,
    entry: { command: self.command, args: [...self.args, ...flags, ...chosen, 'mcp', 'serve'] },
  };
};
