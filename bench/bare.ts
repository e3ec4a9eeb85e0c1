import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { drizzle } from 'drizzle-orm/node-postgres';
import { fastify } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { auditInbox } from '../src/dialog/audit/schema.ts';
import { contentFields } from '../src/dialog/content/content.ts';
import { idempotencyHeaders } from '../src/dialog/gate/idempotency.ts';
import { requestKeys, tasks } from '../src/dialog/schema.ts';

/**
 * The server's counterpart in the bench, in its own process: bare Fastify routes without gates, logs or limits. Each
 * does one thing in the usual way, on the same tables in a database of its own.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const orm = drizzle(pool);
const app = fastify().withTypeProvider<ZodTypeProvider>();
app.setValidatorCompiler(validatorCompiler);
process.on('disconnect', () => process.exit());

const message = {
  headers: idempotencyHeaders,
  body: z.object({ identity_id: z.string(), ...contentFields }),
};
const project = '00000000-0000-7000-8000-000000000000';

/** An answer without a database, with the same schemas through fastify-type-provider-zod. */
app.post('/validated', { schema: message }, async (_request, reply) => {
  return reply.code(202).send({ message_id: randomUUID(), status: 'queued' });
});

/** One ordinary transaction for each request, by Drizzle: key, task and audit entry. */
app.post('/transaction', { schema: message }, async (request, reply) => {
  const id = uuidv7();
  const answer = { message_id: id, status: 'queued' };
  const { identity_id: identity, ...content } = request.body;
  await orm.transaction(async (tx) => {
    await tx.insert(requestKeys).values({
      projectId: project,
      endpoint: 'messages',
      key: request.headers['idempotency-key'],
      fingerprint: Buffer.alloc(32),
      answer: JSON.stringify(answer),
    });
    await tx.insert(tasks).values({
      projectId: project,
      id,
      kind: 'message',
      environment: 'sandbox',
      lane: `message:${identity}`,
      payload: content,
      requestId: request.id,
      deadlineAt: new Date(Date.now() + 3_600_000),
    });
    await tx.insert(auditInbox).values({
      projectId: project,
      actorType: 'key',
      action: 'message.accepted',
      subjectType: 'message',
      subjectId: id,
      environment: 'sandbox',
      requestId: request.id,
      data: { identity_id: identity },
    });
  });
  return reply.code(202).send(answer);
});

/** One durable insert of one row by a prepared statement; the body is not checked. */
app.post('/insert', async (request, reply) => {
  const id = uuidv7();
  await pool.query({
    name: 'insert',
    text: 'INSERT INTO bench_rows (id, body) VALUES ($1, $2)',
    values: [id, JSON.stringify(request.body)],
  });
  return reply.code(202).send({ message_id: id, status: 'queued' });
});

/** One prepared select by primary key. */
app.get<{ Params: { project: string; id: string } }>('/profiles/:project/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'profile',
    text: `SELECT id, status, state, tags, access, paid_access, created_at, updated_at
           FROM dialog.profiles WHERE project_id = $1 AND id = $2`,
    values: [request.params.project, request.params.id],
  });
  return rows[0];
});

/** Rows of a table: the body, a JSON array, is passed on unchanged as the parameter of one durable statement. */
await app.register(async (rows) => {
  rows.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: 2 ** 25 },
    (_request, body, done) => done(null, body),
  );
  rows.post<{ Params: { id: string } }>('/rows/:id', async (request) => {
    const { rowCount } = await pool.query({
      name: 'rows-insert',
      text: `INSERT INTO bench_table_rows (table_id, position, data)
             SELECT $1, nextval('bench_positions'), r.data FROM json_array_elements($2::json) AS r(data)`,
      values: [request.params.id, request.body],
    });
    return { inserted: rowCount };
  });
});

/** The first 500 rows of a table. */
app.get<{ Params: { id: string } }>('/rows/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'rows-read',
    text: 'SELECT data FROM bench_table_rows WHERE table_id = $1 ORDER BY position LIMIT 500',
    values: [request.params.id],
  });
  return { rows: rows.map((row) => row.data) };
});

await pool.query('CREATE SEQUENCE IF NOT EXISTS bench_positions CACHE 1000');
await pool.query(
  `CREATE TABLE IF NOT EXISTS bench_table_rows
   (table_id uuid NOT NULL, position bigint NOT NULL, data json NOT NULL, PRIMARY KEY (table_id, position))`,
);
await pool.query('CREATE TABLE IF NOT EXISTS bench_rows (id uuid PRIMARY KEY, body json NOT NULL)');
await app.listen({ port: 0, host: '127.0.0.1' });
process.send!({ port: (app.server.address() as AddressInfo).port });
