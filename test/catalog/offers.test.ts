import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

const duplicate = { detail: 'Offer with this source, pn_raw and condition_raw already exists.' };

describe('an offer', () => {
  it('is returned with every field, in the order of the specification', async () => {
    const fields = {
      brand_raw: ' Bosch ',
      pn_raw: 'A-1',
      condition_raw: 'new',
      status_raw: 'active',
      price_raw: '12.50',
      price_currency: 'EUR',
      weight_value: 1.5,
      weight_unit: 'kg',
      product_url: 'https://acme.example/a-1',
      raw_payload: { b: [1, null], a: 'ü' },
    };
    const made = await catalog.offer({ source_identifier: 'Acme', ...fields });
    const hash = createHash('sha256').update('{"a":"ü","b":[1,null]}').digest('hex');
    expect(made).toEqual({
      id: expect.any(Number),
      source: expect.any(Number),
      source_name: 'Acme',
      ...fields,
      brand_raw: 'Bosch',
      weight_value: '1.5',
      raw_hash: hash,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(Object.keys(made)).toEqual([
      ...['id', 'source', 'source_name', 'brand_raw', 'pn_raw', 'condition_raw', 'status_raw', 'price_raw'],
      ...[
        'price_currency',
        'weight_value',
        'weight_unit',
        'product_url',
        'raw_payload',
        'raw_hash',
        'created_at',
      ],
    ]);
    expect((await catalog.get(`/offers/${made.id}/`)).body).toEqual(made);
  });

  it('shows missing, null and empty fields as null', async () => {
    const made = await catalog.offer({ brand_raw: '', status_raw: null, price_raw: ' ', raw_payload: null });
    expect(made).toMatchObject({ brand_raw: null, status_raw: null, price_raw: null, raw_payload: null });
    expect(made).toMatchObject({ weight_unit: null, product_url: null, raw_hash: null, condition_raw: null });
  });

  it.each([
    ['"12.50"', '12.50'],
    ['12.50', '12.5'],
    ['1e3', '1000'],
    ['"1e3"', '1000'],
    ['"00012.5"', '12.5'],
    ['"+5"', '5'],
    ['"1."', '1'],
    ['"-0.000001"', '-0.000001'],
    ['12345678901234.123456', '12345678901234.123456'],
    ['"12345678901234.000000"', '12345678901234.000000'],
    ['99999999999999', '99999999999999'],
  ])('stores the price %s as %s', async (json, shown) => {
    const { body, status } = await catalog.raw(
      'POST',
      '/offers/',
      `{"source_identifier":"Acme","pn_raw":"price ${json.replaceAll('"', "'")}","price_raw":${json}}`,
    );
    expect([status, body.price_raw]).toEqual([201, shown]);
  });

  it.each([
    ['"abc"', 'A valid number is required.'],
    ['"1,5"', 'A valid number is required.'],
    ['true', 'A valid number is required.'],
    ['"NaN"', 'A valid number is required.'],
    ['"."', 'A valid number is required.'],
    ['"123456789012345678901"', 'Ensure that there are no more than 20 digits in total.'],
    ['1e999999999', 'Ensure that there are no more than 20 digits in total.'],
    ['"0.0000001"', 'Ensure that there are no more than 6 decimal places.'],
    ['"1.0000000"', 'Ensure that there are no more than 6 decimal places.'],
    ['0.30000000000000004', 'Ensure that there are no more than 6 decimal places.'],
    ['"123456789012345"', 'Ensure that there are no more than 14 digits before the decimal point.'],
    [`"${'1'.repeat(1001)}"`, 'String value too large.'],
  ])('is refused with the price %s', async (json, message) => {
    const { body, status } = await catalog.raw(
      'POST',
      '/offers/',
      `{"source_identifier":"Acme","pn_raw":"p","price_raw":${json}}`,
    );
    expect([status, body]).toEqual([400, { price_raw: [message] }]);
  });

  it('is refused with all errors, field by field', async () => {
    const { status, text } = await catalog.raw(
      'POST',
      '/offers/',
      `{"brand_raw":[],"condition_raw":"a\\u0000${'x'.repeat(255)}","price_currency":"\\ud800","id":5}`,
    );
    expect(status).toBe(400);
    expect(text).toBe(
      JSON.stringify({
        source_identifier: ['This field is required.'],
        brand_raw: ['Not a valid string.'],
        pn_raw: ['This field is required.'],
        condition_raw: [
          'Ensure this field has no more than 255 characters.',
          'Null characters are not allowed.',
        ],
        price_currency: ['Surrogate characters are not allowed: U+D800.'],
      }),
    );
  });

  it('keeps the order of keys, the digits of numbers and odd characters of its payload', async () => {
    const payload = '{"z":12345678901234567890.10,"a":"\\u0000","__proto__":{"constructor":[1e400]},"b":{}}';
    const made = await catalog.raw(
      'POST',
      '/offers/',
      `{"source_identifier":"Acme","pn_raw":"payload","raw_payload":${payload}}`,
    );
    expect(made.status).toBe(201);
    expect(made.text).toContain(`"raw_payload":${payload}`);
  });
});

describe('changing an offer', () => {
  it('by PUT keeps optional fields that are left out, and needs a part number and a source', async () => {
    const made = await catalog.offer({ brand_raw: 'B', price_raw: '1.00' });
    const path = `/offers/${made.id}/`;
    const put = await catalog.send('PUT', path, { pn_raw: 'new pn', source: made.source });
    expect(put.body).toEqual({ ...made, pn_raw: 'new pn' });
    expect((await catalog.send('PUT', path, { source_identifier: 'Acme' })).body).toEqual({
      pn_raw: ['This field is required.'],
    });
    expect((await catalog.send('PUT', path, { pn_raw: 'x' })).body).toEqual({
      source_identifier: ['This field is required.'],
    });
  });

  it('by PATCH changes the given fields, clears those that are null, and can move it to another source', async () => {
    const made = await catalog.offer({ brand_raw: 'B', raw_payload: { a: 1 } });
    const path = `/offers/${made.id}/`;
    expect((await catalog.send('PATCH', path, {})).body).toEqual(made);
    expect((await catalog.send('PATCH', path, { brand_raw: null })).body).toEqual({
      ...made,
      brand_raw: null,
    });
    const moved = await catalog.send('PATCH', path, { source_identifier: 'https://www.moved.example/shop' });
    expect(moved.body.source_name).toBe('moved.example');
    expect((await catalog.send('PATCH', path, { source: String(made.source) })).body.source).toBe(
      made.source,
    );
    const payload = await catalog.send('PATCH', path, { raw_payload: 5 });
    expect(payload.body.raw_hash).toBe(createHash('sha256').update('5').digest('hex'));
    expect((await catalog.send('PATCH', path, { raw_payload: 6, raw_hash: 'mine' })).body.raw_hash).toBe(
      'mine',
    );
  });

  it.each([
    [999_999, 'Invalid pk "999999" - object does not exist.'],
    ['abc', 'Incorrect type. Expected pk value, received str.'],
    [true, 'Incorrect type. Expected pk value, received bool.'],
    [[1], 'Incorrect type. Expected pk value, received list.'],
    [null, 'This field may not be null.'],
  ])('is refused for the source %j', async (source, message) => {
    const made = await catalog.offer();
    const { status, body } = await catalog.send('PATCH', `/offers/${made.id}/`, { source });
    expect([status, body]).toEqual([400, { source: [message] }]);
  });

  it('by the price route changes nothing else, and null clears the price', async () => {
    const made = await catalog.offer({ price_raw: '1', price_currency: 'USD' });
    const path = `/offers/${made.id}/price/`;
    const changed = await catalog.send('PATCH', path, {
      price_raw: '2.00',
      price_currency: 'EUR',
      pn_raw: 'no',
    });
    expect(changed.body).toEqual({ ...made, price_raw: '2.00' });
    expect((await catalog.send('PATCH', path, { price_raw: null })).body.price_raw).toBe(null);
    expect((await catalog.send('PATCH', path, {})).body).toEqual({ price_raw: ['This field is required.'] });
    expect((await catalog.send('PATCH', '/offers/999999/price/', 'x')).status).toBe(404);
  });

  it('by the source route works by name, by address and by id', async () => {
    const made = await catalog.offer();
    const target = await catalog.source({ name: 'Target', url: 'https://target.example/' });
    const path = `/offers/${made.id}`;
    for (const identifier of ['Target', 'HTTPS://TARGET.example']) {
      const moved = await catalog.send('PATCH', `${path}/source/`, { source_identifier: identifier });
      expect(moved.body.source).toBe(target.id);
      await catalog.send('PATCH', `${path}/source-id/`, { source_id: made.source });
    }
    expect((await catalog.send('PATCH', `${path}/source-id/`, { source_id: 999_999 })).body).toEqual({
      source_id: ['Invalid pk "999999" - object does not exist.'],
    });
    expect((await catalog.send('PATCH', `${path}/source/`, { source_identifier: ' ' })).body).toEqual({
      source_identifier: ['This field may not be blank.'],
    });
  });

  it('or deleting it: a DELETE is a 204 once, then a 404', async () => {
    const made = await catalog.offer();
    expect((await catalog.send('DELETE', `/offers/${made.id}`)).status).toBe(204);
    expect((await catalog.send('DELETE', `/offers/${made.id}`)).body).toEqual({
      detail: 'No Offer matches the given query.',
    });
  });
});

describe('source, pn_raw and condition_raw are unique together', () => {
  it.each([
    [{}, {}],
    [{ condition_raw: null }, { condition_raw: '' }],
    [{ condition_raw: ' ' }, {}],
    [{ condition_raw: 'new' }, { condition_raw: ' new ' }],
  ])('%j and %j are one offer: 409', async (first, second) => {
    const pn_raw = `unique ${JSON.stringify([first, second])}`;
    await catalog.offer({ pn_raw, ...first });
    for (const path of ['/offers/', '/offers']) {
      const again = await catalog.send('POST', path, { source_identifier: 'Acme', pn_raw, ...second });
      expect([again.status, again.body]).toEqual([409, duplicate]);
    }
  });

  it('in every way of changing one of the three', async () => {
    const other = await catalog.source({ name: 'Other' });
    await catalog.offer({ pn_raw: 'taken' });
    await catalog.offer({ pn_raw: 'free', source_identifier: 'Other' });
    const mine = await catalog.offer({ pn_raw: 'free' });
    const path = `/offers/${mine.id}`;
    const answers = await Promise.all([
      catalog.send('PATCH', `${path}/`, { pn_raw: 'taken' }),
      catalog.send('PUT', `${path}/`, { pn_raw: 'taken', source: mine.source }),
      catalog.send('PATCH', `${path}/source/`, { source_identifier: 'Other' }),
      catalog.send('PATCH', `${path}/source-id/`, { source_id: other.id }),
    ]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([409, duplicate]));
    expect((await catalog.send('PATCH', `${path}/`, { pn_raw: 'free' })).status).toBe(200);
  });

  it('and another case or another condition is another offer', async () => {
    await catalog.offer({ pn_raw: 'case' });
    await catalog.offer({ pn_raw: 'CASE' });
    await catalog.offer({ pn_raw: 'case', condition_raw: 'used' });
  });
});

describe('the strict mode', () => {
  it('accepts only an existing id', async () => {
    const source = await catalog.source({ name: 'Strict' });
    const strict = (source_identifier: unknown, more = {}) =>
      catalog.send('POST', '/offers/strict/', { source_identifier, pn_raw: 'strict', ...more });
    expect((await strict(source.id)).body.source).toBe(source.id);
    expect((await strict(String(source.id))).status).toBe(409);
    expect((await strict('Strict')).body).toEqual({ source_identifier: ['A valid integer is required.'] });
    expect((await strict('999999')).body).toEqual({
      source_identifier: ['Source with ID 999999 does not exist.'],
    });
    expect((await strict('Strict', { price_raw: 'x' })).body).toEqual({
      price_raw: ['A valid number is required.'],
    });
  });
});

describe('a source identifier', () => {
  const sourceOf = async (source_identifier: unknown) => (await catalog.offer({ source_identifier })).source;

  it('is looked up as a name, an address and an id, in this order', async () => {
    const byId = await catalog.source({ name: 'first' });
    const byUrl = await catalog.source({ name: 'second', url: String(byId.id) });
    expect(await sourceOf(byId.id)).toBe(byUrl.id);
    const byName = await catalog.source({ name: String(byId.id) });
    expect(await sourceOf(String(byId.id))).toBe(byName.id);
  });

  it('that is a name finds the oldest source with that name', async () => {
    const [old] = [await catalog.source({ name: 'Twin' }), await catalog.source({ name: 'Twin' })];
    expect(await sourceOf('Twin')).toBe(old.id);
  });

  it('that is an address is compared without the case of scheme and host, and without a last slash', async () => {
    const source = await catalog.source({ name: 'Addr', url: 'https://Case.example/Path/' });
    expect(await sourceOf('HTTPS://case.EXAMPLE/Path')).toBe(source.id);
    expect(await sourceOf('https://case.example/path')).not.toBe(source.id);
  });

  it('that is a new address creates a source named after the host', async () => {
    const made = await catalog.offer({ source_identifier: 'https://www.Shop.example:8443/catalog/' });
    expect(made.source_name).toBe('shop.example');
    expect((await catalog.get(`/sources/${made.source}/`)).body.url).toBe(
      'https://www.Shop.example:8443/catalog/',
    );
    expect(await sourceOf('https://www.shop.example:8443/catalog')).toBe(made.source);
  });

  it('of digits alone creates nothing', async () => {
    const answer = await catalog.send('POST', '/offers/', { source_identifier: '31415926', pn_raw: 'x' });
    expect([answer.status, answer.body]).toEqual([
      400,
      { source_identifier: ['Source with ID 31415926 does not exist.'] },
    ]);
  });

  it('creates no source for an offer that is refused', async () => {
    await catalog.send('POST', '/offers/', { source_identifier: 'Never', pn_raw: '' });
    expect((await catalog.get('/sources/?search=Never')).body.count).toBe(0);
  });
});
