import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';

/**
 * The worker's counterpart in the bench, in its own process: BullMQ as its manual shows it, with one job for each
 * message and one prepared UPDATE for each job. Concurrency and pool size are those that gave the most messages a
 * second (tried: 16 to 128 and 5 to 20). It keeps no order.
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
