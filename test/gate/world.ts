import { randomUUID } from 'node:crypto';
import type { Client, TestProject } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import { until } from '../harness/until.ts';
import { makeCatalogRecords } from './catalog-routes.ts';

/** A project with one record of every kind that a route can name. */
export interface World extends TestProject {
  /** Somebody in the project, another person there, and an open invitation. */
  personId: string;
  helperId: string;
  invitationId: string;
  channelId: string;
  /** A key that no test uses to call anything. */
  spareKeyId: string;
  identityId: string;
  profileId: string;
  /** The profile of another customer, to be linked with the first. */
  otherProfileId: string;
  otherIdentityId: string;
  /** A merge of two more. */
  linkId: string;
  linkCodeId: string;
  /** Pending approvals. */
  approvalIds: Record<'approve' | 'reject', string>;
  /** The id of a message whose outcome is unknown. */
  unsettledId: string;
  /** Slugs with the id of the project in them, so that no other project has the same. */
  connectionSlug: string;
  operationSlug: string;
  jobId: string;
  /** A paid order of the sandbox. */
  orderId: string;
  /** The slugs of a receiver and of a subscription. */
  slug: string;
  /** A notification that was made for the subscription. */
  deliveryId: string;
  /** The event id of a call to the receiver that was handled. */
  callId: string;
  /** The slug of a table that no other world has. */
  tableSlug: string;
  /** Something that a person said, which can be changed, and to whom. */
  said: { messageId: string; identityId: string };
  /** A note about the customer, and a team. */
  noteId: string;
  teamId: string;
  /** An uploaded file. */
  fileId: string;
  workflowSlug: string;
  runId: string;
  /** The customer of a conversation with the draft. */
  testCustomerId: string;
  /** A run of the sandbox, and the customer of a conversation with a draft, that wait for a time, again and again. */
  waits: { slug: string; runId: string; customerId: string };
  /** The slug of a published method that no other world has. */
  methodSlug: string;
  /** A method key that no test uses to call anything. */
  methodKeyId: string;
  /** A source of the catalog and an offer of it. */
  catalogIds: {
    source: string;
    offer: string;
    imports: Record<'done' | 'confirmed' | 'cancelled', string>;
  };
}

const scenario = {
  triggers: [{ type: 'command', command: '/start' }],
  steps: [{ id: 'hello', type: 'message', text: 'Hello' }],
};
const workflow = { triggers: [], steps: [{ id: 'done', type: 'end' }] };

