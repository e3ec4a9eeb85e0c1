import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orders } from '../../src/dialog/payments/schema.ts';
import { refreshPaidAccess } from '../../src/dialog/profiles/paid-access.ts';
import { newId, readId, showId } from '../../src/platform/ids.ts';
import { identitiesOf, makeScene, refusal, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await makeScene();
});

afterAll(async () => {
  await scene?.server.close();
});

const entriesOf = async (subject: string, action: string) =>
  (await scene.server.audit(scene.project)).filter(
    (entry) => entry.subject.id === subject && entry.action === action,
  );

describe('a merge', () => {
  it("keeps the oldest profile, whose values win, and adds the others' values", async () => {
    const [oldest, middle, youngest] = [
      await scene.customer({
        status: 'vip',
        state: { city: 'Riga', name: 'Anna' },
        tags: ['a', 'b'],
        access: { a: 1 },
      }),
      await scene.customer({ state: { city: 'Bonn', size: 'M' }, tags: ['b', 'c'], access: { a: 2, b: {} } }),
      await scene.customer({ state: { size: 'XL', shoe: '43' }, tags: ['d'] }, scene.channels[1]),
    ];
    const answer = await scene.link(youngest.profileId, oldest.profileId, middle.profileId);
    expect(answer.status).toBe(200);
    const { link_id: linkId, ...profile } = answer.body;
    expect(linkId).toMatch(/^lnk_/);
    expect(profile).toMatchObject({
      id: oldest.profileId,
      status: 'vip',
      state: { city: 'Riga', name: 'Anna', size: 'M', shoe: '43' },
      tags: ['a', 'b', 'c', 'd'],
      access: { a: 1, b: {} },
    });
    expect(identitiesOf(answer)).toEqual([oldest.id, middle.id, youngest.id]);
    expect((await scene.profile(oldest.profileId)).body).toEqual(profile);
    for (const gone of [middle, youngest]) {
      expect(refusal(await scene.profile(gone.profileId))).toEqual([404, 'profile_not_found']);
      expect(refusal(await scene.patch(gone.profileId, { tags: [] }))).toEqual([404, 'profile_not_found']);
    }
    const [entry] = await entriesOf(oldest.profileId, 'profile.linked');
    expect(entry).toMatchObject({
      actor: { type: 'owner', name: 'owner@example.com' },
      data: {
        link_id: linkId,
        absorbed: [middle.profileId, youngest.profileId],
        identity_ids: [middle.id, youngest.id],
      },
    });
    // The same customer again, found by any of their accounts.
    const again = await scene.server.makeIdentity(scene.project.id, youngest.channel.id, youngest.externalId);
    expect(again).toEqual({ id: youngest.id, profile_id: oldest.profileId });
  });

  it('keeps all digits of numbers, and the order of names', async () => {
    const [oldest, other] = [await scene.customer(), await scene.customer()];
    await scene.patch(oldest.profileId, '{"access":{"b":1.10,"1":12345678901234567890}}');
    await scene.patch(other.profileId, '{"access":{"b":2,"0":0.10000000000000000001,"a\\"\\u00e9":[1e400]}}');
    const answer = await scene.link(oldest.profileId, other.profileId);
    expect(answer.text).toContain(
      '"access":{"b":1.10,"1":12345678901234567890,"0":0.10000000000000000001,"a\\"é":[1e400]}',
    );
    const undone = await scene.undo(answer.body.link_id);
    expect(undone.text).toContain('"access":{"b":1.10,"1":12345678901234567890}');
    expect(undone.text).toContain('"access":{"b":2,"0":0.10000000000000000001,"a\\"\\u00e9":[1e400]}');
  });

  it('keeps paid access with its buyer through a merge and its undo, unless it was refunded', async () => {
    const [oldest, other] = [await scene.customer(), await scene.customer()];
    const { database } = scene.server.server.parts;
    const projectId = readId('project', scene.project.id)!;
    const sell = (customer: { id: string }, product: string) =>
      database.transaction(async (tx) => {
        const identityId = readId('identity', customer.id)!;
        await tx.orm.insert(orders).values({
          ...{ projectId, id: newId(), operation: 'sale', identityId, environment: 'live', test: false },
          ...{ status: 'succeeded', amount: '1.00', currency: 'RUB', description: '', product },
          ...{
            access: 'forever',
            returnUrl: '',
            shopId: '1',
            idempotenceKey: newId(),
            grantedAt: new Date(),
          },
        });
        await refreshPaidAccess(tx, projectId, identityId);
      });
    await sell(oldest, 'a');
    await sell(other, 'b');
    await sell(other, 'c');
    const { body } = await scene.link(oldest.profileId, other.profileId);
    const products = (profile: any) => profile.paid_access.map(({ product }: any) => product);
    expect(products((await scene.profile(oldest.profileId)).body)).toEqual(['a', 'b', 'c']);
    await database.query(`UPDATE dialog.orders SET refunded_at = now() WHERE product = 'b'`);
    await sell(oldest, 'd');
    const undone = await scene.undo(body.link_id);
    expect(undone.body.profiles.map(products)).toEqual([['a', 'd'], ['c']]);
    const again = await scene.link(oldest.profileId, other.profileId);
    expect(products(again.body)).toEqual(['a', 'c', 'd']);
    await scene.unlink(oldest.profileId, other.id);
    expect(products((await scene.profile(oldest.profileId)).body)).toEqual(['a', 'd']);
  });

  it('can be previewed: nothing changes, and the preview names the values that would be lost', async () => {
    const [oldest, other] = [
      await scene.customer({
        status: 'vip',
        state: { city: 'Riga', same: 'x' },
        tags: ['a'],
        access: { a: 1 },
      }),
      await scene.customer({
        state: { city: 'Bonn', same: 'x', size: 'M' },
        tags: ['b'],
        access: { a: { n: 2 } },
      }),
    ];
    const before = await Promise.all([scene.profile(oldest.profileId), scene.profile(other.profileId)]);
    const preview = await scene.owner('POST', '/profiles/link?dry_run=true', {
      profile_ids: [other.profileId, oldest.profileId],
    });
    expect([preview.status, preview.body]).toEqual([
      200,
      {
        dry_run: true,
        survivor_id: oldest.profileId,
        absorbed_ids: [other.profileId],
        before: {
          status: 'vip',
          state: { city: 'Riga', same: 'x' },
          tags: ['a'],
          access: { a: 1 },
          paid_access: [],
        },
        after: {
          status: 'vip',
          state: { city: 'Riga', same: 'x', size: 'M' },
          tags: ['a', 'b'],
          access: { a: 1 },
          paid_access: [],
        },
        conflicts: [
          {
            field: 'status',
            key: null,
            kept: 'vip',
            dropped: [{ profile_id: other.profileId, value: 'active' }],
          },
          {
            field: 'state',
            key: 'city',
            kept: 'Riga',
            dropped: [{ profile_id: other.profileId, value: 'Bonn' }],
          },
          {
            field: 'access',
            key: 'a',
            kept: 1,
            dropped: [{ profile_id: other.profileId, value: { n: 2 } }],
          },
        ],
        identities: [{ identity_id: other.id, profile_id: other.profileId }],
      },
    ]);
    const after = await Promise.all([scene.profile(oldest.profileId), scene.profile(other.profileId)]);
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    const linked = await scene.link(oldest.profileId, other.profileId);
    expect(linked.body).toMatchObject(preview.body.after);
  });

  it('needs 2 to 20 different existing profiles', async () => {
    const { profileId } = await scene.customer();
    const faultOf = async (body: unknown) => {
      const answer = await scene.owner('POST', '/profiles/link', body);
      return [answer.status, answer.body.detail[0].loc.join('.'), answer.body.detail[0].type];
    };
    const ids = Array.from({ length: 21 }, () => showId('profile', newId()));
    expect(await faultOf({})).toEqual([422, 'body.profile_ids', 'missing']);
    expect(await faultOf({ profile_ids: [profileId] })).toEqual([422, 'body.profile_ids', 'too_short']);
    expect(await faultOf({ profile_ids: ids })).toEqual([422, 'body.profile_ids', 'too_long']);
    expect(await faultOf({ profile_ids: [profileId, profileId] })).toEqual([
      422,
      'body.profile_ids',
      'value_error',
    ]);
    expect(await faultOf({ profile_ids: [profileId, 7] })).toEqual([
      422,
      'body.profile_ids.1',
      'string_type',
    ]);
    expect(await faultOf({ profile_ids: [profileId, '\0'] })).toEqual([
      422,
      'body.profile_ids.1',
      'value_error',
    ]);
    for (const other of [ids[0]!, 'prof_x', '', '😀']) {
      for (const query of ['', '?dry_run=true']) {
        const answer = await scene.owner('POST', `/profiles/link${query}`, {
          profile_ids: [profileId, other],
        });
        expect(refusal(answer)).toEqual([404, 'profile_not_found']);
      }
    }
  });
});

