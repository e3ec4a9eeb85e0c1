import { describe, expect, it } from 'vitest';
import { addressList, readRange } from '../../src/platform/address-list.ts';

describe('a range of addresses', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
    ['::/0', '::/0'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
  ])('%s is kept as %s', (text, canonical) => {
    expect(readRange(text)).toBe(canonical);
    expect(readRange(canonical)).toBe(canonical);
  });

  it.each([
    ...['', 'example.org', '10.1', '0x7f.0.0.1', '010.0.0.1', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8'],
    ...[
      '10.0.0.0/',
      '10.0.0.0/8.0',
      '2001:db8::/129',
      'fe80::1%eth0',
      '1.2.3.4, 5.6.7.8',
      '::ffff:1.2.3.4/64',
    ],
  ])('cannot be %j', (text) => {
    expect(() => readRange(text)).toThrow(/is neither an IP address nor a range such as/);
  });

  it.each([
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['2001:db8::1/64', '2001:db8::/64'],
  ])('%s is refused with the range that was probably meant: %s', (text, meant) => {
    expect(() => readRange(text)).toThrow(`the range is ${meant}`);
  });
});

describe('a list of ranges', () => {
  const list = addressList(['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48'].map(readRange));

  it.each(['203.0.113.0', '203.0.113.255', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8:1:ffff::1'])(
    'has %s',
    (a) => {
      expect(list.has(a)).toBe(true);
    },
  );

  it.each(['203.0.114.0', '198.51.100.8', '2001:db8:2::1', '::1', '::cb00:7109', 'unknown', ''])(
    'has not %s',
    (a) => {
      expect(list.has(a)).toBe(false);
    },
  );

  it('of no ranges has nothing, and of all addresses has every one of its kind', () => {
    expect(addressList([]).has('127.0.0.1')).toBe(false);
    expect(addressList(['0.0.0.0/0']).has('127.0.0.1')).toBe(true);
    expect(addressList(['0.0.0.0/0']).has('::1')).toBe(false);
  });
});
