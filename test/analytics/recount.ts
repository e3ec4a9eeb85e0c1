import type { Queryable } from '../../src/platform/postgres.ts';

interface Entry {
  day: string;
  action: string;
  environment: string | null;
  channel: string | null;
  profile: string | null;
  outcome: string | null;
}

const names: Record<string, string> = {
  'message.received': 'messages_in',
  'message.sent': 'messages_out',
  'message.settled done': 'messages_out',
  'event.accepted': 'events',
  'automation_event.accepted': 'events',
  'identity.created': 'new_profiles',
  'job.succeeded': 'jobs_succeeded',
  'job.settled done': 'jobs_succeeded',
  'job.failed': 'jobs_failed',
  'job.settled failed': 'jobs_failed',
  'run.created': 'workflow_runs',
  'payment.succeeded': 'payments_succeeded',
  'refund.succeeded': 'refunds',
};

/**
 * Counts a project's audit log from its beginning, in the simplest way, for comparison with the folded figures.
 * @returns figures that are not zero, by `<day> <environment> <channel or "all">` and name. Payments of test shops are
 * not distinguished here.
 */
export async function recount(database: Queryable, projectId: string): Promise<Map<string, number>> {
  const { rows } = await database.query<Entry>(
    `SELECT to_char(l.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, l.action, l.environment, i.channel_id AS channel,
       i.profile_id AS profile, CASE WHEN l.action LIKE '%.settled' THEN l.data ->> 'outcome' END AS outcome
     FROM dialog.audit_log AS l LEFT JOIN dialog.identities AS i ON i.project_id = l.project_id AND i.id = l.identity_id
     WHERE l.project_id = $1`,
    [projectId],
  );
  const counts = new Map<string, number>();
  const active = new Set<string>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { day, action, environment, channel, profile, outcome } of rows) {
    const name = names[outcome ? `${action} ${outcome}` : action];
    if (!name) continue;
    for (const scope of channel ? ['all', channel] : ['all']) {
      const place = `${day} ${environment} ${scope}`;
      add(`${place} ${name}`);
      if (!profile || !['message.received', 'event.accepted'].includes(action)) continue;
      if (active.has(`${place} ${profile}`)) continue;
      active.add(`${place} ${profile}`);
      add(`${place} active_profiles`);
    }
  }
  return counts;
}

/** The folded figures of a project in the form of `recount`. */
export async function folded(database: Queryable, projectId: string): Promise<Map<string, number>> {
  const { rows } = await database.query<{ figures: Record<string, string | number> }>(
    'SELECT to_json(f) AS figures FROM dialog.daily_figures AS f WHERE project_id = $1',
    [projectId],
  );
  const counts = new Map<string, number>();
  for (const { figures } of rows) {
    const { project_id: _, day, environment, channel_id: channel, ...values } = figures;
    const scope = channel === '00000000-0000-0000-0000-000000000000' ? 'all' : channel;
    for (const [name, value] of Object.entries(values)) {
      if (value !== 0) counts.set(`${day} ${environment} ${scope} ${name}`, Number(value));
    }
  }
  return counts;
}

/** A form that tests can compare and print. */
export const sorted = (counts: Map<string, number>): [string, number][] => [...counts].sort();