describe('an identity that is unlinked', () => {
  it('gets its own profile that has only the status of the old one', async () => {
    const [stays, goes] = [
      await scene.customer({ status: 'blocked', state: { city: 'Riga' }, tags: ['a'], access: { a: 1 } }),
      await scene.customer(),
    ];
    await scene.link(stays.profileId, goes.profileId);
    const answer = await scene.unlink(stays.profileId, goes.id);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'blocked', state: {}, tags: [], access: {}, paid_access: [] },
    ]);
    expect(identitiesOf(answer)).toEqual([goes.id]);
    expect([stays.profileId, goes.profileId]).not.toContain(answer.body.id);
    const left = await scene.profile(stays.profileId);
    expect([identitiesOf(left), left.body.state]).toEqual([[stays.id], { city: 'Riga' }]);
    const [entry] = await entriesOf(stays.profileId, 'profile.unlinked');
    expect(entry.data).toEqual({
      link_id: answer.body.link_id,
      identity_id: goes.id,
      profile_id: answer.body.id,
    });
    expect(refusal(await scene.undo(answer.body.link_id))).toEqual([409, 'undo_impossible']);
  });

  it('must belong to this profile, and must not be its only identity', async () => {
    const [customer, other] = [await scene.customer(), await scene.customer()];
    expect(refusal(await scene.unlink(customer.profileId, customer.id))).toEqual([409, 'last_identity']);
    for (const id of [other.id, showId('identity', newId()), 'idn_x', '']) {
      expect(refusal(await scene.unlink(customer.profileId, id))).toEqual([404, 'identity_not_found']);
    }
    for (const id of [showId('profile', newId()), 'prof_x', '%00']) {
      expect(refusal(await scene.unlink(id, customer.id))).toEqual([404, 'profile_not_found']);
    }
  });
});

