import { UsageError } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';
import { isSwitchedOn } from '../platform/is-switched-on.ts';
import { isLoopback } from '../platform/network/loopback.ts';
import type { GlobalFlags } from '../platform/shared-types.ts';
import type { Account } from './account-store.ts';

type EnvVariables = Readonly<Record<string, string | undefined>>;

/** Returns the addresses of `--base-url` and TOILE_BASE_URL. Throws a UsageError for an empty flag. */
export const readAddressOptions = (
  globalFlags: GlobalFlags,
  env: EnvVariables,
): { flag: string | undefined; variable: string | undefined } => {
  const flag = globalFlags['base-url'];
  if (flag === '') throw new UsageError('--base-url is empty');
  return {
    flag: typeof flag === 'string' ? flag : undefined,
    variable: env.TOILE_BASE_URL || undefined,
  };
};

/**
 * Returns the address of the service: from the flag, the named account, the environment or the current
 * account, in this order. `own` is the account that the address belongs to. Both are undefined when no
 * address is known.
 */
export const resolveServiceAddress = async (
  globalFlags: GlobalFlags,
  env: EnvVariables,
  account: () => Promise<Account | undefined>,
): Promise<{ baseUrl: string | undefined; own: Account | undefined }> => {
  const { flag, variable } = readAddressOptions(globalFlags, env);
  const isAsked = flag === undefined && (Boolean(globalFlags.account) || variable === undefined);
  const own = isAsked ? await account() : undefined;
  return { baseUrl: flag ?? own?.base_url ?? variable, own };
};

/** Returns true when TOILE_INSECURE_HTTP allows plain http to another machine. */
export const isPlainHttpAllowed = (env: EnvVariables): boolean => isSwitchedOn(env.TOILE_INSECURE_HTTP);

/**
 * Parses an http or https address and returns it without a trailing slash. Throws a UsageError for plain
 * http over a network unless `insecureHttp` is true.
 */
export const parseServiceAddress = (address: string, insecureHttp: boolean): string => {
  const wrong = (why: string): never => {
    throw new UsageError(`the base address ${why}`, {
      code: 'bad_address',
      hint: shellText`it looks like https://api.example.com`,
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
      hint: shellText`use https, or set TOILE_INSECURE_HTTP=1 if you know that network`,
    });
  }
  return url.href.replace(/\/+$/, '');
};
