import { isLoopback } from './loopback.ts';

/** First labels by which a service names its interface beside its web site. */
const INTERFACES = ['api', 'www'];
/** Ends of names below which strangers have names: `co.uk`, `com.au`, `ne.jp`. */
const IS_SHARED = /^(\w{1,3}|gov|info)\.[a-z]{2}$/;

/**
 * Whether a web page is on the site of the service at `base`: `https`, and the very host, or a host below it. Where the
 * service is at `api.studio.example` or `www.studio.example`, also `studio.example` and what is below that. Any other
 * host may be a stranger's, also one with the same end (`studio.github.io`, `shop.co.uk`), and is none of it. A service
 * on this machine has its pages on this machine.
 */
export const isOnSite = (base: string, address: string): boolean => {
  if (!URL.canParse(base) || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const own = new URL(base).hostname;
  if (isLoopback(own)) return isLoopback(hostname) && /^https?:$/.test(protocol);
  const [first = '', ...above] = own.split('.');
  const site = above.join('.');
  const isWide = INTERFACES.includes(first) && above.length > 1 && !IS_SHARED.test(site);
  const isBelow = (host: string): boolean => hostname === host || hostname.endsWith(`.${host}`);
  return protocol === 'https:' && (isBelow(own) || (isWide && isBelow(site)));
};
