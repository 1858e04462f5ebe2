/** Decides which account a command uses: the one of the flag, of the environment or the current one. */

import { UsageError } from '../platform/errors.ts';
import { quoteShellWords, shellText } from '../platform/escape/shell.ts';
import { SIGN_IN_VARIABLES } from '../platform/redactor.ts';

/** The name of an account that was signed in to without a name. */
export const DEFAULT_ACCOUNT = 'default';

/** The account and the credential variable that flags and environment select. */
export interface AccountChoice {
  /** The name in `--account`, or else in TOILE_ACCOUNT; undefined for the current account. */
  readonly requestedName: string | undefined;
  /** The name that a new account gets. */
  readonly nameOrDefault: string;
  /**
   * All variables that hold a credential. An empty one counts, because it means that a secret is missing.
   */
  readonly variables: readonly (typeof SIGN_IN_VARIABLES)[number][];
  /**
   * The variable that has the credential to use instead of a stored one. `--account` overrides it, TOILE_ACCOUNT
   * does not.
   */
  readonly activeVariable: (typeof SIGN_IN_VARIABLES)[number] | undefined;
}

/** Resolves the account from the value of `--account` and the environment. */
export const resolveAccountChoice = (
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): AccountChoice => {
  const named = flag ?? (env.TOILE_ACCOUNT || undefined);
  const variables = SIGN_IN_VARIABLES.filter((name) => env[name] !== undefined);
  return {
    requestedName: named,
    nameOrDefault: named ?? DEFAULT_ACCOUNT,
    variables,
    activeVariable: flag === undefined ? variables[0] : undefined,
  };
};

/** Returns the account of that name. Throws the UsageError `no_such_account` when it does not exist. */
export const requireAccount = <A extends { readonly name: string }>(all: readonly A[], name: string): A => {
  const found = all.find((account) => account.name === name);
  if (found !== undefined) return found;
  const names = all.map((account) => account.name);
  throw new UsageError(`there is no account ${JSON.stringify(name)}`, {
    code: 'no_such_account',
    hint:
      names.length > 0
        ? shellText`Accounts here: ${quoteShellWords(names, ', ')}. To add one: toile login --account NAME`
        : shellText`No account is signed in: toile login --account NAME`,
  });
};
