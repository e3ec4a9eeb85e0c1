import createClient from 'openapi-fetch';
import type { components, paths } from './contract.ts';
import { exchanges, given, recorder, until } from './record.ts';

// A client program for the project API that is written only from its document. It does not compile if the document's
// types are wrong, and every exchange is checked against the document afterwards.
const [baseUrl, project_id, key, operation, sale, workflow, unpublished, table] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const api = '/api/v1/projects/{project_id}';
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
client.use(recorder);

let writes = 0;
const once = () => ({ 'idempotency-key': `stranger-${++writes}` });
const path = { project_id };

// Profiles
const profiles = await client.GET(`${api}/profiles`, { params: { path, query: { offset: 0 } } });
const profile: components['schemas']['Profile'] = given(profiles.data?.items[0], 'a profile');
const identity_id: string = given(profile.identities[0], 'an identity').id;
await client.GET(`${api}/profiles`, { params: { path, query: { offset: -1 } } });
const one = { params: { path: { project_id, profile_id: profile.id } } };
const none = { params: { path: { project_id, profile_id: 'prof_none' } } };
await client.GET(`${api}/profiles/{profile_id}`, one);
await client.GET(`${api}/profiles/{profile_id}`, none);
const changed = await client.PATCH(`${api}/profiles/{profile_id}`, {
  ...one,
  body: { status: 'vip', state: { city: 'Riga' }, tags: ['new'], access: { level: 3 } },
});
const city: string | undefined = changed.data?.state.city;
if (city !== 'Riga') throw new Error(`the city is ${city}`);
await client.PATCH(`${api}/profiles/{profile_id}`, { ...none, body: {} });
// @ts-expect-error tags are a list
await client.PATCH(`${api}/profiles/{profile_id}`, { ...one, body: { tags: 'new' } });

// Messages
const hello = { identity_id, text: 'Hello' };
const sending = { params: { path, header: once() } };
await client.POST(`${api}/messages`, {
  ...sending,
  body: {
    ...hello,
    buttons: ['Yes', { text: 'No', id: 'no', payload: { n: 1 } }],
    keyboard: 'inline',
    columns: 2,
    format: 'markdown',
    image: 'https://example.org/a.png',
    variants: { webhook: { text: 'Hi' } },
  },
});
const accepted = await client.POST(`${api}/messages`, { params: { path, header: once() }, body: hello });
const message_id: string = given(accepted.data, 'an accepted message').message_id;
const became = await client.GET(`${api}/messages/{message_id}`, {
  params: { path: { project_id, message_id } },
});
const status: 'queued' | 'sent' | 'read' | 'failed' | 'unknown' | undefined = became.data?.status;
if (status === undefined) throw new Error('the message has no status');
await client.GET(`${api}/messages/{message_id}`, {
  params: { path: { project_id, message_id: 'msg_none' } },
});
const reused = await client.POST(`${api}/messages`, { ...sending, body: hello });
const sentence = reused.error && 'code' in reused.error ? reused.error.detail : '';
if (sentence === '') throw new Error('the error has no sentence');
await client.POST(`${api}/messages`, { params: { path, header: once() }, body: { ...hello, columns: 9 } });
await client.POST(`${api}/messages`, {
  params: { path, header: once() },
  body: { ...hello, identity_id: 'idn_none' },
});
// @ts-expect-error the header is required
await client.POST(`${api}/messages`, { params: { path }, body: hello });

// Events
const event = { event_id: 'e-1', identity_id, text: 'It rains', data: { mm: 4 } };
await client.POST(`${api}/events`, { params: { path }, body: event });
const again = await client.POST(`${api}/events`, { params: { path }, body: event });
if (again.data?.duplicate !== true) throw new Error('the event was taken for a new one');
await client.POST(`${api}/events`, { params: { path }, body: { ...event, text: 'It snows' } });
await client.POST(`${api}/events`, { params: { path }, body: { ...event, text: '' } });
await client.POST(`${api}/events`, {
  params: { path },
  body: { ...event, event_id: 'e-2', identity_id: 'idn_none' },
});
const signal = { event_id: 'automation-1', source: 'custom.crm', data: { n: 1 } };
await client.POST(`${api}/automation-events`, { params: { path }, body: { ...signal, identity_id: null } });
await client.POST(`${api}/automation-events`, { params: { path }, body: { ...signal, data: { n: 2 } } });
await client.POST(`${api}/automation-events`, { params: { path }, body: { ...signal, source: 'crm' } });
await client.POST(`${api}/automation-events`, {
  params: { path },
  body: { ...signal, event_id: 'automation-2', identity_id: 'idn_none' },
});

