import { randomUUID } from 'node:crypto';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { signedCall } from '../dialogs/scene.ts';
import type { Client } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { payInSandbox, type World } from './world.ts';

/** Marks that nothing else in an answer has, each in all places in which something of its kind can stand. */
export const marks = {
  /** What a customer of a live channel said and sent, and what runs and jobs were given of it. */
  words: 'quxwords',
  /** What such a customer is called. */
  who: 'quxname',
  /** What somebody said in the sandbox, and what its runs and jobs were given. */
  trial: 'quxtrial',
  /** A definition that is not published. */
  draft: 'quxdraft',
  /** What was sold. */
  sold: 'quxsold',
};
export type Mark = keyof typeof marks;

/**
 * Puts marks into a project, so that every record that a path can name has some.
 * @param hostUrl a system that answers a GET with a file of the mark, and gives the body of a POST back
 * @returns the world with the marked records in the places of its own
 */
export async function markWorld(client: Client, world: World, hostUrl: string): Promise<World> {
  const owned = `/projects/${world.id}`;
  const live = await say(client, world, 'live', hostUrl);
  const sandbox = await say(client, world, 'sandbox', hostUrl);
  await until(async () => {
    const { items } = await client.make('GET', `${owned}/dialogs?state=failed`);
    return items.length >= 2;
  });
  await client.call('GET', `/api/v1/projects/${world.id}/profiles?external_id=${marks.who}`, world);
  const workflowSlug = `marked-${world.id.slice(4)}`;
  await defineOperation(client, world, hostUrl);
  const jobId = await runOperation(client, world, 'live', marks.words);
  await runOperation(client, world, 'sandbox', marks.trial);
  await runWorkflow(client, world, `${workflowSlug}-s`, 'sandbox', marks.trial);
  const runId = await runWorkflow(client, world, workflowSlug, 'live', marks.words);
  const orderId = await payInSandbox(client, world, sandbox.identityId, marks.sold);
  const draft = { triggers: [], steps: [{ id: 'said', type: 'message', text: marks.draft }] };
  await client.make('PUT', `${owned}/scenario/draft`, { definition: draft });
  const steps = [{ id: 'done', type: 'end', output: { text: marks.draft } }];
  for (const slug of [workflowSlug, `unpublished-${world.id.slice(4)}`]) {
    await client.make('PUT', `${owned}/workflows/${slug}`, {
      ...{ name: 'Marked', environment: 'live', definition: { triggers: [], steps } },
    });
  }
  return {
    ...world,
    ...{ identityId: live.identityId, profileId: live.profileId, fileId: live.fileId },
    ...{ workflowSlug, runId, jobId, orderId },
  };
}

/** Lets a customer say something that the scenario fails on, with a file. */
async function say(client: Client, world: World, environment: 'live' | 'sandbox', hostUrl: string) {
  const owned = `/projects/${world.id}`;
  const isLive = environment === 'live';
  const [words, who] = isLive ? [marks.words, marks.who] : [marks.trial, 'Somebody'];
  const steps = [
    { id: 'number', type: 'transform', input: '{{ event.text }}', expression: '$error("No: " & $)' },
    { id: 'said', type: 'message', text: 'Hello' },
  ];
  await client.make('PUT', `${owned}/scenario/draft`, { definition: { triggers: [{ type: 'any' }], steps } });
  await client.make('POST', `${owned}/scenario/publish`);
  const secret = newSigningSecret();
  const channel = await client.makeChannel(world.id, isLive ? hostUrl : undefined, {
    signing_secret: secret,
  });
  const { raw, headers } = signedCall(secret, {
    ...{ message_id: randomUUID(), external_id: `${who}-${randomUUID()}`, name: `Ann ${who}`, text: words },
    attachments: [{ url: `${hostUrl}${words}`, name: `${words}.txt`, media_type: 'text/plain' }],
  });
  const heard = await client.call('POST', `/api/channels/${channel.id}/webhook`, { raw, headers });
  if (heard.status !== 202) throw new Error(heard.text);
  return until(async () => {
    const { items } = await client.make('GET', `${owned}/dialogs?channel_id=${channel.id}`);
    const [dialog] = items;
    if (!dialog) return false;
    const { identity_id: identityId, profile_id: profileId } = dialog;
    const page = await client.make('GET', `${owned}/profiles/${profileId}/messages`);
    const [file] = page.items.flatMap(({ attachments = [] }: any) => attachments);
    return file && file.status !== 'waiting' && { identityId, profileId, fileId: file.file_id as string };
  });
}

/** Its answer is the text that it is given. */
async function defineOperation(client: Client, { id }: World, hostUrl: string): Promise<void> {
  await client.make('PUT', `/projects/${id}/connections/marked`, {
    ...{ name: 'Host', settings: { base_url: hostUrl } },
  });
  await client.make('PUT', `/projects/${id}/operations/marked`, {
    ...{ name: 'Marked', connection: 'marked', environments: ['sandbox', 'live'] },
    request: { method: 'POST', path: '/echo', body: { text: '{{ input.text }}' } },
    mock: { result: { text: '{{ input.text }}' } },
  });
}

/** @returns the id of a job that is done */
async function runOperation(client: Client, { id, key }: World, environment: string, text: string) {
  const run = await client.call('POST', `/api/v1/projects/${id}/operations/marked/runs`, {
    ...{ key, headers: { 'idempotency-key': randomUUID() }, body: { environment, input: { text } } },
  });
  return until(async () => {
    const job = await client.make('GET', `/projects/${id}/jobs/${run.body.job_id}`);
    return job.status === 'succeeded' && (job.job_id as string);
  });
}

/** @returns the id of a run that ended by a fault that quotes its input */
async function runWorkflow(
  client: Client,
  { id, key }: World,
  slug: string,
  environment: string,
  text: string,
): Promise<string> {
  const path = `/projects/${id}/workflows/${slug}`;
  const steps = [
    { id: 'echo', type: 'operation', operation: 'marked', input: { text: '{{ input.text }}' } },
    { id: 'number', type: 'transform', input: '{{ input.text }}', expression: '$error("No: " & $)' },
  ];
  await client.make('PUT', path, { ...{ name: 'Marked', environment, definition: { triggers: [], steps } } });
  await client.make('POST', `${path}/publish`);
  const run = await client.call('POST', `/api/v1/projects/${id}/workflows/${slug}/run`, {
    ...{ key, headers: { 'idempotency-key': randomUUID() }, body: { input: { text } } },
  });
  return until(async () => {
    const found = await client.make('GET', `/projects/${id}/runs/${run.body.run_id}`);
    return found.status === 'failed' && (found.run_id as string);
  });
}
