import { expect, it } from 'vitest';
import { siteOf, sitesIn } from '../../src/console/channels/standing.ts';

it.each([
  ['https://shop.example/cart?a=1', 'shop.example'],
  [' shop.example ', 'shop.example'],
  ['http://localhost:8080/x', 'localhost:8080'],
  ['*.shop.example', '*.shop.example'],
])('the site of an address as people copy it is its domain: %s', (text, site) => {
  expect(siteOf(text)).toBe(site);
});

it('several sites are told apart by commas, spaces and line breaks, and each counts once', () => {
  const text = 'https://shop.example/x, www.shop.example;*.shop.example\n\nshop.example\tlocalhost:3000 ,';
  expect(sitesIn(text)).toEqual(['shop.example', 'www.shop.example', '*.shop.example', 'localhost:3000']);
  expect(sitesIn(' \n')).toEqual([]);
});
