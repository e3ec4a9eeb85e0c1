import createClient from 'openapi-fetch';
import { Authenticator } from './authenticator.ts';
import type { paths } from './contract.ts';
import { exchanges, given, recorder, until } from './record.ts';
import { totpCode } from './totp.ts';

// A client program for the owner API that is written only from its document: from logging in to logging out.
const [baseUrl, email, password, deadUrl] = process.argv.slice(2) as [string, string, string, string];
const session = createClient<paths>({ baseUrl });
session.use(recorder);

const credentials = { email, password };
await session.POST('/api/owner/session', { body: { ...credentials, password: 'a wrong one' } });
const login = await session.POST('/api/owner/session', { body: credentials });
await session.POST('/api/owner/password/reset-requests', { body: { email } });
await session.POST('/api/owner/password/resets', {
  body: { token: 'rst_unknown', new_password: 'seven green umbrellas' },
});
const [cookie] = login.response.headers.getSetCookie();
const headers = {
  cookie: given(cookie, 'a cookie').split(';')[0]!,
  'x-csrf-token': given(login.data, 'a session').csrf_token,
};
const client = createClient<paths>({ baseUrl, headers });
client.use(recorder);

const me: string = given((await client.GET('/api/owner/session')).data, 'the session').owner.email;
if (me !== email) throw new Error(`this is the session of ${me}`);
// @ts-expect-error a project has a name
await client.POST('/api/owner/projects', { body: {} });

// Projects and settings
const made = await client.POST('/api/owner/projects', { body: { name: 'Stranger' } });
const project_id: string = given(made.data, 'a project').id;
const api = '/api/owner/projects/{project_id}';
const path = { project_id };
const here = { params: { path } };
await client.PATCH(api, { ...here, body: { name: 'Stranger in town' } });
const spare = given((await client.POST('/api/owner/projects', { body: { name: 'Spare' } })).data, 'another');
await client.DELETE(api, { params: { path: { project_id: spare.id } } });
const settings = given((await client.GET(`${api}/settings`, here)).data, 'settings');
const days: number = settings.retention.audit;
await client.PATCH(`${api}/settings`, {
  ...here,
  body: { time_zone: 'Europe/Riga', retention: { audit: days } },
});
await client.PUT(`${api}/handovers`, { ...here, body: { away_text: 'Tomorrow.', unanswered_minutes: 30 } });
const waiting = given((await client.GET(`${api}/handovers`, here)).data, 'the settings of handovers');
if (waiting.unanswered_minutes !== 30) throw new Error('the settings are others');
await client.PUT(`${api}/handovers`, { ...here, body: { away_text: null, unanswered_minutes: null } });
const calendar = given((await client.GET(`${api}/calendar`, here)).data, 'a calendar');
const isOpenNow: boolean = calendar.open_now;
if (isOpenNow) {
  const week = { monday: [{ from: '09:00', to: '18:00' }], friday: [{ from: '22:00', to: '02:00' }] };
  const holidays = [{ date: '2026-12-25' }];
  await client.PUT(`${api}/calendar`, { ...here, body: { time_zone: null, week, holidays } });
}

// What happens as it happens
const stream = await client.GET(`${api}/stream`, { ...here, parseAs: 'stream' });
await given(stream.data ?? undefined, 'a stream').cancel();

// People
const person = { email: 'anna@example.com', role: 'operator' as const };
const invited = given(
  (await client.POST(`${api}/invitations`, { ...here, body: person })).data,
  'an invitation',
);
// This server sends no mail.
const token = given(invited.token ?? undefined, 'the token of an invitation');
const meant = await session.POST('/api/owner/invitations/read', { body: { token } });
if (meant.data?.has_account !== false) throw new Error('nobody has this address');
const accept = (chosen: string, of: string | null = token) =>
  session.POST('/api/owner/invitations/accept', {
    body: { token: given(of ?? undefined, 'a token'), password: chosen },
  });
await accept('short');
await accept('several words to remember');
await accept('several words to remember');
await session.POST('/api/owner/invitations/read', { body: { token } });
await client.POST(`${api}/invitations`, { ...here, body: person });
const inBoth = given(
  (await client.POST('/api/owner/projects', { body: { name: 'Second' } })).data,
  'another project',
);
const inSecond = { params: { path: { project_id: inBoth.id } } };
const invitedAgain = given(
  (await client.POST(`${api}/invitations`, { ...inSecond, body: person })).data,
  'a second',
);
await accept('not the right password', invitedAgain.token);
const asAnna = given(
  (await accept('several words to remember', invitedAgain.token)).data,
  'the session of Anna',
);
const annas = await session.POST('/api/owner/session', {
  body: { email: person.email, password: 'several words to remember' },
});
const asHelper = createClient<paths>({
  baseUrl,
  headers: {
    cookie: given(annas.response.headers.getSetCookie()[0], 'a cookie').split(';')[0]!,
    'x-csrf-token': given(annas.data, 'a session').csrf_token,
  },
});
asHelper.use(recorder);
await asHelper.POST('/api/owner/projects', { body: { name: 'Of a helper' } });
const theAnna = { params: { path: { project_id, person_id: asAnna.owner.id } } };
await client.PATCH(`${api}/people/{person_id}`, { ...theAnna, body: { role: 'developer' } });
const myself = { params: { path: { project_id, person_id: given(login.data, 'a session').owner.id } } };
await client.PATCH(`${api}/people/{person_id}`, { ...myself, body: { role: 'analyst' } });
await client.DELETE(`${api}/people/{person_id}`, myself);
await client.DELETE(`${api}/people/{person_id}`, theAnna);
await client.DELETE(`${api}/people/{person_id}`, theAnna);
await client.PATCH(`${api}/people/{person_id}`, { ...theAnna, body: { role: 'developer' } });
const withdrawn = given(
  (await client.POST(`${api}/invitations`, { ...here, body: { email: 'ben@example.com', role: 'analyst' } }))
    .data,
  'an invitation',
);
const ofBen = { params: { path: { project_id, invitation_id: withdrawn.id } } };
await client.DELETE(`${api}/invitations/{invitation_id}`, ofBen);
await client.DELETE(`${api}/invitations/{invitation_id}`, ofBen);

