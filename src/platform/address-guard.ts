/**
 * Which hosts and addresses an outgoing request may reach. Requests go to URLs that owners typed in, so
 * without this check anyone with an account could have the server read its own network or a cloud's metadata.
 */
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** `host` is the canonical spelling to connect to: lower case, no dot at the end, IPv6 in brackets. */
export type HostVerdict = { ok: true; host: string } | { ok: false; reason: string };

export interface AddressGuard {
  /**
   * Judges the host of a URL before any connection. A literal address is decided here for good; a name is
   * only held against the lists, its addresses still have to pass `checkResolved`.
   */
  checkHost(hostname: string): HostVerdict;
  /** Why this address may not be reached, as a sentence, or undefined if it may. */
  checkAddress(address: string): string | undefined;
  /**
   * Why this name may not be reached, given every address it resolved to, or undefined if it may. One bad
   * address spoils the name: which of them gets the connection is up to the network.
   */
  checkResolved(name: string, addresses: readonly string[]): string | undefined;
}

/** Names of metadata services. Refused by name too, as a resolver may map them to public addresses. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** Addresses that deserve a word of their own or that ipaddr.js takes for ordinary public ones. */
const SPECIAL: readonly (readonly [range: Range, words: string])[] = [
  // AWS, Google and most other clouds; AWS over IPv6; Alibaba; Oracle.
  [ipaddr.parseCIDR('169.254.169.254/32'), 'a cloud metadata address'],
  [ipaddr.parseCIDR('fd00:ec2::254/128'), 'a cloud metadata address'],
  [ipaddr.parseCIDR('100.100.100.200/32'), 'a cloud metadata address'],
  [ipaddr.parseCIDR('192.0.0.192/32'), 'a cloud metadata address'],
  // Azure's wire server: a public address that every Azure machine reaches as its host.
  [ipaddr.parseCIDR('168.63.129.16/32'), 'a cloud metadata address'],
  [ipaddr.parseCIDR('192.0.2.0/24'), 'for documentation only'],
  [ipaddr.parseCIDR('198.51.100.0/24'), 'for documentation only'],
  [ipaddr.parseCIDR('203.0.113.0/24'), 'for documentation only'],
  [ipaddr.parseCIDR('2001:db8::/32'), 'for documentation only'],
  [ipaddr.parseCIDR('3fff::/20'), 'for documentation only'],
];

/** Words for the ranges that ipaddr.js names; those without an entry are called reserved. */
const RANGE_WORDS: Readonly<Record<string, string>> = {
  unspecified: 'unspecified',
  broadcast: 'a broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'link-local',
  loopback: 'a loopback address',
  carrierGradeNat: 'in the shared space of carrier-grade NAT',
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  ipv4Mapped: 'an IPv4 address inside an IPv6 one',
  rfc6145: 'an IPv4 address inside an IPv6 one',
  rfc6052: 'an IPv4 address inside an IPv6 one (NAT64)',
  '6to4': 'an IPv4 address inside an IPv6 one (6to4)',
  teredo: 'an IPv4 address inside an IPv6 one (Teredo)',
};

/** `::a.b.c.d`, the IPv4-compatible form (RFC 4291, 2.5.5.1), which ipaddr.js takes for an ordinary one. */
const IPV4_COMPATIBLE: Range = ipaddr.parseCIDR('::/96');
/** The only part of IPv6 from which addresses are handed out so far (IANA's IPv6 address space registry). */
const GLOBAL_UNICAST: Range = ipaddr.parseCIDR('2000::/3');

/**
 * Builds the guard.
 *
 * @param allow - what may be reached although it is private: host names, IP addresses and CIDR ranges. A name
 *   opens itself whatever it resolves to; an address or a range opens those addresses, also through a name.
 *   An IPv6 address that carries an IPv4 one is opened by an IPv6 entry only.
 * @throws Error with one sentence that names the first malformed entry
 */
export function createAddressGuard(allow: readonly string[]): AddressGuard {
  const names = new Set<string>();
  const ranges: Range[] = [];
  for (const entry of allow) {
    const parsed = parseAllowEntry(entry.trim());
    if (typeof parsed === 'string') names.add(parsed);
    else ranges.push(parsed);
  }

  /** What is wrong with an address, as words that follow "is", or undefined if it may be reached. */
  function fault(text: string): string | undefined {
    if (isIP(text) === 0) return 'not an IP address';
    const address = ipaddr.parse(text);
    return ranges.some((range) => within(address, range)) ? undefined : faultOf(address);
  }

  function checkAddress(address: string): string | undefined {
    const words = fault(address);
    return words && `the address ${address} is ${words}; add it to OUTBOUND_ALLOW to permit it`;
  }

  return {
    checkAddress,

    checkHost(hostname) {
      const host = canonicalHost(hostname);
      if (host === undefined) return { ok: false, reason: 'the host name of the URL is malformed' };
      const literal = host.startsWith('[') ? host.slice(1, -1) : host;
      const isLiteral = isIP(literal) !== 0;
      let reason: string | undefined;
      if (isLiteral) reason = checkAddress(literal);
      else if (METADATA_NAMES.has(host) && !names.has(host)) {
        reason = `the name ${host} is a cloud metadata service; add it to OUTBOUND_ALLOW to permit it`;
      }
      return reason === undefined ? { ok: true, host } : { ok: false, reason };
    },

    checkResolved(name, addresses) {
      if (names.has(canonicalHost(name) ?? name)) return undefined;
      for (const address of addresses) {
        const words = fault(address);
        if (words) {
          const remedy = 'add the name or the address to OUTBOUND_ALLOW to permit it';
          return `the name ${name} resolves to ${address}, which is ${words}; ${remedy}`;
        }
      }
      return undefined;
    },
  };
}