// Dialogs
const standing = await until(async () => {
  const { data } = await client.GET(`${api}/dialogs`, { params: { path, query: { held: false } } });
  return data?.items.find((each) => each.identity_id === identity_id);
});
const { state } = standing;
await client.GET(`${api}/dialogs`, { params: { path, query: { state } } });
await client.GET(`${api}/dialogs`, { params: { path, query: { cursor: 'none' } } });

// Operations and jobs
const operations = await client.GET(`${api}/operations`, { params: { path } });
const kinds: string[] = given(operations.data, 'the operations').items.map(({ kind }) => kind);
if (!kinds.includes('payment')) throw new Error(`operations are ${kinds}`);
await client.GET(`${api}/operations`, { params: { path, query: { offset: -1 } } });

async function run(operation_id: string, input: Record<string, unknown>) {
  const { data } = await client.POST(`${api}/operations/{operation_id}/runs`, {
    params: { path: { project_id, operation_id }, header: once() },
    body: { input, identity_id, environment: 'sandbox' },
  });
  const { job_id } = given(data, 'the job');
  return until(async () => {
    const job = await client.GET(`${api}/jobs/{job_id}`, { params: { path: { project_id, job_id } } });
    return job.data?.status === 'queued' || job.data?.status === 'running' ? undefined : job.data;
  });
}
const done = await run(operation, { sku: 'A-1' });
if (done.status !== 'succeeded' || done.error !== null) throw new Error(`the job is ${done.status}`);
const failed = await run(operation, { sku: 'A-1', sandbox_error: true });
const reason: string = given(failed.error ?? undefined, 'the error of a job').code;
if (reason === '') throw new Error('the job failed for no reason');
const runs = { params: { path: { project_id, operation_id: operation }, header: once() } };
await client.POST(`${api}/operations/{operation_id}/runs`, { ...runs, body: { input: {} } });
await client.POST(`${api}/operations/{operation_id}/runs`, {
  ...runs,
  body: { input: { sku: 'A-1' }, environment: 'live' },
});
await client.POST(`${api}/operations/{operation_id}/runs`, {
  params: { path: { project_id, operation_id: 'none' }, header: once() },
  body: {},
});
await client.GET(`${api}/jobs/{job_id}`, { params: { path: { project_id, job_id: 'job_none' } } });

const jobs = await client.GET(`${api}/jobs`, {
  params: { path, query: { operation_id: operation, status: 'succeeded', environment: 'sandbox' } },
});
if (!jobs.data?.items.some(({ job_id }) => job_id === done.job_id)) throw new Error('the list lacks the job');
await client.GET(`${api}/jobs`, { params: { path, query: { cursor: 'none' } } });

// Payments
const paid = await run(sale, {});
const canceled = await run(sale, { sandbox_payment: 'canceled' });
await until(async () => {
  const { data } = await client.GET(`${api}/payments`, { params: { path } });
  const open = data?.items.filter(({ status }) => status === 'created' || status === 'pending');
  return open?.length === 0 || undefined;
});
await client.GET(`${api}/payments`, { params: { path, query: { offset: -1 } } });
const refund = (order_id: string | null, receipt: null | { items: [] } = null) =>
  client.POST(`${api}/payments/{order_id}/refund`, {
    params: { path: { project_id, order_id: order_id ?? 'ord_none' }, header: once() },
    body: { receipt },
  });
const { refund_id } = given((await refund(paid.order_id)).data, 'the refund');
await refund(paid.order_id, { items: [] });
await refund(canceled.order_id);
await refund(null);
await until(async () => {
  const { data } = await client.GET(`${api}/payments`, { params: { path } });
  const found = data?.items.find((payment) => payment.refund?.refund_id === refund_id);
  return found?.refund?.status === 'succeeded' || undefined;
});

// Workflows
const starting = (identifier: string, body: { input?: Record<string, unknown>; identity_id?: string }) =>
  client.POST(`${api}/workflows/{identifier}/run`, {
    params: { path: { project_id, identifier }, header: once() },
    body,
  });
const started = await starting(workflow, { input: { order: 7 }, identity_id });
const { run_id } = given(started.data, 'the run');
const ended = await until(async () => {
  const params = { path: { project_id, identifier: run_id } };
  const { data } = await client.GET(`${api}/workflow-runs/{identifier}`, { params });
  return data?.status === 'succeeded' ? data : undefined;
});
const listed = await client.GET(`${api}/workflow-runs`, {
  params: { path, query: { workflow, status: 'succeeded', from: '2026-01-01T00:00:00Z' } },
});
if (!listed.data?.items.some((each) => each.run_id === run_id)) throw new Error('the list lacks the run');
await client.GET(`${api}/workflow-runs`, { params: { path, query: { cursor: 'none' } } });
if (ended.steps.length === 0) throw new Error('the run took no steps');
await starting(unpublished, {});
await starting('none', {});
await client.POST(`${api}/workflows/{identifier}/run`, {
  params: { path: { project_id, identifier: workflow }, header: { 'idempotency-key': 'short' } },
  body: {},
});
await client.GET(`${api}/workflow-runs/{identifier}`, {
  params: { path: { project_id, identifier: 'run_none' } },
});