// Second factors of Anna, at the address where passkeys work
{
  const words = { email: person.email, password: 'several words to remember' };
  const place = baseUrl.replace('127.0.0.1', 'localhost');
  const visitor = createClient<paths>({ baseUrl: place, headers: { origin: place } });
  visitor.use(recorder);
  const entered = await visitor.POST('/api/owner/session', { body: words });
  const annasHeaders = {
    cookie: given(entered.response.headers.getSetCookie()[0], 'a cookie').split(';')[0]!,
    'x-csrf-token': given(entered.data, 'a session').csrf_token,
  };
  const anna = createClient<paths>({ baseUrl: place, headers: { origin: place, ...annasHeaders } });
  anna.use(recorder);
  const annaByAddress = createClient<paths>({ baseUrl, headers: annasHeaders });
  annaByAddress.use(recorder);
  const factors = '/api/owner/second-factors';
  await anna.POST(`${factors}/recovery-codes`);
  await anna.POST('/api/owner/session/confirmations', { body: { code: '000000' } });
  await anna.POST('/api/owner/session/confirmations/passkey-options');
  await anna.DELETE(`${factors}/totp`);
  await anna.POST(`${factors}/totp`, { body: { password: 'not the password' } });
  const app = given(
    (await anna.POST(`${factors}/totp`, { body: { password: words.password } })).data,
    'an app',
  );
  await anna.POST(`${factors}/totp/confirm`, { body: { code: 'wrong' } });
  const code = totpCode(app.secret);
  const codes = given((await anna.POST(`${factors}/totp/confirm`, { body: { code } })).data, 'codes');
  if (codes.recovery_codes?.length !== 10) throw new Error('the first factor brings ten codes');
  await anna.POST(`${factors}/totp`);
  await anna.POST(`${factors}/recovery-codes`);
  await annaByAddress.POST(`${factors}/passkeys/options`);
  const phone = new Authenticator();
  const askForNew = async () => given((await anna.POST(`${factors}/passkeys/options`)).data, 'options');
  const name = 'Phone';
  const added = await anna.POST(`${factors}/passkeys`, {
    body: { name, passkey: phone.create(await askForNew(), place) },
  });
  const thePhone = { params: { path: { passkey_id: given(added.data, 'a passkey').passkey.id } } };
  await anna.POST(`${factors}/passkeys`, { body: { name, passkey: phone.create(await askForNew(), place) } });
  await anna.POST(`${factors}/passkeys`, {
    body: { name, passkey: phone.create(await askForNew(), 'http://elsewhere.example') },
  });
  await anna.PATCH(`${factors}/passkeys/{passkey_id}`, { ...thePhone, body: { name: 'Old phone' } });
  const seen = given((await anna.GET(factors)).data, 'the factors');
  const left: number = seen.recovery_codes_left;
  if (left !== 10 || seen.passkeys[0]?.name !== 'Old phone') throw new Error('the factors are others');
  const askAgain = await anna.POST('/api/owner/session/confirmations/passkey-options');
  const signedAgain = phone.get(given(askAgain.data, 'options'), place);
  await anna.POST('/api/owner/session/confirmations', { body: { passkey: signedAgain } });
  await anna.POST('/api/owner/session/confirmations', { body: { passkey: signedAgain } });
  const half = await visitor.POST('/api/owner/session', { body: words });
  const { login_token } = half.error as { login_token?: string };
  if (login_token === undefined) throw new Error('a second factor is asked for');
  const question = '/api/owner/session/passkey-options';
  const second = given((await visitor.POST(question, { body: { login_token } })).data, 'options');
  await visitor.POST(question, { body: { login_token: 'lgn_none' } });
  await session.POST(question);
  const finish = '/api/owner/session/second-factor';
  await visitor.POST(finish, { body: { login_token, code: 'wrong' } });
  await visitor.POST(finish, { body: { login_token, passkey: phone.get(second, place) } });
  await visitor.POST(finish, { body: { login_token, passkey: phone.get(second, place) } });
  const alone = given((await visitor.POST(question)).data, 'options');
  const passkey = phone.get(alone, place);
  await visitor.POST('/api/owner/session/passkey', { body: { passkey } });
  await visitor.POST('/api/owner/session/passkey', { body: { passkey } });
  await anna.DELETE(`${factors}/passkeys/{passkey_id}`, thePhone);
  await anna.DELETE(`${factors}/passkeys/{passkey_id}`, thePhone);
  await anna.PATCH(`${factors}/passkeys/{passkey_id}`, { ...thePhone, body: { name: 'Old phone' } });
  await anna.DELETE(`${factors}/totp`);
}

// Keys
const key = given(
  (
    await client.POST(`${api}/keys`, {
      ...here,
      body: {
        name: 'Backend',
        scopes: ['workflows:run', 'messages:write', 'integrations:run', 'payments:write'],
      },
    })
  ).data,
  'a key',
);
// @ts-expect-error there is no such scope
await client.POST(`${api}/keys`, { ...here, body: { name: 'Backend', scopes: ['everything'] } });
const old = given(
  (await client.POST(`${api}/keys`, { ...here, body: { name: 'Old', scopes: ['audit:read'] } })).data,
  'another key',
);
const oldKey = { params: { path: { project_id, key_id: old.id } } };
await client.PATCH(`${api}/keys/{key_id}`, {
  ...oldKey,
  body: { expires_at: '2099-01-01T00:00:00Z', allowed_addresses: ['203.0.113.0/24'] },
});
await client.POST(`${api}/keys/{key_id}/rotate`, { ...oldKey, body: { overlap_hours: 1 } });
await client.POST(`${api}/keys/{key_id}/rotate`, oldKey);
await client.DELETE(`${api}/keys/{key_id}`, { params: { path: { project_id, key_id: old.id } } });
const keys = given((await client.GET(`${api}/keys`, here)).data, 'the keys').items;
if (!keys.some(({ id, revoked_at }) => id === old.id && revoked_at !== null)) throw new Error('not revoked');

// Channels and identities
const channel = given(
  (
    await client.POST(`${api}/channels`, {
      ...here,
      body: { type: 'webhook', name: 'Shop', environment: 'live', settings: { url: deadUrl } },
    })
  ).data,
  'a channel',
);
const one = { params: { path: { project_id, channel_id: channel.id } } };
await client.PATCH(`${api}/channels/{channel_id}`, { ...one, body: { name: 'Shop in Riga' } });
await client.POST(`${api}/channels/{channel_id}/connect`, one);
await client.POST(`${api}/channels/{channel_id}/disconnect`, one);
await client.POST(`${api}/channels/{channel_id}/rotate`, one);
const site = given(
  (
    await client.POST(`${api}/channels`, {
      ...here,
      body: { type: 'webchat', name: 'Site', environment: 'sandbox', settings: {} },
    })
  ).data,
  'a chat',
);
const chat = { params: { path: { project_id, channel_id: site.id } } };
await client.POST(`${api}/channels/{channel_id}/rotate`, chat);
await client.DELETE(`${api}/channels/{channel_id}`, chat);
await client.POST(`${api}/channels/{channel_id}/test`, one);
async function identity(external_id: string) {
  const { data } = await client.POST(`${api}/identities`, {
    ...here,
    body: { channel_id: channel.id, external_id, name: null },
  });
  return given(data, 'an identity');
}
const launch = { platform: 'vk', launch: 'vk_user_id=1' } as const;
await client.POST(`${api}/miniapp/check`, { ...here, body: launch });
await client.PATCH(`${api}/settings`, { ...here, body: { vk_app_secret: 'made-up-vk-secret' } });
const checked = await client.POST(`${api}/miniapp/check`, { ...here, body: launch });
if (checked.data?.valid !== false || checked.data.reason === null) throw new Error('it counts for nothing');

// Linking
const [ann, anna] = [await identity('ann'), await identity('anna')];
const pair = { profile_ids: [ann.profile_id, anna.profile_id] };
const preview = await client.POST(`${api}/profiles/link`, {
  params: { path, query: { dry_run: true } },
  body: pair,
});
if (!preview.data || !('dry_run' in preview.data)) throw new Error('this was no dry run');
const linked = await client.POST(`${api}/profiles/link`, { ...here, body: pair });
if (!linked.data || !('link_id' in linked.data)) throw new Error('they are not linked');
const undo = { params: { path: { project_id, link_id: linked.data.link_id } } };
const profile = { params: { path: { project_id, profile_id: linked.data.id } } };
await client.POST(`${api}/links/{link_id}/undo`, undo);
await client.POST(`${api}/links/{link_id}/undo`, undo);
await client.POST(`${api}/profiles/link`, { ...here, body: pair });
const parting = { ...profile, body: { identity_id: anna.id } };
await client.POST(`${api}/profiles/{profile_id}/unlink`, parting);
await client.POST(`${api}/profiles/{profile_id}/unlink`, { ...profile, body: { identity_id: ann.id } });
const code = given(
  (await client.POST(`${api}/link-codes`, { ...here, body: { identity_id: ann.id } })).data,
  'a code',
);
await client.DELETE(`${api}/link-codes/{code_id}`, { params: { path: { project_id, code_id: code.id } } });

