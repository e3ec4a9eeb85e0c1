import type { Customer, Play } from './play.ts';

/** What a version said, did and recorded. Ids, moments and addresses stand as `msg_…`, `<moment>`, `<host>`. */
export interface Transcript {
  /** By the names of customers. */
  dialogs: Record<string, DialogTranscript>;
  /** In the order of their names, see `nameOfRun`. */
  runs: any[];
  /** Rows of the tables that flows write, in an order of their own. */
  rows: Record<string, any[]>;
  /** What the other system got, in an order of its own. */
  orders: any[];
  /** The state, tags and access of customers, by their names. */
  profiles: Record<string, any>;
  /** How many entries the audit log has of each action. */
  audit: Record<string, number>;
}

interface DialogTranscript {
  /** As it arrived at the channel, without what is the same in all messages. */
  arrived: any[];
  /** The whole dialog as its owner reads it. Its two sides apart, since customers do not wait for an answer. */
  said: string[];
  heard: { text: string; did: string; steps: string }[];
}

/** Reads everything through the APIs. */
export async function recorded(play: Play): Promise<Transcript> {
  const dialogs: Transcript['dialogs'] = {};
  const profiles: Transcript['profiles'] = {};
  for (const customer of play.customers) {
    dialogs[customer.name] = await dialogOf(play, customer);
    const { state, tags, paid_access } = (await play.call('GET', `/profiles/${customer.profileId}`)).body;
    profiles[customer.name] = plain({ state, tags: [...tags].sort(), paid_access });
  }
  const rows: Transcript['rows'] = {};
  for (const table of ['kept', 'visits']) {
    for (const environment of ['live', 'sandbox']) {
      const path = `/tables/${table}/rows?environment=${environment}&limit=500`;
      rows[`${table} in ${environment}`] = inOrder((await play.call('GET', path)).body.rows.map(plain));
    }
  }
  const audit: Transcript['audit'] = {};
  for (const { action } of await play.server.audit(play.project)) audit[action] = (audit[action] ?? 0) + 1;
  return {
    dialogs,
    runs: await runsOf(play),
    rows,
    orders: inOrder(play.outside.target.arrivals.map(({ body }) => JSON.parse(body))),
    profiles,
    audit: Object.fromEntries(Object.entries(audit).sort()),
  };
}

async function dialogOf(play: Play, { identityId }: Customer): Promise<DialogTranscript> {
  const { items } = await play.make('GET', `/dialogs/${identityId}/messages`);
  const history: any[] = items.reverse().map(plain);
  return {
    arrived: play.outside.receivers.customers.received
      .filter(({ body }) => body.identity_id === identityId)
      .map(({ body: { type, message_id, identity_id, external_id, created_at, ...content } }) =>
        plain(content),
      ),
    said: history
      .filter(({ direction }) => direction === 'out')
      .map(({ author, status, text }) => `${author} ${status}: ${text}`),
    heard: history
      .filter(({ direction }) => direction === 'in' || direction === 'event')
      .map(({ direction, author, status, text, did, steps }) => ({
        text: `${direction} of ${author} ${status}: ${text}`,
        did,
        steps: steps.map(inShort).join(', '),
      })),
  };
}

function inShort({ id, type, status, error }: any): string {
  return `${id}: ${type} ${status}${error ? ` ${error.code}` : ''}`;
}

async function runsOf(play: Play): Promise<any[]> {
  const runs: any[] = [];
  for (const slug of ['note', 'tour', 'failing']) {
    const { items } = await play.make('GET', `/workflows/${slug}/runs`);
    for (const { run_id } of items) {
      const { created_at, started_at, finished_at, ...run } = (
        await play.call('GET', `/workflow-runs/${run_id}`)
      ).body;
      const steps = run.steps.map((step: any) => ({ step: inShort(step), output: step.output }));
      runs.push({ ...run, steps });
    }
  }
  return inOrder(runs.map(plain), nameOfRun);
}

function nameOfRun({ workflow, input, output, environment, status }: any): string {
  return JSON.stringify([workflow, input.ref, input.by, output?.ref, environment, status]);
}

function inOrder(values: any[], nameOf: (value: any) => string = (value) => JSON.stringify(value)): any[] {
  return values
    .map((value) => ({ value, name: nameOf(value) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ value }) => value);
}

/** A JSON value without what differs from one installation and moment to another, such as the revision of a table. */
function plain(value: any): any {
  if (typeof value === 'string') {
    return value
      .replace(/\b([a-z]{2,5})_[0-9a-z]{26}\b/g, '$1_…')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<moment>')
      .replace(/127\.0\.0\.1:\d+/g, '<host>');
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { revision: _, ...parts } = value;
  // Sentences are for people, and may change.
  if ('code' in parts && 'message' in parts) parts.message = '<sentence>';
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, plain(part)]));
}
