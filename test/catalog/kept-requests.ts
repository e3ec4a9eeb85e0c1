/** One request to the catalog, as it is sent. */
export interface KeptRequest {
  method: string;
  path: string;
  /** JSON text, or another body. */
  body?: string;
  type?: string;
}

const values = [
  'null',
  'true',
  '0',
  '-1',
  '1',
  '2.0',
  '1.50',
  '12345678901234567890123',
  '1e3',
  '1e400',
  '12345678901234.123456',
  '0.1234567',
  '""',
  '"  "',
  '" a "',
  '"1"',
  '"007"',
  '"+1"',
  '"1.50"',
  '"-0.00"',
  '"1e30"',
  '"٣"',
  '"NaN"',
  '"12345678901234567890"',
  '"9223372036854775808"',
  '"http://Shop.example/"',
  '"http://"',
  '"\\u0000"',
  '"\\ud800"',
  `"${'x'.repeat(17)}"`,
  `"${'y'.repeat(65)}"`,
  `"${'😀'.repeat(255)}"`,
  `"${'z'.repeat(256)}\\u0000"`,
  `"${'9'.repeat(1001)}"`,
  '[]',
  '[1,"a"]',
  '{}',
  '{"b":1.50,"a":[1e400,null]}',
];

const fields = [
  'source_identifier',
  'source',
  'brand_raw',
  'pn_raw',
  'condition_raw',
  'status_raw',
  'price_raw',
  'price_currency',
  'weight_value',
  'weight_unit',
  'product_url',
  'raw_payload',
  'raw_hash',
  'id',
];

/** Bodies that are not an object. */
const wholes = [
  '',
  'null',
  'true',
  '1',
  '1.5',
  '12345678901234567890',
  '"a"',
  '[]',
  '[1]',
  '[null,{},[],"a",1.5]',
  '{}',
  '{"a"}',
  '[1,]',
  'NaN',
  '\ufeff{}',
  '{"a":"\t"}',
  `${'['.repeat(501)}${']'.repeat(501)}`,
];

const texts = [
  '',
  '%20',
  'a',
  '1',
  '0',
  '-1',
  '1.5',
  '1e50',
  '1e51',
  '-1e99',
  'NaN',
  '99999999999999999999',
  'true',
  'False',
  'maybe',
  'Acme',
  'http%3A%2F%2FShop.example',
  '1,2',
  ',',
  'a,b',
  '%00',
  '2026-01-02',
  '2026-13-02',
  '2026-01-02T03:04:05.5Z',
  '%22a%20b%22',
  '%7B%22a%22%3A1%7D',
  '%7B',
  'a+'.repeat(21),
  'last',
  'id',
  '-price_raw,id',
];

const offerFilters = [
  ...fields,
  'source_name',
  'price_min',
  'price_max',
  'currency',
  'created_at',
  'search',
  'ordering',
  'page',
  'page_size',
  'cursor',
];
const advancedFilters = [
  'q',
  'brand_raw__icontains',
  'pn_raw__startswith',
  'condition_raw__in',
  'source__in',
  'weight_min',
  'created_after',
  'has_price',
  'name',
  'format',
  'unknown',
];

/** One of the ways to send a value. They check it by the same shapes, so each field and each value meets each way, and each other once. */
const inTurn = <Way>(ways: Way[], turn: number): Way => ways[turn % ways.length]!;

/**
 * Every sort of request with every sort of value in every place, in an order that starts from an empty catalog.
 * `properties.test.ts` sends other requests at random.
 */
