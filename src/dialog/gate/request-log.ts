import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { pgArray } from '../../platform/pg-array.ts';
import type { Database } from '../../platform/postgres.ts';

interface LoggedRequest {
  projectId: string;
  keyId: string;
  /** What the key was needed for; null for a request that its gates refused. */
  scope: string | null;
  at: Date;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  requestId: string;
  address: string;
}

const writeEveryMs = 500;
const rowsAtOnce = 2000;
/** What a database that is away may cost in memory. */
const mostKept = 50_000;
const longestPath = 2000;

/** Statuses of the gates: what was asked for was not done by this key. */
const refusals = new Set([401, 403, 429]);

/**
 * Records every request of a project's keys, none left out, outside the request's own time: they are collected and
 * written in batches, and the moment of a key's last use with them.
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

  /** Watches the routes of `app`; a request that never showed a valid key belongs to no project and is left out. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const key = request.projectKey;
      if (key && this.#kept.length < mostKept) {
        this.#kept.push({
          projectId: key.projectId,
          keyId: key.id,
          scope: refusals.has(reply.statusCode) ? null : (request.routeOptions.config.scope ?? null),
          at: new Date(Date.now() - reply.elapsedTime),
          method: request.method,
          path: request.url.replaceAll('\0', '').slice(0, longestPath),
          status: reply.statusCode,
          durationMs: Math.round(reply.elapsedTime),
          requestId: request.id,
          address: request.ip,
        });
      }
      done();
    });
  }

  /** Writes what was collected; resolves when that is done, or has failed and is kept for the next time. */
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
        await writeRows(this.#database, rows);
      } catch (error) {
        this.#log.warn(
          { err: error, requests: rows.length },
          'the request log cannot be written yet; trying again',
        );
        this.#kept = [...rows, ...this.#kept].slice(0, mostKept);
        return;
      }
    }
  }
}

async function writeRows(database: Database, rows: LoggedRequest[]): Promise<void> {
  const column = (pick: (row: LoggedRequest) => string | number | Date | null) => pgArray(rows.map(pick));
  await database.query({
    name: 'request-log',
    text: `WITH entry AS (
             SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::smallint[],
               $7::int[], $8::text[], $9::text[], $10::text[])
             AS e(project_id, key_id, at, method, path, status, duration_ms, request_id, address, scope)
           ), written AS (
             INSERT INTO dialog.request_log
               (project_id, key_id, at, method, path, status, duration_ms, request_id, address)
             SELECT project_id, key_id, at, method, path, status, duration_ms, request_id, address FROM entry
           ), use AS (
             SELECT project_id, key_id, scope, max(at) AS at FROM entry GROUP BY project_id, key_id, scope
           )
           -- Once a minute is enough to see whether a key is still in use, and once a day for each of its scopes.
           UPDATE dialog.project_keys AS k
           SET last_used_at = greatest(k.last_used_at, used.at), scope_uses = k.scope_uses || used.scopes
           FROM (
             SELECT project_id, key_id, max(at) AS at,
               coalesce(jsonb_object_agg(scope, (at AT TIME ZONE 'UTC')::date) FILTER (WHERE scope IS NOT NULL), '{}')
                 AS scopes
             FROM use GROUP BY project_id, key_id) AS used
           WHERE k.project_id = used.project_id AND k.id = used.key_id
             AND (k.last_used_at IS NULL OR k.last_used_at < used.at - interval '1 minute'
               OR NOT k.scope_uses @> used.scopes)`,
    values: [
      column((r) => r.projectId),
      column((r) => r.keyId),
      column((r) => r.at),
      column((r) => r.method),
      column((r) => r.path),
      column((r) => r.status),
      column((r) => r.durationMs),
      column((r) => r.requestId),
      column((r) => r.address),
      column((r) => r.scope),
    ],
  });
}
