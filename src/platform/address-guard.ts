/**
 * Decides which hosts and addresses an outgoing request may reach. Owners type in the URLs, so without this check anyone
 * with an account could make the server read its own network or a cloud's metadata.
 */
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { canonicalHost, parseAllowEntry, type Range } from './allow-list.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `host` is the canonical spelling to connect to: lower case, no dot at the end, IPv6 in brackets. */
export type HostVerdict = { ok: true; host: string } | { ok: false; reason: string };

/** The checks of an outgoing request. */
export interface AddressGuard {
  /**
   * Checks the host of a URL before any connection. A literal address is decided here. A name is only compared with the
   * lists; its addresses must still pass `checkResolved`.
   */
  checkHost(hostname: string): HostVerdict;
  /** Whether the operator's list contains this host by name, or contains its address if it is a literal address. */
  isListed(hostname: string): boolean;
  /** Why this address may not be reached, as a sentence, or undefined if it may. */
  checkAddress(address: string): string | undefined;
  /**
   * Why this name may not be reached, given all addresses that it resolved to, or undefined if it may. One forbidden
   * address is enough to refuse the name, because the network decides which of them gets the connection.
   */
  checkResolved(name: string, addresses: readonly string[]): string | undefined;
}

/** Names of metadata services. They are refused by name too, because a resolver may map them to public addresses. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** Addresses that need a description of their own, or that ipaddr.js counts as ordinary public ones. */
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

/** Descriptions of the ranges that ipaddr.js names. A range without an entry is called reserved. */
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

/** `::a.b.c.d`, the IPv4-compatible form (RFC 4291, 2.5.5.1), which ipaddr.js counts as an ordinary address. */
const IPV4_COMPATIBLE: Range = ipaddr.parseCIDR('::/96');
/** The only part of IPv6 from which addresses are assigned so far (IANA's IPv6 address space registry). */
const GLOBAL_UNICAST: Range = ipaddr.parseCIDR('2000::/3');

/**
 * Builds the guard.
 *
 * @param allow - private destinations that may be reached: host names, IP addresses and CIDR ranges. A name is allowed
 *   whatever it resolves to; an address or a range allows those addresses, also when a name resolves to them. An IPv6
 *   address that contains an IPv4 one is allowed by an IPv6 entry only.
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

    isListed(hostname) {
      const host = canonicalHost(hostname);
      if (host === undefined) return false;
      const literal = host.startsWith('[') ? host.slice(1, -1) : host;
      if (isIP(literal) === 0) return names.has(host);
      return ranges.some((range) => within(ipaddr.parse(literal), range));
    },

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

/** Describes why an address is not a public destination; undefined for a public one. */
function faultOf(address: Address): string | undefined {
  for (const [range, words] of SPECIAL) if (within(address, range)) return words;
  const kind = address.range();
  if (kind !== 'unicast') return RANGE_WORDS[kind] ?? 'reserved';
  if (address.kind() === 'ipv4' || within(address, GLOBAL_UNICAST)) return undefined;
  if (within(address, IPV4_COMPATIBLE)) return 'an IPv4 address inside an IPv6 one';
  return 'outside the public part of IPv6 (2000::/3)';
}

function within(address: Address, range: Range): boolean {
  // ipaddr.js throws when it compares an IPv4 address with an IPv6 range or the reverse.
  return address.kind() === range[0].kind() && address.match(range[0] as ipaddr.IPv4 & ipaddr.IPv6, range[1]);
}

/** Why no connection came about: what whoever entered the address can look at. */
export type NoConnection =
  | 'name_unknown'
  | 'connection_refused'
  | 'no_connection'
  | 'certificate_expired'
  | 'certificate_refused'
  | 'tls_failed';

/** An error that happened before any byte of a request was written. The message is for operators. */
export class NotSent extends Error {
  readonly kind: 'refused' | 'not_begun';
  readonly why: NoConnection | undefined;

  constructor(kind: 'refused' | 'not_begun', reason: string, why?: NoConnection) {
    super(reason);
    this.kind = kind;
    this.why = why;
  }
}

/**
 * A `lookup` for sockets that resolves all addresses of a name and returns them only if every one is allowed. The socket
 * connects to exactly these addresses, so a different answer of the name server a moment later changes nothing. It fails
 * with `NotSent`.
 *
 * @param resolve - returns all addresses of a name, or rejects as `dns.promises.lookup` does
 */
export function checkedLookup(
  guard: AddressGuard,
  resolve: (name: string) => Promise<LookupAddress[]>,
): LookupFunction {
  const underway = new Map<string, Promise<LookupAddress[]>>();
  const resolveChecked = async (name: string): Promise<LookupAddress[]> => {
    const found = await resolve(name).catch((error: { code?: string }) => {
      const reason = `the name ${name} does not resolve (${error.code ?? 'unknown error'})`;
      throw new NotSent('not_begun', reason, 'name_unknown');
    });
    const addresses = found.map(({ address }) => address);
    const reason = guard.checkResolved(name, addresses);
    if (reason) throw new NotSent('refused', reason);
    if (found.length === 0) {
      throw new NotSent('not_begun', `the name ${name} does not resolve (no address)`, 'name_unknown');
    }
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (name, { all }, callback) => {
    // The system's resolver blocks a thread of a small pool, so connections opened at the same time share one answer.
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
