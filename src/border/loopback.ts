/**
 * Whether a host, as `URL.hostname` has it, is this machine: what is sent there crosses no network. One rule decides
 * where a key may go in the clear, what no proxy gets to see, and which pages are opened unasked.
 */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Other spellings of this machine; and IPv4 within IPv6, which no public service is named by. */
const ALSO_HERE = /^(0(\.\d+){3}|\[::\]|\[::ffff:.*\]|\[64:ff9b:.*\])$/;
/** Addresses of private networks, and names that only a private network knows (RFC 1918, 3927, 4193, 6598, 6762, 8375). */
const PRIVATE =
  /^(10(\.\d+){3}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|192\.168(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|\[f[cd].*\]|\[fe[89ab].*\]|[^.:]+|.*\.(local|internal|lan|intranet|private|home\.arpa))$/;

/** How far away a host is: 0 this machine, 1 a private network, 2 anywhere. */
const distanceOf = (address: string): number => {
  const hostname = new URL(address).hostname.replace(/\.$/, '');
  if (isLoopback(hostname) || ALSO_HERE.test(hostname)) return 0;
  return PRIVATE.test(hostname) ? 1 : 2;
};

/**
 * Whether requests may go to an address that a server at `named` gives: https, or plain http on this machine; and
 * never nearer than that server itself is. A server elsewhere would otherwise have toile send what it likes to services
 * of this machine, or of the network around it, that it could not reach. Names are judged as they are written: what a
 * name of the public network resolves to is not looked up.
 */
export const mayName = (named: string, address: string): boolean => {
  if (!URL.canParse(address) || !URL.canParse(named)) return false;
  const { protocol, hostname } = new URL(address);
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isPrivate && distanceOf(address) >= distanceOf(named);
};
