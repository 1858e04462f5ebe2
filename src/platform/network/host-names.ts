/** Returns true if a host name (`URL.hostname`) is this machine: `localhost`, `127.0.0.1`, `[::1]`. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Matches unusual addresses that can reach this machine: `0.0.0.0`, `[::]`, and IPv6 addresses that contain an IPv4
 * address, for example `[::ffff:7f00:1]`. No service uses such an address.
 */
const OTHER_LOCAL_HOSTS = /^(0(\.\d+){3}|\[::\]|\[::ffff:.*\]|\[64:ff9b:.*\])$/;
/** Matches addresses and names of private networks (RFC 1918, 3927, 4193, 6598, 6762, 8375). */
const PRIVATE_HOSTS =
  /^(10(\.\d+){3}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|192\.168(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|\[f[cd].*\]|\[fe[89ab].*\]|[^.:]+|.*\.(local|internal|lan|intranet|private|home\.arpa))$/;

/**
 * Returns the distance of the host of a URL from this machine: 0 for this machine itself, 1 for a private network, 2
 * for any other host.
 */
const rankHostDistance = (address: string): number => {
  const hostname = new URL(address).hostname.replace(/\.$/, '');
  if (isLoopback(hostname) || OTHER_LOCAL_HOSTS.test(hostname)) return 0;
  return PRIVATE_HOSTS.test(hostname) ? 1 : 2;
};

/**
 * Returns true if toile may send requests to the URL `address`, which the server at the URL `serverUrl` returned. The
 * address must use https, or http on this machine. It must not be closer to this machine than that server (see
 * `rankHostDistance`), because a remote server could otherwise reach local services through toile. Host names are not
 * resolved.
 */
export const isAllowedTarget = (serverUrl: string, address: string): boolean => {
  if (!URL.canParse(address) || !URL.canParse(serverUrl)) return false;
  const { protocol, hostname } = new URL(address);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSecure && rankHostDistance(address) >= rankHostDistance(serverUrl);
};

/**
 * Labels that are removed from the start of a host name to get the site of a service. For example, the service
 * `api.studio.example` has the site `studio.example`.
 */
const API_LABELS = ['api', 'www'];
/** Matches suffixes under which anyone can register names: `co.uk`, `com.au`, `ne.jp`. */
const PUBLIC_SUFFIX = /^(\w{1,3}|gov|info)\.[a-z]{2}$/;

/**
 * Returns true if the web page `address` belongs to the service at `base`. The page must use https and have the host of
 * the service or a subdomain of it. If this host is `api.studio.example` or `www.studio.example`, `studio.example` and
 * `www.studio.example` are accepted too. Other subdomains of `studio.example` are not accepted, because under a shared
 * suffix such as `github.io` they belong to other people. If the service is on this machine, the page must be on this
 * machine too, and may use http.
 */
export const isServicePage = (base: string, address: string): boolean => {
  if (!URL.canParse(base) || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const baseHost = new URL(base).hostname;
  if (isLoopback(baseHost)) return isLoopback(hostname) && /^https?:$/.test(protocol);
  const [firstLabel = '', ...otherLabels] = baseHost.split('.');
  const site = otherLabels.join('.');
  const hasSite = API_LABELS.includes(firstLabel) && otherLabels.length > 1 && !PUBLIC_SUFFIX.test(site);
  const isOnSite = hasSite && (hostname === site || hostname === `www.${site}`);
  return protocol === 'https:' && (hostname === baseHost || hostname.endsWith(`.${baseHost}`) || isOnSite);
};