export function* keptRequests(): Generator<KeptRequest> {
  const at = (path: string) => (method: string, body?: string, type?: string) => ({
    ...{ method, path },
    ...(body === undefined ? {} : { body }),
    ...(type === undefined ? {} : { type }),
  });
  const sources = at('/sources/');
  const offers = at('/offers/');
  yield sources('POST', '{"name":"Acme","url":"http://Acme.example/"}');
  yield sources('POST', '{"name":" Bolt "}');
  for (const value of values) {
    yield sources('POST', `{"name":${value}}`);
    yield sources('POST', `{"name":"Named","url":${value},"id":9}`);
    yield at('/sources/2/')('PATCH', `{"url":${value}}`);
    yield at('/sources/2/')('PUT', `{"name":${value}}`);
  }
  yield at('/sources/2/')('PUT', '{"url":"x"}');
  yield at('/sources/2/')('PATCH', '{}');
  yield at('/sources/2/')('PATCH', '{"name":"Bolt","url":null}');
  yield at('/sources/bulk-create/')('POST', `[${values.map((value) => `{"name":${value}}`).join()}]`);
  yield at('/sources/bulk-create/')('POST', `{"sources":[{"name":"B","url":1},{"url":[]},null,7,[]]}`);

  yield offers(
    'POST',
    '{"source_identifier":"Acme","pn_raw":"A-1","price_raw":"12.50","price_currency":"EUR"}',
  );
  yield offers('POST', '{"source_identifier":"Acme","pn_raw":"A-1"}');
  let n = 0;
  const offer = (field: string, value: string, source = '"source_identifier":"Acme",') =>
    `{${source}"pn_raw":"P-${n++}","${field}":${value}}`;
  for (const [i, field] of fields.entries()) {
    for (const [k, value] of values.entries()) {
      const ways = [
        () => offers('POST', offer(field, value)),
        () => at('/offers/1/')('PUT', offer(field, value, '"source":1,')),
        () => at('/offers/1/')('PATCH', `{"${field}":${value}}`),
      ];
      yield inTurn(ways, i + k)();
    }
  }
  for (const value of values) {
    yield at('/offers/strict/')('POST', `{"pn_raw":"S-${n++}","source_identifier":${value}}`);
    yield at('/offers/strict/')('POST', `{"brand_raw":[],"source_identifier":${value}}`);
    yield at('/offers/1/price/')('PATCH', `{"price_raw":${value},"pn_raw":1}`);
    yield at('/offers/1/source/')('PATCH', `{"source_identifier":${value}}`);
    yield at('/offers/1/source-id/')('PATCH', `{"source_id":${value}}`);
    yield at('/offers/1/')('PUT', `{"pn_raw":"W","source_identifier":"Acme","source":${value}}`);
    yield at('/offers/1/')('PATCH', `{"source_identifier":"Acme","source":${value}}`);
    yield at('/offers/bulk-delete/')('POST', `{"ids":[99999,${value}]}`);
    yield at('/sources/bulk-delete/')('POST', `{"ids":${value}}`);
    yield at('/offers/bulk-update/')(
      'POST',
      `[{"id":${value},"data":{"brand_raw":"x"}},{"id":1,"data":${value}}]`,
    );
  }
  yield at('/offers/1/')('PUT', '{"source":1}');
  yield at('/offers/1/')('PUT', '{"brand_raw":[],"price_raw":"x"}');
  yield at('/offers/1/')('PUT', '{"source":"x","pn_raw":""}');
  const every = fields.flatMap((field) => values.map((value) => offer(field, value)));
  yield at('/offers/bulk-create/')('POST', `{"offers":[${every.join()}]}`);
  const changes = fields.flatMap((field) => values.map((value) => `{"id":1,"data":{"${field}":${value}}}`));
  yield at('/offers/bulk-update/')('POST', `{"updates":[${changes.join()}]}`);
  yield at('/offers/bulk-update/')(
    'POST',
    '[{"id":1,"brand_raw":"flat"},{"id":1},{"data":{}},{"id":99999,"data":{}}]',
  );
  yield at('/offers/import/')('POST', every.join('\n'), 'application/x-ndjson');

  for (const path of [
    ...[
      '/sources/',
      '/sources/1/',
      '/sources/bulk-create/',
      '/sources/bulk-delete/',
      '/offers/',
      '/offers/1/',
    ],
    ...['/offers/strict/', '/offers/1/price/', '/offers/1/source/', '/offers/1/source-id/'],
    ...['/offers/bulk-create/', '/offers/bulk-update/', '/offers/bulk-delete/', '/offers/import/'],
  ]) {
    const method = /\/1\//.test(path) ? 'PATCH' : 'POST';
    for (const whole of wholes) yield at(path)(method, whole);
    yield at(path)(method, '{}', 'text/plain');
    yield at(path)(method, '{}', 'nonsense');
    yield at(path)(method, '{}', 'application/json; charset=latin1');
  }
  for (const path of ['/sources/99999/', '/offers/99999/']) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) yield at(path)(method, '{"a"}');
    yield at(path)('GET');
  }

  for (const path of [
    ...[
      '/offers/',
      '/offers',
      '/offers/search/',
      '/offers/by-source-name/',
      '/offers/by-source-name/?name=Acm',
    ],
    ...[
      '/offers/stats/',
      '/offers/export/',
      '/offers/export/?format=csv',
      '/sources/',
      '/sources/?has_offers=false',
    ],
    ...[
      '/sources/1/offers/',
      '/sources/stats/',
      '/offers/1/',
      '/offers/1',
      '/offers/0/',
      '/offers/-1/',
      '/offers/x/',
    ],
    ...[
      '/offers/1/price/',
      '/offers/1/nothing/',
      '/offers/9999999999999999999/',
      '/nothing/',
      '/offers//',
      '/offers/%zz/',
    ],
    ...[
      '/offers/?page=2&page_size=2&source=1',
      '/offers/?page_size=2',
      '/offers/?cursor=&page_size=2&ordering=-pn_raw',
    ],
    ...[
      '/offers/strict/',
      '/offers/bulk-create/',
      '/sources/bulk-delete/',
      '/offers/import/',
      '/offers/x/price/',
    ],
  ]) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE'] as const) {
      if (method === 'TRACE' || (method === 'DELETE' && /\/1\/?$/.test(path))) continue;
      yield at(path)(method);
    }
  }
  for (const [k, text] of texts.entries()) {
    for (const [i, name] of [...offerFilters, ...advancedFilters].entries()) {
      const ways = [`search/?${name}=${text}&page_size=1`];
      if (i < offerFilters.length) ways.push(`?${name}=${text}&page_size=1`);
      if (!/^(?:raw_payload|created_at)$/.test(name)) ways.push(`export/?pn_raw=A-1&${name}=${text}`);
      yield at(`/offers/${inTurn(ways, i + k)}`)('GET');
    }
    for (const name of [
      'id',
      'name',
      'url',
      'updated_at',
      'search',
      'has_offers',
      'ordering',
      'page',
      'cursor',
    ])
      yield at(`/sources/?${name}=${text}&page_size=1`)('GET');
    for (const name of ['source', 'has_offers']) yield at(`/sources/stats/?${name}=${text}`)('GET');
    for (const name of ['name', 'source_name', 'q'])
      yield at(`/offers/by-source-name/?${name}=${text}&page_size=1`)('GET');
    yield at(`/sources/1/offers/?source=${text}&page_size=1`)('GET');
  }
  for (const many of [
    ...[
      'id=x&brand_raw=%00&price_min=x&source=x&created_at=x&source_name=%00&condition_raw__in=%00&weight_min=x',
    ],
    ...['search=%00&id=x', 'q=%00&id=x', 'search=a&q=b', 'unknown=1&7=1&id=x&has_price=maybe&format=x&name='],
    ...[
      'source_identifier=%00&source=99999&name=%00',
      'id=1&id=x',
      'id=x&id=1',
      'page=0&id=x',
      'page=7&cursor=x',
    ],
  ]) {
    for (const path of [
      '/offers/',
      '/offers/search/',
      '/offers/export/',
      '/offers/by-source-name/',
      '/sources/',
    ])
      yield at(`${path}?${many}`)('GET');
  }

  yield at('/offers/bulk-delete/')('POST', '[1,1,"2",99999]');
  yield at('/offers/3/')('DELETE');
  yield at('/offers/3/')('DELETE');
  yield at('/sources/bulk-delete/')('POST', '{"ids":[2,99999]}');
  yield at('/sources/1/')('DELETE');
  yield at('/sources/1/')('DELETE');
}