// Subscriptions, and a message whose outcome nobody knows
const subscription = { params: { path: { project_id, slug: 'news' } } };
const news = { kinds: ['message.*'], url: deadUrl, name: 'News' } as const;
const subscribe = () =>
  client.PUT(`${api}/subscriptions/{slug}`, { ...subscription, body: { ...news, kinds: [...news.kinds] } });
await subscribe();
await subscribe();
/** For a PUT that makes, and does not replace. */
const onlyNew = { header: { 'if-none-match': '*' } };
await client.PUT(`${api}/subscriptions/{slug}`, {
  params: { ...subscription.params, ...onlyNew },
  body: { ...news, kinds: [...news.kinds] },
});
await client.POST(`${api}/subscriptions/{slug}/rotate`, subscription);
const sample = await client.POST(`${api}/subscriptions/{slug}/try`, {
  ...subscription,
  body: { type: 'message.sent' },
});
if (sample.data?.ok !== false) throw new Error('the endpoint fails');

const dialog = { params: { path: { project_id, identity_id: ann.id } } };
const header = { 'idempotency-key': 'stranger-1' };
const said = { params: { ...dialog.params, header } };
await client.POST(`${api}/dialogs/{identity_id}/messages`, { ...said, body: { text: 'Hello' } });
await client.POST(`${api}/dialogs/{identity_id}/messages`, { ...said, body: { text: 'Goodbye' } });
const ofAnn = { ...dialog.params.path, message_id: 'msg_none' };
const changed = { text: 'Goodbye' };
const toChange = `${api}/dialogs/{identity_id}/messages/{message_id}` as const;
await client.PATCH(toChange, { params: { path: ofAnn }, body: changed });
await client.DELETE(toChange, { params: { path: ofAnn } });
await client.POST(`${api}/dialogs/{identity_id}/release`, dialog);
const held = await client.POST(`${api}/dialogs/{identity_id}/hold`, dialog);
if (held.data?.held === null) throw new Error('nobody holds it');
await client.POST(`${api}/dialogs/{identity_id}/release`, dialog);
await client.GET(`${api}/dialogs`, {
  params: { path, query: { state: 'failed', step: 'none', version: 1 } },
});
const messages = given((await client.GET(`${api}/dialogs/{identity_id}/messages`, dialog)).data, 'messages');
const line = given((await client.GET(`${api}/profiles/{profile_id}/messages`, profile)).data, 'a time line');
const becameOfIt: 'received' | 'queued' | 'sent' | 'read' | 'failed' | 'unknown' | undefined =
  line.items[0]?.delivery;
if (line.next_cursor !== null) throw new Error(`there is more than ${becameOfIt}`);
const conversation = { params: { path: { project_id, profile_id: profile.params.path.profile_id } } };
await until(async () => (await client.GET(`${api}/conversations/{profile_id}`, conversation)).data);
await client.POST(`${api}/conversations/{profile_id}/take`, conversation);
await client.PUT(`${api}/conversations/{profile_id}/assignment`, {
  ...conversation,
  body: { assignee_id: null },
});
await client.PUT(`${api}/conversations/{profile_id}/assignment`, {
  ...conversation,
  body: { team_id: 'team_none' },
});
await client.PUT(`${api}/conversations/{profile_id}/assignment`, { ...conversation, body: {} });
const dora = given(
  (
    await client.POST(`${api}/invitations`, {
      ...here,
      body: { email: 'dora@example.com', role: 'operator' },
    })
  ).data,
  'an invitation',
);
await accept('a password of Dora', dora.token);
const colleague = (await client.GET(`${api}/people`, here)).data?.items.find(
  ({ email }) => email === 'dora@example.com',
);
await client.PUT(`${api}/conversations/{profile_id}/assignment`, {
  ...conversation,
  body: { assignee_id: given(colleague, 'a colleague').id },
});
await client.POST(`${api}/conversations/{profile_id}/take`, conversation);
await client.POST(`${api}/conversations/{profile_id}/close`, { ...conversation, body: { release: false } });
await client.POST(`${api}/conversations/{profile_id}/reopen`, conversation);
const noted = await client.POST(`${api}/conversations/{profile_id}/notes`, {
  ...conversation,
  body: { text: 'A note' },
});
const aNote = {
  params: { path: { ...conversation.params.path, note_id: given(noted.data, 'a note').id } },
};
await client.DELETE(`${api}/conversations/{profile_id}/notes/{note_id}`, aNote);
await client.DELETE(`${api}/conversations/{profile_id}/notes/{note_id}`, aNote);
const hello = { params: { path: { project_id, shortcut: 'hello' } } };
await client.PUT(`${api}/replies/{shortcut}`, {
  ...hello,
  body: { title: 'Hello', text: 'Hello {{ profile.id }}' },
});
await client.PUT(`${api}/replies/{shortcut}`, {
  params: { ...hello.params, ...onlyNew },
  body: { title: 'Hello', text: 'Hello!' },
});
const helloTo = { params: { path: { ...conversation.params.path, shortcut: 'hello' } } };
await client.GET(`${api}/conversations/{profile_id}/replies/{shortcut}`, helloTo);
await client.PUT(`${api}/replies/{shortcut}`, {
  ...hello,
  body: { title: 'Hello', text: '{% for n in (1..99999) %}{{ n }}{% endfor %}' },
});
await client.GET(`${api}/conversations/{profile_id}/replies/{shortcut}`, helloTo);
await client.DELETE(`${api}/replies/{shortcut}`, hello);
await client.DELETE(`${api}/replies/{shortcut}`, hello);
await client.GET(`${api}/conversations/{profile_id}/replies/{shortcut}`, helloTo);
const team = await client.POST(`${api}/teams`, { ...here, body: { name: 'Team' } });
await client.POST(`${api}/teams`, { ...here, body: { name: 'Team' } });
await client.POST(`${api}/teams`, { ...here, body: { name: 'Other team' } });
await client.PUT(`${api}/notifications`, {
  ...here,
  body: { mail: { waiting: true, mine: true }, quiet: null },
});
const quietHours = { from: '20:00', to: '08:00', time_zone: 'Europe/Riga' };
await client.PUT(`${api}/notifications`, {
  ...here,
  body: { mail: { waiting: false, mine: false }, push: { waiting: true, mine: true }, quiet: quietHours },
});
const ofTeam = { params: { path: { project_id, team_id: given(team.data, 'a team').id } } };
await client.PATCH(`${api}/teams/{team_id}`, { ...ofTeam, body: { people: [] } });
await client.PATCH(`${api}/teams/{team_id}`, { ...ofTeam, body: { name: 'Other team' } });
await client.DELETE(`${api}/teams/{team_id}`, ofTeam);
await client.DELETE(`${api}/teams/{team_id}`, ofTeam);
const noConversation = { params: { path: { project_id, profile_id: 'prof_none' } } };
await client.GET(`${api}/conversations/{profile_id}`, noConversation);
await client.GET(`${api}/conversations/{profile_id}/lead`, noConversation);
await client.POST(`${api}/conversations/{profile_id}/looking`, { ...conversation, body: { seconds: 30 } });
await client.POST(`${api}/conversations/{profile_id}/looking`, { ...noConversation, body: {} });
await client.POST(`${api}/conversations/{profile_id}/unread`, noConversation);
await client.POST(`${api}/conversations/{profile_id}/read`, noConversation);
const wrongCursor = { params: { ...profile.params, query: { cursor: 'x' } } };
await client.GET(`${api}/profiles/{profile_id}/messages`, wrongCursor);
const nobody = { params: { path: { project_id, profile_id: 'prof_none' } } };
await client.GET(`${api}/profiles/{profile_id}/messages`, nobody);

