import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

/** Lists that replace the offers of a source: `mode=replace`. */

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

const replacing = (source: string, rows: string[], more = '') =>
  catalog.raw(
    'POST',
    `/offers/import/?mode=replace&source=${encodeURIComponent(source)}${more}`,
    rows.join('\r\n'),
    'text/csv',
  );

async function offersOf(source: string): Promise<any[]> {
  const { body } = await catalog.get(
    `/offers/?source_identifier=${encodeURIComponent(source)}&page_size=1000&ordering=id`,
  );
  return body.results;
}
const pricesOf = async (source: string) =>
  Object.fromEntries((await offersOf(source)).map(({ pn_raw, price_raw }) => [pn_raw, price_raw]));

describe('a list that replaces', () => {
  it('creates, updates, leaves alone and deletes, and is on record', async () => {
    const first = await replacing('Acme', [
      'pn_raw,price_raw,brand_raw',
      'a,1,B',
      'b,2,B',
      'c,3,B',
      'd,4,B',
      'e,5,B',
    ]);
    expect([first.status, first.body]).toEqual([
      200,
      {
        ...{ import: expect.any(Number), state: 'done', created: 5, updated: 0, unchanged: 0, skipped: 0 },
        ...{ vanished: 0, failed: 0, errors: [] },
      },
    ]);
    const before = await offersOf('Acme');
    await catalog.offer({ source_identifier: 'Other', pn_raw: 'a', price_raw: '100' });
    // A changed price, the same in other digits, one that is not there any more, a new one, and one that stands there twice.
    const next = await replacing('Acme', ['pn_raw,price_raw', 'a,1.50', 'b,2.0', 'd,4', 'e,9', 'f,6', 'e,5']);
    expect([next.status, next.body]).toMatchObject([
      200,
      { state: 'done', created: 1, updated: 1, unchanged: 3, skipped: 1, vanished: 1, failed: 0 },
    ]);
    const after = await offersOf('Acme');
    const { c: _, ...kept } = Object.fromEntries(before.map((offer) => [offer.pn_raw, offer]));
    expect(Object.fromEntries(after.map((offer) => [offer.pn_raw, offer]))).toEqual({
      ...kept,
      // Its id, its brand and its time of creation stay.
      a: { ...kept.a, price_raw: '1.50' },
      f: expect.objectContaining({ price_raw: '6', brand_raw: null }),
    });
    expect(await pricesOf('Other')).toEqual({ a: '100' });
    const { body: record } = await catalog.get(`/imports/${next.body.import}/`);
    expect(record).toMatchObject({
      ...{
        mode: 'replace',
        state: 'done',
        source_name: 'Acme',
        rows: 6,
        created: 1,
        updated: 1,
        unchanged: 3,
      },
      ...{ skipped: 1, vanished: 1, failed: 0, can_undo: true, detail: null },
    });
    const { body: page } = await catalog.get(`/imports/?source=${record.source}`);
    expect(page).toMatchObject({
      count: 2,
      results: [{ id: next.body.import, can_undo: true }, { can_undo: false }],
    });
    // Statistics follow.
    const { by_source: bySource } = (await catalog.get('/offers/stats/')).body;
    expect(bySource).toContainEqual({ source: record.source, source_name: 'Acme', offers: 5 });
  });

  it('keeps the offer of a row that cannot be read, and names the row', async () => {
    await replacing('Broken', ['pn_raw,price_raw', 'a,1', 'b,2']);
    const { status, body } = await replacing('Broken', [
      'pn_raw,price_raw',
      'a,on request',
      'b,3',
      'c,cheap',
    ]);
    expect([status, body]).toMatchObject([
      200,
      {
        created: 0,
        updated: 1,
        vanished: 0,
        failed: 2,
        errors: [
          { index: 0, line: 2 },
          { index: 2, line: 4 },
        ],
      },
    ]);
    expect(await pricesOf('Broken')).toEqual({ a: '1', b: '3' });
    const file = await catalog.get(`/imports/${body.import}/errors/`);
    expect(file.text).toBe(
      'line,field,error\r\n2,price_raw,A valid number is required.\r\n4,price_raw,A valid number is required.\r\n',
    );
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="import-${body.import}-errors.csv"`,
    );
    const lines = await catalog.get(`/imports/${body.import}/errors/?format=ndjson`);
    expect(
      lines.text
        .split('\n')
        .filter(Boolean)
        .map((line: string) => JSON.parse(line)),
    ).toEqual(body.errors);
  });

  it('refuses rows of another source, and takes its own under each of its names', async () => {
    const { id } = await catalog.source({ name: 'Named', url: 'https://named.example' });
    const { body } = await replacing('Named', [
      'source_identifier,pn_raw',
      'Named,a',
      'https://named.example,b',
      `${id},c`,
      'Stranger,d',
      ',e',
    ]);
    expect(body).toMatchObject({
      created: 4,
      failed: 1,
      errors: [{ line: 5, errors: { source_identifier: [expect.any(String)] } }],
    });
    expect(Object.keys(await pricesOf('Named'))).toEqual(['a', 'b', 'c', 'e']);
    expect((await catalog.get('/sources/?name=Stranger')).body.count).toBe(0);
  });

  it('gives what is gone a status instead, and takes it away when it is back', async () => {
    const rows = ['pn_raw,price_raw', 'a,1', 'b,2', 'c,3', 'd,4', 'e,5', 'f,6'];
    await replacing('Status', rows);
    const gone = await replacing('Status', rows.slice(0, -1), '&vanished_status=sold');
    expect(gone.body).toMatchObject({ unchanged: 5, vanished: 1 });
    const statuses = async () =>
      Object.fromEntries((await offersOf('Status')).map(({ pn_raw, status_raw }) => [pn_raw, status_raw]));
    expect(await statuses()).toMatchObject({ a: null, f: 'sold' });
    // What is gone already does not vanish again.
    expect((await replacing('Status', rows.slice(0, -1), '&vanished_status=sold')).body).toMatchObject({
      vanished: 0,
      unchanged: 5,
    });
    expect((await replacing('Status', rows, '&vanished_status=sold')).body).toMatchObject({
      updated: 1,
      unchanged: 5,
    });
    expect(await statuses()).toMatchObject({ a: null, f: null });
  });

  it.each([
    ['mode=replace', { source: ['This field is required.'] }],
    ['mode=replace&source=A&on_duplicate=skip', { on_duplicate: [expect.stringContaining('updates')] }],
    ['mode=swap', { mode: ['"swap" is not a valid choice.'] }],
    [
      'mode=replace&source=A&most_vanished=101',
      { most_vanished: ['Ensure this value is less than or equal to 100.'] },
    ],
    ['source=A&vanished_status=sold', { vanished_status: ['This belongs to mode=replace.'] }],
    [
      `mode=replace&source=A&vanished_status=${'x'.repeat(256)}`,
      { vanished_status: [expect.stringContaining('255')] },
    ],
  ])('refuses %s and makes no source', async (query, errors) => {
    const { status, body } = await catalog.raw('POST', `/offers/import/?${query}`, 'pn_raw\r\na', 'text/csv');
    expect([status, body]).toEqual([400, errors]);
    expect((await catalog.get('/sources/?name=A')).body.count).toBe(0);
  });

  it('changes nothing if the file cannot be read to its end', async () => {
    await replacing('Cut', ['pn_raw,price_raw', 'a,1', 'b,2']);
    const { status, body } = await replacing('Cut', ['pn_raw,price_raw', 'a,5', '"b,2']);
    expect([status, body.detail]).toEqual([
      400,
      expect.stringMatching(/only up to line 3.*Nothing was changed/),
    ]);
    expect(await pricesOf('Cut')).toEqual({ a: '1', b: '2' });
    const { body: page } = await catalog.get('/imports/?state=failed&page_size=1');
    expect(page.results[0]).toMatchObject({ source_name: 'Cut', detail: body.detail });
    expect(await catalog.query('SELECT count(*)::int AS n FROM catalog.staged_offers')).toEqual([{ n: 0 }]);
  });

  it('leaves the offers of a source as a model says, whatever lists come', async () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const row = fc.record({
      pn: key,
      condition: fc.constantFrom('', 'new'),
      price: fc.constantFrom('', '1', '2', '2.0'),
    });
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('list' as const),
        rows: fc.array(row, { maxLength: 8 }),
        status: fc.boolean(),
      }),
      fc.record({
        kind: fc.constant('add' as const),
        rows: fc.array(row, { minLength: 1, maxLength: 8 }),
        updates: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('undo' as const) }),
    );
    const fileOf = (rows: { pn: string; condition: string; price: string }[]) => [
      'pn_raw,condition_raw,price_raw',
      ...rows.map((r) => `${r.pn},${r.condition},${r.price}`),
    ];
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const source = `Model ${run++}`;
        type State = Map<string, { price: string; status: string }>;
        let now: State = new Map();
        let before: State | undefined;
        let last: number | undefined;
        for (const step of steps) {
          if (step.kind === 'undo') {
            if (last === undefined) continue;
            const { status } = await catalog.send('POST', `/imports/${last}/undo/`);
            expect(status).toBe(before ? 200 : 409);
            if (before) now = before;
            before = undefined;
          } else if (step.kind === 'add') {
            const next: State = new Map(now);
            for (const { pn, condition, price } of step.rows) {
              const place = `${pn},${condition}`;
              const there = next.get(place);
              if (there && !step.updates) continue;
              next.set(place, { price: price.replace('.0', ''), status: there?.status ?? '' });
            }
            const { body } = await catalog.raw(
              'POST',
              `/offers/import/?source=${source}&on_duplicate=${step.updates ? 'update' : 'skip'}`,
              fileOf(step.rows).join('\n'),
              'text/csv',
            );
            before = body.created + (body.updated ?? 0) > 0 ? now : undefined;
            now = next;
            const { results } = (await catalog.get('/imports/?mode=add&page_size=1')).body;
            expect(results[0]).toMatchObject({ source_name: source, can_undo: before !== undefined });
            last = results[0].id;
          } else {
            const next: State = new Map();
            for (const { pn, condition, price } of step.rows) {
              const place = `${pn},${condition}`;
              next.set(place, {
                price: price.replace('.0', ''),
                status:
                  now.get(place)?.status === 'gone' && step.status ? '' : (now.get(place)?.status ?? ''),
              });
            }
            const gone = [...now].filter(([place]) => !next.has(place));
            if (step.status)
              for (const [place, { price }] of gone) next.set(place, { price, status: 'gone' });
            const { body } = await replacing(
              source,
              fileOf(step.rows),
              `&most_vanished=100${step.status ? '&vanished_status=gone' : ''}`,
            );
            expect(body).toMatchObject({ state: 'done', failed: 0 });
            // What changed nothing cannot be undone.
            before = body.created + body.updated + body.vanished > 0 ? now : undefined;
            [now, last] = [next, body.import];
          }
          const found = (await offersOf(source)).map(
            ({ pn_raw, condition_raw, price_raw, status_raw }): [string, object] => [
              `${pn_raw},${condition_raw ?? ''}`,
              { price: (price_raw ?? '').replace('.0', ''), status: status_raw ?? '' },
            ],
          );
          expect(new Map(found.sort())).toEqual(new Map([...now].sort()));
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a list that would take away too much', () => {
  const rows = ['pn_raw,price_raw', ...Array.from({ length: 10 }, (_, i) => `p${i},${i}`)];

  it('changes nothing and waits, says what it would do, and is applied when somebody confirms it', async () => {
    await replacing('Careful', rows);
    const before = await offersOf('Careful');
    const asked = await replacing('Careful', [rows[0]!, 'p0,7', 'new,1', ...rows.slice(2, 8)]);
    expect([asked.status, asked.body]).toMatchObject([
      202,
      { state: 'needs_confirmation', created: 1, updated: 1, unchanged: 6, vanished: 3, failed: 0 },
    ]);
    expect(await offersOf('Careful')).toEqual(before);
    const path = `/imports/${asked.body.import}`;
    expect((await catalog.get(`${path}/`)).body).toMatchObject({
      state: 'needs_confirmation',
      vanished: 3,
      can_undo: false,
    });
    expect((await catalog.send('POST', `${path}/undo/`)).status).toBe(409);
    const [one, two] = await Promise.all([
      catalog.send('POST', `${path}/confirm/`),
      catalog.send('POST', `${path}/confirm/`),
    ]);
    expect([one!.status, two!.status].sort()).toEqual([200, 409]);
    const done = one!.status === 200 ? one! : two!;
    expect(done.body).toMatchObject({ state: 'done', created: 1, updated: 1, unchanged: 6, vanished: 3 });
    expect(Object.keys(await pricesOf('Careful')).sort()).toEqual(
      ['new', ...rows.slice(1, 8).map((row) => row.split(',')[0])].sort(),
    );
    // Everything as before, with the same ids and times.
    const undone = await catalog.send('POST', `${path}/undo/`);
    expect([undone.status, undone.body]).toEqual([200, { removed: 1, restored: 1, returned: 3, left: 0 }]);
    expect(await offersOf('Careful')).toEqual(before);
    expect((await catalog.send('POST', `${path}/undo/`)).status).toBe(409);
    expect((await catalog.get(`${path}/`)).body).toMatchObject({ state: 'undone', can_undo: false });
    // What would undo the list before is gone.
    const { results } = (await catalog.get(`/imports/?source=${before[0].source}`)).body;
    expect(results.map((each: any) => each.can_undo)).toEqual([false, false]);
    expect((await catalog.send('POST', `/imports/${results[1].id}/undo/`)).status).toBe(409);
  });

  it('is dropped by a cancellation or by a newer list, and then cannot be applied', async () => {
    await replacing('Dropped', rows);
    const first = (await replacing('Dropped', rows.slice(0, 4))).body.import;
    expect((await catalog.send('POST', `/imports/${first}/cancel/`)).body).toMatchObject({
      state: 'cancelled',
    });
    const second = (await replacing('Dropped', rows.slice(0, 4))).body.import;
    expect((await replacing('Dropped', [...rows, 'more,1'])).status).toBe(200);
    expect((await catalog.get(`/imports/${second}/`)).body).toMatchObject({
      state: 'cancelled',
      detail: 'A newer list of this source was applied.',
    });
    for (const id of [first, second]) {
      expect((await catalog.send('POST', `/imports/${id}/confirm/`)).status).toBe(409);
      expect((await catalog.send('POST', `/imports/${id}/cancel/`)).status).toBe(409);
    }
    expect(await offersOf('Dropped')).toHaveLength(11);
    expect(await catalog.query('SELECT count(*)::int AS n FROM catalog.staged_offers')).toEqual([{ n: 0 }]);
  });

  it('may be asked for, whatever the list does', async () => {
    await replacing('Asked', rows);
    const asked = await replacing('Asked', [...rows, 'one more,1'], '&ask=true');
    expect([asked.status, asked.body]).toMatchObject([
      202,
      { state: 'needs_confirmation', created: 1, unchanged: 10, vanished: 0 },
    ]);
    expect(await offersOf('Asked')).toHaveLength(10);
    expect((await catalog.send('POST', `/imports/${asked.body.import}/confirm/`)).body.created).toBe(1);
    expect(await offersOf('Asked')).toHaveLength(11);
    const added = await catalog.raw('POST', '/offers/import/?ask=true', 'pn_raw\n', 'text/csv');
    expect([added.status, added.body]).toEqual([400, { ask: ['This belongs to mode=replace.'] }]);
  });

  it('has the share of the request, also none', async () => {
    await replacing('Share', rows);
    expect((await replacing('Share', rows.slice(0, -1), '&most_vanished=0')).status).toBe(202);
    expect((await replacing('Share', [rows[0]!], '&most_vanished=100')).body).toMatchObject({
      state: 'done',
      vanished: 10,
    });
  });
});

describe('undo', () => {
  it('of an import that the sender left brings back what was before, and then that of the one before is too late', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `u${i},1`);
    const path = '/offers/import/?source=Left&on_duplicate=update';
    await catalog.raw('POST', path, ['pn_raw,price_raw', ...rows].join('\n'), 'text/csv');
    const broken = [
      'pn_raw,price_raw',
      ...rows.map((each) => each.replace(',1', ',2')),
      'new,5',
      '"never closed',
    ];
    const cut = await catalog.raw('POST', path, broken.join('\n'), 'text/csv');
    expect(cut.body).toMatchObject({ updated: 3000, created: 1, unread_from_line: 3003 });
    const [second, first] = (await catalog.get('/imports/?mode=add&page_size=2')).body.results;
    expect([second.can_undo, first.can_undo]).toEqual([true, false]);
    expect((await catalog.send('POST', `/imports/${second.id}/undo/`)).body).toEqual({
      ...{ removed: 1, restored: 3000, returned: 0, left: 0 },
    });
    expect(new Set(Object.values(await pricesOf('Left')))).toEqual(new Set(['1']));
  });

  it('leaves alone what somebody changed, deleted or created anew after the list', async () => {
    await replacing('Later', ['pn_raw,price_raw', 'a,1', 'b,2', 'c,3', 'd,4']);
    const { body } = await replacing(
      'Later',
      ['pn_raw,price_raw', 'a,10', 'b,20', 'n,5', 'm,6'],
      '&most_vanished=100',
    );
    expect(body).toMatchObject({ created: 2, updated: 2, vanished: 2 });
    const ids = Object.fromEntries((await offersOf('Later')).map(({ pn_raw, id }) => [pn_raw, id]));
    await catalog.send('PATCH', `/offers/${ids.a}/price/`, { price_raw: '11' });
    await catalog.send('PATCH', `/offers/${ids.n}/`, { brand_raw: 'Ours' });
    await catalog.offer({ source_identifier: 'Later', pn_raw: 'c', price_raw: '33' });
    const { body: report } = await catalog.send('POST', `/imports/${body.import}/undo/`);
    expect(report).toEqual({ removed: 1, restored: 1, returned: 1, left: 3 });
    expect(await pricesOf('Later')).toEqual({ a: '11', b: '2', c: '33', d: '4', n: '5' });
  });
});

it('two lists of one source at once: both end, and the offers are those of the later one', async () => {
  const list = (price: number) => [
    'pn_raw,price_raw',
    ...Array.from({ length: 300 }, (_, i) => `p${i},${price}`),
  ];
  const answers = await Promise.all([1, 2, 3].map((price) => replacing('Twice', list(price))));
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const done = answers.flatMap(({ status, body }, i) =>
    status === 200 ? [{ id: body.import, price: String(i + 1) }] : [],
  );
  const newest = done.sort((a, b) => b.id - a.id)[0]!;
  expect(new Set(Object.values(await pricesOf('Twice')))).toEqual(new Set([newest.price]));
});

it('an import without a mode is on record, too, with its errors', async () => {
  const { body } = await catalog.raw(
    'POST',
    '/offers/import/?source=Plain',
    'pn_raw,price_raw\r\na,1\r\nb,x',
    'text/csv',
  );
  expect(body).toMatchObject({ created: 1, failed: 1 });
  const { results } = (await catalog.get('/imports/?mode=add&page_size=1')).body;
  expect(results[0]).toMatchObject({
    ...{ mode: 'add', state: 'done', source_name: 'Plain', rows: 2, created: 1, failed: 1, can_undo: true },
    on_duplicate: 'skip',
  });
  expect((await catalog.get(`/imports/${results[0].id}/errors/`)).text).toContain('3,price_raw,');
  const undo = () => catalog.send('POST', `/imports/${results[0].id}/undo/`);
  expect((await undo()).body).toEqual({ removed: 1, restored: 0, returned: 0, left: 0 });
  expect((await undo()).status).toBe(409);
  // One whose rows name their sources belongs to none of them.
  await catalog.raw('POST', '/offers/import/', 'source_name,pn_raw\r\nPlain,z', 'text/csv');
  const [newest] = (await catalog.get('/imports/?mode=add&page_size=1')).body.results;
  expect(newest).toMatchObject({ created: 1, source: null, can_undo: false });
  expect((await catalog.get('/imports/999999/')).body).toEqual({
    detail: 'No Import matches the given query.',
  });
});
