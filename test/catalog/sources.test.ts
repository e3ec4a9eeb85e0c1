import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/;

describe('a source', () => {
  it('is created, read, replaced, changed and deleted', async () => {
    const made = await catalog.send('POST', '/sources/', { name: ' Acme ', url: 'https://acme.example' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(Number),
      name: 'Acme',
      url: 'https://acme.example',
      updated_at: expect.stringMatching(time),
    });
    expect(Object.keys(made.body)).toEqual(['id', 'name', 'url', 'updated_at']);
    const path = `/sources/${made.body.id}/`;
    expect((await catalog.get(path)).body).toEqual(made.body);
    const put = await catalog.send('PUT', path, { name: 'Acme 2' });
    expect(put.body).toMatchObject({ name: 'Acme 2', url: 'https://acme.example' });
    expect(put.body.updated_at > made.body.updated_at).toBe(true);
    expect((await catalog.send('PATCH', path, { url: '' })).body).toMatchObject({
      name: 'Acme 2',
      url: null,
    });
    const gone = await catalog.send('DELETE', path);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await catalog.get(path)).body).toEqual({ detail: 'No Source matches the given query.' });
  });

  it('has a new updated_at after an empty PATCH, but not after changes of its offers', async () => {
    const source = await catalog.source();
    await catalog.offer({ source_identifier: source.name });
    expect((await catalog.get(`/sources/${source.id}/`)).body.updated_at).toBe(source.updated_at);
    const patched = await catalog.send('PATCH', `/sources/${source.id}/`, {});
    expect(patched.status).toBe(200);
    expect(patched.body.updated_at > source.updated_at).toBe(true);
  });

  it('is deleted with all its offers', async () => {
    const source = await catalog.source();
    const offer = await catalog.offer({ source_identifier: String(source.id) });
    expect(offer.source).toBe(source.id);
    expect((await catalog.send('DELETE', `/sources/${source.id}/`)).status).toBe(204);
    expect((await catalog.get(`/offers/${offer.id}/`)).status).toBe(404);
  });

  it.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: null }, { name: ['This field may not be null.'] }],
    [{ name: '  ' }, { name: ['This field may not be blank.'] }],
    [
      { name: true, url: [] },
      { name: ['Not a valid string.'], url: ['Not a valid string.'] },
    ],
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ name: 'a\0' }, { name: ['Null characters are not allowed.'] }],
  ])('is refused for %j', async (body, errors) => {
    const answer = await catalog.send('POST', '/sources/', body);
    expect([answer.status, answer.body]).toEqual([400, errors]);
  });

  it('has a name of 255 code points, whatever their size', async () => {
    expect((await catalog.source({ name: '😀'.repeat(255) })).name).toBe('😀'.repeat(255));
  });

  it('may have a number for a name, and a url of any length', async () => {
    const source = await catalog.source({ name: 5, url: `https://long.example/${'x'.repeat(20_000)}` });
    expect(source.name).toBe('5');
    expect(source.url).toHaveLength(20_021);
  });
});

describe('the list of sources', () => {
  it('is searched in name and url, filtered by offers, and ordered', async () => {
    const b = await catalog.source({ name: 'Zebra bbb', url: 'http://findme.example' });
    const a = await catalog.source({ name: 'Zebra aaa' });
    await catalog.offer({ source_identifier: a.name });
    const ids = async (query: string) =>
      (await catalog.get(`/sources/?${query}`)).body.results.map((s: any) => s.id);
    expect(await ids('search=zebra')).toEqual([b.id, a.id]);
    expect(await ids('search=FINDME')).toEqual([b.id]);
    expect(await ids('search=zebra&ordering=name')).toEqual([a.id, b.id]);
    expect(await ids('search=zebra&ordering=-updated_at')).toEqual([a.id, b.id]);
    expect(await ids('search=zebra&has_offers=TRUE')).toEqual([a.id]);
    expect(await ids('search=zebra&has_offers=0')).toEqual([b.id]);
    expect(await ids('search=zebra&has_offers=perhaps&ordering=zzz')).toEqual([b.id, a.id]);
  });

  it('of offers of one source has pages like any other list', async () => {
    const source = await catalog.source();
    for (const pn of ['a', 'b', 'c']) await catalog.offer({ source_identifier: source.name, pn_raw: pn });
    await catalog.offer();
    const { body } = await catalog.get(`/sources/${source.id}/offers/?page_size=2&ordering=-pn_raw`);
    expect(body.count).toBe(3);
    expect(body.results.map((o: any) => o.pn_raw)).toEqual(['c', 'b']);
    expect(body.next).toBe(
      `${catalog.server.url}/api/sources/${source.id}/offers/?ordering=-pn_raw&page=2&page_size=2`,
    );
    expect((await catalog.get('/sources/999999/offers/')).status).toBe(404);
  });
});

describe('many sources', () => {
  it('are created in one call, and bad ones are reported by index', async () => {
    const { status, body } = await catalog.send('POST', '/sources/bulk-create/', {
      sources: [{ name: 'm1' }, { name: '' }, 7, { name: 'm2', url: 'x' }],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      created: 2,
      failed: 2,
      results: [{ name: 'm1' }, { name: 'm2', url: 'x' }],
      errors: [
        { index: 1, errors: { name: ['This field may not be blank.'] } },
        { index: 2, errors: { non_field_errors: ['Invalid data. Expected a dictionary, but got int.'] } },
      ],
    });
  });

  it('get a 201 even if none could be created', async () => {
    const { status, body } = await catalog.send('POST', '/sources/bulk-create', [{}]);
    expect([status, body]).toEqual([
      201,
      {
        created: 0,
        failed: 1,
        results: [],
        errors: [{ index: 0, errors: { name: ['This field is required.'] } }],
      },
    ]);
  });

  it('are deleted by ids, with their offers, and unknown ids are reported', async () => {
    const source = await catalog.source();
    const offer = await catalog.offer({ source_identifier: source.name });
    const { body } = await catalog.send('POST', '/sources/bulk-delete/', {
      ids: [source.id, String(source.id), 888_888, '9223372036854775807'],
    });
    expect(body.deleted).toBe(1);
    expect((await catalog.raw('POST', '/sources/bulk-delete/', '{"ids":[9223372036854775807]}')).text).toBe(
      '{"deleted":0,"not_found":[9223372036854775807]}',
    );
    expect((await catalog.get(`/offers/${offer.id}/`)).status).toBe(404);
  });
});