// Customers
const keysOfState = { filter_keys: ['city'], phone_keys: ['phone'], country_code: '49' };
await client.PUT(`${api}/customer-fields`, { ...here, body: keysOfState });
const fields = given((await client.GET(`${api}/customer-fields`, here)).data, 'the customer fields');
if (fields.filter_keys[0] !== 'city') throw new Error('the fields are others');
await client.PUT(`${api}/customer-fields`, { ...here, body: { country_code: 'x' } });
const customers = await client.GET(`${api}/profiles`, {
  params: { path, query: { order: 'name', state: 'city=Riga' } },
});
if (!customers.data) throw new Error('no customers');
await client.GET(`${api}/profiles`, { params: { path, query: { state: 'color=red' } } });
const counted = await client.GET(`${api}/profiles/count`, { params: { path, query: { status: 'new' } } });
if (counted.data?.exact !== true) throw new Error('they were not counted');
await client.GET(`${api}/profiles/count`, { params: { path, query: { state: 'color=red' } } });
const tagsThere = await client.GET(`${api}/profiles/tags`, { params: { path, query: { begin: 'v' } } });
if (!tagsThere.data) throw new Error('no tags');
await client.GET(`${api}/profiles/tags`, { params: { path, query: { begin: 'v'.repeat(201) } } });
const customer = given((await client.GET(`${api}/profiles/{profile_id}`, profile)).data, 'a customer');
await client.GET(`${api}/profiles/{profile_id}`, nobody);
await client.PATCH(`${api}/profiles/{profile_id}`, { ...profile, body: { status: 'vip' } });
await client.PATCH(`${api}/profiles/{profile_id}`, { ...nobody, body: {} });
const tagged = { profile_ids: [customer.id], add: ['vip'] };
await client.POST(`${api}/profiles/tags`, { ...here, body: tagged });
await client.POST(`${api}/profiles/tags`, { ...here, body: { profile_ids: [] } });
const happened = given(
  (await client.GET(`${api}/profiles/{profile_id}/timeline`, profile)).data,
  'what happened',
);
const [last] = happened.items;
if (last?.type === 'message' && last.message.text === undefined) throw new Error('it has no text');
await client.GET(`${api}/profiles/{profile_id}/timeline`, wrongCursor);
await client.GET(`${api}/profiles/{profile_id}/timeline`, nobody);
const customerFile = await client.GET(`${api}/customers.csv`, { ...here, parseAs: 'text' });
const sendCustomers = (body: string, query: { channel_id?: string; dry_run?: boolean } = {}) =>
  client.POST(`${api}/customers.csv`, {
    params: { path, query },
    body,
    bodySerializer: (text) => text,
    headers: { 'Content-Type': 'text/csv' },
  });
const theSame = given((await sendCustomers(given(customerFile.data, 'the file'))).data, 'a report');
if (theSame.unchanged !== theSame.rows) throw new Error('an exported file has changed something');
await sendCustomers('external_id\nc-1\n', { channel_id: 'ch_none', dry_run: true });
const lookedFor = given(
  (await client.GET(`${api}/search`, { params: { path, query: { q: 'ann' } } })).data,
  'what was found',
);
if (lookedFor.conversations?.narrow !== false) throw new Error('there is more');
await client.GET(`${api}/search`, { params: { path, query: { q: '' } } });
const suggested = given((await client.GET(`${api}/link-suggestions`, here)).data, 'suggestions');
if (suggested.items.length > 0) throw new Error('who should that be?');
await client.GET(`${api}/link-suggestions`, { params: { path, query: { cursor: 'x' } } });
const strangers = { profile_ids: [customer.id, 'prof_none'] };
await client.POST(`${api}/link-suggestions/dismiss`, { ...here, body: strangers });
await client.POST(`${api}/link-suggestions/dismiss`, { ...here, body: { profile_ids: [] } });
const apart = { profile_ids: [customer.id, (await identity('apart')).profile_id] };
await client.POST(`${api}/link-suggestions/dismiss`, { ...here, body: apart });
const text: string | undefined = messages.items[0]?.text;
if (text !== 'Hello') throw new Error(`the last message says ${text}`);

const toAnn = await client.POST(`${api}/dialogs/{identity_id}/messages`, { ...dialog, body: { text: 'Oh' } });
ofAnn.message_id = given(toAnn.data, 'a message').message_id;
await client.PATCH(toChange, { params: { path: ofAnn }, body: changed });
await client.DELETE(toChange, { params: { path: ofAnn } });
const bot = await client.POST(`${api}/channels`, {
  ...here,
  body: {
    type: 'telegram',
    name: 'Bot',
    environment: 'sandbox',
    settings: { token: '1000001:AAof_a_stranger' },
  },
});
const botId = given(bot.data, 'a bot').id;
// Its token is Telegram's: there is no secret that could be made anew here.
await client.POST(`${api}/channels/{channel_id}/rotate`, {
  params: { path: { project_id, channel_id: botId } },
});
const followed = await client.POST(`${api}/identities`, {
  ...here,
  body: { channel_id: botId, external_id: '4242' },
});
const ofBot = { params: { path: { project_id, identity_id: given(followed.data, 'a customer').id } } };
const toBot = await client.POST(`${api}/dialogs/{identity_id}/messages`, {
  ...ofBot,
  body: { text: 'Helo' },
});
const inChat = { path: { ...ofBot.params.path, message_id: given(toBot.data, 'a message').message_id } };
await until(async () => (await client.PATCH(toChange, { params: inChat, body: changed })).data);
await client.DELETE(toChange, { params: inChat });

const needs = given((await client.GET(`${api}/needs`, here)).data, 'what needs somebody');
if (needs.failures === null || needs.unknown === null)
  throw new Error('an owner sees all that needs somebody');
const record = await until(async () => (await client.GET(`${api}/unsettled`, here)).data?.items[0]);
const settle = {
  params: { path: { project_id, id: record.id } },
  body: { outcome: 'done', note: 'seen' } as const,
};
await client.POST(`${api}/unsettled/{id}/settle`, settle);
await client.POST(`${api}/unsettled/{id}/settle`, settle);
const delivery = await until(async () => (await client.GET(`${api}/deliveries`, here)).data?.items[0]);
const again = { params: { path: { project_id, id: delivery.id } } };
await client.GET(`${api}/deliveries/{id}`, again);
await client.POST(`${api}/deliveries/{id}/redeliver`, again);
await client.DELETE(`${api}/subscriptions/{slug}`, subscription);
await client.POST(`${api}/deliveries/{id}/redeliver`, again);

