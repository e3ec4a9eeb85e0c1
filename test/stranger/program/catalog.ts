import createClient from 'openapi-fetch';
import type { components, paths } from './contract.ts';
import { exchanges, given, recorder } from './record.ts';

// A client program for the offer catalog that is written only from its document. It does not compile if the document's
// types are wrong, and every exchange is checked against the document afterwards.
const [baseUrl, token] = process.argv.slice(2) as [string, string];
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
client.use(recorder);

type Offer = components['schemas']['Offer'];
const at = (id: number) => ({ params: { path: { id } } });
const nowhere = 999_999_999;
/** A name that is too long for any field. */
const long = 'x'.repeat(256);

// Sources
const made = await client.POST('/api/sources', { body: { name: 'Acme', url: 'https://acme.example' } });
const acme: number = given(made.data, 'the source').id;
await client.POST('/api/sources', { body: { name: '' } });
// @ts-expect-error a name is required
await client.POST('/api/sources', { body: { url: null } });
const bulk = await client.POST('/api/sources/bulk-create', {
  body: { sources: [{ name: 'Bolt' }, { name: long }] },
});
const [bolt] = given(bulk.data, 'the sources').results;
await client.POST('/api/sources/bulk-create', { body: [{ name: 'Core' }] });
await client.POST('/api/sources/bulk-create', { body: { sources: [] } });
await client.GET('/api/sources', { params: { query: { search: 'acme', name: 'Acme', page_size: 1 } } });
await client.GET('/api/sources', { params: { query: { cursor: '' } } });
await client.GET('/api/sources', { params: { query: { page: '99' } } });
const unreadable = await client.GET('/api/sources', { params: { query: { search: '\0' } } });
if (!Array.isArray(unreadable.error)) throw new Error('the search was understood');
await client.GET('/api/sources', { params: { query: { cursor: 'nonsense' } } });
await client.GET('/api/sources/{id}', at(acme));
await client.GET('/api/sources/{id}', at(nowhere));
await client.PUT('/api/sources/{id}', { ...at(acme), body: { name: 'Acme Ltd', url: null } });
await client.PUT('/api/sources/{id}', { ...at(acme), body: { name: long } });
await client.PUT('/api/sources/{id}', { ...at(nowhere), body: { name: 'Acme' } });
await client.PATCH('/api/sources/{id}', { ...at(acme), body: { name: 'Acme' } });
await client.PATCH('/api/sources/{id}', { ...at(acme), body: { name: '' } });
await client.PATCH('/api/sources/{id}', { ...at(nowhere), body: {} });
const written = { map: { Price: 'price_raw' }, delimiter: 'semicolon', header_row: 2 };
for (const id of [acme, nowhere]) {
  await client.PUT('/api/sources/{id}/import-format', { ...at(id), body: written });
  await client.GET('/api/sources/{id}/import-format', at(id));
  await client.DELETE('/api/sources/{id}/import-format', at(id));
}
await client.PUT('/api/sources/{id}/import-format', { ...at(acme), body: { delimiter: 'x' } });
const [core] = given(
  (await client.POST('/api/sources/bulk-create', { body: { sources: [{ name: 'Acme Europe' }] } })).data,
  'the source to merge',
).results;
for (const id of [acme, nowhere]) {
  await client.POST('/api/sources/{id}/merge', { ...at(id), body: { sources: [given(core, 'it').id] } });
  await client.PUT('/api/sources/{id}/aliases', { ...at(id), body: { aliases: ['ACME'] } });
  await client.GET('/api/sources/{id}/aliases', at(id));
}
await client.POST('/api/sources/{id}/merge', { ...at(acme), body: { sources: [acme] } });
await client.PUT('/api/sources/{id}/aliases', { ...at(acme), body: { aliases: ['7'] } });

