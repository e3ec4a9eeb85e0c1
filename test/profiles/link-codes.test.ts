import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpired } from '../../src/dialog/maintenance.ts';
import { newId, showId } from '../../src/platform/ids.ts';
import { until } from '../harness/until.ts';
import { identitiesOf, makeScene, refusal, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await makeScene();
});

afterAll(async () => {
  await scene?.server.close();
});

const codeFor = (target: Record<string, unknown>) => scene.make('POST', '/link-codes', target);
const listed = async (id: string) =>
  (await scene.make('GET', '/link-codes')).items.find((item: any) => item.id === id);

describe('a link code', () => {
  it('is shown once, in letters that are hard to misread, with the commands for customers', async () => {
    const customer = await scene.customer();
    const before = Date.now();
    const made = await codeFor({ profile_id: customer.profileId });
    const after = Date.now();
    expect(made).toEqual({
      id: expect.stringMatching(/^lco_/),
      code: expect.stringMatching(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/),
      commands: { text: `/link ${made.code}`, telegram_start: `link_${made.code}` },
      hint: made.code.slice(-4),
      profile_id: customer.profileId,
      status: 'active',
      created_at: expect.any(String),
      created_by: expect.objectContaining({ type: 'owner' }),
      expires_at: expect.any(String),
      used_at: null,
      used_by_identity_id: null,
    });
    const begun = Date.parse(made.expires_at) - 900_000;
    expect(begun).toBeGreaterThanOrEqual(before - 1);
    expect(begun).toBeLessThanOrEqual(after);
    const { code: _, commands: __, ...shown } = made;
    expect(await listed(made.id)).toEqual(shown);
    const { rows } = await scene.server.server.parts.database.query('SELECT * FROM dialog.link_codes');
    for (const text of [JSON.stringify(rows), JSON.stringify(await scene.server.audit(scene.project))]) {
      expect(text).not.toContain(made.code);
    }
  });

  it('is for one existing customer, and valid for a minute to a day', async () => {
    const customer = await scene.customer();
    const faultsOf = async (body: unknown) => {
      const answer = await scene.owner('POST', '/link-codes', body);
      return [answer.status, answer.body.detail[0].loc.join('.'), answer.body.detail[0].type];
    };
    const { id, profileId } = customer;
    expect(await faultsOf({})).toEqual([422, 'body', 'value_error']);
    expect(await faultsOf({ profile_id: profileId, identity_id: id })).toEqual([422, 'body', 'value_error']);
    for (const [seconds, type] of [
      [59, 'greater_than_equal'],
      [86_401, 'less_than_equal'],
      ['x', 'int_parsing'],
      [1e300, 'int_type'],
    ]) {
      const [status, loc] = await faultsOf({ profile_id: profileId, ttl_seconds: seconds });
      expect([status, loc, type]).toEqual([422, 'body.ttl_seconds', type]);
    }
    const refused = async (body: unknown) => refusal(await scene.owner('POST', '/link-codes', body));
    expect(await refused({ profile_id: showId('profile', newId()) })).toEqual([404, 'profile_not_found']);
    expect(await refused({ profile_id: id })).toEqual([404, 'profile_not_found']);
    expect(await refused({ identity_id: showId('identity', newId()) })).toEqual([404, 'identity_not_found']);
    expect(await refused({ identity_id: 'idn_x' })).toEqual([404, 'identity_not_found']);
    expect((await codeFor({ identity_id: id, ttl_seconds: 86_400 })).profile_id).toBe(profileId);
  });

  it('is invalid after it was revoked', async () => {
    const [customer, other] = [await scene.customer(), await scene.customer()];
    const { id, code } = await codeFor({ identity_id: customer.id });
    expect((await scene.owner('DELETE', `/link-codes/${id}`)).status).toBe(204);
    expect((await listed(id)).status).toBe('revoked');
    for (const gone of [id, showId('linkCode', newId()), 'lco_x', '%00']) {
      const answer = await scene.owner('DELETE', `/link-codes/${gone}`);
      expect(refusal(answer)).toEqual([404, 'link_code_not_found']);
    }
    expect((await scene.said(other, `/link ${code}`)).data.reason).toBe('wrong_code');
  });
});

