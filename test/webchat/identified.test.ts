import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { identityOf, makeChat, openBrowser, openSession } from './scene.ts';

let server: TestServer;
let project: TestProject;
let chat: string;
let secret: string;

const rotate = async (owned: TestProject, channel: string): Promise<string> =>
  (await server.make('POST', `/projects/${owned.id}/channels/${channel}/rotate`)).settings.signing_secret;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
  chat = (await makeChat(server, project)).id;
  secret = await rotate(project, chat);
});
afterAll(() => server?.close());

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** A token as the server of a shop makes it, with any library. */
function tokenOf(claims: object, key = secret, head: object = { alg: 'HS256', typ: 'JWT' }): string {
  return sign(`${part(head)}.${part({ exp: inAnHour(), ...claims })}`, key);
}

function sign(text: string, key = secret): string {
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

const publishEcho = async () => {
  await server.make('PUT', `/projects/${project.id}/scenario/draft`, {
    definition: {
      triggers: [{ type: 'any' }],
      steps: [{ id: 'echo', type: 'message', text: 'Plan: {{ state.plan }}' }],
    },
  });
  await server.make('POST', `/projects/${project.id}/scenario/publish`);
};

const profileOf = async (external: string) => {
  const { body } = await server.call(
    'GET',
    `/api/v1/projects/${project.id}/profiles?external_id=${external}`,
    project,
  );
  return body.items[0];
};

describe('a user whom the server of a page has signed', () => {
  it('has their conversation on every device, under the id that the page knows', async () => {
    const phone = await openBrowser(server, chat, { user: tokenOf({ sub: '42', name: 'Ann' }) });
    expect(phone.visitorId).toBe('user:42');
    await phone.say('From the phone');
    const desk = await openBrowser(server, chat, { user: tokenOf({ sub: '42' }) });
    expect(desk.token).not.toBe(phone.token);
    expect(desk.session.history.map(({ text }: any) => text)).toEqual(['From the phone']);
    await desk.say('From the desk');
    expect((await phone.messages()).map(({ text }: any) => text)).toEqual([
      'From the phone',
      'From the desk',
    ]);
    expect((await profileOf('user:42')).identities).toMatchObject([{ external_id: 'user:42', name: 'Ann' }]);
  });

  it('keeps what they said before they were known, and sending it again does nothing', async () => {
    const visitor = await openBrowser(server, chat);
    await visitor.say('Who am I?', { message_id: 'once' });
    const { status, body } = await openSession(server, chat, {
      visitor: visitor.token,
      user: tokenOf({ sub: 'new', name: 'Newcomer' }),
    });
    expect([status, body.token, body.visitor_id]).toEqual([201, visitor.token, 'user:new']);
    expect(body.history.map(({ text }: any) => text)).toEqual(['Who am I?']);
    expect((await visitor.say('Who am I?', { message_id: 'once' })).body.duplicate).toBe(true);
    expect(await visitor.messages()).toHaveLength(1);
    expect(await profileOf(visitor.visitorId)).toBeUndefined();
    // Once is enough, and again changes nothing.
    const again = await openSession(server, chat, { visitor: visitor.token, user: tokenOf({ sub: 'new' }) });
    expect([again.body.token, again.body.history]).toEqual([visitor.token, body.history]);
  });

  it('who has talked elsewhere becomes one customer with what they said here, which an owner can undo', async () => {
    const known = await openBrowser(server, chat, { user: tokenOf({ sub: 'both' }) });
    await known.say('I am known');
    const visitor = await openBrowser(server, chat);
    await visitor.say('Nobody knows me');
    const [one, other] = [
      await identityOf(server, project, 'user:both'),
      await identityOf(server, project, visitor.visitorId),
    ];
    const { body } = await openSession(server, chat, {
      visitor: visitor.token,
      user: tokenOf({ sub: 'both' }),
    });
    expect(body.history.map(({ text }: any) => text)).toEqual(['I am known']);
    const profile = await profileOf('user:both');
    expect(profile.identities.map(({ id }: any) => id).sort()).toEqual([one, other].sort());
    const entry = (await server.audit(project)).find(
      ({ action, subject }: any) => action === 'profile.linked' && subject.id === profile.id,
    );
    expect(entry).toMatchObject({ actor: { type: 'channel', id: chat } });
    await server.make('POST', `/projects/${project.id}/links/${entry.data.link_id}/undo`);
    expect((await profileOf('user:both')).identities).toHaveLength(1);
  });

  it('does not take over the browser of another user: a new visit begins, and the other one goes on', async () => {
    const first = await openBrowser(server, chat, { user: tokenOf({ sub: 'first' }) });
    await first.say('Mine');
    const { body } = await openSession(server, chat, {
      visitor: first.token,
      user: tokenOf({ sub: 'second' }),
    });
    expect([body.visitor_id, body.history]).toEqual(['user:second', []]);
    expect(body.token).not.toBe(first.token);
    expect((await first.messages()).map(({ text }: any) => text)).toEqual(['Mine']);
    expect((await profileOf('user:first')).identities).toHaveLength(1);
  });

  it('has their mail, name and attributes in their profile, before the scenario hears their first words', async () => {
    await publishEcho();
    const about = { email: 'ann@shop.example', attributes: { plan: 'gold', seats: 3, trial: false } };
    const browser = await openBrowser(server, chat, {
      user: tokenOf({ sub: 'about', name: 'Ann', ...about }),
    });
    expect(await profileOf('user:about')).toBeUndefined();
    await browser.say('Hello');
    await until(async () => (await browser.messages()).some(({ text }: any) => text === 'Plan: gold'));
    const { state, id } = await profileOf('user:about');
    expect(state).toEqual({ email: 'ann@shop.example', plan: 'gold', seats: 3, trial: false });
    // What is said again changes nothing; what has changed is written, and nothing else is lost.
    const changes = async () =>
      (await server.audit(project)).filter(
        ({ action, subject }: any) => action === 'profile.updated' && subject.id === id,
      );
    const visit = (attributes: object) =>
      openSession(server, chat, {
        visitor: browser.token,
        user: tokenOf({ sub: 'about', name: 'Ann', email: about.email, attributes }),
      });
    await visit(about.attributes);
    expect(await changes()).toHaveLength(1);
    await visit({ plan: 'silver' });
    expect((await profileOf('user:about')).state).toMatchObject({ plan: 'silver', seats: 3 });
    const made = await changes();
    expect(made).toHaveLength(2);
    expect(made.map(({ actor, data }: any) => [actor.id, data.state])).toContainEqual([chat, ['plan']]);
  });

  it('has their mail where the project keeps mail addresses', async () => {
    await server.make('PUT', `/projects/${project.id}/customer-fields`, { mail_keys: ['mail'] });
    const browser = await openBrowser(server, chat, {
      user: tokenOf({ sub: 'mail', email: 'ben@shop.example' }),
    });
    await browser.say('Hello');
    expect((await profileOf('user:mail')).state).toEqual({ mail: 'ben@shop.example' });
  });

  it('is found by the name that the page says, also when it says another one, and the change is on record', async () => {
    const visitor = await openBrowser(server, chat);
    await visitor.say('Who am I?');
    const identity = await identityOf(server, project, visitor.visitorId);
    const found = async (words: string) => {
      const { body } = await server.owner('GET', `/projects/${project.id}/search?q=${words}`);
      return body.customers.items.length as number;
    };
    await until(async () => (await found(visitor.visitorId)) === 1);
    const as = (name: string) =>
      openSession(server, chat, { visitor: visitor.token, user: tokenOf({ sub: 'zoe', name }) });
    await as('Zoetje');
    await until(async () => (await found('Zoetje')) === 1);
    expect(await found(visitor.visitorId)).toBe(0);
    await as('Zoraide');
    await until(async () => (await found('Zoraide')) === 1);
    expect(await found('Zoetje')).toBe(0);
    const renamed = (await server.audit(project)).filter(
      ({ action, subject }: any) => action === 'identity.renamed' && subject.id === identity,
    );
    expect(renamed.map(({ data }: any) => data.fields).sort()).toEqual([['external_id', 'name'], ['name']]);
  });

  it('is known also after the settings of the chat were changed, which keep its secret', async () => {
    const own = (await makeChat(server, project)).id;
    const signed = tokenOf({ sub: 'settings' }, await rotate(project, own));
    const settings = { title: 'Another', signing_secret: 'whsec_guess' };
    const changed = await server.make('PATCH', `/projects/${project.id}/channels/${own}`, { settings });
    expect(changed.settings).toMatchObject({ title: 'Another', signing_secret: 'set' });
    const { status, body } = await openSession(server, own, { user: signed });
    expect([status, body.visitor_id]).toEqual([201, 'user:settings']);
  });

  it('stays blocked, whatever browser they come from', async () => {
    const visitor = await openBrowser(server, chat);
    await visitor.say('I was here first');
    await identityOf(server, project, visitor.visitorId);
    const known = await openBrowser(server, chat, { user: tokenOf({ sub: 'bad' }) });
    await known.say('I am not wanted');
    const { id } = await until(() => profileOf('user:bad'));
    await server.make('PATCH', `/projects/${project.id}/profiles/${id}`, { status: 'blocked' });
    await openSession(server, chat, { visitor: visitor.token, user: tokenOf({ sub: 'bad' }) });
    expect((await profileOf('user:bad')).status).toBe('blocked');
  });
});

describe('a token is refused, in words for the console of the browser, and begins nothing', () => {
  const refused = async (user: string, channel = chat) => {
    const { status, body } = await openSession(server, channel, { user });
    expect([status, body.code]).toEqual([401, 'invalid_signature']);
    return body.detail as string;
  };

  it.each<[string, () => string, RegExp]>([
    ['signed with another secret', () => tokenOf({ sub: 'x' }, 'whsec_guess'), /signature is wrong/],
    ['not signed', () => `${part({ alg: 'none' })}.${part({ sub: 'x', exp: inAnHour() })}.x`, /HS256/],
    ['signed in another way', () => tokenOf({ sub: 'x' }, secret, { alg: 'HS512' }), /HS256/],
    ['expired', () => tokenOf({ sub: 'x', exp: Math.floor(Date.now() / 1000) - 120 }), /has expired/],
    ['valid for ever', () => tokenOf({ sub: 'x', exp: 9_999_999_999 }), /31 days/],
    ['without an expiry', () => tokenOf({ sub: 'x', exp: undefined }), /^`exp` is missing/],
    ['without a user', () => tokenOf({}), /^`sub` is missing/],
    [
      'for a user with a number',
      () => tokenOf({ sub: 42 }),
      /^`sub` must be a text of 1 to 200 characters\.$/,
    ],
    ['for an empty name', () => tokenOf({ sub: 'x', name: '' }), /^`name` must be a text of 1 to 100/],
    ['with no mail address', () => tokenOf({ sub: 'x', email: 'nobody' }), /^`email` must be a mail address/],
    [
      'with attributes of other types',
      () => tokenOf({ sub: 'x', attributes: { a: {} } }),
      /^`attributes` must be up to 20 fields/,
    ],
    ['of no claims', () => sign(`${part({ alg: 'HS256' })}.${part([])}`), /it needs `sub` and `exp`/],
    ['no token', () => 'x', /no JSON Web Token/],
    [
      'changed after it was signed',
      () => {
        const [head, , signature] = tokenOf({ sub: 'x' }).split('.');
        return `${head}.${part({ sub: 'y', exp: inAnHour() })}.${signature}`;
      },
      /signature is wrong/,
    ],
  ])('if it is %s', async (_, make, reason) => {
    expect(await refused(make())).toMatch(reason);
  });

  it('if it is for another chat, of the same or of another project, or for one without a secret', async () => {
    const sibling = (await makeChat(server, project)).id;
    expect(await refused(tokenOf({ sub: '42' }), sibling)).toMatch(/no secret yet/);
    await rotate(project, sibling);
    expect(await refused(tokenOf({ sub: '42' }), sibling)).toMatch(/signature is wrong/);
    const other = await server.makeProject();
    const foreign = (await makeChat(server, other)).id;
    await rotate(other, foreign);
    expect(await refused(tokenOf({ sub: '42' }), foreign)).toMatch(/signature is wrong/);
  });

  it('if its secret was replaced more than a day ago, and not before', async () => {
    const own = (await makeChat(server, project)).id;
    const former = await rotate(project, own);
    await rotate(project, own);
    const answer = await openSession(server, own, { user: tokenOf({ sub: '7' }, former) });
    expect(answer.status).toBe(201);
    await rotate(project, own);
    expect(await refused(tokenOf({ sub: '7' }, former), own)).toMatch(/signature is wrong/);
  });
});