// Offers
const first = await client.POST('/api/offers', {
  body: {
    source_identifier: 'Acme',
    pn_raw: 'A-100',
    condition_raw: 'new',
    price_raw: '12.50',
    price_currency: 'EUR',
    weight_value: 2,
    raw_payload: { any: ['JSON', null] },
  },
});
const offer: Offer = given(first.data, 'the offer');
const price: string | null = offer.price_raw;
if (price !== '12.50') throw new Error(`the price is ${price}`);
const same = { source_identifier: 'Acme', pn_raw: 'A-100', condition_raw: 'new' };
const duplicate = await client.POST('/api/offers', { body: same });
if (!duplicate.error || !('detail' in duplicate.error)) throw new Error('it was created twice');
const faulty = await client.POST('/api/offers', { body: { ...same, price_raw: 'cheap' } });
if (!faulty.error || !('price_raw' in faulty.error)) throw new Error('the field is not named');
const strict = { ...same, source_identifier: String(acme) };
const second = await client.POST('/api/offers/strict', { body: { ...strict, pn_raw: 'A-200' } });
const other = given(second.data, 'the second offer');
await client.POST('/api/offers/strict', { body: strict });
await client.POST('/api/offers/strict', { body: same });
await client.GET('/api/offers/{id}', at(offer.id));
await client.GET('/api/offers/{id}', at(nowhere));
const whole = { pn_raw: 'A-100', source: acme };
await client.PUT('/api/offers/{id}', { ...at(offer.id), body: { ...whole, status_raw: 'active' } });
await client.PUT('/api/offers/{id}', { ...at(offer.id), body: { pn_raw: 'A-100', source_identifier: '' } });
await client.PUT('/api/offers/{id}', { ...at(offer.id), body: { ...whole, pn_raw: 'A-200' } });
await client.PUT('/api/offers/{id}', { ...at(nowhere), body: whole });
// @ts-expect-error a whole offer has a source
await client.PUT('/api/offers/{id}', { ...at(offer.id), body: { pn_raw: 'A-100' } });
await client.PATCH('/api/offers/{id}', { ...at(offer.id), body: { brand_raw: 'Acme', weight_unit: 'kg' } });
await client.PATCH('/api/offers/{id}', { ...at(offer.id), body: { brand_raw: long } });
await client.PATCH('/api/offers/{id}', { ...at(offer.id), body: { pn_raw: 'A-200' } });
await client.PATCH('/api/offers/{id}', { ...at(nowhere), body: {} });

// One field of an offer
await client.PATCH('/api/offers/{id}/price', { ...at(offer.id), body: { price_raw: 13 } });
await client.PATCH('/api/offers/{id}/price', { ...at(other.id), body: { price_raw: null } });
await client.PATCH('/api/offers/{id}/price', { ...at(offer.id), body: { price_raw: 'cheap' } });
await client.PATCH('/api/offers/{id}/price', { ...at(nowhere), body: { price_raw: 1 } });
const moved = { source_identifier: 'Acme', pn_raw: 'A-100', condition_raw: 'new' };
await client.PATCH('/api/offers/{id}/source', { ...at(offer.id), body: { source_identifier: 'Bolt' } });
const twin = given((await client.POST('/api/offers', { body: moved })).data, 'the twin');
await client.PATCH('/api/offers/{id}/source', { ...at(twin.id), body: { source_identifier: 'Bolt' } });
await client.PATCH('/api/offers/{id}/source', { ...at(twin.id), body: { source_identifier: '' } });
await client.PATCH('/api/offers/{id}/source', { ...at(nowhere), body: { source_identifier: 'Bolt' } });
const boltId = given(bolt, 'the source Bolt').id;
await client.PATCH('/api/offers/{id}/source-id', { ...at(other.id), body: { source_id: boltId } });
await client.PATCH('/api/offers/{id}/source-id', { ...at(twin.id), body: { source_id: boltId } });
await client.PATCH('/api/offers/{id}/source-id', { ...at(twin.id), body: { source_id: nowhere } });
await client.PATCH('/api/offers/{id}/source-id', { ...at(nowhere), body: { source_id: boltId } });