it('is deleted a month after it expired, and wrong tries are forgotten after an hour', async () => {
  const { database, settings } = scene.server.server.parts;
  const [old, young, guesser] = [await scene.customer(), await scene.customer(), await scene.customer()];
  const codes = await Promise.all([old, young].map(({ profileId }) => codeFor({ profile_id: profileId })));
  await scene.said(guesser, '/link AAAA-BBBB-CCCC');
  await database.query(
    `UPDATE dialog.link_codes SET expires_at = now() - make_interval(days => CASE hint WHEN $1 THEN 31 ELSE 29 END)
     WHERE hint = ANY ($2)`,
    [codes[0].hint, codes.map(({ hint }) => hint)],
  );
  await removeExpired(database, settings);
  expect([await listed(codes[0].id), (await listed(codes[1].id)).status]).toEqual([undefined, 'expired']);
  const tries = async () => (await database.query('SELECT 1 FROM dialog.link_attempts')).rowCount;
  expect(await tries()).toBeGreaterThan(0);
  await database.query("UPDATE dialog.link_attempts SET since = now() - interval '61 minutes'");
  await removeExpired(database, settings);
  expect(await tries()).toBe(0);
});

describe('a customer who sends a code through a channel', () => {
  it('links that account by the same rules as an owner, and gets a message', async () => {
    const first = await scene.customer({ state: { city: 'Riga' }, tags: ['a'] });
    const second = await scene.customer({ state: { city: 'Bonn', size: 'M' } }, scene.channels[1]);
    const { id, code } = await codeFor({ profile_id: first.profileId });
    const entry = await scene.said(second, `/link ${code}`);
    expect([entry.action, entry.data]).toMatchObject(['message.linked', { profile_id: first.profileId }]);
    const profile = await scene.profile(first.profileId);
    expect(identitiesOf(profile)).toEqual([first.id, second.id]);
    expect(profile.body).toMatchObject({ state: { city: 'Riga', size: 'M' }, tags: ['a'] });
    expect(refusal(await scene.profile(second.profileId))).toEqual([404, 'profile_not_found']);
    expect(await scene.told(second)).toEqual(['Done. This account is linked to your profile now.']);
    expect(await scene.told(first)).toEqual([]);
    expect(await listed(id)).toMatchObject({ status: 'used', used_by_identity_id: second.id });
    const linked = (await scene.server.audit(scene.project)).find(
      ({ action, subject }) => action === 'profile.linked' && subject.id === first.profileId,
    );
    expect([linked.actor, linked.data]).toMatchObject([
      { type: 'channel', id: scene.channels[1].id, name: 'Test channel' },
      { absorbed: [second.profileId], link_code_id: id },
    ]);
    const [link] = (await scene.make('GET', `/profiles/${first.profileId}/links`)).items;
    expect(link).toMatchObject({ id: entry.data.link_id, link_code_id: id, created_by: { type: 'channel' } });
    expect((await scene.undo(link.id)).status).toBe(200);
    expect(identitiesOf(await scene.profile(second.profileId))).toEqual([second.id]);
  });

  it('may be the older one of the two, and may write the code in small letters, without hyphens, or as Telegram sends it', async () => {
    const older = await scene.customer({ tags: ['older'] }, scene.channels[1]);
    const target = await scene.customer({ tags: ['target'] });
    const { code } = await codeFor({ identity_id: target.id });
    const text = `/start link_${code.replaceAll('-', '').toLowerCase()}`;
    expect((await scene.said(older, text)).action).toBe('message.linked');
    const { body } = await scene.profile(older.profileId);
    expect(body.tags).toEqual(['older', 'target']);
  });

  it.each([
    ['the blocked profile is absorbed', 'active', 'blocked'],
    ['the blocked profile is the older one', 'blocked', 'active'],
  ])('stays blocked if %s', async (_, older, younger) => {
    const first = await scene.customer({ status: older });
    const second = await scene.customer({ status: younger }, scene.channels[1]);
    const { code } = await codeFor({ profile_id: first.profileId });
    expect((await scene.said(second, `/link ${code}`)).action).toBe('message.linked');
    expect((await scene.profile(first.profileId)).body.status).toBe('blocked');
  });

  it('can use the code once, for one account', async () => {
    const target = await scene.customer();
    const [first, second] = [await scene.customer(), await scene.customer()];
    const { code } = await codeFor({ profile_id: target.profileId });
    expect((await scene.said(first, `/link ${code}`)).action).toBe('message.linked');
    const again = await scene.said(first, `/link ${code}`);
    expect([again.action, again.data.reason]).toEqual(['message.link_refused', 'already_linked']);
    const other = await scene.said(second, `/link ${code}`);
    expect([other.action, other.data.reason]).toEqual(['message.link_refused', 'wrong_code']);
    expect(await scene.told(second)).toEqual([
      'This code is wrong or has expired. Please ask for a new one.',
    ]);
  });

  it('cannot use the code after it has expired', async () => {
    const [target, customer] = [await scene.customer(), await scene.customer()];
    const { id, code } = await codeFor({ profile_id: target.profileId, ttl_seconds: 60 });
    await scene.server.server.parts.database.query(
      "UPDATE dialog.link_codes SET expires_at = expires_at - interval '61 seconds' WHERE hint = $1",
      [code.slice(-4)],
    );
    expect((await listed(id)).status).toBe('expired');
    expect((await scene.said(customer, `/link ${code}`)).data.reason).toBe('wrong_code');
  });

  it("is linked to the profile into which the code's profile was merged", async () => {
    const [older, target, customer] = [
      await scene.customer(),
      await scene.customer(),
      await scene.customer(),
    ];
    const { code } = await codeFor({ profile_id: target.profileId });
    await scene.link(older.profileId, target.profileId);
    expect((await scene.said(customer, `/link ${code}`)).data.profile_id).toBe(older.profileId);
  });

  it('may send ten wrong codes in an hour, and other customers of the channel are not affected', async () => {
    const [target, guesser, other] = [await scene.customer(), await scene.customer(), await scene.customer()];
    const { code } = await codeFor({ profile_id: target.profileId });
    for (let i = 0; i < 10; i++) await scene.say(guesser, `/link AAAA-BBBB-CC${10 + i}`);
    const refused = await scene.said(guesser, `/link ${code}`);
    expect([refused.action, refused.data.reason]).toEqual(['message.link_refused', 'too_many_tries']);
    const told = await scene.told(guesser);
    expect(told).toHaveLength(11);
    expect(told[0]).toBe('Too many codes were wrong. Please try again in an hour.');
    expect((await scene.said(other, `/link ${code}`)).action).toBe('message.linked');
    const { code: second } = await codeFor({ profile_id: target.profileId });
    await scene.server.server.parts.database.query(
      "UPDATE dialog.link_attempts SET since = since - interval '1 hour'",
    );
    expect((await scene.said(guesser, `/link ${second}`)).action).toBe('message.linked');
  });

  it('cannot use a code of another project', async () => {
    const { server } = scene;
    const other = await server.makeProject();
    const channel = await server.makeChannel(other.id);
    const { id } = await server.makeIdentity(other.id, channel.id);
    const { code } = await server.make('POST', `/projects/${other.id}/link-codes`, { identity_id: id });
    expect((await scene.said(await scene.customer(), `/link ${code}`)).data.reason).toBe('wrong_code');
  });

  it("must send it personally: a client's event with a code is only logged", async () => {
    const [target, customer] = [await scene.customer(), await scene.customer()];
    const { code } = await codeFor({ profile_id: target.profileId });
    for (const text of [`/link ${code}`, `/start link_${code}`]) {
      const eventId = randomUUID();
      const answer = await scene.server.call('POST', `/api/v1/projects/${scene.project.id}/events`, {
        key: scene.project.key,
        body: { event_id: eventId, identity_id: customer.id, text },
      });
      expect(answer.status).toBe(202);
      const entry = await until(async () =>
        (await scene.server.audit(scene.project)).find(
          ({ subject, action }) => subject.id === eventId && action !== 'event.accepted',
        ),
      );
      expect(entry.action).toBe('event.binding_refused');
    }
    expect(identitiesOf(await scene.profile(customer.profileId))).toEqual([customer.id]);
    expect(await scene.told(customer)).toEqual([]);
    expect((await scene.said(customer, `/link ${code}`)).action).toBe('message.linked');
  });
});
