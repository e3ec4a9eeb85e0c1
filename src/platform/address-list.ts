import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Whether an address belongs to one of some ranges. */
export interface AddressList {
  /** @param address as the connection or a proxy names it; an IPv4-mapped IPv6 address counts as IPv4 */
  has(address: string): boolean;
}

/**
 * Reads a range of addresses: an address, or one in CIDR notation, of IPv4 or IPv6.
 * @returns its canonical spelling, such as `203.0.113.0/24` or `2001:db8::/32`; a single address is written without a length
 * @throws Error whose message continues "Value error, …"
 */
export function readRange(text: string): string {
  const [first = '', length, ...more] = text.trim().split('/');
  const isRange = length !== undefined && more.length === 0 && /^\d{1,3}$/.test(length);
  // Zones, hexadecimal and shortened spellings are not read: they are probably mistakes.
  if (isIP(first) === 0 || first.includes('%') || (length !== undefined && !isRange)) throw notRange(text);
  const given = ipaddr.parse(first);
  const isMapped = given instanceof ipaddr.IPv6 && given.isIPv4MappedAddress();
  const address = ipaddr.process(first);
  const most = address.kind() === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? most : Number(length) - (isMapped ? 96 : 0);
  if (bits < 0 || bits > most) throw notRange(text);
  const network = networkOf(address, bits);
  if (network !== String(address)) {
    throw new Error(`${text} has bits after its first ${bits}; the range is ${network}/${bits}`);
  }
  return bits === most ? network : `${network}/${bits}`;
}

/** @param ranges in the spelling of `readRange` */
export function addressList(ranges: readonly string[]): AddressList {
  const parsed = ranges.map((range): [Address, number] => {
    const [address = '', length] = range.split('/');
    const network = ipaddr.parse(address);
    return [network, length === undefined ? (network.kind() === 'ipv4' ? 32 : 128) : Number(length)];
  });
  return {
    has(address) {
      if (!ipaddr.isValid(address)) return false;
      const asked = ipaddr.process(address);
      return parsed.some(([network, bits]) => network.kind() === asked.kind() && asked.match(network, bits));
    },
  };
}

function networkOf(address: Address, bits: number): string {
  const bytes = address.toByteArray().map((byte, i) => {
    const kept = Math.max(0, Math.min(8, bits - i * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return String(ipaddr.fromByteArray(bytes));
}

const notRange = (text: string) =>
  new Error(
    `${JSON.stringify(text)} is neither an IP address nor a range such as 203.0.113.0/24 or 2001:db8::/32`,
  );
