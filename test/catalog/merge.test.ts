import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

/** Sources that become one, and the names by which it is found afterwards. */

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

const merge = (into: number, ...sources: unknown[]) =>
  catalog.send('POST', `/sources/${into}/merge/`, { sources, duplicates: 'delete' });
const aliases = async (id: number) => (await catalog.get(`/sources/${id}/aliases/`)).body.aliases;
const putAliases = (id: number, list: unknown) =>
  catalog.send('PUT', `/sources/${id}/aliases/`, { aliases: list });
const importing = (query: Record<string, string>, rows: string[]) =>
  catalog.raw(
    'POST',
    `/offers/import/?${new URLSearchParams(query)}`,
    `pn_raw,price_raw\n${rows.join('\n')}\n`,
    'text/csv',
  );
const pns = async (id: number) =>
  (await catalog.get(`/sources/${id}/offers/?page_size=1000`)).body.results
    .map(({ pn_raw, price_raw }: any) => `${pn_raw}=${price_raw}`)
    .sort();
const exists = async (id: number) => (await catalog.get(`/sources/${id}/`)).status === 200;

describe('a merge', () => {
  it('moves offers with their ids, deletes those that the source has already, and leaves names behind that find it', async () => {
    const into = await catalog.source({ name: 'Merged Ltd' });
    const from = await catalog.source({ name: 'Merged GmbH', url: 'https://Merged.example/' });
    await putAliases(from.id, ['MGmbH']);
    await importing({ source: 'Merged Ltd' }, ['a,1', 'b,2']);
    await importing({ source: 'Merged GmbH' }, ['b,20', 'c,30']);
    await catalog.offer({
      source_identifier: 'Merged GmbH',
      pn_raw: 'b',
      condition_raw: 'new',
      price_raw: '4',
    });
    const moved = (await catalog.get(`/sources/${from.id}/offers/`)).body.results.find(
      ({ pn_raw }: any) => pn_raw === 'c',
    );
    const { status, body } = await merge(into.id, from.id, 999_999);
    expect([status, body]).toEqual([200, { merged: 1, moved: 2, kept: 0, deleted: 1, not_found: [999_999] }]);
    expect(await pns(into.id)).toEqual(['a=1', 'b=2', 'b=4', 'c=30']);
    expect((await catalog.get(`/offers/${moved.id}/`)).body).toMatchObject({ id: moved.id, source: into.id });
    expect(await exists(from.id)).toBe(false);
    expect(await aliases(into.id)).toEqual(['MGmbH', 'Merged GmbH', 'https://Merged.example/']);
    for (const name of ['Merged GmbH', 'MGmbH', 'https://merged.EXAMPLE']) {
      expect((await catalog.offer({ source_identifier: name })).source).toBe(into.id);
    }
    // A list under the old name replaces what the source has now.
    const list = await importing({ source: 'Merged GmbH', mode: 'replace', most_vanished: '100' }, ['c,31']);
    expect(list.body).toMatchObject({ state: 'done', updated: 1, created: 0 });
    expect(await pns(into.id)).toEqual(['c=31']);
    // What was imported for the source that is gone belongs to none.
    const imports = (await catalog.get('/imports/?page_size=3')).body.results;
    expect(imports.map(({ source, can_undo }: any) => [source, can_undo])).toEqual([
      [into.id, true],
      [null, false],
      [into.id, false],
    ]);
    expect((await catalog.send('POST', `/imports/${imports[1].id}/undo/`)).status).toBe(409);
    const again = await merge(into.id, from.id);
    expect(again.body).toEqual({ merged: 0, moved: 0, kept: 0, deleted: 0, not_found: [from.id] });
  });

  it('leaves offers that the source has already where they are, and their source with its names, until they are to be deleted', async () => {
    const [into, from] = [await catalog.source(), await catalog.source({ name: 'Stays' })];
    await importing({ source: String(into.id) }, ['a,1', 'b,2']);
    await importing({ source: 'Stays' }, ['b,20', ...Array.from({ length: 2100 }, (_, n) => `c${n},1`)]);
    const body = { sources: [from.id] };
    const send = (more: object) => catalog.send('POST', `/sources/${into.id}/merge/`, { ...body, ...more });
    expect((await send({})).body).toEqual({ merged: 0, moved: 2100, kept: 1, deleted: 0, not_found: [] });
    expect(await pns(from.id)).toEqual(['b=20']);
    expect((await catalog.offer({ source_identifier: 'Stays' })).source).toBe(from.id);
    // It is no longer being merged, so others may be merged into it.
    expect((await merge(from.id, (await catalog.source()).id)).body).toMatchObject({ merged: 1 });
    const rest = await send({ duplicates: 'delete' });
    expect(rest.body).toEqual({ merged: 1, moved: 1, kept: 0, deleted: 1, not_found: [] });
    expect((await catalog.offer({ source_identifier: 'Stays' })).source).toBe(into.id);
    expect((await send({ duplicates: 'other' })).body).toEqual({
      duplicates: ['"other" is not a valid choice.'],
    });
  });

  it('of a source with the same name leaves no alias, and its figures are those of both', async () => {
    const [into, from] = [await catalog.source({ name: 'Twice' }), await catalog.source({ name: 'Twice' })];
    await catalog.offer({ source_identifier: String(from.id), price_raw: '5', price_currency: 'EUR' });
    expect((await merge(into.id, from.id)).body).toMatchObject({ merged: 1, moved: 1 });
    expect(await aliases(into.id)).toEqual([]);
    const { sources } = (await catalog.get(`/sources/stats/?source=${into.id}`)).body;
    expect(sources).toMatchObject([
      { id: into.id, offers_count: 1, by_currency: [{ price_currency: 'EUR' }] },
    ]);
  });

  it('takes over how the files of the other source are written, unless that is known of this one', async () => {
    const into = await catalog.source();
    const [first, second] = [await catalog.source(), await catalog.source()];
    const put = (id: number, delimiter: string) =>
      catalog.send('PUT', `/sources/${id}/import-format/`, { delimiter });
    await put(first.id, 'tab');
    await put(second.id, 'pipe');
    await merge(into.id, first.id, second.id);
    expect((await catalog.get(`/sources/${into.id}/import-format/`)).body).toEqual({ delimiter: 'tab' });
  });

  it('of thousands of offers loses none while others are added by the name, and ends', async () => {
    const into = await catalog.source({ name: 'Busy Ltd' });
    const from = await catalog.source({ name: 'Busy GmbH' });
    await importing(
      { source: 'Busy GmbH' },
      Array.from({ length: 7000 }, (_, n) => `m${n},1`),
    );
    await importing(
      { source: 'Busy Ltd' },
      Array.from({ length: 500 }, (_, n) => `m${n * 10},2`),
    );
    const merging = merge(into.id, from.id);
    const added: number[] = [];
    for (let n = 0; n < 40; n++) {
      added.push((await catalog.offer({ source_identifier: 'Busy GmbH', pn_raw: `new ${n}` })).id);
    }
    expect((await merging).body).toMatchObject({ merged: 1, deleted: 500 });
    expect(await exists(from.id)).toBe(false);
    const { count } = (await catalog.get(`/sources/${into.id}/offers/`)).body;
    expect(count).toBe(7040);
    for (const id of added) expect((await catalog.get(`/offers/${id}/`)).body.source).toBe(into.id);
  });

  it('in both directions at once leaves one source with all offers', async () => {
    const [a, b] = [await catalog.source(), await catalog.source()];
    await importing(
      { source: String(a.id) },
      Array.from({ length: 2500 }, (_, n) => `a${n},1`),
    );
    await importing(
      { source: String(b.id) },
      Array.from({ length: 2500 }, (_, n) => `b${n},1`),
    );
    const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([400, 404]).toContain(Math.max(...answers.map(({ status }) => status)));
    const left = (await exists(a.id)) ? a.id : b.id;
    expect((await catalog.get(`/sources/${left}/offers/`)).body.count).toBe(5000);
  });

  it.each([
    ['itself', (id: number) => [id], { sources: ['A source cannot be merged into itself.'] }],
    ['nothing', () => [], { sources: ['This list may not be empty.'] }],
    ['no id', () => ['x'], { sources: [expect.stringContaining('Element 0')] }],
  ])('with %s is a 400', async (_what, sources, errors) => {
    const { id } = await catalog.source();
    const { status, body } = await merge(id, ...sources(id));
    expect([status, body]).toEqual([400, errors]);
    expect(await exists(id)).toBe(true);
  });

  it('into a source that does not exist is a 404, and changes nothing', async () => {
    const { id } = await catalog.source();
    expect((await merge(999_999, id)).status).toBe(404);
    expect(await exists(id)).toBe(true);
  });
});