/** @param deadUrl answers every delivery so that its outcome stays unknown. */
export async function makeWorld(client: Client, deadUrl: string): Promise<World> {
  const made = await client.makeProject();
  const channel = await client.makeChannel(made.id);
  const dead = await client.makeChannel(made.id, deadUrl);
  const identity = await client.makeIdentity(made.id, channel.id);
  const [other, older, younger] = [
    await client.makeIdentity(made.id, channel.id),
    await client.makeIdentity(made.id, channel.id),
    await client.makeIdentity(made.id, channel.id),
  ];
  const link = await client.make('POST', `/projects/${made.id}/profiles/link`, {
    profile_ids: [older.profile_id, younger.profile_id],
  });
  const code = await client.make('POST', `/projects/${made.id}/link-codes`, { identity_id: older.id });
  const unlucky = await client.makeIdentity(made.id, dead.id);
  const spare = await client.makeKey(made.id, ['audit:read']);
  const helper = await join(client, made.id, 'operator');
  const invitation = await client.make('POST', `/projects/${made.id}/invitations`, {
    email: `${randomUUID()}@example.com`,
    role: 'analyst',
  });
  const slug = `s-${randomUUID().slice(0, 8)}`;
  const owned = `/projects/${made.id}`;
  await client.make('PATCH', `${owned}/settings`, { vk_app_secret: 'made-up-vk-secret' });
  await client.make('PUT', `${owned}/receivers/${slug}`, { name: 'Receiver' });
  await client.make('PUT', `${owned}/subscriptions/${slug}`, { kinds: ['message.*'], url: deadUrl });
  const tableSlug = `stock-${made.id}`;
  await client.make('PUT', `/projects/${made.id}/tables/${tableSlug}`, { name: 'Stock' });
  const { body } = await client.send(made, unlucky.id);
  const outcome = await client.outcome(made, body.message_id);
  if (outcome !== 'message.unknown') throw new Error(`${outcome} in place of message.unknown`);
  const connectionSlug = `connection-${made.id.slice(4)}`;
  const operationSlug = `operation-${made.id.slice(4)}`;
  const settings = { base_url: 'https://shop.invalid' };
  await client.make('PUT', `/projects/${made.id}/connections/${connectionSlug}`, { name: 'Shop', settings });
  await client.make('PUT', `/projects/${made.id}/operations/${operationSlug}`, {
    name: 'Order',
    connection: connectionSlug,
  });
  const run = await client.call('POST', `/api/v1/projects/${made.id}/operations/${operationSlug}/runs`, {
    key: made.key,
    body: {},
    headers: { 'idempotency-key': randomUUID() },
  });
  const workflowSlug = `flow-${made.id.slice(4)}`;
  await client.make('PUT', `/projects/${made.id}/scenario/draft`, { definition: scenario });
  await client.make('POST', `/projects/${made.id}/scenario/publish`);
  const tested = await client.make('POST', `/projects/${made.id}/scenario/draft/conversations`);
  await client.make('PUT', `/projects/${made.id}/workflows/${workflowSlug}`, {
    name: 'Flow',
    definition: workflow,
  });
  await client.make('POST', `/projects/${made.id}/workflows/${workflowSlug}/publish`);
  const started = await client.call('POST', `/api/v1/projects/${made.id}/workflows/${workflowSlug}/run`, {
    key: made.key,
    body: {},
    headers: { 'idempotency-key': randomUUID() },
  });
  await client.make('POST', `${owned}/dialogs/${identity.id}/messages`, { text: 'Hello' });
  await until(async () => {
    const { status } = await client.owner('GET', `${owned}/conversations/${identity.profile_id}`);
    return status === 200;
  });
  const said = await sayInSandbox(client, owned);
  const note = await client.make('POST', `${owned}/conversations/${identity.profile_id}/notes`, {
    text: 'A note',
  });
  const team = await client.make('POST', `${owned}/teams`, { name: 'Team' });
  await client.make('PUT', `${owned}/replies/${slug}`, { title: 'Hello', text: 'Hello' });
  const asked = await askTwice(client, made);
  const delivery = await until(async () => (await client.make('GET', `${owned}/deliveries`)).items[0]);
  const callId = await callReceiver(client, `${owned}/receivers/${slug}`);
  const methodSlug = `method-${made.id.slice(4)}`;
  await client.make('PUT', `${owned}/methods/${methodSlug}`, {
    name: 'Order',
    target: { operation: operationSlug },
  });
  await client.make('POST', `${owned}/methods/${methodSlug}/publish`);
  const methodKey = await client.make('POST', `${owned}/method-keys`, {
    name: 'Client',
    methods: [methodSlug],
  });
  const orderId = await payInSandbox(client, made, identity.id);
  const file = await client.make('POST', `${owned}/files?name=a.txt`, { any: 'bytes' });
  return {
    ...made,
    methodSlug,
    methodKeyId: methodKey.id,
    personId: helper.id,
    helperId: (await join(client, made.id, 'billing')).id,
    invitationId: invitation.id,
    orderId,
    fileId: file.file_id,
    said,
    noteId: note.id,
    teamId: team.id,
    workflowSlug,
    runId: started.body.run_id,
    testCustomerId: tested.identity_id,
    waits: await waitTwice(client, made),
    connectionSlug,
    operationSlug,
    jobId: run.body.job_id,
    channelId: channel.id,
    spareKeyId: spare.id,
    identityId: identity.id,
    profileId: identity.profile_id,
    otherProfileId: other.profile_id,
    otherIdentityId: other.id,
    linkId: link.link_id,
    linkCodeId: code.id,
    approvalIds: { approve: asked[0]!.id, reject: asked[1]!.id },
    unsettledId: body.message_id,
    slug,
    deliveryId: delivery.id,
    callId,
    tableSlug,
    catalogIds: await makeCatalogRecords(client),
  };
}

/** Calls a receiver. @returns the event id, once the call was handled */
async function callReceiver(client: Client, receiver: string): Promise<string> {
  await client.make('POST', `${receiver}/try`);
  return until(async () => {
    const [call] = (await client.make('GET', `${receiver}/deliveries`)).items;
    return call?.outcome ? call.event_id : undefined;
  });
}

