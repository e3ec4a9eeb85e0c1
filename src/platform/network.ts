import ipaddr from 'ipaddr.js';

const prefixBits = { ipv4: 24, ipv6: 64 };

/**
 * The network of an address: the first 24 bits of an IPv4 address, or the first 64 bits of an IPv6 address. An IPv6 customer
 * gets at least 64 bits (RFC 6177), so one person with many addresses counts as one. An IPv4-mapped IPv6 address counts as
 * IPv4.
 *
 * @param address as a proxy may have named it; a text that is not an address is returned as its own network
 */
export function networkOf(address: string): string {
  return prefixOf(address, prefixBits);
}

/**
 * What one customer of a provider has: an IPv4 address, or the first 64 bits of an IPv6 address. For limits that many people of one
 * IPv4 network should not share.
 * @param address as for `networkOf`
 */
export function subscriberOf(address: string): string {
  return prefixOf(address, { ipv4: 32, ipv6: 64 });
}

function prefixOf(address: string, lengths: Record<'ipv4' | 'ipv6', number>): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  const bits = lengths[parsed.kind()];
  const bytes = parsed.toByteArray().slice(0, bits / 8);
  return `${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}/${bits}`;
}
