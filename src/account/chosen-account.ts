/** As whom a command acts: by flag, by the environment, or as whoever is stored as the current one. */

import { SIGN_IN_VARIABLES } from '../border/secrets.ts';
import { shellWords, typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';

/** What an account is called that was not given a name. */
export const DEFAULT_ACCOUNT = 'default';

export interface ChosenAccount {
  /** By --account, or else by TOILE_ACCOUNT; undefined where the current one is meant. */
  readonly named: string | undefined;
  /** What an account is called that is made now. */
  readonly orDefault: string;
  /** All that hold a credential. An empty one counts: it means a secret that is missing. */
  readonly variables: readonly (typeof SIGN_IN_VARIABLES)[number][];
  /** The one that goes before what is stored. --account goes before it, TOILE_ACCOUNT does not. */
  readonly inUse: (typeof SIGN_IN_VARIABLES)[number] | undefined;
}

/** `flag` is what was typed behind --account. */
export const chosenAccount = (
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ChosenAccount => {
  const named = flag ?? (env.TOILE_ACCOUNT || undefined);
  const variables = SIGN_IN_VARIABLES.filter((name) => env[name] !== undefined);
  return {
    named,
    orDefault: named ?? DEFAULT_ACCOUNT,
    variables,
    inUse: flag === undefined ? variables[0] : undefined,
  };
};

/** The account of that name. The one answer to a name that does not exist, whoever was asked for it. */
export const accountNamed = <A extends { readonly name: string }>(all: readonly A[], name: string): A => {
  const found = all.find((account) => account.name === name);
  if (found !== undefined) return found;
  const names = all.map((account) => account.name);
  throw new UsageError(`there is no account ${JSON.stringify(name)}`, {
    code: 'no_such_account',
    hint:
      names.length > 0
        ? typeable`Accounts here: ${shellWords(names, ', ')}. To add one: toile login --account NAME`
        : typeable`Nobody is signed in yet: toile login --account NAME`,
  });
};