// Many offers
const many = { source_identifier: 'Core', pn_raw: 'C-1' };
const created = await client.POST('/api/offers/bulk-create', {
  body: { offers: [many, { ...many, pn_raw: 'C-2', price_raw: 'cheap' }] },
});
const wrong = given(created.data?.errors[0], 'the error of an element');
const messages = wrong.errors.price_raw;
if (wrong.index !== 1 || !Array.isArray(messages)) throw new Error('the element is not named');
const [bulky] = given(created.data, 'the offers').ids;
await client.POST('/api/offers/bulk-create', { body: [many] });
await client.POST('/api/offers/bulk-create', { body: { offers: [] } });
await client.POST('/api/offers/bulk-update', {
  body: {
    offers: [
      { id: offer.id, data: { price_raw: 14 } },
      { id: nowhere, data: {} },
    ],
  },
});
await client.POST('/api/offers/bulk-update', { body: { offers: [] } });
await client.POST('/api/offers/bulk-delete', { body: { ids: [given(bulky, 'an id'), nowhere] } });
await client.POST('/api/offers/bulk-delete', { body: { ids: [0] } });

// Lists and statistics
await client.GET('/api/offers', {
  params: { query: { price_min: 1, ordering: '-price_raw', page_size: 1 } },
});
await client.GET('/api/offers', { params: { query: { cursor: '' } } });
await client.GET('/api/offers', { params: { query: { source: nowhere } } });
await client.GET('/api/offers', { params: { query: { page: 'none' } } });
await client.GET('/api/offers/search', {
  params: {
    query: { q: 'a-1', has_price: true, created_after: '2020-01-01T00:00:00Z', source__in: `${acme}` },
  },
});
await client.GET('/api/offers/search', { params: { query: { created_after: 'soon' } } });
await client.GET('/api/offers/search', { params: { query: { page: 'none' } } });
await client.GET('/api/offers/by-source-name', { params: { query: { name: 'acm' } } });
await client.GET('/api/offers/by-source-name', { params: { query: { name: '' } } });
await client.GET('/api/offers/by-source-name', { params: { query: { name: 'acm', page: 'none' } } });
// @ts-expect-error the name is required
await client.GET('/api/offers/by-source-name', { params: { query: {} } });
const offersOf = (id: number, source?: number) =>
  client.GET('/api/sources/{id}/offers', { params: { path: { id }, query: { source } } });
await offersOf(acme);
await offersOf(acme, nowhere);
await offersOf(nowhere);
const figures = await client.GET('/api/offers/stats');
const sum: number = given(figures.data, 'the figures').total_offers;
if (sum !== 3) throw new Error(`there are ${sum} offers`);
await client.GET('/api/sources/stats', { params: { query: { has_offers: true } } });
await client.GET('/api/sources/stats', { params: { query: { source: nowhere } } });

// Files
const bodySerializer = (file: string) => file;
await client.POST('/api/offers/import', {
  body: 'source_identifier,pn_raw,price_raw\nAcme,F-1,1\nAcme,F-2,cheap\n',
  bodySerializer,
  headers: { 'content-type': 'text/csv' },
});
const lines = [{ source_identifier: 'Acme', pn_raw: 'F-1' }, 'nonsense'];
const imported = await client.POST('/api/offers/import', {
  body: lines.map((line) => JSON.stringify(line)).join('\n'),
  bodySerializer,
  headers: { 'content-type': 'application/x-ndjson' },
});
const line: number | undefined = imported.data?.errors[0]?.line;
if (line !== 2) throw new Error(`the error is in line ${line}`);
await client.POST('/api/offers/import', {
  body: 'pn_raw\nF-3\n',
  bodySerializer,
  headers: { 'content-type': 'text/csv' },
});
const exported = await client.GET('/api/offers/export', { parseAs: 'text' });
const file: string = given(exported.data, 'the file');
if (!file.includes('"F-1"')) throw new Error('the file lacks an offer');
await client.GET('/api/offers/export', { parseAs: 'stream', headers: { accept: 'text/csv' } });
await client.GET('/api/offers/export', { params: { query: { source: nowhere } } });

