import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Batcher } from '../../platform/batcher.ts';
import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Vault } from '../../platform/secrets.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { openConnection } from '../connections/find.ts';
import { hearAnswers } from '../connections/heard-answer.ts';
import type { OpenConnection } from '../connections/kind.ts';
import { type ConnectionRow, connections } from '../connections/schema.ts';
import { secretsOf } from '../connections/secrets-of.ts';
import { ValidationProblem } from '../http/validation.ts';
import { channels, identities, profiles } from '../schema.ts';
import type { TaskOf } from '../tasks/kind.ts';
import type { Begin } from '../tasks/kinds.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import { inTurn } from '../template/in-turn.ts';
import type { Scope } from '../template/liquid.ts';
import type { TemplateRules } from '../template/rules.ts';
import { inWords } from './accept-run.ts';
import { keepingAttempt } from './attempts.ts';
import type { Definition } from './definition.ts';
import type { InputChecks } from './input-schema.ts';
import { type JobPayload, type JobScope, job } from './job.ts';
import { operationKinds } from './kinds.ts';
import { renderMock } from './mock.ts';
import { operationRevisions } from './schema.ts';

const r = alias(operationRevisions, 'r');
const c = alias(connections, 'c');
const i = alias(identities, 'i');
const h = alias(channels, 'h');
const p = alias(profiles, 'p');
const wantedRuns = rowsOf('w', {
  projectId: r.projectId,
  revision: types.uuid,
  identityId: orNull(types.uuid),
  unchecked: types.boolean,
});
const { at: w } = wantedRuns;

/** Null if it was deleted or never existed. */
type StoredConnection = Pick<ConnectionRow, 'id' | 'kind' | 'settings' | 'secrets'> | null;

type StoredIdentity = {
  id: string;
  external_id: string;
  name: string | null;
  channel_id: string;
  channel: string | null;
} | null;

type StoredProfile = {
  id: string;
  status: string;
  state: object;
  tags: string[];
  access: object;
  paid_access: object;
} | null;

