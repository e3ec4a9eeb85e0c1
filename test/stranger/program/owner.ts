import createClient from 'openapi-fetch';
import type { paths } from './contract.ts';
import { exchanges, given, recorder, until } from './record.ts';

// A client program for the owner API that is written only from its document: from logging in to logging out.
const [baseUrl, email, password, deadUrl] = process.argv.slice(2) as [string, string, string, string];
const session = createClient<paths>({ baseUrl });
session.use(recorder);

const credentials = { email, password };
await session.POST('/api/owner/session', { body: { ...credentials, password: 'a wrong one' } });
const login = await session.POST('/api/owner/session', { body: credentials });
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
await client.GET('/api/owner/projects');
await client.GET(api, here);
await client.PATCH(api, { ...here, body: { name: 'Stranger in town' } });
const spare = given((await client.POST('/api/owner/projects', { body: { name: 'Spare' } })).data, 'another');
await client.DELETE(api, { params: { path: { project_id: spare.id } } });
const settings = given((await client.GET(`${api}/settings`, here)).data, 'settings');
const days: number = settings.retention.audit;
await client.PATCH(`${api}/settings`, {
  ...here,
  body: { time_zone: 'Europe/Riga', retention: { audit: days } },
});
const calendar = given((await client.GET(`${api}/calendar`, here)).data, 'a calendar');
const isOpenNow: boolean = calendar.open_now;
if (isOpenNow) {
  const week = { monday: [{ from: '09:00', to: '18:00' }], friday: [{ from: '22:00', to: '02:00' }] };
  const holidays = [{ date: '2026-12-25' }];
  await client.PUT(`${api}/calendar`, { ...here, body: { time_zone: null, week, holidays } });
}

// People
const person = { email: 'anna@example.com', role: 'operator' as const };
const invited = given(
  (await client.POST(`${api}/invitations`, { ...here, body: person })).data,
  'an invitation',
);
const { token } = invited;
const meant = await session.POST('/api/owner/invitations/read', { body: { token } });
if (meant.data?.has_account !== false) throw new Error('nobody has this address');
const accept = (chosen: string, of = token) =>
  session.POST('/api/owner/invitations/accept', { body: { token: of, password: chosen } });
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
await client.GET(`${api}/people`, here);
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
await client.GET(`${api}/invitations`, here);
const ofBen = { params: { path: { project_id, invitation_id: withdrawn.id } } };
await client.DELETE(`${api}/invitations/{invitation_id}`, ofBen);
await client.DELETE(`${api}/invitations/{invitation_id}`, ofBen);

