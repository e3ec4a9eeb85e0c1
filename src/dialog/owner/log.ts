import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import type { RequestLog } from '../gate/request-log.ts';
import { laxInt, text } from '../http/fields.ts';

const page = 100;
/** As much of a path as its index holds. */
const indexedPath = 120;

const moment = text({ max: 40 }).refine(
  (value) => value === '' || z.iso.datetime({ offset: true }).safeParse(value).success,
  'not a time of RFC 3339, such as 2026-11-20T10:51:43Z',
);

const filters = z.object({
  offset: laxInt({ ge: 0, default: 0 }),
  key_id: text({ default: '' }),
  /** `404`, or a class of status such as `4xx`. */
  status: text({ default: '', pattern: '^(?:[1-5]xx|[1-5][0-9][0-9])?$' }),
  /** How the path begins. */
  path: text({ default: '', max: indexedPath }),
  from: moment.default(''),
  to: moment.default(''),
});

interface Row {
  at: Date;
  key_id: string;
  key_name: string;
  for_methods: boolean;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  request_id: string;
  address: string;
}

/** What a project's keys asked for, newest first. */
export function logRoutes(
  plain: FastifyInstance,
  { database, requestLog }: { database: Database; requestLog: RequestLog },
): void {
  plain
    .withTypeProvider<ZodTypeProvider>()
    .get('/log', { schema: { querystring: filters } }, async (request) => {
      const { offset } = request.query;
      await requestLog.flush(); // so that an owner sees the request just made
      const { text: statement, values } = logStatement(request.projectId, request.query);
      const { rows } = await database.query<Row>(statement, values);
      return {
        items: rows.slice(0, page).map((row) => ({
          at: row.at.toISOString(),
          key: { id: showId(row.for_methods ? 'methodKey' : 'key', row.key_id), name: row.key_name },
          method: row.method,
          path: row.path,
          status: row.status,
          duration_ms: row.duration_ms,
          request_id: row.request_id,
          address: row.address,
        })),
        next_offset: rows.length > page ? offset + page : null,
      };
    });
}

/** Only the conditions that were asked for: each has an index of its own, which a plan for all of them could not use. */
export function logStatement(
  projectId: string,
  { offset, key_id: key, status, path, from, to }: z.output<typeof filters>,
): { text: string; values: unknown[] } {
  const values: unknown[] = [projectId, offset];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['l.project_id = $1'];
  if (key !== '')
    conditions.push(`l.key_id = ${bind(readId('key', key) ?? readId('methodKey', key) ?? null)}::uuid`);
  if (status.endsWith('xx')) conditions.push(ofClass(Number(status[0])));
  else if (status !== '') {
    conditions.push(
      ofClass(Math.floor(Number(status) / 100)),
      `l.status = ${bind(Number(status))}::smallint`,
    );
  }
  if (path !== '')
    conditions.push(`left(l.path, ${indexedPath}) LIKE ${bind(`${path.replace(/[\\%_]/g, '\\$&')}%`)}`);
  if (from !== '') conditions.push(`l.at >= ${bind(from)}::timestamptz`);
  if (to !== '') conditions.push(`l.at < ${bind(to)}::timestamptz`);
  return {
    // Every request has its key. A left join says so to the planner, which then reads no more than a page.
    text: `SELECT l.at, l.key_id, k.name AS key_name, k.methods IS NOT NULL AS for_methods, l.method, l.path,
             l.status, l.duration_ms, l.request_id, l.address
           FROM dialog.request_log AS l
           LEFT JOIN dialog.project_keys AS k ON k.project_id = l.project_id AND k.id = l.key_id
           WHERE ${conditions.join(' AND ')} ORDER BY l.at DESC, l.id DESC OFFSET $2 LIMIT ${page + 1}`,
    values,
  };
}

/** As the index of what went wrong has it, with that index's own condition. */
const ofClass = (digit: number): string =>
  `(l.status / 100) = ${digit}${digit >= 4 ? ' AND l.status >= 400' : ''}`;
