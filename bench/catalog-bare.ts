import { PgDialect } from 'drizzle-orm/pg-core';
import { fastify } from 'fastify';
import pg from 'pg';
import { shownOffer } from '../src/catalog/sql.ts';

const offerColumns = new PgDialect().sqlToQuery(shownOffer).sql;

/**
 * The counterpart in `bench/catalog.ts`: a bare Fastify with the simplest routes over the same tables. Prints its
 * address.
 */
const connectionString = process.env.DATABASE_URL!;
const pool = new pg.Pool({ connectionString, max: 12, options: '-c jit=off' });
const bare = fastify();
bare.get('/page', async (_request, reply) => {
  const { rows } = await pool.query({
    name: 'page',
    text: `SELECT ${offerColumns} FROM catalog.offers AS o ORDER BY o.id LIMIT 20`,
  });
  return reply.send({ results: rows });
});
bare.post('/offers', async (request, reply) => {
  const body = request.body as Record<string, unknown>;
  const { rows } = await pool.query({
    name: 'insert',
    text: `INSERT INTO catalog.offers (source_id, pn_raw, brand_raw, price_raw, price_currency)
           VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    values: [1, body.pn_raw, body.brand_raw, body.price_raw, body.price_currency],
  });
  return reply.code(201).send(rows[0]);
});
await bare.listen({ port: 0 });
const { port } = bare.server.address() as { port: number };
process.stdout.write(`http://127.0.0.1:${port}\n`);
process.on('disconnect', () => process.exit(0));