describe('a merge that is undone', () => {
  it('restores the profiles as they were, and the survivor keeps later changes', async () => {
    const fields = { state: { size: 'M', shoe: '43' }, tags: ['b', 'c'], access: { b: 1, c: 1 } };
    const [oldest, other] = [
      await scene.customer({ state: { city: 'Riga' }, tags: ['a', 'b'], access: { a: 1 } }),
      await scene.customer({ status: 'new', ...fields }, scene.channels[1]),
    ];
    const absorbed = (await scene.profile(other.profileId)).body;
    const { body: merged } = await scene.link(oldest.profileId, other.profileId);
    await scene.patch(oldest.profileId, {
      state: { ...merged.state, shoe: '44', later: 'yes' },
      tags: [...merged.tags, 'd'],
      access: { ...merged.access, c: 2 },
    });
    const answer = await scene.undo(merged.link_id);
    expect(answer.status).toBe(200);
    const [survivor, restored] = answer.body.profiles;
    expect(restored).toEqual({ ...absorbed, updated_at: restored.updated_at });
    expect(survivor).toMatchObject({
      id: oldest.profileId,
      state: { city: 'Riga', shoe: '44', later: 'yes' },
      tags: ['a', 'b', 'd'],
      access: { a: 1, c: 2 },
    });
    expect(survivor.identities.map(({ id }: any) => id)).toEqual([oldest.id]);
    expect((await scene.profile(other.profileId)).body).toEqual(restored);
    const [entry] = await entriesOf(oldest.profileId, 'profile.link_undone');
    expect(entry.data).toEqual({
      link_id: merged.link_id,
      restored: [other.profileId],
      identity_ids: [other.id],
    });
    expect(refusal(await scene.undo(merged.link_id))).toEqual([409, 'already_undone']);
  });

  it('is possible only for the newest merge, even if the survivor was merged meanwhile', async () => {
    const [a, b, c, d] = [
      await scene.customer(),
      await scene.customer({ state: { city: 'Bonn' } }),
      await scene.customer({ state: { city: 'Riga' } }),
      await scene.customer(),
    ];
    const inner = (await scene.link(c.profileId, d.profileId)).body.link_id;
    const first = (await scene.link(a.profileId, b.profileId)).body.link_id;
    const second = (await scene.link(a.profileId, c.profileId)).body.link_id;
    const early = await scene.undo(first);
    expect(refusal(early)).toEqual([409, 'undo_impossible']);
    expect(early.body.detail).toContain(second);
    expect(refusal(await scene.undo(inner))).toEqual([409, 'undo_impossible']);
    for (const linkId of [second, first, inner]) expect((await scene.undo(linkId)).status).toBe(200);
    for (const customer of [a, b, c, d]) {
      expect(identitiesOf(await scene.profile(customer.profileId))).toEqual([customer.id]);
    }
    expect((await scene.profile(b.profileId)).body.state).toEqual({ city: 'Bonn' });
  });

  it('restores what still exists, and is refused if a profile would have no identity', async () => {
    const [a, b, c] = [await scene.customer(), await scene.customer(), await scene.customer()];
    await scene.link(b.profileId, c.profileId);
    const { link_id: linkId } = (await scene.link(a.profileId, b.profileId)).body;
    const away = (await scene.unlink(a.profileId, c.id)).body;
    expect((await scene.unlink(a.profileId, b.id)).status).toBe(200);
    expect(refusal(await scene.undo(linkId))).toEqual([409, 'undo_impossible']);

    const [d, e, f] = [await scene.customer(), await scene.customer(), await scene.customer()];
    await scene.link(e.profileId, f.profileId);
    const { link_id: second } = (await scene.link(d.profileId, e.profileId)).body;
    await scene.unlink(d.profileId, f.id);
    expect(
      (await scene.undo(second)).body.profiles.map((p: any) => p.identities.map((i: any) => i.id)),
    ).toEqual([[d.id], [e.id]]);
    expect(identitiesOf(await scene.profile(away.id))).toEqual([c.id]);

    const [g, h] = [await scene.customer(), await scene.customer()];
    const { link_id: third } = (await scene.link(g.profileId, h.profileId)).body;
    await scene.unlink(g.profileId, g.id);
    expect(refusal(await scene.undo(third))).toEqual([409, 'undo_impossible']);
  });

  it('has to exist', async () => {
    for (const id of [showId('link', newId()), 'lnk_x', '%00', 'x'.repeat(1000)]) {
      expect(refusal(await scene.undo(id))).toEqual([404, 'link_not_found']);
    }
  });
});