// Connections and operations
const crm = { params: { path: { project_id, slug: 'crm' } } };
const system = { name: 'CRM', settings: { base_url: deadUrl } };
await client.PUT(`${api}/connections/{slug}`, { ...crm, body: system });
await client.PUT(`${api}/connections/{slug}`, { ...crm, body: system });
await client.PUT(`${api}/connections/{slug}`, { params: { ...crm.params, ...onlyNew }, body: system });
await client.POST(`${api}/connections/{slug}/test`, crm);
const order = { params: { path: { project_id, slug: 'order' } } };
const operation = { name: 'Order', connection: 'crm', input_schema: { type: 'object' } };
await client.PUT(`${api}/operations/{slug}`, { ...order, body: operation });
await client.PUT(`${api}/operations/{slug}`, { ...order, body: operation });
await client.PUT(`${api}/operations/{slug}`, { params: { ...order.params, ...onlyNew }, body: operation });
await client.DELETE(`${api}/connections/{slug}`, crm);
const quick = { params: { path: { project_id, slug: 'quick' } } };
await client.PUT(`${api}/operations/{slug}`, {
  ...quick,
  body: { name: 'Quick', environments: ['sandbox'] },
});

// Operations by hand
await client.POST(`${api}/operations/{slug}/runs`, { ...order, body: { input: { n: 1 } } });
await client.POST(`${api}/operations/{slug}/runs`, { ...quick, body: { environment: 'live' } });

// The scenario
await client.POST(`${api}/scenario/publish`, here);
await client.POST(`${api}/scenario/check`, here);
const draft = (steps: object[]) =>
  client.PUT(`${api}/scenario/draft`, {
    ...here,
    body: { definition: { triggers: [{ type: 'any' }], steps } },
  });
await draft([{ id: 'call', type: 'operation', operation: 'quick' }]);
const first = given((await client.POST(`${api}/scenario/publish`, here)).data, 'a version');
await client.DELETE(`${api}/operations/{slug}`, quick);
const restore = (version: number) =>
  client.POST(`${api}/scenario/versions/{version}/restore`, {
    params: { path: { project_id, version: String(version) } },
  });
const refused = await restore(first.version);
const found = refused.error && 'findings' in refused.error ? refused.error.findings : undefined;
if (!found?.length) throw new Error('what stands in the way is not said');
await draft([{ id: 'hello', type: 'message', text: 'Hello' }]);
const second = given((await client.POST(`${api}/scenario/publish`, here)).data, 'a second version');
await client.POST(`${api}/scenario/versions/{version}/restore`, {
  params: { path: { project_id, version: String(second.version) }, header: { 'if-match': '"999"' } },
});
await restore(second.version);
const editor = given((await client.GET(`${api}/scenario/editor`, here)).data, 'the draft of an editor');
const ofScenario = (revision: number) => ({
  params: { path, header: { 'if-match': `"${revision}"` } },
  body: { definition: { triggers: [], steps: [] }, view: { zoom: 2 } },
});
await client.PUT(`${api}/scenario/draft`, ofScenario(editor.revision + 1));
await client.PUT(`${api}/scenario/draft`, ofScenario(editor.revision));
const differs = given((await client.GET(`${api}/scenario/compare`, here)).data, 'a difference');
if (differs.steps[0]?.change !== 'removed') throw new Error('the steps of the version in force are gone');
await client.GET(`${api}/scenario/compare`, { params: { path, query: { from: '999' } } });
await client.POST(`${api}/scenario/draft/presence`, { ...here, body: { step: 'hello' } });
for (const version of ['1', '999']) {
  for (const header of [{}, { 'if-match': '"999"' }]) {
    await client.POST(`${api}/scenario/versions/{version}/draft`, {
      params: { path: { ...path, version }, header },
    });
  }
}
const talk = `${api}/scenario/draft/conversations` as const;
await client.POST(talk, { ...here, body: { channel_id: 'ch_none' } });
await client.POST(talk, here);
await client.POST(`${api}/channels`, {
  ...here,
  body: { type: 'webhook', name: 'Tests', environment: 'sandbox', settings: {} },
});
// The draft is version 1 again, whose operation is gone.
await client.POST(talk, here);
await draft([{ id: 'hello', type: 'message', text: 'Hello' }]);
const tester = given((await client.POST(talk, here)).data, 'a conversation').identity_id;
const ofTester = { params: { path: { project_id, identity_id: tester } } };
await client.POST(`${talk}/{identity_id}/messages`, { ...ofTester, body: { text: 'Hello' } });
await client.POST(`${talk}/{identity_id}/messages`, { ...ofTester, body: {} });
await client.POST(talk, { ...here, body: { which: 'published' } });
const brought = await client.POST(`${talk}/{identity_id}/files`, {
  params: { ...ofTester.params, query: { name: 'order.txt' } },
  body: 'One pizza',
  bodySerializer: (body) => body,
  headers: { 'Content-Type': 'text/plain' },
});
await client.POST(`${talk}/{identity_id}/messages`, {
  ...ofTester,
  body: { attachments: [{ type: 'document', file_id: given(brought.data, 'its file').file_id }] },
});
await client.GET(`${talk}/{identity_id}`, ofTester);
const noTester = { params: { path: { project_id, identity_id: 'idn_none' } } };
await client.GET(`${talk}/{identity_id}`, noTester);
await client.POST(`${talk}/{identity_id}/messages`, { ...noTester, body: { text: 'Hello' } });
await client.POST(`${talk}/{identity_id}/files`, {
  ...noTester,
  body: 'One pizza',
  bodySerializer: (body) => body,
});
await draft([{ id: 'call', type: 'operation', operation: 'none' }]);
await client.POST(talk, here);
await draft([{ id: 'wait', type: 'delay', seconds: 3600 }]);
const patient = given((await client.POST(talk, here)).data, 'a conversation that waits').identity_id;
const ofPatient = { params: { path: { project_id, identity_id: patient } } };
await client.POST(`${talk}/{identity_id}/skip`, ofPatient);
await client.POST(`${talk}/{identity_id}/skip`, noTester);
await client.POST(`${talk}/{identity_id}/messages`, { ...ofPatient, body: { text: 'Hello' } });
const waits = await until(async () => {
  const { data } = await client.GET(`${talk}/{identity_id}`, ofPatient);
  return data?.dialog?.waiting?.until ?? undefined;
});
const skipped = await client.POST(`${talk}/{identity_id}/skip`, { ...ofPatient, body: { until: waits } });
if (given(skipped.data, 'a skipped wait').until !== waits) throw new Error('another wait was skipped');
await client.POST(`${talk}/{identity_id}/skip`, { ...ofPatient, body: { until: 'tomorrow' } });
await draft([{ id: 'hello', type: 'message', text: 'Hello' }]);

// Workflows and their runs
const lead = { params: { path: { project_id, slug: 'lead' } } };
const workflow = (steps: object[]) =>
  client.PUT(`${api}/workflows/{slug}`, {
    ...lead,
    body: { name: 'Lead', environment: 'sandbox', definition: { triggers: [], steps } },
  });
