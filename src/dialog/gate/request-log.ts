import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { noteDatabaseFault } from '../../platform/fault-log.ts';
import type { Database } from '../../platform/postgres.ts';
import { name, names, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { projectKeys } from '../schema.ts';
import { mayBeUsedFrom, usedScope } from './project-gate.ts';
import { requestLog } from './schema.ts';

const l = requestLog;
const e = rowsOf('e', {
  projectId: l.projectId,
  keyId: l.keyId,
  at: l.at,
  method: l.method,
  path: l.path,
  status: l.status,
  durationMs: l.durationMs,
  requestId: l.requestId,
  address: l.address,
  /** The scope that the route needs; null for a request that the gates refused. */
  scope: orNull(types.text),
  /** Whether it counts as a use of the key: not from an address from which the key may not be used. */
  counts: types.boolean,
});
const k = alias(projectKeys, 'k');
const logged = names(
  l.projectId,
  l.keyId,
  l.at,
  l.method,
  l.path,
  l.status,
  l.durationMs,
  l.requestId,
  l.address,
);

/** Also updates when keys were last used: at most once a minute for a key, and once a day for each of its scopes. */
const writeAll = statement({
  name: 'request-log',
  params: { requests: e },
  query: ({ requests }) => sql`
    WITH entry AS (
      SELECT * FROM ${requests}
    ), written AS (
      INSERT INTO ${requestLog} (${logged}) SELECT ${logged} FROM entry
    ), use AS (
      SELECT project_id, key_id, scope, max(at) AS at, (array_agg(address ORDER BY at DESC))[1] AS address
      FROM entry WHERE counts GROUP BY project_id, key_id, scope
    )
    UPDATE ${projectKeys} AS ${k}
    SET ${name(k.lastUsedAt)} = greatest(${k.lastUsedAt}, used.at),
      ${name(k.lastUsedAddress)} = used.address, ${name(k.scopeUses)} = ${k.scopeUses} || used.scopes
    FROM (
      SELECT project_id, key_id, max(at) AS at, (array_agg(address ORDER BY at DESC))[1] AS address,
        coalesce(jsonb_object_agg(scope, (at AT TIME ZONE 'UTC')::date) FILTER (WHERE scope IS NOT NULL), '{}')
          AS scopes
      FROM use GROUP BY project_id, key_id) AS used
    WHERE ${k.projectId} = used.project_id AND ${k.id} = used.key_id
      AND (${k.lastUsedAt} IS NULL OR ${k.lastUsedAt} < used.at - interval '1 minute'
        OR NOT ${k.scopeUses} @> used.scopes)`,
});

type LoggedRequest = RecordOf<typeof e>;

const writeEveryMs = 500;
const rowsAtOnce = 2000;
/** Most requests that are kept in memory while the database is away. */
const mostKept = 50_000;
const longestPath = 2000;

/** Statuses of the gates: the request was not carried out. */
const refusals = new Set([401, 403, 429]);

/**
 * Logs every request of a project's keys without delaying it: requests are collected and written in batches, together with
 * the time of a key's last use.
 */
export class RequestLog {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #kept: LoggedRequest[] = [];
  #writing: Promise<void> | undefined;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), writeEveryMs);
  }

  /** Watches the routes of `app`. A request without a valid key belongs to no project and is not logged. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const key = request.projectKey;
      if (key && this.#kept.length < mostKept) {
        this.#kept.push({
          projectId: key.projectId,
          keyId: key.id,
          scope: refusals.has(reply.statusCode)
            ? null
            : (usedScope(key, request.routeOptions.config.scopes ?? []) ?? null),
          at: new Date(Date.now() - reply.elapsedTime),
          method: request.method,
          path: request.url.replaceAll('\0', '').slice(0, longestPath),
          status: reply.statusCode,
          durationMs: Math.round(reply.elapsedTime),
          requestId: request.id,
          address: request.ip,
          counts: mayBeUsedFrom(key, request.ip),
        });
      }
      done();
    });
  }

  /** Writes what was collected. Resolves also if that failed; the requests are then kept for the next time. */
  async flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    await this.flush();
  }

  async #write(): Promise<void> {
    while (this.#kept.length > 0) {
      const rows = this.#kept.splice(0, rowsAtOnce);
      try {
        await writeAll.run(this.#database, { requests: rows });
      } catch (error) {
        if (!noteDatabaseFault(this.#log, error, 'the request log')) {
          this.#log.warn(
            { err: error, requests: rows.length },
            'the request log cannot be written yet; trying again',
          );
        }
        this.#kept = [...rows, ...this.#kept].slice(0, mostKept);
        return;
      }
    }
  }
}