// What offers cost, and comparing them
const prices = await client.GET('/api/offers/{id}/prices', at(offer.id));
const today: string | null = given(prices.data?.results[0], 'a price').price_raw;
if (today === null) throw new Error('the offer has no price');
await client.GET('/api/offers/{id}/prices', at(nowhere));
await client.GET('/api/offers/{id}/prices', { params: { path: { id: offer.id }, query: { page: 'none' } } });
await client.GET('/api/offers/{id}', { params: { path: { id: offer.id }, query: { include: 'seen' } } });
await client.PUT('/api/offers/rates', { body: { base: 'EUR', rates: { USD: '1.25' } } });
await client.PUT('/api/offers/rates', { body: { base: 'EUR', rates: { USD: '0' } } });
const rates = await client.GET('/api/offers/rates');
if (rates.data?.rates.USD !== '1.25') throw new Error('the rate is another one');
const compared = await client.POST('/api/offers/compare', {
  body: { pns: [offer.pn_raw, 'none'], currency: 'USD' },
});
if (compared.data?.not_found[0] !== 'none') throw new Error('a part number is not named');
await client.POST('/api/offers/compare', { body: { pns: [] } });

// Lists that replace, and imports on record
const replacing = (rows: string, query: object) =>
  client.POST('/api/offers/import', {
    body: `pn_raw,price_raw\n${rows}`,
    bodySerializer: (text: string) => text,
    headers: { 'content-type': 'text/csv' },
    params: { query: { mode: 'replace', source: 'Monthly', ...query } },
  });
await replacing('m-1,1\nm-2,2\nm-3,x\n', {});
await replacing('m-1,1\n', { dry_run: true });
const asked = given((await replacing('m-1,1\n', {})).data, 'what a list would do');
if (!('state' in asked) || asked.state !== 'needs_confirmation')
  throw new Error('the list was applied unasked');
const waiting = at(given(asked.import, 'the id of an import'));
await client.POST('/api/imports/{id}/confirm', waiting);
await client.POST('/api/imports/{id}/confirm', waiting);
await client.POST('/api/imports/{id}/confirm', at(nowhere));
await client.POST('/api/imports/{id}/undo', waiting);
await client.POST('/api/imports/{id}/undo', waiting);
await client.POST('/api/imports/{id}/undo', at(nowhere));
const dropped = given((await replacing('m-1,1\n', {})).data, 'what a list would do');
const dropping = at(given('import' in dropped ? dropped.import : undefined, 'the id of an import'));
await client.POST('/api/imports/{id}/cancel', dropping);
await client.POST('/api/imports/{id}/cancel', dropping);
await client.POST('/api/imports/{id}/cancel', at(nowhere));
const record = await client.GET('/api/imports/{id}', dropping);
if (record.data?.state !== 'cancelled') throw new Error('the list was not dropped');
await client.GET('/api/imports/{id}', at(nowhere));
await client.GET('/api/imports', { params: { query: { mode: 'replace', page_size: 2 } } });
await client.GET('/api/imports', { params: { query: { source: nowhere } } });
await client.GET('/api/imports', { params: { query: { page: 'none' } } });
const oldest = given((await client.GET('/api/imports')).data?.results.at(-1), 'the first import');
await client.GET('/api/imports/{id}/errors', { ...at(oldest.id), parseAs: 'text' });
await client.GET('/api/imports/{id}/errors', {
  params: { path: { id: oldest.id }, query: { format: 'ndjson' } },
  parseAs: 'text',
});
await client.GET('/api/imports/{id}/errors', {
  // @ts-expect-error there is no such format
  params: { path: { id: oldest.id }, query: { format: 'xml' } },
});
await client.GET('/api/imports/{id}/errors', at(nowhere));

await client.DELETE(
  '/api/sources/{id}',
  at(given(record.data.source ?? undefined, 'the source of the lists')),
);

// Deletion
await client.DELETE('/api/offers/{id}', at(offer.id));
await client.DELETE('/api/offers/{id}', at(nowhere));
await client.DELETE('/api/sources/{id}', at(acme));
await client.DELETE('/api/sources/{id}', at(nowhere));
await client.POST('/api/sources/bulk-delete', { body: { ids: [boltId, nowhere] } });
await client.POST('/api/sources/bulk-delete', { body: { ids: [] } });

console.log(JSON.stringify(exchanges));