await workflow([{ id: 'call', type: 'operation', operation: 'none' }]);
await client.POST(`${api}/workflows/{slug}/runs`, { ...lead, body: {} });
await client.POST(`${api}/workflows/{slug}/publish`, lead);
await client.POST(`${api}/workflows/{slug}/draft/runs`, { ...lead, body: {} });
await workflow([{ id: 'done', type: 'end' }]);
await client.POST(`${api}/workflows/{slug}/draft/runs`, { ...lead, body: { pinned: { none: 1 } } });
await client.POST(`${api}/workflows/{slug}/draft/runs`, { ...lead, body: { identity_id: 'idn_none' } });
const tried = await client.POST(`${api}/workflows/{slug}/draft/runs`, { ...lead, body: { input: { n: 1 } } });
await until(async () => {
  const run_id = given(tried.data, 'a run of the draft').run_id;
  const { data } = await client.GET(`${api}/runs/{run_id}`, { params: { path: { project_id, run_id } } });
  return data?.status === 'succeeded' ? data : undefined;
});
await client.POST(`${api}/workflows/{slug}/publish`, lead);
await client.POST(`${api}/workflows/{slug}/check`, lead);
await client.POST(`${api}/workflows/{slug}/draft/presence`, { ...lead, body: {} });
await client.PUT(`${api}/workflows/{slug}`, {
  params: { path: { ...path, slug: 'lead' }, header: { 'if-match': '"999"' } },
  body: { name: 'Lead' },
});
for (const header of [{}, { 'if-match': '"999"' }]) {
  await client.POST(`${api}/workflows/{slug}/versions/{version}/draft`, {
    params: { path: { ...path, slug: 'lead', version: '1' }, header },
  });
}
for (const slug of ['lead', 'nothing']) {
  const unknown = { path: { ...path, slug } };
  await client.GET(`${api}/workflows/{slug}/compare`, { params: { ...unknown, query: { from: '999' } } });
  await client.GET(`${api}/workflows/{slug}/editor`, { params: unknown });
}
await fetch(`${baseUrl}/api/v1/projects/${project_id}/workflows/lead/run`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${key.key}`,
    'content-type': 'application/json',
    'idempotency-key': 'run-0001',
  },
  body: '{}',
});
await fetch(`${baseUrl}/api/v1/projects/${project_id}/operations/order/runs`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${key.key}`,
    'content-type': 'application/json',
    'idempotency-key': 'job-0001',
  },
  body: '{}',
});
await until(async () => {
  const { data } = await client.GET(`${api}/jobs`, { params: { path, query: { operation_id: 'order' } } });
  return data?.items[0];
});
await client.GET(`${api}/jobs`, { params: { path, query: { cursor: 'none' } } });
await client.GET(`${api}/jobs/{job_id}`, { params: { path: { project_id, job_id: 'job_none' } } });
const run = await until(async () => {
  const { data } = await client.GET(`${api}/workflows/{slug}/runs`, lead);
  return data?.items.find(({ status }) => status === 'succeeded');
});
await client.POST(`${api}/workflows/{slug}/runs/{run_id}/cancel`, {
  params: { path: { project_id, slug: 'lead', run_id: run.run_id } },
});
await client.GET(`${api}/runs`, { params: { path: { project_id }, query: { cursor: 'none' } } });
await client.GET(`${api}/runs/{run_id}`, { params: { path: { project_id, run_id: 'run_none' } } });
await client.POST(`${api}/workflows/{slug}/runs`, { ...lead, body: {} });
await client.POST(`${api}/workflows/{slug}/runs`, { ...lead, body: { identity_id: 'idn_none' } });
const ended = { params: { path: { project_id, slug: 'lead', run_id: run.run_id } } };
await client.POST(`${api}/workflows/{slug}/runs/{run_id}/rerun`, { ...ended, body: { version: 'same' } });
await client.POST(`${api}/workflows/{slug}/runs/{run_id}/rerun`, { ...ended, body: { from: 'failed' } });
await client.POST(`${api}/workflows/{slug}/runs/{run_id}/rerun`, {
  ...ended,
  body: { from: 'failed', step: 'done' },
});
await client.POST(`${api}/workflows/{slug}/runs/{run_id}/rerun`, {
  params: { path: { project_id, slug: 'lead', run_id: 'run_none' } },
});
await until(async () => {
  const { data } = await client.GET(`${api}/runs`, { params: { path: { project_id } } });
  return (data?.items.length === 4 && data.items.every(({ status }) => status === 'succeeded')) || undefined;
});
const canceled = await client.POST(`${api}/workflows/{slug}/cancel`, lead);
if (canceled.data?.canceled !== 0) throw new Error('a run was canceled that had ended');
await workflow([{ id: 'wait', type: 'delay', seconds: 3600 }]);
await client.POST(`${api}/workflows/{slug}/publish`, lead);
const slow = given((await client.POST(`${api}/workflows/{slug}/runs`, { ...lead, body: {} })).data, 'a run');
await until(async () => {
  const { data } = await client.GET(`${api}/runs`, {
    params: { path: { project_id }, query: { status: 'waiting' } },
  });
  return data?.items.find(({ run_id }) => run_id === slow.run_id);
});
await client.POST(`${api}/workflows/{slug}/runs/{run_id}/rerun`, {
  params: { path: { project_id, slug: 'lead', run_id: slow.run_id } },
});
const ofSlow = { params: { path: { project_id, slug: 'lead', run_id: slow.run_id } } };
const isSkipped = await client.POST(`${api}/workflows/{slug}/runs/{run_id}/skip`, ofSlow);
await client.POST(`${api}/workflows/{slug}/runs/{run_id}/skip`, { ...ofSlow, body: { until: 'tomorrow' } });
await until(async () => {
  const { data } = await client.GET(`${api}/runs/{run_id}`, {
    params: { path: { project_id, run_id: slow.run_id } },
  });
  return data?.status === 'succeeded' ? data : undefined;
});
given(isSkipped.data, 'a skipped wait');
await client.POST(`${api}/workflows/{slug}/runs/{run_id}/skip`, ofSlow);
await client.POST(`${api}/workflows/{slug}/runs/{run_id}/skip`, {
  params: { path: { project_id, slug: 'lead', run_id: 'run_none' } },
});
await client.POST(`${api}/workflows/{slug}/cancel`, lead);

// Approvals
const asking = { params: { path: { project_id, slug: 'ask' } } };
await client.PUT(`${api}/workflows/{slug}`, {
  ...asking,
  body: {
    name: 'Ask',
    definition: {
      triggers: [],
      steps: [
        { id: 'first', type: 'wait_for', approval: { text: 'Go?' }, on_rejected: 'second' },
        { id: 'second', type: 'wait_for', approval: { text: 'Really?' } },
      ],
    },
  },
});
await client.POST(`${api}/workflows/{slug}/publish`, asking);
await fetch(`${baseUrl}/api/v1/projects/${project_id}/workflows/ask/run`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${key.key}`,
    'content-type': 'application/json',
    'idempotency-key': 'run-0002',
  },
  body: '{}',
});
const pending = { params: { path: { project_id }, query: { status: 'pending' } } } as const;
for (const verb of ['reject', 'approve'] as const) {
  const { id } = await until(async () => (await client.GET(`${api}/approvals`, pending)).data?.items[0]);
  const about = { params: { path: { project_id, approval_id: id } }, body: { comment: 'seen' } };
  await client.POST(`${api}/approvals/{approval_id}/${verb}`, about);
  await client.POST(`${api}/approvals/{approval_id}/${verb}`, about);
}

// Payments, and an order that is refunded
const sale = { params: { path: { project_id, slug: 'sale' } } };
await client.PUT(`${api}/operations/{slug}`, {
  ...sale,
  body: {
    ...{ name: 'Sale', kind: 'payment' as const, environments: ['sandbox' as const] },
    request: { amount: { value: '1.00', currency: 'RUB' } },
  },
});
await fetch(`${baseUrl}/api/v1/projects/${project_id}/operations/sale/runs`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${key.key}`,
    'content-type': 'application/json',
    'idempotency-key': 'sale-0001',
  },
  body: JSON.stringify({ identity_id: ann.id }),
});
const paid = await until(async () => {
  const query = { status: 'succeeded' as const };
  return (await client.GET(`${api}/payments`, { params: { path, query } })).data?.items[0];
});
await client.GET(`${api}/payments`, { params: { path, query: { cursor: 'none' } } });
const theOrder = { path: { project_id, order_id: paid.order_id } };
const refundKey = { header: { 'idempotency-key': 'refund-0001' } };
await client.POST(`${api}/payments/{order_id}/refund`, { params: { ...theOrder, ...refundKey }, body: {} });
await client.POST(`${api}/payments/{order_id}/refund`, {
  params: { ...theOrder, ...refundKey },
  body: { receipt: null },
});
await client.GET(`${api}/refunds`, { params: { path, query: { order_id: paid.order_id } } });
const history = given(
  (await client.GET(`${api}/payments/{order_id}`, { params: theOrder })).data,
  'the order',
);
if (history.refunds.length !== 1) throw new Error('the refund is not listed');

