/** What a program that toile starts may inherit: everything but the ways to a credential. */
import { SECRET_VARIABLES } from '../credential-chain.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Windows knows variables by any case. */
export const withoutSecrets = (env: Env): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET_VARIABLES.includes(name.toUpperCase())));