const findSurroundings = statement({
  name: 'surroundings',
  params: { wanted: wantedRuns },
  columns: {
    n: wantedRuns.n,
    slug: r.slug,
    kind: r.kind,
    definition: r.definition,
    templateRules: r.templateRules,
    /** Null if the input was checked before the run was accepted. */
    inputSchema: as(orNull(r.inputSchema), sql`CASE WHEN ${w.unchecked} THEN ${r.inputSchema} END`),
    connection: as(
      jsonOf<StoredConnection>(),
      sql`CASE WHEN ${c.id} IS NOT NULL THEN json_build_object(
        'id', ${c.id}, 'kind', ${c.kind}, 'settings', ${c.settings}, 'secrets', ${c.secrets}) END`,
    ),
    identity: as(
      jsonOf<StoredIdentity>(),
      sql`CASE WHEN ${i.id} IS NOT NULL THEN json_build_object(
        'id', ${i.id}, 'external_id', ${i.externalId}, 'name', ${i.name}, 'channel_id', ${i.channelId},
        'channel', ${h.type}) END`,
    ),
    profile: as(
      jsonOf<StoredProfile>(),
      sql`CASE WHEN ${p.id} IS NOT NULL THEN json_build_object(
        'id', ${p.id}, 'status', ${p.status}, 'state', ${p.state}, 'tags', ${p.tags}, 'access', ${p.access},
        'paid_access', ${p.paidAccess}) END`,
    ),
  },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${given.wanted}
    JOIN ${operationRevisions} AS ${r} ON ${r.projectId} = ${w.projectId} AND ${r.id} = ${w.revision}
    LEFT JOIN ${connections} AS ${c} ON ${c.projectId} = ${r.projectId} AND ${c.id} = ${r.connectionId}
    LEFT JOIN ${identities} AS ${i} ON ${i.projectId} = ${w.projectId} AND ${i.id} = ${w.identityId}
    LEFT JOIN ${channels} AS ${h} ON ${h.projectId} = ${i.projectId} AND ${h.id} = ${i.channelId}
    LEFT JOIN ${profiles} AS ${p} ON ${p.projectId} = ${i.projectId} AND ${p.id} = ${i.profileId}`,
});

type JobTask = TaskOf<JobPayload>;

interface Wanted {
  projectId: string;
  revision: string;
  identityId: string | null;
  unchecked: boolean;
}

/** All data that a run needs, as they are when it begins. */
type Surroundings = Omit<Awaited<ReturnType<typeof findSurroundings.one>>, 'n'>;

export interface JobKindOptions {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  inputChecks: InputChecks;
  /** Runs with records of their own, by kind of operation. */
  own: Readonly<Record<string, OwnRuns>>;
}

/** A job and the data that its run needs. */
export interface JobRun {
  task: JobTask;
  /** The slug of the operation. */
  slug: string;
  definition: Definition;
  /** The rules of its templates. */
  templateRules: TemplateRules;
  /** What templates may read. */
  scope: Scope;
  /** The internal id of the connection, and the connection; null for a sandbox operation without one, or if it was deleted. */
  connectionId: string | null;
  connection: OpenConnection | null;
  /** The client to call with; what is answered to it goes on record. */
  http: OutboundHttp;
  /** The outcome of a run with an invalid input; undefined for a valid one. Call it before the run begins. */
  refused(): Promise<TaskOutcome | undefined>;
}

/** Runs that keep records of their own, so that they do more than one request. */
export interface OwnRuns {
  /** See `run` of a kind of task. In the sandbox it opens no socket. */
  run(job: JobRun, begin: Begin): Promise<TaskOutcome>;
  /** See `settled` of a kind of task. The tasks may be runs of any operation. */
  settled(tx: Transaction, projectId: string, jobIds: readonly string[]): Promise<void>;
}

/** The kind that runs operations. In the sandbox it renders the mock and never opens a socket. */
export function jobKind({ database, vault, http, inputChecks, own }: JobKindOptions) {
  const surroundings = new Batcher<Wanted, Surroundings | undefined>((wanted) =>
    readSurroundings(database, wanted),
  );
  return job.outer({
    record: 'job',
    succeeded: 'succeeded',
    run: async (task, begin) => keepingAttempt(task.progress, new Date(), await runOnce(task, begin)),
    async settled(tx, projectId, jobIds) {
      for (const runs of Object.values(own)) await runs.settled(tx, projectId, jobIds);
    },
  });

  async function runOnce(task: JobTask, begin: Begin): Promise<TaskOutcome> {
    const { revision, unchecked = false } = task.payload;
    const found = await surroundings.submit({
      projectId: task.projectId,
      revision,
      identityId: task.identityId,
      unchecked,
    });
    if (!found) throw new Error(`the revision ${revision} of an operation is missing`);
    const scope = scopeOf(task, found);
    const { slug, definition, templateRules } = found;
    const connection = found.connection && openConnection(vault, found.connection);
    const refused = () => findFault(inputChecks, task, found.inputSchema);
    const heard = hearAnswers(http, connection ? secretsOf(connection) : []);
    const ownRuns = own[found.kind];
    if (ownRuns) {
      const connectionId = found.connection?.id ?? null;
      const run = { task, slug, definition, templateRules, scope, connectionId, connection, refused };
      const outcome = await ownRuns.run({ ...run, http: heard.http }, begin);
      return { ...outcome, answer: heard.last() };
    }
    const fault = await refused();
    if (fault) return fault;
    if (task.environment === 'sandbox') {
      return inTurn(task.projectId, () => renderMock(definition.mock, scope, templateRules));
    }
    if (!connection) {
      const message = 'The connection of this operation was deleted before the run could begin.';
      return { state: 'failed', error: { code: 'connection_deleted', message } };
    }
    const { projectId } = task;
    const call = { projectId, jobId: showId('job', task.id), scope, definition, templateRules, connection };
    const outcome = await operationKinds[found.kind]!.carryOut!(call, begin, heard.http);
    return { ...outcome, answer: heard.last() };
  }
}

const busyMs = 1000;

/** Checks an input that could not be checked when the run was requested. No lock is held while it waits for a thread. */
async function findFault(
  checks: InputChecks,
  { projectId, payload }: JobTask,
  schema: Surroundings['inputSchema'],
): Promise<TaskOutcome | undefined> {
  if (schema === null) return undefined;
  const { revision, input } = payload;
  try {
    const named = { name: revision, owner: projectId, schema };
    const faults = await checks.faults(named, input, ['input'], true);
    if (faults.length === 0) return undefined;
    return { state: 'failed', error: inWords(new ValidationProblem(faults)) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const message =
      'Its input could not be checked against the input schema: too many large ones are being checked.';
    return { state: 'retry', error: { code: error.code, message }, afterMs: busyMs };
  }
}

/** What the templates of a run may read. It contains nothing of the connection. */
function scopeOf(task: JobTask, found: Surroundings): Scope {
  const { input, scope } = task.payload;
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

/** Reads the accepted revision, and the current connection and customer, so that an owner's change applies at once. */
async function readSurroundings(database: Database, wanted: Wanted[]): Promise<(Surroundings | undefined)[]> {
  const rows = await findSurroundings.all(database, { wanted });
  const found: (Surroundings | undefined)[] = wanted.map(() => undefined);
  for (const { n, ...row } of rows) found[n - 1] = row;
  return found;
}
