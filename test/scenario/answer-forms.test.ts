import { describe, expect, it } from 'vitest';
import { read } from './read-form.ts';

describe('an amount', () => {
  it.each([
    ['12 500', '12500'],
    ['10,000.50', '10000.50'],
    ['10.000,50', '10000.50'],
    ['1 234,5 ₽', '1234.5'],
    ['1\u00a0234\u202f567,89 руб.', '1234567.89'],
    ['€12', '12'],
    ['USD 12.00', '12.00'],
    ['12 eur', '12'],
    ["1'000.05", '1000.05'],
    ['1,234,567', '1234567'],
    ['0.5', '0.5'],
    ['007', '7'],
    // Two decimals at most, so three digits are a group.
    ['1,234', '1234'],
    ['1.234', '1234'],
  ])('%s is kept as %s', (text, kept) => expect(read(text, { type: 'amount' })).toBe(kept));

  it.each([
    ...[
      '',
      'x',
      '12 34',
      '1,23,456',
      '1,2,3',
      '12.',
      '.5',
      '0,123',
      '1 234,567',
      '5 million',
      '5k',
      '1.2.3,4',
    ],
    ...['-5', '1.234,567.8', '12 apples', '1 2', '1234567890123456', `1${' 000'.repeat(40)}`],
  ])('"%s" is none', (text) => expect(read(text, { type: 'amount' })).toBeNull());

  it('is what its sign and its decimals make it, where nobody could tell otherwise', () => {
    expect(read('1,234', { type: 'amount', decimals: 3 })).toBeNull();
    expect(read('1,234', { type: 'amount', decimals: 3, decimal_sign: ',' })).toBe('1.234');
    expect(read('1,234', { type: 'amount', decimals: 3, decimal_sign: '.' })).toBe('1234');
    expect(read('1.234', { type: 'amount', decimal_sign: '.' })).toBeNull();
    expect(read('12,5', { type: 'amount', decimals: 0 })).toBeNull();
    expect(read('12,5', { type: 'amount', decimal_sign: '.' })).toBeNull();
  });

  it('is negative only if its min is', () => {
    expect(read('-12.50 €', { type: 'amount', min: -100 })).toBe('-12.50');
    expect(read('€ −12', { type: 'amount', min: -100 })).toBe('-12');
    expect(read('−€12', { type: 'amount', min: -100 })).toBe('-12');
    expect(read('-0', { type: 'amount', min: -100 })).toBe('0');
    expect(read('99', { type: 'amount', min: 100 })).toBeNull();
    expect(read('101', { type: 'amount', max: 100 })).toBeNull();
  });
});

describe('a time', () => {
  it.each([
    ...[
      ['9:30', '09:30'],
      ['9.30', '09:30'],
      ['09:30', '09:30'],
      ['23:59', '23:59'],
      ['0:00', '00:00'],
    ],
    ...[
      ['9 pm', '21:00'],
      ['9PM', '21:00'],
      ['9:30 p.m.', '21:30'],
      ['12 am', '00:00'],
      ['12 pm', '12:00'],
    ],
  ])('%s is kept as %s', (text, kept) => expect(read(text, { type: 'time' })).toBe(kept));

  it.each(['9', '930', '24:00', '9:60', '13 pm', '0 am', '9:3', '9:30 m', '9 p', 'noon', ''])(
    '"%s" is none',
    (text) => expect(read(text, { type: 'time' })).toBeNull(),
  );

  it('lies between its bounds', () => {
    const form = { type: 'time', min: '09:00', max: '18:00' };
    expect([read('8:59', form), read('9:00', form), read('6 pm', form), read('18:01', form)]).toEqual([
      ...[null, '09:00', '18:00', null],
    ]);
  });
});

describe('a day with a time', () => {
  const form = { type: 'datetime', timezone: 'Europe/Berlin' };
  it.each([
    ['2026-11-20 14:30', '2026-11-20T14:30:00+01:00'],
    ['20.7.2026, 2 pm', '2026-07-20T14:00:00+02:00'],
    ['2026-11-20T14:30', '2026-11-20T14:30:00+01:00'],
    ['2026-11-20T14:30:00Z', '2026-11-20T15:30:00+01:00'],
    // Clocks go back at 3:00, so this comes twice, first in summer time.
    ['2026-10-25 02:30', '2026-10-25T02:30:00+02:00'],
  ])('%s is kept as %s', (text, kept) => expect(read(text, form)).toBe(kept));

  it.each(['2026-11-20', '14:30', '2026-11-31 14:30', '2026-11-20 9', '20.11.26 14:30'])(
    '"%s" is none',
    (text) => expect(read(text, form)).toBeNull(),
  );

  it('that the clocks leave out is none', () => expect(read('2026-03-29 02:30', form)).toBeNull());

  it('is of UTC without a time zone, and may have to lie in the future', () => {
    expect(read('2026-11-20 12:00', { type: 'datetime', min: 'now' })).toBe('2026-11-20T12:00:00+00:00');
    expect(read('2026-11-20 11:59', { type: 'datetime', min: 'now' })).toBeNull();
    expect(read('2026-11-20 13:01', { ...form, max: 'now' })).toBeNull();
    expect(read('2026-11-20 13:00', { ...form, max: '2026-11-20T12:00:00Z' })).not.toBeNull();
  });
});

it('a day is read in the order that the question names', () => {
  expect(read('11/12/2026', { type: 'date' })).toBeNull();
  expect(read('11/12/2026', { type: 'date', order: 'dmy' })).toBe('2026-12-11');
  expect(read('11/12/2026', { type: 'date', order: 'mdy' })).toBe('2026-11-12');
  expect(read('20.11.2026', { type: 'date', order: 'mdy' })).toBeNull();
  expect(read('2026-11-20', { type: 'date', order: 'mdy' })).toBe('2026-11-20');
  expect(read('11/12/26', { type: 'date', order: 'dmy' })).toBeNull();
});

describe('a web address', () => {
  it.each([
    ['Example.com', 'https://example.com/'],
    ['http://shop.example/a b', null],
    ['HTTP://Shop.Example:8080/a?b#c', 'http://shop.example:8080/a?b#c'],
    ['пример.рф/x', 'https://xn--e1afmkfd.xn--p1ai/x'],
    ['localhost', null],
    ['12.50', null],
    ['ann@shop.example', null],
    ['https://ann:secret@shop.example', null],
    ['javascript://shop.example/%0aalert(1)', null],
    ['ftp://shop.example', null],
    [`shop.example/${'x'.repeat(2000)}`, null],
  ])('%s is kept as %s', (text, kept) => expect(read(text, { type: 'url' })).toBe(kept));
});

it('one of some texts is taken by any of its names, and kept by the first', () => {
  const form = { type: 'one_of', texts: ['Yes', { text: '{{ state.city }}', also: ['capital', 'Рим'] }] };
  expect(['yes ', 'ROME', 'рим', 'Capital', 'no', ''].map((text) => read(text, form))).toEqual([
    ...['Yes', 'Rome', 'Rome', 'Rome', null, null],
  ]);
});