describe('the aliases of a source', () => {
  it('are replaced as a whole, found in any form of an address, and gone with the source', async () => {
    const { id } = await catalog.source();
    expect((await putAliases(id, ['Aka', 'Aka', 'https://aka.example/'])).body).toEqual({
      aliases: ['Aka', 'https://aka.example/'],
    });
    expect((await catalog.offer({ source_identifier: 'HTTPS://AKA.example' })).source).toBe(id);
    expect((await putAliases(id, ['Aka 2'])).body).toEqual({ aliases: ['Aka 2'] });
    expect((await putAliases(id, [])).body).toEqual({ aliases: [] });
    await putAliases(id, ['Aka']);
    await catalog.send('DELETE', `/sources/${id}/`);
    expect((await catalog.offer({ source_identifier: 'Aka' })).source).not.toBe(id);
  });

  it('give way to a source of that name, and to an id', async () => {
    const { id } = await catalog.source();
    await putAliases(id, ['Later']);
    const later = await catalog.source({ name: 'Later' });
    expect((await catalog.offer({ source_identifier: 'Later' })).source).toBe(later.id);
  });

  it('that another source is called by, numbers and others that can be none are a 400 that names each', async () => {
    const { id } = await catalog.source();
    const other = await catalog.source({ name: 'Taken', url: 'https://taken.example' });
    await putAliases(other.id, ['Taken too']);
    await putAliases(id, ['Mine']);
    const taken = await putAliases(id, ['Free', 'Taken', 'https://Taken.example/', 'Taken too']);
    expect([taken.status, taken.body]).toEqual([
      400,
      {
        aliases: ['Taken', 'https://Taken.example/', 'Taken too'].map(
          (name, at) => `Element ${at + 1}: source ${other.id} is called "${name}" already.`,
        ),
      },
    ]);
    const bad = await putAliases(id, ['7', '', null, 'x'.repeat(256)]);
    expect([bad.status, bad.body.aliases]).toEqual([
      400,
      Array(4).fill(expect.stringMatching(/^Element \d: /)),
    ]);
    expect(await aliases(id)).toEqual(['Mine']);
    for (const method of ['GET', 'PUT']) {
      const { status } = await catalog.send(
        method,
        '/sources/999999/aliases/',
        method === 'PUT' ? { aliases: [] } : undefined,
      );
      expect(status).toBe(404);
    }
  });
});