/** @returns something that a person said to a customer of a bot, and that counts as sent. */
async function sayInSandbox(client: Client, owned: string): Promise<World['said']> {
  const bot = await client.make('POST', `${owned}/channels`, {
    ...{ type: 'telegram', name: 'Bot', environment: 'sandbox' },
    settings: { token: '1000001:AAof_the_sandbox' },
  });
  const customer = { channel_id: bot.id, external_id: '4242' };
  const { id: identityId } = await client.make('POST', `${owned}/identities`, customer);
  const path = `${owned}/dialogs/${identityId}/messages`;
  const { message_id: messageId } = await client.make('POST', path, { text: 'Hello' });
  await until(async () => (await client.make('GET', path)).items[0]?.status === 'sent');
  return { messageId, identityId };
}

/** @returns two pending approvals. */
async function askTwice(client: Client, project: TestProject): Promise<{ id: string }[]> {
  const slug = `ask-${project.id.slice(4)}`;
  const path = `/projects/${project.id}/workflows/${slug}`;
  const steps = [{ id: 'ask', type: 'wait_for', approval: { text: 'Go?' } }];
  await client.make('PUT', path, { name: 'Ask', definition: { steps } });
  await client.make('POST', `${path}/publish`);
  for (let i = 0; i < 2; i++) {
    await client.call('POST', `/api/v1/projects/${project.id}/workflows/${slug}/run`, {
      ...{ key: project.key, body: {}, headers: { 'idempotency-key': randomUUID() } },
    });
  }
  return until(async () => {
    const { items } = await client.make('GET', `/projects/${project.id}/approvals`);
    return items.length === 2 && items;
  });
}

/** Makes a run and a conversation with a draft that wait for a time, and after it for the next. */
async function waitTwice(client: Client, { id }: TestProject): Promise<World['waits']> {
  const owned = `/projects/${id}`;
  const steps = [
    { id: 'wait', type: 'delay', seconds: 3600 },
    { id: 'again', type: 'goto', to: 'wait' },
  ];
  const slug = `waits-${id.slice(4)}`;
  await client.make('PUT', `${owned}/workflows/${slug}`, { name: 'Waits', definition: { steps } });
  const run = await client.make('POST', `${owned}/workflows/${slug}/draft/runs`, {});
  await client.make('PUT', `${owned}/scenario/draft`, { definition: { triggers: [{ type: 'any' }], steps } });
  const { identity_id: customerId } = await client.make('POST', `${owned}/scenario/draft/conversations`);
  await client.make('PUT', `${owned}/scenario/draft`, { definition: scenario });
  const talk = `${owned}/scenario/draft/conversations/${customerId}`;
  await client.make('POST', `${talk}/messages`, { text: 'Hello' });
  await until(async () => {
    const { dialog } = await client.make('GET', talk);
    const { status } = await client.make('GET', `${owned}/runs/${run.run_id}`);
    return dialog?.state === 'waiting' && status === 'waiting';
  });
  return { slug, runId: run.run_id, customerId };
}

/** @returns the id of an order that can be refunded. @param description what was sold */
export async function payInSandbox(
  client: Client,
  project: TestProject,
  identityId: string,
  description = '',
): Promise<string> {
  await client.make('PUT', `/projects/${project.id}/operations/sale`, {
    name: 'Sale',
    kind: 'payment',
    environments: ['sandbox'],
    request: { amount: { value: '1.00', currency: 'RUB' }, description },
  });
  const run = await client.call('POST', `/api/v1/projects/${project.id}/operations/sale/runs`, {
    key: project.key,
    body: { identity_id: identityId },
    headers: { 'idempotency-key': randomUUID() },
  });
  if (run.status !== 202) throw new Error(run.text);
  return until(async () => {
    const job = await client.make('GET', `/projects/${project.id}/jobs/${run.body.job_id}`);
    const { body } = await client.call('GET', `/api/v1/projects/${project.id}/payments`, project);
    const sold = body.items.find((order: { order_id: string }) => order.order_id === job.order_id);
    return sold?.status === 'succeeded' && sold.order_id;
  });
}
