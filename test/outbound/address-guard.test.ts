import { describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../src/platform/address-guard.ts';
import { createOutboundHttp } from '../../src/platform/outbound-http.ts';
import { fakeLookup, outbound, post } from './servers.ts';

/** Hosts as an attacker may write them in a URL, with a word of the error. */
const HOSTILE: readonly [host: string, word: RegExp][] = [
  // IPv4, every special range at its edges.
  ['0.0.0.0', /unspecified/],
  ['0.255.255.255', /unspecified/],
  ['10.0.0.0', /private/],
  ['10.255.255.255', /private/],
  ['100.64.0.0', /carrier-grade/],
  ['100.127.255.255', /carrier-grade/],
  ['100.100.100.200', /metadata/],
  ['127.0.0.1', /loopback/],
  ['127.255.255.254', /loopback/],
  ['168.63.129.16', /metadata/],
  ['169.254.0.1', /link-local/],
  ['169.254.169.254', /metadata/],
  ['169.254.170.2', /link-local/],
  ['172.16.0.1', /private/],
  ['172.31.255.255', /private/],
  ['192.0.0.8', /reserved/],
  ['192.0.0.192', /metadata/],
  ['192.0.2.1', /documentation/],
  ['192.31.196.1', /reserved/],
  ['192.52.193.1', /reserved/],
  ['192.88.99.1', /reserved/],
  ['192.168.0.1', /private/],
  ['192.168.255.255', /private/],
  ['192.175.48.1', /reserved/],
  ['198.18.0.1', /reserved/],
  ['198.19.255.255', /reserved/],
  ['198.51.100.1', /documentation/],
  ['203.0.113.1', /documentation/],
  ['224.0.0.1', /multicast/],
  ['239.255.255.250', /multicast/],
  ['240.0.0.1', /reserved/],
  ['255.255.255.255', /broadcast/],
  // The same in the unusual spellings of URLs.
  ['2130706433', /loopback/],
  ['0x7f000001', /loopback/],
  ['0x7F.1', /loopback/],
  ['017700000001', /loopback/],
  ['0177.0.0.1', /loopback/],
  ['127.1', /loopback/],
  ['127.0.1', /loopback/],
  ['127.0.0.1.', /loopback/],
  ['0', /unspecified/],
  ['1２7.0.0.1', /loopback/],
  ['①②⑦.0.0.1', /loopback/],
  ['127。0。0。1', /loopback/],
  ['%31%32%37.0.0.1', /loopback/],
  ['2852039166', /metadata/],
  ['0xa9fea9fe', /metadata/],
  ['0251.0376.0251.0376', /metadata/],
  ['10.1', /private/],
  ['0xc0.0xa8.0.1', /private/],
  // IPv6.
  ['[::]', /unspecified/],
  ['[::1]', /loopback/],
  ['[0:0:0:0:0:0:0:1]', /loopback/],
  ['[0000:0000:0000:0000:0000:0000:0000:0001]', /loopback/],
  ['[::127.0.0.1]', /IPv4 address inside/],
  ['[::7f00:1]', /IPv4 address inside/],
  ['[::ffff:127.0.0.1]', /IPv4 address inside/],
  ['[::ffff:7f00:1]', /IPv4 address inside/],
  ['[::FFFF:A9FE:A9FE]', /IPv4 address inside/],
  ['[::ffff:8.8.8.8]', /IPv4 address inside/],
  ['[::ffff:0:127.0.0.1]', /IPv4 address inside/],
  ['[64:ff9b::7f00:1]', /NAT64/],
  ['[64:ff9b::169.254.169.254]', /NAT64/],
  ['[64:ff9b:1::a00:1]', /NAT64/],
  ['[2002:7f00:1::]', /6to4/],
  ['[2002:a00:1::1]', /6to4/],
  ['[2001:0:4136:e378:8000:63bf:3fff:fdd2]', /Teredo/],
  ['[2001:2::1]', /reserved/],
  ['[2001:10::1]', /reserved/],
  ['[2001:20::1]', /reserved/],
  ['[2001:db8::1]', /documentation/],
  ['[3fff::1]', /documentation/],
  ['[2620:4f:8000::1]', /reserved/],
  ['[100::1]', /reserved/],
  ['[5f00::1]', /reserved/],
  ['[fc00::1]', /private/],
  ['[fd12:3456:789a::1]', /private/],
  ['[fd00:ec2::254]', /metadata/],
  ['[fe80::1]', /link-local/],
  ['[fec0::1]', /private/],
  ['[ff02::1]', /multicast/],
  ['[1000::1]', /outside the public part/],
  ['[4000::1]', /outside the public part/],
  ['[e000::1]', /outside the public part/],
  // Names of metadata services.
  ['metadata.google.internal', /metadata/],
  ['METADATA.google.internal.', /metadata/],
  ['metadata', /metadata/],
];

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.63.255.255',
  '[2606:4700:4700::1111]',
  '[2a00:1450::1]',
];

