import type { Account } from '../account/accounts.ts';
import { isLoopback } from '../border/loopback.ts';
import { typeable } from '../border/shell.ts';
import type { Given } from '../commands/typed.ts';
import { UsageError } from '../errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The addresses that the flag and the environment name; an account's own is asked for by the caller. */
export const addressFrom = (
  everywhere: Given,
  env: Env,
): { flag: string | undefined; variable: string | undefined } => {
  const flag = everywhere['base-url'];
  if (flag === '') throw new UsageError('--base-url is empty');
  return {
    flag: typeof flag === 'string' ? flag : undefined,
    variable: env.TOILE_BASE_URL || undefined,
  };
};

/**
 * Where requests go: what the flag names, or the account that was named, or what the environment names, or the current
 * account. `own` is the account that the address is of. Undefined where none is known.
 */
export const serviceAddress = async (
  everywhere: Given,
  env: Env,
  account: () => Promise<Account | undefined>,
): Promise<{ baseUrl: string | undefined; own: Account | undefined }> => {
  const { flag, variable } = addressFrom(everywhere, env);
  const isAsked = flag === undefined && (Boolean(everywhere.account) || variable === undefined);
  const own = isAsked ? await account() : undefined;
  return { baseUrl: flag ?? own?.base_url ?? variable, own };
};

/** An http(s) address without a trailing slash. A key crosses a network in the clear only where that was asked for. */
export const checkedAddress = (address: string, insecureHttp: boolean): string => {
  const wrong = (why: string): never => {
    throw new UsageError(`the base address ${why}`, {
      code: 'bad_address',
      hint: typeable`it looks like https://api.example.com`,
    });
  };
  if (!URL.canParse(address)) return wrong('is not an address');
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return wrong(`must begin with https://, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '') return wrong('must not hold a user name or password');
  if (url.search !== '' || url.hash !== '') return wrong('must not hold a query or fragment');
  if (url.protocol === 'http:' && !insecureHttp && !isLoopback(url.hostname)) {
    throw new UsageError(`${url.origin} is plain http: the key would cross the network for all to read`, {
      code: 'insecure_http',
      hint: typeable`use https, or add --insecure-http if you know that network`,
    });
  }
  return url.href.replace(/\/+$/, '');
};