/** Words for what makes an address unfit as a public destination, or undefined for a public one. */
function faultOf(address: Address): string | undefined {
  for (const [range, words] of SPECIAL) if (within(address, range)) return words;
  const kind = address.range();
  if (kind !== 'unicast') return RANGE_WORDS[kind] ?? 'reserved';
  if (address.kind() === 'ipv4' || within(address, GLOBAL_UNICAST)) return undefined;
  if (within(address, IPV4_COMPATIBLE)) return 'an IPv4 address inside an IPv6 one';
  return 'outside the public part of IPv6 (2000::/3)';
}

function within(address: Address, range: Range): boolean {
  // ipaddr.js throws when asked to compare the two kinds.
  return address.kind() === range[0].kind() && address.match(range[0] as ipaddr.IPv4 & ipaddr.IPv6, range[1]);
}

/**
 * The canonical spelling of a host, or undefined where it is none. It is found by the URL parser (WHATWG URL,
 * "host parsing"), the same that later yields the host to connect to: with a parser of our own, `0x7f.1` or
 * full-width digits could mean one thing here and another there.
 */
function canonicalHost(hostname: string): string | undefined {
  const text = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  // These would end the host part of a URL, so that less than the given text were judged.
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

/** One entry of the allow-list: a canonical name, or a range (an address is a range of one). */
function parseAllowEntry(entry: string): string | Range {
  const address = entry.startsWith('[') && entry.endsWith(']') ? entry.slice(1, -1) : entry;
  // A zone such as %eth0 cannot occur in a URL.
  const plain = !entry.includes('%');
  const version = isIP(address);
  if (plain && version !== 0) return [ipaddr.parse(address), version === 4 ? 32 : 128];
  if (plain && (ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || isIpv6Range(entry))) {
    return ipaddr.parseCIDR(entry);
  }
  const name = canonicalHost(entry);
  // A canonical host that is an address came from an odd spelling such as "10.0.1", more likely a slip.
  const isName = name !== undefined && isIP(name) === 0 && name.length <= 253;
  if (isName && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label))) return name;
  throw new Error(`OUTBOUND_ALLOW: "${entry}" is neither a host name nor an IP address nor a CIDR range.`);
}

function isIpv6Range(entry: string): boolean {
  return isIP(entry.slice(0, entry.lastIndexOf('/'))) === 6 && ipaddr.IPv6.isValidCIDR(entry);
}

/** Tags an error as one from before anything of a request was written. The message is for operators. */
export class NotSent extends Error {
  readonly kind: 'refused' | 'not_begun';

  constructor(kind: 'refused' | 'not_begun', reason: string) {
    super(reason);
    this.kind = kind;
  }
}

/**
 * A `lookup` for sockets which resolves all addresses of a name and passes them on only if every one is good.
 * The socket connects to exactly these, so a different answer of the name server a moment later changes
 * nothing. It fails with `NotSent`.
 *
 * @param resolve - gives all addresses of a name, or rejects as `dns.promises.lookup` does
 */
export function checkedLookup(
  guard: AddressGuard,
  resolve: (name: string) => Promise<LookupAddress[]>,
): LookupFunction {
  const underway = new Map<string, Promise<LookupAddress[]>>();
  const resolveChecked = async (name: string): Promise<LookupAddress[]> => {
    const found = await resolve(name).catch((error: { code?: string }) => {
      throw new NotSent('not_begun', `the name ${name} does not resolve (${error.code ?? 'unknown error'})`);
    });
    const addresses = found.map(({ address }) => address);
    const reason = guard.checkResolved(name, addresses);
    if (reason) throw new NotSent('refused', reason);
    if (found.length === 0) throw new NotSent('not_begun', `the name ${name} does not resolve (no address)`);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (name, { all }, callback) => {
    // The system's resolver occupies a thread of a small pool: connections opened together share its answer.
    let answer = underway.get(name);
    if (!answer) {
      answer = resolveChecked(name).finally(() => underway.delete(name));
      underway.set(name, answer);
    }
    answer.then(
      (found) => (all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
      (error) => callback(error, []),
    );
  };
}