// Keys
const key = given(
  (
    await client.POST(`${api}/keys`, {
      ...here,
      body: { name: 'Backend', scopes: ['workflows:run', 'messages:write', 'integrations:run'] },
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
await client.GET(`${api}/channels`, here);
await client.GET(`${api}/channels/{channel_id}`, one);
await client.PATCH(`${api}/channels/{channel_id}`, { ...one, body: { name: 'Shop in Riga' } });
await client.POST(`${api}/channels/{channel_id}/connect`, one);
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
await client.GET(`${api}/profiles/{profile_id}/links`, profile);
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
await client.GET(`${api}/link-codes`, here);
await client.DELETE(`${api}/link-codes/{code_id}`, { params: { path: { project_id, code_id: code.id } } });

// Subscriptions, and a message whose outcome nobody knows
const subscription = { params: { path: { project_id, slug: 'news' } } };
const news = { kinds: ['message.*'], url: deadUrl, name: 'News' } as const;
const subscribe = () =>
  client.PUT(`${api}/subscriptions/{slug}`, { ...subscription, body: { ...news, kinds: [...news.kinds] } });
await subscribe();
await subscribe();
await client.GET(`${api}/subscriptions`, here);
await client.POST(`${api}/subscriptions/{slug}/rotate`, subscription);
await client.POST(`${api}/subscriptions/{slug}/enable`, subscription);

const dialog = { params: { path: { project_id, identity_id: ann.id } } };
const header = { 'idempotency-key': 'stranger-1' };
const said = { params: { ...dialog.params, header } };
await client.POST(`${api}/dialogs/{identity_id}/messages`, { ...said, body: { text: 'Hello' } });
await client.POST(`${api}/dialogs/{identity_id}/messages`, { ...said, body: { text: 'Goodbye' } });
await client.POST(`${api}/dialogs/{identity_id}/release`, dialog);
const held = await client.POST(`${api}/dialogs/{identity_id}/hold`, dialog);
if (held.data?.held === null) throw new Error('nobody holds it');
await client.POST(`${api}/dialogs/{identity_id}/release`, dialog);
await client.GET(`${api}/dialogs`, { params: { path, query: { held: false } } });
await client.GET(`${api}/dialogs`, {
  params: { path, query: { state: 'failed', step: 'none', version: 1 } },
});
const messages = given((await client.GET(`${api}/dialogs/{identity_id}/messages`, dialog)).data, 'messages');
const line = given((await client.GET(`${api}/profiles/{profile_id}/messages`, profile)).data, 'a time line');
const becameOfIt: 'received' | 'queued' | 'sent' | 'read' | 'failed' | 'unknown' | undefined =
  line.items[0]?.delivery;
if (line.next_cursor !== null) throw new Error(`there is more than ${becameOfIt}`);
const wrongCursor = { params: { ...profile.params, query: { cursor: 'x' } } };
await client.GET(`${api}/profiles/{profile_id}/messages`, wrongCursor);
const nobody = { params: { path: { project_id, profile_id: 'prof_none' } } };
await client.GET(`${api}/profiles/{profile_id}/messages`, nobody);
const text: string | undefined = messages.items[0]?.text;
if (text !== 'Hello') throw new Error(`the last message says ${text}`);

const record = await until(async () => (await client.GET(`${api}/unsettled`, here)).data?.items[0]);
const settle = {
  params: { path: { project_id, id: record.id } },
  body: { outcome: 'done', note: 'seen' } as const,
};
await client.POST(`${api}/unsettled/{id}/settle`, settle);
await client.POST(`${api}/unsettled/{id}/settle`, settle);
const delivery = await until(async () => (await client.GET(`${api}/deliveries`, here)).data?.items[0]);
const again = { params: { path: { project_id, id: delivery.id } } };
await client.POST(`${api}/deliveries/{id}/redeliver`, again);
await client.DELETE(`${api}/subscriptions/{slug}`, subscription);
await client.POST(`${api}/deliveries/{id}/redeliver`, again);

// Connections and operations
const crm = { params: { path: { project_id, slug: 'crm' } } };
const system = { name: 'CRM', settings: { base_url: deadUrl } };
await client.PUT(`${api}/connections/{slug}`, { ...crm, body: system });
await client.PUT(`${api}/connections/{slug}`, { ...crm, body: system });
await client.GET(`${api}/connections`, here);
await client.GET(`${api}/connections/{slug}`, crm);
await client.POST(`${api}/connections/{slug}/test`, crm);
const order = { params: { path: { project_id, slug: 'order' } } };
const operation = { name: 'Order', connection: 'crm', input_schema: { type: 'object' } };
await client.PUT(`${api}/operations/{slug}`, { ...order, body: operation });
await client.PUT(`${api}/operations/{slug}`, { ...order, body: operation });
await client.GET(`${api}/operations`, here);
await client.GET(`${api}/operations/{slug}`, order);
await client.DELETE(`${api}/connections/{slug}`, crm);
const quick = { params: { path: { project_id, slug: 'quick' } } };
await client.PUT(`${api}/operations/{slug}`, {
  ...quick,
  body: { name: 'Quick', environments: ['sandbox'] },
});

// The scenario
await client.GET(`${api}/scenario`, here);
await client.GET(`${api}/scenario/draft`, here);
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
await client.GET(`${api}/scenario`, here);
await restore(second.version);
await client.GET(`${api}/scenario/versions`, here);
await client.GET(`${api}/analytics/scenario/steps`, here);

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
await client.GET(`${api}/workflows`, here);
await client.GET(`${api}/workflows/{slug}`, lead);
await client.GET(`${api}/workflows/{slug}/versions`, lead);
await client.GET(`${api}/analytics/workflows/{slug}/steps`, lead);
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
const listed = await until(async () => {
  const { data } = await client.GET(`${api}/jobs`, { params: { path, query: { operation_id: 'order' } } });
  return data?.items[0];
});
await client.GET(`${api}/jobs`, { params: { path, query: { cursor: 'none' } } });
await client.GET(`${api}/jobs/{job_id}`, { params: { path: { project_id, job_id: listed.job_id } } });
await client.GET(`${api}/jobs/{job_id}`, { params: { path: { project_id, job_id: 'job_none' } } });
const run = await until(async () => {
  const { data } = await client.GET(`${api}/workflows/{slug}/runs`, lead);
  return data?.items.find(({ status }) => status === 'succeeded');
});
await client.POST(`${api}/workflows/{slug}/runs/{run_id}/cancel`, {
  params: { path: { project_id, slug: 'lead', run_id: run.run_id } },
});
await client.GET(`${api}/runs`, { params: { path: { project_id }, query: { status: 'succeeded' } } });
await client.GET(`${api}/runs`, { params: { path: { project_id }, query: { cursor: 'none' } } });
await client.GET(`${api}/runs/{run_id}`, { params: { path: { project_id, run_id: run.run_id } } });
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
  return data?.items.length === 4 && data.items.every(({ status }) => status === 'succeeded');
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

// Published methods
async function method(slug: string, target: { operation: string } | { workflow: string }) {
  const params = { path: { project_id, slug } };
  await client.PUT(`${api}/methods/{slug}`, { params, body: { name: slug, target, environment: 'sandbox' } });
  return { params };
}
const missing = await method('buy', { operation: 'none' });
await client.POST(`${api}/methods/{slug}/publish`, missing);
const buy = await method('buy', { operation: 'order' });
const start = await method('start', { workflow: 'lead' });
await client.GET(`${api}/methods`, here);
await client.GET(`${api}/methods/{slug}`, buy);
await client.POST(`${api}/methods/{slug}/check`, buy);
await client.POST(`${api}/methods/{slug}/publish`, { ...buy, body: { allow_breaking: true } });
await client.POST(`${api}/methods/{slug}/publish`, start);
await client.GET(`${api}/methods/{slug}/versions`, buy);
await client.DELETE(`${api}/operations/{slug}`, order);
await client.DELETE(`${api}/workflows/{slug}`, lead);
await client.POST(`${api}/methods/{slug}/versions/{version}/retire`, {
  params: { path: { project_id, slug: 'buy', version: '1' } },
});
const partner = given(
  (await client.POST(`${api}/method-keys`, { ...here, body: { name: 'Partner', methods: ['start'] } })).data,
  'a method key',
);
await client.GET(`${api}/method-keys`, here);
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
await client.DELETE(`${api}/files/{file_id}`, filePath);
await client.DELETE(`${api}/files/{file_id}`, filePath);
await client.GET(`${api}/files/{file_id}`, filePath);

// Tables and receivers
const stock = { params: { path: { project_id, slug: 'stock' } } };
const table = { name: 'Stock', columns: [{ name: 'sku', type: 'text' as const }] };
await client.PUT(`${api}/tables/{slug}`, { ...stock, body: table });
await client.PUT(`${api}/tables/{slug}`, { ...stock, body: { ...table, enforce: true } });
await client.GET(`${api}/tables`, here);
const rows: number | undefined = (await client.GET(`${api}/tables/{slug}`, stock)).data?.environments.live
  .rows;
if (rows !== 0) throw new Error(`there are ${rows} rows`);
await client.DELETE(`${api}/tables/{slug}`, stock);
const forms = { params: { path: { project_id, slug: 'forms' } } };
await client.PUT(`${api}/receivers/{slug}`, { ...forms, body: { name: 'Forms' } });
await client.PUT(`${api}/receivers/{slug}`, { ...forms, body: { name: 'Forms of the shop' } });
await client.GET(`${api}/receivers`, here);
await client.GET(`${api}/receivers/{slug}`, forms);
await client.POST(`${api}/receivers/{slug}/rotate`, forms);
await client.GET(`${api}/receivers/{slug}/deliveries`, forms);
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
await client.GET(`${api}/log`, { params: { path, query: { status: '2xx' } } });
await client.DELETE(`${api}/channels/{channel_id}`, one);

// Sessions and the password
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
