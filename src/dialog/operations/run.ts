import { Batcher } from '../../platform/batcher.ts';
import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { openConnection } from '../connections/find.ts';
import type { OpenConnection } from '../connections/kind.ts';
import type { Scope } from '../scenario/template.ts';
import type { OuterKind } from '../tasks/kinds.ts';
import type { Task, TaskOutcome } from '../tasks/task.ts';
import type { JobPayload, JobScope } from './accept-run.ts';
import type { Definition } from './definition.ts';
import { operationKinds } from './kinds.ts';
import { renderMock } from './mock.ts';

interface Wanted {
  projectId: string;
  revision: string;
  identityId: string | null;
}

/** Everything that a run needs to know, as it is at that moment. */
interface Surroundings {
  slug: string;
  kind: string;
  definition: Definition;
  /** Null when it was deleted, or there never was one. */
  connection: { id: string; kind: string; settings: Record<string, unknown>; secrets: string } | null;
  identity: {
    id: string;
    external_id: string;
    name: string | null;
    channel_id: string;
    channel: string | null;
  } | null;
  profile: {
    id: string;
    status: string;
    state: object;
    tags: string[];
    access: object;
    paid_access: object;
  } | null;
}

export interface JobKindOptions {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  /** By kind of operation. */
  own: Readonly<Record<string, OwnRuns>>;
}

/** The run of an operation with all that it needs to know. */
export interface JobRun {
  task: Task;
  /** The slug of the operation. */
  slug: string;
  definition: Definition;
  /** What templates may read. */
  scope: Scope;
  /** The stored id of the connection, and the connection; null in the sandbox of one that has none, or when deleted. */
  connectionId: string | null;
  connection: OpenConnection | null;
}

/** Runs that keep records of their own, and so do more than exchange a request for an answer. */
export interface OwnRuns {
  /** As the `run` of a task. In the sandbox it opens no socket. */
  run(job: JobRun, begin: () => Promise<void>): Promise<TaskOutcome>;
  /** As the `settled` of a kind of task; the task may be the run of any operation. */
  settled(tx: Transaction, projectId: string, jobId: string): Promise<void>;
}

/** How the run of an operation is carried out. In the sandbox its mock is rendered: no socket is ever opened. */
export function jobKind({ database, vault, http, own }: JobKindOptions): OuterKind {
  const surroundings = new Batcher<Wanted, Surroundings | undefined>((wanted) =>
    readSurroundings(database, wanted),
  );
  return {
    record: 'job',
    succeeded: 'succeeded',
    async run(task, begin) {
      const { revision } = task.payload as JobPayload;
      const found = await surroundings.submit({
        projectId: task.projectId,
        revision,
        identityId: task.identityId,
      });
      if (!found) throw new Error(`the revision ${revision} of an operation is missing`);
      const scope = scopeOf(task, found);
      const { slug, definition } = found;
      const connection = found.connection && openConnection(vault, found.connection);
      const ownRuns = own[found.kind];
      if (ownRuns) {
        const connectionId = found.connection?.id ?? null;
        return ownRuns.run({ task, slug, definition, scope, connectionId, connection }, begin);
      }
      if (task.environment === 'sandbox') return renderMock(found.definition.mock, scope);
      if (!connection) {
        const message = 'The connection of this operation was deleted before the run could begin.';
        return { state: 'failed', error: { code: 'connection_deleted', message } };
      }
      const call = { jobId: showId('job', task.id), scope, definition, connection };
      return operationKinds[found.kind]!.carryOut!(call, begin, http);
    },
    async settled(tx, projectId, jobId) {
      for (const runs of Object.values(own)) await runs.settled(tx, projectId, jobId);
    },
  };
}

/** What the templates of a run may read; nothing of the connection is among it. */
function scopeOf(task: Task, found: Surroundings): Scope {
  const { input, scope } = task.payload as JobPayload;
  return {
    ...(scope ?? currentScope(found)),
    input,
    job: {
      id: showId('job', task.id),
      operation: found.slug,
      environment: task.environment,
      created_at: task.createdAt.toISOString(),
    },
  };
}

function currentScope({ identity, profile }: Surroundings): JobScope {
  if (!identity || !profile) return { event: {}, state: {}, profile: {}, identity: {} };
  const { id, state, ...rest } = profile;
  return {
    event: {},
    state,
    profile: { id: showId('profile', id), name: identity.name, ...rest },
    identity: {
      ...identity,
      id: showId('identity', identity.id),
      channel_id: showId('channel', identity.channel_id),
    },
  };
}

/** The revision as it was accepted; connection and customer as they are now, so that an owner's change counts at once. */
async function readSurroundings(database: Database, wanted: Wanted[]): Promise<(Surroundings | undefined)[]> {
  const { rows } = await database.query<Surroundings & { n: number }>({
    name: 'surroundings',
    text: `SELECT w.n::int AS n, r.slug, r.kind, r.definition,
             CASE WHEN c.id IS NOT NULL THEN json_build_object(
               'id', c.id, 'kind', c.kind, 'settings', c.settings, 'secrets', c.secrets) END AS connection,
             CASE WHEN i.id IS NOT NULL THEN json_build_object(
               'id', i.id, 'external_id', i.external_id, 'name', i.name, 'channel_id', i.channel_id,
               'channel', h.type) END AS identity,
             CASE WHEN p.id IS NOT NULL THEN json_build_object(
               'id', p.id, 'status', p.status, 'state', p.state, 'tags', p.tags, 'access', p.access,
               'paid_access', p.paid_access) END AS profile
           FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS w(project_id, revision, identity_id, n)
           JOIN dialog.operation_revisions AS r ON r.project_id = w.project_id AND r.id = w.revision
           LEFT JOIN dialog.connections AS c ON c.project_id = r.project_id AND c.id = r.connection_id
           LEFT JOIN dialog.identities AS i ON i.project_id = w.project_id AND i.id = w.identity_id
           LEFT JOIN dialog.channels AS h ON h.project_id = i.project_id AND h.id = i.channel_id
           LEFT JOIN dialog.profiles AS p ON p.project_id = i.project_id AND p.id = i.profile_id`,
    values: [wanted.map((w) => w.projectId), wanted.map((w) => w.revision), wanted.map((w) => w.identityId)],
  });
  const found: (Surroundings | undefined)[] = wanted.map(() => undefined);
  for (const { n, ...row } of rows) found[n - 1] = row;
  return found;
}