// Published methods
async function method(slug: string, target: { operation: string } | { workflow: string }) {
  const params = { path: { project_id, slug } };
  await client.PUT(`${api}/methods/{slug}`, { params, body: { name: slug, target, environment: 'sandbox' } });
  return { params };
}
const missing = await method('buy', { operation: 'none' });
await client.POST(`${api}/methods/{slug}/publish`, missing);
const buy = await method('buy', { operation: 'order' });
await client.PUT(`${api}/methods/{slug}`, {
  params: { ...buy.params, ...onlyNew },
  body: { name: 'Buy', target: { operation: 'order' } },
});
const start = await method('start', { workflow: 'lead' });
await client.POST(`${api}/methods/{slug}/check`, buy);
await client.POST(`${api}/methods/{slug}/publish`, { ...buy, body: { allow_breaking: true } });
await client.POST(`${api}/methods/{slug}/publish`, start);
const firstVersion = { params: { path: { project_id, slug: 'buy', version: '1' } } };
await client.POST(`${api}/methods/{slug}/versions/{version}/calls`, { ...firstVersion, body: {} });
await client.DELETE(`${api}/operations/{slug}`, order);
await client.DELETE(`${api}/workflows/{slug}`, lead);
await client.POST(`${api}/methods/{slug}/versions/{version}/retire`, {
  params: { path: { project_id, slug: 'buy', version: '1' } },
});
await client.POST(`${api}/methods/{slug}/versions/{version}/calls`, { ...firstVersion, body: {} });
// Its workflow is published for the sandbox.
await client.POST(`${api}/methods/{slug}/versions/{version}/calls`, {
  params: { path: { project_id, slug: 'start', version: '1' }, query: { environment: 'live' } },
  body: {},
});
await client.POST(`${api}/methods/{slug}/versions/{version}/calls`, {
  params: { path: { project_id, slug: 'start', version: '1' } },
  body: {},
});
const partner = given(
  (await client.POST(`${api}/method-keys`, { ...here, body: { name: 'Partner', methods: ['start'] } })).data,
  'a method key',
);
const partnerKey = { params: { path: { project_id, key_id: partner.id } } };
await client.PATCH(`${api}/method-keys/{key_id}`, { ...partnerKey, body: { name: 'Partner in Riga' } });
await client.POST(`${api}/method-keys/{key_id}/rotate`, partnerKey);
await client.POST(`${api}/method-keys/{key_id}/rotate`, partnerKey);
await client.DELETE(`${api}/method-keys/{key_id}`, { params: { path: { project_id, key_id: partner.id } } });
await client.DELETE(`${api}/methods/{slug}`, buy);
await client.DELETE(`${api}/methods/{slug}`, start);
await client.DELETE(`${api}/operations/{slug}`, order);
await client.DELETE(`${api}/workflows/{slug}`, lead);
await client.DELETE(`${api}/connections/{slug}`, crm);

// Files
const uploaded = await client.POST(`${api}/files`, {
  params: { path, query: { name: 'hello.txt' } },
  body: 'Hello',
  bodySerializer: (body) => body,
  headers: { 'Content-Type': 'text/plain' },
});
const { file_id } = given(uploaded.data, 'the upload');
await client.POST(`${api}/files`, { params: { path }, body: '', bodySerializer: (body) => body });
const filePath = { params: { path: { project_id, file_id } } };
const by: string | null = given((await client.GET(`${api}/files`, here)).data, 'the files').items[0]!
  .uploaded_by.name;
if (by !== email) throw new Error(`${by} uploaded the file`);
const stored = given((await client.GET(`${api}/files/{file_id}`, filePath)).data, 'the file');
const address: string = given(stored.url ?? undefined, 'its address');
if ((await (await fetch(address)).text()) !== 'Hello') throw new Error('the file is another');
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const logo = await client.POST(`${api}/files`, {
  params: { path },
  body: dot,
  bodySerializer: (body) => Buffer.from(body, 'base64'),
});
const logoId = given(logo.data, 'the logo').file_id;
const dressed = await client.POST(`${api}/channels`, {
  ...here,
  body: { type: 'webchat', name: 'Site with a logo', environment: 'sandbox', settings: { logo: logoId } },
});
given(dressed.data, 'a chat with a logo');
await client.DELETE(`${api}/files/{file_id}`, { params: { path: { project_id, file_id: logoId } } });
await client.DELETE(`${api}/files/{file_id}`, filePath);
await client.DELETE(`${api}/files/{file_id}`, filePath);

// Tables and receivers
const stock = { params: { path: { project_id, slug: 'stock' } } };
const table = { name: 'Stock', columns: [{ name: 'sku', type: 'text' as const }] };
await client.PUT(`${api}/tables/{slug}`, { ...stock, body: table });
await client.PUT(`${api}/tables/{slug}`, { ...stock, body: { ...table, enforce: true } });
await client.PUT(`${api}/tables/{slug}`, { params: { ...stock.params, ...onlyNew }, body: table });
const rows: number | undefined = (await client.GET(`${api}/tables/{slug}`, stock)).data?.environments.live
  .rows;