// Tables
const tables = await client.GET(`${api}/tables`, { params: { path } });
const known: string[] = given(tables.data, 'the tables').items.map(({ table_id }) => table_id);
if (!known.includes(table)) throw new Error(`tables are ${known}`);
await client.GET(`${api}/tables`, { params: { path, query: { offset: -1 } } });
const write = (
  table_id: string,
  body: { rows: Record<string, unknown>[]; replace?: boolean; revision?: number | null },
) =>
  client.POST(`${api}/tables/{table_id}/rows`, {
    params: { path: { project_id, table_id }, header: once() },
    body: { ...body, environment: 'sandbox' },
  });
await write(table, { rows: [{ sku: 'A-1' }, { sku: 'A-2' }] });
await write(table, { rows: [], replace: true });
await write('none', { rows: [] });
const late = await write(table, { rows: [], replace: true, revision: 0 });
if (!late.error || !('code' in late.error) || late.error.code !== 'revision_conflict') {
  throw new Error('the old revision was taken');
}
const current: number | undefined = 'revision' in late.error ? late.error.revision : undefined;
if (current !== 1) throw new Error(`the revision is ${current}`);
const rowsOf = (table_id: string, limit: number) =>
  client.GET(`${api}/tables/{table_id}/rows`, {
    params: { path: { project_id, table_id }, query: { environment: 'sandbox', limit } },
  });
const rows = given((await rowsOf(table, 1)).data, 'the rows');
if (rows.total !== 2 || rows.next_offset !== 1) throw new Error('the rows are not in pages');
await rowsOf('none', 1);
await rowsOf(table, 0);

// Files
const asItIs = {
  bodySerializer: (body: unknown) => body as string,
  headers: { 'Content-Type': 'text/plain' },
};
const uploads = { params: { path, query: { name: 'hello.txt' }, header: once() }, ...asItIs };
const uploaded = await client.POST(`${api}/files`, { ...uploads, body: 'Hello' });
const { file_id, type } = given(uploaded.data, 'the upload');
if (type !== 'text/plain') throw new Error(`the file is ${type}`);
await client.POST(`${api}/files`, { ...uploads, body: 'Hello again' });
const file = await client.GET(`${api}/files/{file_id}`, { params: { path: { project_id, file_id } } });
const address: string = given(given(file.data, 'the file').url ?? undefined, 'its address');
if ((await (await fetch(address)).text()) !== 'Hello') throw new Error('the file is another');
await client.GET(`${api}/files/{file_id}`, { params: { path: { project_id, file_id: 'file_none' } } });

// Audit and analytics
const audit = await client.GET(`${api}/audit`, { params: { path, query: { after: 0 } } });
const cursor: number = given(audit.data, 'the audit log').next_cursor;
await client.GET(`${api}/audit`, { params: { path, query: { after: cursor } } });
await client.GET(`${api}/audit`, { params: { path, query: { after: -1 } } });
const query = { days: 2, environment: 'sandbox', channel_id: '' } as const;
const figures = await client.GET(`${api}/analytics`, { params: { path, query } });
const refunds: number = given(figures.data, 'the figures').totals.refunds;
if (refunds !== 1) throw new Error(`there were ${refunds} refunds`);
await client.GET(`${api}/analytics`, { params: { path, query: { days: 91 } } });
const steps = await client.GET(`${api}/analytics/scenario/steps`, { params: { path } });
if (given(steps.data, 'the steps').version !== 1) throw new Error('the steps are of another version');
await client.GET(`${api}/analytics/scenario/steps`, { params: { path, query: { from: 'today' } } });
await client.GET(`${api}/analytics/scenario/steps`, { params: { path, query: { version: 99 } } });
const ofWorkflow = (identifier: string, query: { environment?: 'sandbox'; to?: string } = {}) =>
  client.GET(`${api}/analytics/workflows/{identifier}/steps`, {
    params: { path: { project_id, identifier }, query },
  });
const reached = given((await ofWorkflow(workflow, { environment: 'sandbox' })).data, 'the steps').steps.map(
  (step) => step.reached,
);
if (!reached.every((times) => times > 0)) throw new Error(`the steps were reached ${reached}`);
await ofWorkflow('none');
await ofWorkflow(workflow, { to: 'today' });

console.log(JSON.stringify(exchanges));
