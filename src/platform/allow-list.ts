/** Reads the entries of `OUTBOUND_ALLOW`: private destinations that outgoing requests may reach. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address range; a single address is a range of one. */
export type Range = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/**
 * The canonical spelling of a host, or undefined if the text is not a host. The URL parser finds it (WHATWG URL, "host
 * parsing"), and the same parser later gives the host to connect to. A parser of our own might read `0x7f.1` or
 * full-width digits differently.
 */
export function canonicalHost(hostname: string): string | undefined {
  const text = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  // These characters would end the host part of a URL, so only a part of the text would be checked.
  if (/[\s/\\?#@]/.test(text) || (!text.startsWith('[') && text.includes(':'))) return undefined;
  let host: string;
  try {
    host = new URL(`http://${text}`).hostname;
  } catch {
    return undefined;
  }
  if (host.endsWith('.')) host = host.slice(0, -1);
  return host === '' || host.startsWith('.') || host.includes('..') || host.endsWith('.') ? undefined : host;
}

/**
 * Reads one entry of the list: a canonical host name, or a range.
 * @throws Error with one sentence that names the malformed entry
 */
export function parseAllowEntry(entry: string): string | Range {
  const address = entry.startsWith('[') && entry.endsWith(']') ? entry.slice(1, -1) : entry;
  // A zone such as %eth0 cannot occur in a URL.
  const plain = !entry.includes('%');
  const version = isIP(address);
  if (plain && version !== 0) return [ipaddr.parse(address), version === 4 ? 32 : 128];
  if (plain && (ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || isIpv6Range(entry))) {
    return ipaddr.parseCIDR(entry);
  }
  const name = canonicalHost(entry);
  // A canonical host that is an address came from an odd spelling such as "10.0.1", which is probably a mistake.
  const isName = name !== undefined && isIP(name) === 0 && name.length <= 253;
  if (isName && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label))) return name;
  throw new Error(`OUTBOUND_ALLOW: "${entry}" is neither a host name nor an IP address nor a CIDR range.`);
}

function isIpv6Range(entry: string): boolean {
  return isIP(entry.slice(0, entry.lastIndexOf('/'))) === 6 && ipaddr.IPv6.isValidCIDR(entry);
}