describe('an address that is not public is never called', () => {
  const guard = createAddressGuard([]);

  it.each(HOSTILE)('%s is refused by the guard', (host, word) => {
    const verdict = guard.checkHost(host);
    expect(verdict).toMatchObject({ ok: false, reason: expect.stringMatching(word) });
  });

  it.each(HOSTILE)('http://%s/ is refused by the client, for good and with an advice', async (host, word) => {
    const http = outbound({ allow: [], lookup: fakeLookup({}).lookup });
    const outcome = await http.send({ ...post, url: `http://${host}/hook` });
    expect(outcome).toEqual({ kind: 'refused', reason: expect.stringMatching(word) });
    expect(outcome).toMatchObject({ reason: expect.stringContaining('OUTBOUND_ALLOW') });
  });

  it('public addresses are allowed', () => {
    for (const host of PUBLIC) expect(guard.checkHost(host), host).toEqual({ ok: true, host });
  });

  it('a text that cannot be the host of a URL is refused', () => {
    const malformed = [
      '',
      '.',
      '..',
      '.a',
      'a..b',
      'a..',
      'a b',
      'a/b',
      'a@b',
      'a:80',
      '[::1',
      '256.1.1.1',
      'a\\b',
    ];
    for (const host of malformed) expect(guard.checkHost(host), host).toMatchObject({ ok: false });
  });

  it('a host name is put into its canonical spelling, without the dot at its end', () => {
    expect(guard.checkHost('Example.COM.')).toEqual({ ok: true, host: 'example.com' });
    expect(guard.checkHost('bücher.example')).toEqual({ ok: true, host: 'xn--bcher-kva.example' });
  });

  it('one private address among public ones makes the host name refused', () => {
    expect(guard.checkResolved('a.test', ['8.8.8.8', '1.1.1.1'])).toBeUndefined();
    expect(guard.checkResolved('a.test', ['8.8.8.8', '10.0.0.1'])).toMatch(
      /a\.test resolves to 10\.0\.0\.1, which is private; add the name or the address to OUTBOUND_ALLOW/,
    );
    expect(guard.checkResolved('a.test', ['2606:4700::1', '::1'])).toMatch(/loopback/);
    expect(guard.checkResolved('a.test', ['fe80::1%eth0'])).toMatch(/link-local/);
    expect(guard.checkResolved('a.test', ['rubbish'])).toMatch(/not an IP address/);
  });
});

describe('the allow-list allows only the entries that it names', () => {
  it('an address allows itself', () => {
    const guard = createAddressGuard(['127.0.0.1', '::1', '[fd00::7]']);
    for (const host of ['127.0.0.1', '127.1', '[::1]', '[fd00::7]']) {
      expect(guard.checkHost(host), host).toMatchObject({ ok: true });
    }
    for (const host of ['127.0.0.2', '[::ffff:127.0.0.1]', '[::2]', '[fd00::8]', '10.0.0.1']) {
      expect(guard.checkHost(host), host).toMatchObject({ ok: false });
    }
  });

  it('a range allows its addresses', () => {
    const guard = createAddressGuard(['10.1.0.0/16', 'fd12::/16']);
    expect(guard.checkHost('10.1.255.255')).toMatchObject({ ok: true });
    expect(guard.checkHost('[fd12::9]')).toMatchObject({ ok: true });
    expect(guard.checkHost('10.2.0.0')).toMatchObject({ ok: false });
    expect(guard.checkHost('[fd13::9]')).toMatchObject({ ok: false });
  });

  it('a range allows its addresses also through a host name, and no others', () => {
    const guard = createAddressGuard(['127.0.0.1', '::1']);
    expect(guard.checkHost('localhost.')).toEqual({ ok: true, host: 'localhost' });
    expect(guard.checkResolved('localhost', ['127.0.0.1', '::1'])).toBeUndefined();
    expect(guard.checkResolved('localhost', ['127.0.0.1', '127.0.0.2'])).toMatch(/127\.0\.0\.2/);
  });

  it('a host name allows itself whatever it resolves to, and nothing else', () => {
    const guard = createAddressGuard([' CRM.internal. ', 'metadata.google.internal']);
    expect(guard.checkResolved('crm.internal', ['10.0.0.1'])).toBeUndefined();
    expect(guard.checkResolved('crm.internal.', ['10.0.0.1'])).toBeUndefined();
    expect(guard.checkResolved('a.crm.internal', ['10.0.0.1'])).toMatch(/private/);
    expect(guard.checkHost('metadata.google.internal')).toMatchObject({ ok: true });
    expect(guard.checkHost('10.0.0.1')).toMatchObject({ ok: false });
  });

  it.each([
    ['', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', '10.0.0.1/', '/8', '256.1.1.1', '10.0.1', '0x7f.1', '1'],
    [
      'http://a.test',
      'a.test:80',
      'a.test/x',
      '*.a.test',
      'a b',
      'a,b',
      'u@a.test',
      'fe80::1%eth0',
      '[::1',
      'a..b',
    ],
  ])('a malformed entry stops the start with one sentence that names it: "%s" and others', (...entries) => {
    for (const entry of entries) {
      const rest = 'is neither a host name nor an IP address nor a CIDR range.';
      const sentence = `OUTBOUND_ALLOW: "${entry}" ${rest}`;
      expect(() => createAddressGuard(['127.0.0.1', entry]), entry).toThrow(sentence);
      expect(() => createOutboundHttp({ allow: [entry] }), entry).toThrow(sentence);
    }
  });
});
