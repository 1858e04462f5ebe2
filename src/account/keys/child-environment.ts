/** What a program that toile starts may inherit: everything but the ways to a credential. */
import { SECRET_VARIABLES } from '../chosen-account.ts';

type Env = Readonly<Record<string, string | undefined>>;

const SECRET = new Set<string>(SECRET_VARIABLES);

/** Windows knows variables by any case. */
export const withoutSecrets = (env: Env): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.has(name.toUpperCase())));