if (rows !== 0) throw new Error(`there are ${rows} rows`);
const live = { environment: 'live' as const };
const stockRows = { params: { ...stock.params, query: live } };
const added = await client.POST(`${api}/tables/{slug}/rows`, {
  ...stockRows,
  body: { data: { sku: 'A-1' } },
});
const outdated = { data: { sku: 'A-1' }, if_revision: 0 };
await client.POST(`${api}/tables/{slug}/rows`, { ...stockRows, body: outdated });
const theRow = {
  params: { path: { ...stock.params.path, row: given(added.data, 'a row').row }, query: live },
};
await client.PUT(`${api}/tables/{slug}/rows/{row}`, { ...theRow, body: { data: { sku: 'A-2' } } });
await client.PUT(`${api}/tables/{slug}/rows/{row}`, { ...theRow, body: outdated });
await client.PATCH(`${api}/tables/{slug}/rows/{row}`, { ...theRow, body: { set: { sku: 'A-3' } } });
await client.PATCH(`${api}/tables/{slug}/rows/{row}`, {
  ...theRow,
  body: { set: { sku: 'A-3' }, if_revision: 0 },
});
const listedRows = await client.GET(`${api}/tables/{slug}/rows`, {
  params: { ...stock.params, query: { where: '[{"column": "sku", "op": "eq", "value": "A-3"}]' } },
});
if (listedRows.data?.rows.length !== 1) throw new Error('the row is not found');
await client.GET(`${api}/tables/{slug}/rows`, { params: { ...stock.params, query: { where: 'x' } } });
const csvFile = await client.GET(`${api}/tables/{slug}/rows.csv`, {
  params: { ...stock.params, query: {} },
  parseAs: 'text',
});
const fileText: string | undefined = csvFile.data;
if (fileText !== 'sku\r\nA-3\r\n') throw new Error(`the file is ${fileText}`);
await client.GET(`${api}/tables/{slug}/rows.csv`, { params: { ...stock.params, query: { where: 'x' } } });
// More columns than a file may have.
await client.PUT(`${api}/tables/{slug}`, { ...stock, body: { name: 'Stock' } });
const wide = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`c${n}`, n]));
await client.POST(`${api}/tables/{slug}/rows`, { ...stockRows, body: { data: wide } });
await client.GET(`${api}/tables/{slug}/rows.csv`, { params: stock.params, parseAs: 'text' });
const importFile = (query: { environment: 'live'; revision?: number }, body: string) =>
  client.POST(`${api}/tables/{slug}/rows.csv`, {
    params: { ...stock.params, query },
    body,
    bodySerializer: (text) => text,
    headers: { 'Content-Type': 'text/csv' },
  });
await importFile(live, 'sku\r\nA-4\r\n');
await importFile({ ...live, revision: 0 }, 'sku\r\nA-4\r\n');
await importFile(live, 'sku,sku\r\n');
await client.DELETE(`${api}/tables/{slug}/rows/{row}`, {
  params: { ...theRow.params, query: { ...live, if_revision: 0 } },
});
await client.DELETE(`${api}/tables/{slug}/rows/{row}`, theRow);
await client.DELETE(`${api}/tables/{slug}`, stock);
const forms = { params: { path: { project_id, slug: 'forms' } } };
await client.PUT(`${api}/receivers/{slug}`, { ...forms, body: { name: 'Forms' } });
await client.PUT(`${api}/receivers/{slug}`, { ...forms, body: { name: 'Forms of the shop' } });
await client.PUT(`${api}/receivers/{slug}`, {
  params: { ...forms.params, ...onlyNew },
  body: { name: 'Forms' },
});
await client.POST(`${api}/receivers/{slug}/rotate`, forms);
const sampled = await client.POST(`${api}/receivers/{slug}/try`, { ...forms, body: { body: '{"n":1}' } });
if (sampled.data?.answer.status !== 202) throw new Error('the receiver refused a signed call');
const { event_id } = await until(async () => {
  const { data } = await client.GET(`${api}/receivers/{slug}/deliveries`, forms);
  return data?.items.find(({ outcome }) => outcome !== null);
});
const ofCall = { params: { path: { ...forms.params.path, event_id: event_id! } } };
await client.GET(`${api}/receivers/{slug}/deliveries/{event_id}`, ofCall);
await client.POST(`${api}/receivers/{slug}/deliveries/{event_id}/replay`, ofCall);
const open = { name: 'Anybody', verification: { type: 'none' as const } };
const opened = given(
  (await client.PUT(`${api}/receivers/{slug}`, { ...forms, body: open })).data,
  'the receiver',
);
const told: string | null = opened.warning;
if (told === null) throw new Error('an open receiver has no warning');
await client.POST(`${api}/receivers/{slug}/rotate`, forms);
const hmac = {
  type: 'hmac' as const,
  header: 'x-sign',
  timestamp_header: 'x-time',
  signed: '{{ headers.x-time }}{{ body }}',
};
await client.PUT(`${api}/receivers/{slug}`, {
  ...forms,
  body: {
    ...{ name: 'Signed', verification: hmac, secret: 'made-by-the-sender', dedupe_id: '{{ body.id }}' },
    response: { status: 200, body: { ok: true } },
  },
});
await client.DELETE(`${api}/receivers/{slug}`, forms);

// Oversight
const readiness = given((await client.GET(`${api}/readiness`, here)).data, 'readiness');
if (readiness.items.length === 0) throw new Error('nothing was looked at');
const usage = given((await client.GET(`${api}/usage`, here)).data, 'usage');
if (usage.unfinished.used > usage.unfinished.limit) throw new Error('more than the limit');
const deeds = given(
  (await client.GET(`${api}/audit`, { params: { path, query: { actor_type: 'owner' } } })).data,
  'the audit log',
);
if (deeds.items[0]?.actor.name !== email) throw new Error('somebody else did that');
await client.DELETE(`${api}/channels/{channel_id}`, one);

// Sessions and the password
const begun = await client.GET('/api/owner/audit', { params: { query: { kind: 'session.begun' } } });
if (given(begun.data, 'the log').items[0]?.count !== 1) throw new Error('no login is in the log');
const tokens = '/api/owner/tokens';
const wantedToken = { name: 'Deployment', role: 'developer' as const, project_ids: [project_id] };
const madeToken = given((await client.POST(tokens, { body: wantedToken })).data, 'a token');
const withToken = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${madeToken.token}` } });
withToken.use(recorder);
const reached = given((await withToken.GET('/api/owner/projects')).data, 'projects').items;
if (reached.length !== 1 || reached[0]?.id !== project_id) throw new Error('the token works elsewhere');
await Promise.all(Array.from({ length: 51 }, () => client.POST(tokens, { body: wantedToken })));
const kept = given((await client.GET(tokens)).data, 'the tokens').items;
const ofToken = { params: { path: { token_id: given(kept[0], 'a token').id } } };
await client.DELETE('/api/owner/tokens/{token_id}', ofToken);
await client.DELETE('/api/owner/tokens/{token_id}', ofToken);

const browser = await client.POST('/api/owner/push/browsers', {
  body: {
    endpoint: 'https://push.example/somebody',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
});
const trial = given((await client.POST('/api/owner/push/trial')).data, 'a trial').items;
if (trial[0]?.outcome !== 'failed') throw new Error('nobody is there to take it');
const ofBrowser = { params: { path: { browser_id: given(browser.data, 'a browser').id } } };
await client.DELETE('/api/owner/push/browsers/{browser_id}', ofBrowser);
await client.DELETE('/api/owner/push/browsers/{browser_id}', ofBrowser);

const sessions = given((await client.GET('/api/owner/sessions')).data, 'the sessions').items;
if (!sessions.some(({ current }) => current)) throw new Error('this session is not listed');
await session.POST('/api/owner/session', { body: credentials });
const elsewhere = given((await client.GET('/api/owner/sessions')).data, 'the sessions').items.find(
  ({ id }) => !sessions.some((known) => known.id === id),
);
const another = { params: { path: { session_id: given(elsewhere, 'the second session').id } } };
await client.DELETE('/api/owner/sessions/{session_id}', another);
await client.DELETE('/api/owner/sessions/{session_id}', another);
await client.PUT('/api/owner/password', {
  body: { current_password: 'a wrong one', new_password: password },
});
await client.PUT('/api/owner/password', { body: { current_password: password, new_password: password } });
await client.DELETE('/api/owner/sessions', { params: { query: { others: true } } });
await client.DELETE('/api/owner/session');

console.log(JSON.stringify(exchanges));
