import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';

/**
 * What the worker is measured against, a process of its own: BullMQ as its manual shows it, one job a message and one
 * prepared UPDATE a job. Concurrency and pool are those that gave the most messages a second here (tried: 16 to 128
 * and 5 to 20). It keeps no order.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const connection = new Redis(process.env.REDIS_URL!, { maxRetriesPerRequest: null });
const concurrency = Number(process.env.BENCH_CONCURRENCY ?? 64);

new Worker<{ id: string }>(
  'messages',
  async (job) => {
    await pool.query({
      name: 'sent',
      text: `UPDATE bench_messages SET state = 'sent', finished_at = clock_timestamp() WHERE id = $1`,
      values: [job.data.id],
    });
  },
  {
    connection,
    prefix: process.env.BENCH_PREFIX!,
    concurrency,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  },
);
process.on('disconnect', () => process.exit());
process.send!('ready');
