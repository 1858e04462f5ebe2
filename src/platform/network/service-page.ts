import { isLoopback } from './loopback.ts';

/** First labels of host names that stand for the API or the website of a service. */
const API_LABELS = ['api', 'www'];
/** Suffixes under which anyone can register names: `co.uk`, `com.au`, `ne.jp`. */
const PUBLIC_SUFFIX = /^(\w{1,3}|gov|info)\.[a-z]{2}$/;

/**
 * Returns true if a web page belongs to the service at `base`: https, and the same host or a subdomain of
 * it. For a service at `api.studio.example` or `www.studio.example` also `studio.example` and its
 * subdomains. Hosts that share only a public suffix (`studio.github.io`, `shop.co.uk`) do not belong to it.
 * A service on this machine has its pages there.
 */
export const isServicePage = (base: string, address: string): boolean => {
  if (!URL.canParse(base) || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const own = new URL(base).hostname;
  if (isLoopback(own)) return isLoopback(hostname) && /^https?:$/.test(protocol);
  const [first = '', ...above] = own.split('.');
  const site = above.join('.');
  const isWide = API_LABELS.includes(first) && above.length > 1 && !PUBLIC_SUFFIX.test(site);
  const isBelow = (host: string): boolean => hostname === host || hostname.endsWith(`.${host}`);
  return protocol === 'https:' && (isBelow(own) || (isWide && isBelow(site)));
};