describe('the history of a profile', () => {
  it('shows, newest first, who linked and unlinked what, even from before a merge', async () => {
    const [a, b, c] = [await scene.customer(), await scene.customer(), await scene.customer()];
    const inner = (await scene.link(b.profileId, c.profileId)).body.link_id;
    const outer = (await scene.link(a.profileId, b.profileId)).body.link_id;
    const parted = (await scene.unlink(a.profileId, c.id)).body;
    const history = async (id: string) => (await scene.make('GET', `/profiles/${id}/links`)).items;
    const items = await history(a.profileId);
    expect(items.map((item: any) => [item.id, item.kind])).toEqual([
      [parted.link_id, 'unlink'],
      [outer, 'merge'],
      [inner, 'merge'],
    ]);
    expect(items[1]).toEqual({
      id: outer,
      kind: 'merge',
      profile_id: a.profileId,
      other_profile_ids: [b.profileId],
      identity_ids: [b.id, c.id],
      link_code_id: null,
      created_at: expect.stringMatching(/Z$/),
      created_by: { type: 'owner', id: expect.stringMatching(/^own_/), name: 'owner@example.com' },
      undone_at: null,
      undone_by: null,
    });
    expect((await history(parted.id)).map((item: any) => item.id)).toEqual([parted.link_id]);
    expect((await scene.undo(outer)).body).toMatchObject({ id: outer, undone_at: expect.any(String) });
    const [, undone] = await history(a.profileId);
    expect(undone).toMatchObject({ undone_at: expect.any(String), undone_by: { name: 'owner@example.com' } });
    expect((await history(b.profileId)).map((item: any) => item.id)).toEqual([outer, inner]);
    const page = await scene.make('GET', `/profiles/${a.profileId}/links?offset=1`);
    expect([page.items.map((item: any) => item.id), page.next_offset]).toEqual([[outer], null]);
    for (const id of [c.profileId, 'prof_x']) {
      expect(refusal(await scene.owner('GET', `/profiles/${id}/links`))).toEqual([404, 'profile_not_found']);
    }
  });
});
